#include "CPixelKernels.h"
#include "clones.h"

/// The product, rounded to nearest.
static inline uint32_t multiplied(uint32_t channel, uint32_t alpha) { return (channel * alpha + 127) / 255; }

KAGAMI_CLONES void kagami_premultiply(
    const uint8_t *source, size_t source_stride, int32_t channels, void *target, size_t target_stride, int32_t width,
    int32_t height) {
    for (int32_t y = 0; y < height; y++) {
        const uint8_t *in = source + (size_t)y * source_stride;
        uint32_t *row = (uint32_t *)((char *)target + (size_t)y * target_stride);
        for (int32_t x = 0; x < width; x++, in += channels) {
            const uint32_t alpha = channels == 4 ? in[3] : 255;
            row[x] = alpha << 24 | multiplied(in[0], alpha) << 16 | multiplied(in[1], alpha) << 8
                     | multiplied(in[2], alpha);
        }
    }
}
