#pragma once
#include <stdarg.h>
#include <stddef.h>

/// Formats a library's message into `line`, which has `size` bytes, without the newlines at its end; what does not fit is cut off.
///
/// C does that for all libraries: Swift cannot name `va_list` alike on all architectures.
void kagami_log_line(char *line, size_t size, const char *format, va_list arguments);
