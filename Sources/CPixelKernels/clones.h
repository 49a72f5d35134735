#pragma once

/// Compiles a function twice on x86-64; the version for the running processor is chosen at load time.
///
/// Not under ThreadSanitizer, which would also instrument the code that chooses, and that code runs before the
/// sanitizer has started. Both versions have the same source, with the same reads and writes to check.
#if defined(__x86_64__) && !__has_feature(thread_sanitizer)
#define KAGAMI_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define KAGAMI_CLONES
#endif

/// Inlines a function, which is then compiled with its caller's instruction set.
#define KAGAMI_INLINE static inline __attribute__((always_inline))
