// Pixels with ten bits a colour, brought to eight.
#include "area.h"
#include "stream.h"
#include <string.h>

// Vectors are passed to functions that are always inlined: how others would pass them does not matter.
#pragma clang diagnostic ignored "-Wpsabi"

/// Pixels converted at a time: they stay in the first-level cache until they are stored.
enum { CHUNK = 1024 };

enum {
    /// Pixels converted together.
    GROUP = 8,
    /// Half a step of a byte in ten bits that stand four bits up in their 16.
    HALF = 32,
    /// In 65536 of ten bits that stand four bits up: 255 in 1023, closely enough to round all values to nearest.
    COLOR_FACTOR = 1021,
    /// In 65536 of two bits that stand 14 bits up: 85 for each step, exactly.
    ALPHA_FACTOR = 340,
};

/// The upper halves of the products of 16 bits each, which vector units multiply in one instruction.
KAGAMI_INLINE u32x8 multiply(u32x8 values, u32x8 factors) {
    const u16x16 halves = (u16x16)values, by = (u16x16)factors;
    const u32x16 products = __builtin_convertvector(halves, u32x16) * __builtin_convertvector(by, u32x16);
    return (u32x8)__builtin_convertvector(products >> 16, u16x16);
}

/// Eight bits of each colour: the outer colours side by side in one vector, green and alpha in another.
KAGAMI_INLINE u32x8 narrowed(u32x8 pixels, bool swaps) {
    const u32x8 outer = (pixels & 0x3ff00000) | (pixels << 4 & 0x3ff0);
    const u32x8 inner = (pixels & 0xc0000000) | (pixels >> 6 & 0x3ff0);
    const u32x8 colors = (u32x8){} + (COLOR_FACTOR << 16 | COLOR_FACTOR);
    const u32x8 mixed = (u32x8){} + (ALPHA_FACTOR << 16 | COLOR_FACTOR);
    const u32x8 outside = multiply(outer + (HALF << 16 | HALF), colors);
    const u32x8 inside = multiply(inner + HALF, mixed);
    return (swaps ? outside << 16 | outside >> 16 : outside) | inside << 8;
}

KAGAMI_INLINE void narrow(const uint32_t *source, uint32_t *target, int32_t count, bool swaps) {
    int32_t x = 0;
    for (; x + GROUP <= count; x += GROUP)
        *(u32x8 *)(target + x) = narrowed(*(const u32x8 *)(source + x), swaps);
    if (x == count) return;
    u32x8 rest = {};
    memcpy(&rest, source + x, 4 * (size_t)(count - x));
    rest = narrowed(rest, swaps);
    memcpy(target + x, &rest, 4 * (size_t)(count - x));
}

KAGAMI_CLONES static void narrow_red_first(const uint32_t *source, uint32_t *target, int32_t count) {
    narrow(source, target, count, false);
}

KAGAMI_CLONES static void narrow_blue_first(const uint32_t *source, uint32_t *target, int32_t count) {
    narrow(source, target, count, true);
}

void kagami_narrow_row(const void *source, void *target, int32_t count, kagami_depth depth) {
    if (depth == KAGAMI_TEN_BITS_BLUE_FIRST)
        narrow_blue_first(source, target, count);
    else
        narrow_red_first(source, target, count);
}

void kagami_narrow(const kagami_narrow_job *job) {
    for (int32_t y = 0; y < job->height; y++) {
        const uint32_t *source = (const uint32_t *)((const char *)job->source + (size_t)y * job->source_stride);
        char *target = (char *)job->target + (size_t)y * job->target_stride;
        for (int32_t x = 0; x < job->width; x += CHUNK) {
            const int32_t count = job->width - x < CHUNK ? job->width - x : CHUNK;
            uint32_t chunk[CHUNK] __attribute__((aligned(64)));
            kagami_narrow_row(source + x, chunk, count, job->depth);
            kagami_stream(target + 4 * (size_t)x, chunk, 4 * (size_t)count);
        }
    }
    kagami_stream_end();
}
