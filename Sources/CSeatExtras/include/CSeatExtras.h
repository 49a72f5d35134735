#pragma once
// Calls of libseat that Swift cannot make itself.

/// Passes libseat's errors and information messages to `take`, formatted, without a newline, and cut after 1,023 bytes.
void kagami_libseat_log(void (*take)(const char *line));
