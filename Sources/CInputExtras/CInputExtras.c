#include "CInputExtras.h"

#include <errno.h>
#include <linux/input.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <unistd.h>

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

int kagami_pad_read(int descriptor, struct kagami_pad_event *events, int most) {
    struct input_event raw[256];
    size_t wanted = most < 256 ? (size_t)most : 256;
    ssize_t size = read(descriptor, raw, wanted * sizeof *raw);
    if (size < 0) return errno == EAGAIN || errno == EINTR ? 0 : -errno;
    // A device ends with an error, and another file with nothing more.
    if (size == 0) return -ENODEV;
    int count = (int)(size / (ssize_t)sizeof *raw);
    for (int index = 0; index < count; index++) {
        events[index] = (struct kagami_pad_event){raw[index].type, raw[index].code, raw[index].value};
    }
    return count;
}

int kagami_pad_read_axis(int descriptor, uint16_t code, struct kagami_pad_axis *axis) {
    struct input_absinfo info;
    if (ioctl(descriptor, EVIOCGABS(code), &info) < 0) return -errno;
    *axis = (struct kagami_pad_axis){info.value, info.minimum, info.maximum, info.flat};
    return 0;
}
