#pragma once
#include <stdarg.h>
#include <stddef.h>

/// Formats a library's message into `line`, which has `size` bytes, without trailing newlines; text that does not fit
/// is cut.
///
/// C formats the messages of all libraries, because Swift's name for `va_list` differs between architectures.
void kagami_log_line(char *line, size_t size, const char *format, va_list arguments);
