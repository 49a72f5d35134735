#include "CInputExtras.h"

#include "kagami_log_line.h"

static void (*_Atomic taker)(struct libinput *, enum libinput_log_priority, const char *);

static void format_line(
    struct libinput *context, enum libinput_log_priority priority, const char *format, va_list arguments) {
    char line[1024];
    kagami_log_line(line, sizeof line, format, arguments);
    taker(context, priority, line);
}

void kagami_libinput_log(
    struct libinput *context, void (*take)(struct libinput *, enum libinput_log_priority, const char *)) {
    taker = take;
    libinput_log_set_handler(context, format_line);
}
