// Copies that turn or mirror. Quarter turns work on squares as wide as a cache line, each transposed in the first-level
// cache. They follow the order of the source's rows in memory, so that the source is read ahead and its pages stay in
// the TLB.
#include <string.h>

#include "CPixelKernels.h"
#include "clones.h"
#include "stream.h"

typedef uint32_t u32x4 __attribute__((vector_size(16), aligned(4)));
typedef uint32_t u32x8 __attribute__((vector_size(32), aligned(4)));
typedef uint32_t aligned_u32x8 __attribute__((vector_size(32), aligned(32)));

enum {
    /// The side of a square in pixels.
    SIDE = 16,
    /// The target rows written in one pass along the source; their pages stay in the TLB, too.
    BAND = 1024,
};

#define SHUFFLE __builtin_shufflevector

/// Copies one row backwards.
KAGAMI_CLONES static void reverse(const uint32_t *last, uint32_t *target, int32_t width) {
    int32_t x = 0;
    for (; x + 8 <= width; x += 8) {
        const u32x8 pixels = *(const u32x8 *)(last - x - 7);
        *(u32x8 *)(target + x) = SHUFFLE(pixels, pixels, 7, 6, 5, 4, 3, 2, 1, 0);
    }
    for (; x < width; x++) target[x] = last[-x];
}

/// Transposes 4 by 4 pixels; `step` and `target_step` are bytes between rows.
KAGAMI_INLINE void transpose(const char *source, ptrdiff_t step, char *target, ptrdiff_t target_step) {
    const u32x4 a = *(const u32x4 *)source, b = *(const u32x4 *)(source + step);
    const u32x4 c = *(const u32x4 *)(source + 2 * step), d = *(const u32x4 *)(source + 3 * step);
    const u32x4 low = SHUFFLE(a, b, 0, 4, 1, 5), low_right = SHUFFLE(c, d, 0, 4, 1, 5);
    const u32x4 high = SHUFFLE(a, b, 2, 6, 3, 7), high_right = SHUFFLE(c, d, 2, 6, 3, 7);
    *(u32x4 *)target = SHUFFLE(low, low_right, 0, 1, 4, 5);
    *(u32x4 *)(target + target_step) = SHUFFLE(low, low_right, 2, 3, 6, 7);
    *(u32x4 *)(target + 2 * target_step) = SHUFFLE(high, high_right, 0, 1, 4, 5);
    *(u32x4 *)(target + 3 * target_step) = SHUFFLE(high, high_right, 2, 3, 6, 7);
}

/// Stores a square by whole cache lines, past the caches if the target is aligned for that.
KAGAMI_INLINE void store(const uint32_t (*square)[SIDE], char *target, size_t stride) {
    const bool is_aligned = ((uintptr_t)target | stride) % sizeof(aligned_u32x8) == 0;
    for (int32_t y = 0; y < SIDE; y++, target += stride) {
        if (is_aligned) {
            __builtin_nontemporal_store(*(const aligned_u32x8 *)square[y], (aligned_u32x8 *)target);
            __builtin_nontemporal_store(*(const aligned_u32x8 *)(square[y] + 8), (aligned_u32x8 *)target + 1);
        } else {
            memcpy(target, square[y], sizeof square[y]);
        }
    }
}

/// Turns one square; `down` is 4 or -4.
KAGAMI_CLONES static void turn_square(
    const char *source, ptrdiff_t across, ptrdiff_t down, char *target, size_t stride) {
    uint32_t square[SIDE][SIDE] __attribute__((aligned(64)));
    const char *left = down > 0 ? source : source + (SIDE - 1) * down;
    char *first = (char *)square[down > 0 ? 0 : SIDE - 1];
    const ptrdiff_t row = down > 0 ? (ptrdiff_t)sizeof square[0] : -(ptrdiff_t)sizeof square[0];
    for (int32_t x = 0; x < SIDE; x++) __builtin_prefetch(source + x * across + SIDE * down);
    for (int32_t y = 0; y < SIDE; y += 4) {
        for (int32_t x = 0; x < SIDE; x += 4) {
            transpose(left + x * across + 4 * y, across, first + y * row + 4 * x, row);
        }
    }
    store(square, target, stride);
}

/// Turns pixels one by one.
static void turn_pixels(const kagami_turn_job *job, int32_t left, int32_t top, int32_t right, int32_t bottom) {
    for (int32_t y = top; y < bottom; y++) {
        char *target = (char *)job->target + (size_t)y * job->target_stride;
        for (int32_t x = left; x < right; x++) {
            memcpy(target + 4 * x, (const char *)job->source + y * job->down + x * job->across, 4);
        }
    }
}

/// Turns the rows of a band; pixels that do not fill a square are turned one by one.
static void turn_band(const kagami_turn_job *job, int32_t top, int32_t bottom) {
    const int32_t right = job->width / SIDE * SIDE, below = top + (bottom - top) / SIDE * SIDE;
    for (int32_t x = 0; x < right; x += SIDE) {
        for (int32_t y = top; y < below; y += SIDE) {
            turn_square(
                (const char *)job->source + y * job->down + x * job->across, job->across, job->down,
                (char *)job->target + (size_t)y * job->target_stride + 4 * x, job->target_stride);
        }
    }
    turn_pixels(job, right, top, job->width, below);
    turn_pixels(job, 0, below, job->width, bottom);
}

static void turn_row(const kagami_turn_job *job, int32_t y) {
    const char *source = (const char *)job->source + y * job->down;
    char *target = (char *)job->target + (size_t)y * job->target_stride;
    if (job->across > 0) {
        kagami_stream(target, source, 4 * (size_t)job->width);
    } else {
        reverse((const uint32_t *)source, (uint32_t *)target, job->width);
    }
}

void kagami_turn(const kagami_turn_job *job) {
    if (job->across == 4 || job->across == -4) {
        for (int32_t y = 0; y < job->height; y++) turn_row(job, y);
    } else {
        for (int32_t y = 0; y < job->height; y += BAND) {
            turn_band(job, y, job->height - y < BAND ? job->height : y + BAND);
        }
    }
    kagami_stream_end();
}
