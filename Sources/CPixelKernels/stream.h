#pragma once
#include <stddef.h>

/// Copies bytes past the caches; `kagami_stream_end` makes them visible to everybody else.
void kagami_stream(void *target, const void *source, size_t length);
void kagami_stream_end(void);
