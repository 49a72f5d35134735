#pragma once
// Starting programs.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Starts `arguments[0]`, looked up in this process's PATH, in its own session, without a controlling terminal.
///
/// The program gets the standard descriptors and the `count` ones in `handed`, which become 3, 4 and so on and must be
/// higher than those numbers. Standard input is /dev/null. Standard output and error are `output`, which must be as
/// high as those in `handed`, or this process's own with -1. No signal is blocked, and each has its default handling.
/// The soft limit of open descriptors becomes `descriptor_limit`, unless that is 0. With `ends_with_parent` the program
/// gets SIGTERM when the calling thread ends, as at SIGKILL of this process. Returns the process's id, or -1 with errno set.
pid_t kagami_spawn(
    char *const arguments[], char *const environment[], const int handed[], size_t count, int output,
    uint64_t descriptor_limit, bool ends_with_parent);
