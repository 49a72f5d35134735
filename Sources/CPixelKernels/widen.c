// Conversion of pixels with eight bits of each colour to ten, and blending over such pixels.
#include "CPixelKernels.h"
#include "clones.h"
#include "stream.h"

/// The pixels converted at a time, which stay in the first-level cache until they are stored.
enum { CHUNK = 1024 };

/// Repeats each channel's upper bits below its lowest bit, so that black and white stay exact.
KAGAMI_CLONES static void widen_row(const uint32_t *source, uint32_t *target, int32_t count) {
    for (int32_t x = 0; x < count; x++) {
        const uint32_t pixel = source[x];
        const uint32_t high = (pixel & 0xff0000) << 6 | (pixel & 0xff00) << 4 | (pixel & 0xff) << 2;
        target[x] = high | (pixel >> 2 & 0x300000) | (pixel >> 4 & 0xc00) | (pixel >> 6 & 3);
    }
}

void kagami_widen(const kagami_widen_job *job) {
    for (int32_t y = 0; y < job->height; y++) {
        const uint32_t *source = (const uint32_t *)((const char *)job->source + (size_t)y * job->source_stride);
        char *target = (char *)job->target + (size_t)y * job->target_stride;
        for (int32_t x = 0; x < job->width; x += CHUNK) {
            const int32_t count = job->width - x < CHUNK ? job->width - x : CHUNK;
            uint32_t chunk[CHUNK] __attribute__((aligned(64)));
            widen_row(source + x, chunk, count);
            kagami_stream(target + 4 * (size_t)x, chunk, 4 * (size_t)count);
        }
    }
    kagami_stream_end();
}

/// A ten-bit channel covered by an eight-bit one that lets `rest` of 255 through.
KAGAMI_INLINE uint32_t over(uint32_t above, uint32_t below, uint32_t rest) {
    const uint32_t part = below * rest + 128;
    const uint32_t sum = (above << 2 | above >> 6) + ((part + (part >> 8)) >> 8);
    return sum < 1023 ? sum : 1023;
}

KAGAMI_CLONES static void blend_row(const uint32_t *source, uint32_t *target, int32_t count) {
    for (int32_t x = 0; x < count; x++) {
        const uint32_t above = source[x], below = target[x], rest = 255 - (above >> 24);
        target[x] = over(above >> 16 & 255, below >> 20 & 1023, rest) << 20
            | over(above >> 8 & 255, below >> 10 & 1023, rest) << 10 | over(above & 255, below & 1023, rest);
    }
}

void kagami_blend_deep(
    const void *source, size_t source_stride, void *target, size_t target_stride, int32_t width, int32_t height) {
    for (int32_t y = 0; y < height; y++) {
        blend_row(
            (const uint32_t *)((const char *)source + (size_t)y * source_stride),
            (uint32_t *)((char *)target + (size_t)y * target_stride), width);
    }
}
