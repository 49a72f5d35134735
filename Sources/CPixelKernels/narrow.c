// Conversion of rows of pixels with ten bits of each colour to eight.
#include "narrow.h"
#include "stream.h"
#include <string.h>

/// The pixels converted at a time, which stay in the first-level cache until they are stored.
enum { CHUNK = 1024 };

/// The pixels converted together.
enum { GROUP = 8 };

KAGAMI_INLINE void narrow(const uint32_t *source, uint32_t *target, int32_t count, bool blue_first) {
    int32_t x = 0;
    for (; x + GROUP <= count; x += GROUP)
        *(u32x8 *)(target + x) = joined(narrowed(*(const u32x8 *)(source + x), blue_first));
    if (x == count) return;
    u32x8 rest = {};
    memcpy(&rest, source + x, 4 * (size_t)(count - x));
    rest = joined(narrowed(rest, blue_first));
    memcpy(target + x, &rest, 4 * (size_t)(count - x));
}

KAGAMI_CLONES static void narrow_red_first(const uint32_t *source, uint32_t *target, int32_t count) {
    narrow(source, target, count, false);
}

KAGAMI_CLONES static void narrow_blue_first(const uint32_t *source, uint32_t *target, int32_t count) {
    narrow(source, target, count, true);
}

void kagami_narrow_row(const void *source, void *target, int32_t count, kagami_depth depth) {
    switch (depth) {
    case KAGAMI_EIGHT_BITS: memcpy(target, source, 4 * (size_t)count); break;
    case KAGAMI_TEN_BITS: narrow_red_first(source, target, count); break;
    case KAGAMI_TEN_BITS_BLUE_FIRST: narrow_blue_first(source, target, count); break;
    }
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
