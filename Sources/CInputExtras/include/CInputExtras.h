#pragma once
// Calls of libinput and of the kernel's input devices that Swift cannot make itself.
#include <libinput.h>
#include <stdint.h>

/// Passes the messages of each context to `take`, formatted, without a newline, and cut after 1,023 bytes.
void kagami_libinput_log(
    struct libinput *context, void (*take)(struct libinput *context, enum libinput_log_priority priority, const char *line));

/// An event of a device file, without its time.
struct kagami_pad_event {
    uint16_t type;
    uint16_t code;
    int32_t value;
};

/// An axis of a device.
struct kagami_pad_axis {
    int32_t value;
    int32_t minimum;
    int32_t maximum;
    int32_t flat;
};

/// How many axes a device may have: their codes begin at 0.
enum { KAGAMI_PAD_AXES = 64 };

/// Reads up to `most` events, 256 at once; returns their number, 0 where there are none at the moment, or below 0 where there will
/// be none any longer.
int kagami_pad_read(int descriptor, struct kagami_pad_event *events, int most);

/// Reads an axis; returns 0, or below 0 where there is none. The axes that a device does not have are empty.
int kagami_pad_read_axis(int descriptor, uint16_t code, struct kagami_pad_axis *axis);
