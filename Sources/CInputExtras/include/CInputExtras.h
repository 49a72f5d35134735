#pragma once
// What Swift needs of libinput and cannot write itself.
#include <libinput.h>

/// Hands the messages of all contexts that this is called for to `take`, formatted, without a newline, cut after 1,023 bytes.
void kagami_libinput_log(
    struct libinput *context, void (*take)(struct libinput *context, enum libinput_log_priority priority, const char *line));
