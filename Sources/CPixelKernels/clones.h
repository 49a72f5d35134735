#pragma once

/// Compiles a function twice on x86-64, the version for the running processor being chosen at load time.
#if defined(__x86_64__)
#define KAGAMI_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define KAGAMI_CLONES
#endif

/// For functions that must be compiled with their caller's instruction set.
#define KAGAMI_INLINE static inline __attribute__((always_inline))
