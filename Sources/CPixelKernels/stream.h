#pragma once
#include <stddef.h>

/// Copies bytes past the caches; call `kagami_stream_end` before other threads or devices read them.
void kagami_stream(void *target, const void *source, size_t length);
void kagami_stream_end(void);
