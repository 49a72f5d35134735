#include "kagami_log_line.h"

#include <stdio.h>
#include <string.h>

void kagami_log_line(char *line, size_t size, const char *format, va_list arguments) {
    if (vsnprintf(line, size, format, arguments) < 0) line[0] = 0;
    size_t end = strlen(line);
    while (end > 0 && (line[end - 1] == '\n' || line[end - 1] == '\r')) line[--end] = 0;
}
