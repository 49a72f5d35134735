#include <string.h>

#include "CPixelKernels.h"
#include "clones.h"

void kagami_copy(
    const void *source, size_t source_stride, void *target, size_t target_stride, int32_t width, int32_t height) {
    for (int32_t y = 0; y < height; y++) {
        memcpy(
            (char *)target + (size_t)y * target_stride, (const char *)source + (size_t)y * source_stride,
            4 * (size_t)width);
    }
}

KAGAMI_CLONES void kagami_fill(void *target, size_t target_stride, int32_t width, int32_t height, uint32_t pixel) {
    for (int32_t y = 0; y < height; y++) {
        uint32_t *row = (uint32_t *)((char *)target + (size_t)y * target_stride);
        for (int32_t x = 0; x < width; x++) row[x] = pixel;
    }
}

/// One channel of `below` with `share` of `above` mixed in, rounded to nearest.
static uint32_t mix(uint32_t below, uint32_t above, int shift, uint32_t most, double share) {
    double from = (double)(below >> shift & most), to = (double)(above >> shift & most);
    return (uint32_t)(from + (to - from) * share + 0.5) << shift;
}

void kagami_blend_disc(
    void *target, size_t target_stride, int32_t width, int32_t height, double center_x, double center_y,
    double radius, uint32_t color, double opacity, int32_t bits) {
    const uint32_t most = (1u << bits) - 1;
    for (int32_t y = 0; y < height; y++) {
        uint32_t *row = (uint32_t *)((char *)target + (size_t)y * target_stride);
        for (int32_t x = 0; x < width; x++) {
            const double dx = x + 0.5 - center_x, dy = y + 0.5 - center_y;
            const double inside = 1 - (dx * dx + dy * dy) / (radius * radius);
            if (!(inside > 0)) continue;
            const double share = opacity * inside * inside;
            row[x] = mix(row[x], color, 2 * bits, most, share) | mix(row[x], color, bits, most, share)
                | mix(row[x], color, 0, most, share);
        }
    }
}

KAGAMI_CLONES void kagami_pack_rgb(
    const void *source, size_t source_stride, int32_t width, int32_t height, void *target) {
    uint8_t *out = target;
    for (int32_t y = 0; y < height; y++) {
        const uint32_t *row = (const uint32_t *)((const char *)source + (size_t)y * source_stride);
        for (int32_t x = 0; x < width; x++, out += 3) {
            out[0] = (uint8_t)(row[x] >> 16);
            out[1] = (uint8_t)(row[x] >> 8);
            out[2] = (uint8_t)row[x];
        }
    }
}
