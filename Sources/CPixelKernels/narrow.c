// Pixels with ten bits a colour, brought to eight.
#include "area.h"
#include "stream.h"

/// Pixels converted at a time: they stay in the first-level cache until they are stored.
enum { CHUNK = 1024 };

/// A byte for ten bits, rounded to nearest: 1021 in 4096 is 255 in 1023 closely enough for all values.
KAGAMI_INLINE uint32_t byte_of(uint32_t pixel, int shift) { return ((pixel >> shift & 1023) * 1021 + 2048) >> 12; }

KAGAMI_CLONES static void narrow(const uint32_t *source, uint32_t *target, int32_t count, int red, int blue) {
    for (int32_t x = 0; x < count; x++) {
        const uint32_t pixel = source[x];
        target[x] = (pixel >> 30) * 85 << 24 | byte_of(pixel, red) << 16 | byte_of(pixel, 10) << 8
            | byte_of(pixel, blue);
    }
}

void kagami_narrow_row(const void *source, void *target, int32_t count, kagami_depth depth) {
    const int red = depth == KAGAMI_TEN_BITS_BLUE_FIRST ? 0 : 20;
    narrow(source, target, count, red, 20 - red);
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
