#pragma once
// Calls of libinput that Swift cannot make itself.
#include <libinput.h>

/// Passes the messages of each context to `take`, formatted, without a newline, and cut after 1,023 bytes.
void kagami_libinput_log(
    struct libinput *context, void (*take)(struct libinput *context, enum libinput_log_priority priority, const char *line));
