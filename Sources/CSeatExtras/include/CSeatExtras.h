#pragma once
// What Swift needs of libseat and cannot write itself.

/// Hands libseat's messages, errors and information, to `take`, formatted, without a newline, cut after 1,023 bytes.
void kagami_libseat_log(void (*take)(const char *line));
