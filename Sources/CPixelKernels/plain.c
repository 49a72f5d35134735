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
