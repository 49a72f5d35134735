#include "CSeatExtras.h"

#include <libseat.h>

#include "kagami_log_line.h"

static void (*taker)(const char *);

static void format_line(enum libseat_log_level level, const char *format, va_list arguments) {
    char line[1024];
    kagami_log_line(line, sizeof line, format, arguments);
    taker(line);
}

void kagami_libseat_log(void (*take)(const char *)) {
    taker = take;
    libseat_set_log_level(LIBSEAT_LOG_LEVEL_INFO);
    libseat_set_log_handler(format_line);
}
