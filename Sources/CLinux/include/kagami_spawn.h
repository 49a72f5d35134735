#pragma once
// Starting programs.
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Starts `arguments[0]`, looked up in this process's PATH, in a session of its own, without a controlling terminal,
/// with no descriptor but the standard ones and the `count` in `handed`, which become 3, 4 and so on and must be higher than those numbers. It has
/// standard input from /dev/null, no blocked signal and each signal's default handling. Its standard output and error are
/// `output`, which must be as high as those in `handed`, or with -1 this process's. The soft limit of open descriptors
/// becomes `descriptor_limit`, unless that is 0. Returns the process's id, or -1 with errno set.
pid_t kagami_spawn(
    char *const arguments[], char *const environment[], const int handed[], size_t count, int output,
    uint64_t descriptor_limit);
