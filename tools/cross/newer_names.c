// What Swift's library for arm64, which Debian builds with a newer C library, asks for beyond the one of Debian 12.
//
// Only the program that is linked with it sees these.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PRIVATE __attribute__((visibility("hidden")))

// From glibc 2.38 on, numbers such as 0b1 are read by other functions; nothing here reads those.
PRIVATE long __isoc23_strtol(const char *text, char **end, int base) {
    return strtol(text, end, base);
}

PRIVATE long long __isoc23_strtoll(const char *text, char **end, int base) {
    return strtoll(text, end, base);
}

PRIVATE int __isoc23_sscanf(const char *text, const char *format, ...) {
    va_list values;
    va_start(values, format);
    const int read = vsscanf(text, format, values);
    va_end(values);
    return read;
}

PRIVATE size_t strlcpy(char *to, const char *from, size_t size) {
    const size_t length = strlen(from);
    if (size > 0) {
        const size_t kept = length < size ? length : size - 1;
        memcpy(to, from, kept);
        to[kept] = '\0';
    }
    return length;
}
