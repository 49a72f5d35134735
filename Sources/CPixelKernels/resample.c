// The filter for all other scaling: arbitrary weights, in single precision, first down and then across.
#include <stdlib.h>

#include "CPixelKernels.h"
#include "clones.h"

typedef uint8_t u8x4 __attribute__((vector_size(4), aligned(1)));
typedef uint8_t u8x16 __attribute__((vector_size(16), aligned(1)));
typedef float f32x4 __attribute__((vector_size(16), aligned(4)));
typedef float f32x16 __attribute__((vector_size(64), aligned(4)));
typedef int32_t i32x4 __attribute__((vector_size(16), aligned(4)));

/// Weights rows of bytes into one row of sums.
KAGAMI_CLONES static void filter_down(
    const uint8_t *rows, size_t stride, int32_t count, const float *weights, size_t length, float *sums) {
    size_t x = 0;
    for (; x + 16 <= length; x += 16) {
        f32x16 sum = {0};
        for (int32_t row = 0; row < count; row++) {
            sum += __builtin_convertvector(*(const u8x16 *)(rows + (size_t)row * stride + x), f32x16) * weights[row];
        }
        *(f32x16 *)(sums + x) = sum;
    }
    for (; x < length; x += 4) {
        f32x4 sum = {0};
        for (int32_t row = 0; row < count; row++) {
            sum += __builtin_convertvector(*(const u8x4 *)(rows + (size_t)row * stride + x), f32x4) * weights[row];
        }
        *(f32x4 *)(sums + x) = sum;
    }
}

/// Weights the pixels of one row; `sums` begins at column `axis.start`.
KAGAMI_CLONES static void filter_across(const float *sums, kagami_axis axis, int32_t width, uint8_t *target) {
    for (int32_t x = 0; x < width; x++) {
        const float *pixel = sums + 4 * (size_t)(axis.first[x] - axis.start);
        const float *weights = axis.weights + (size_t)x * (size_t)axis.taps;
        f32x4 sum = {0.5f, 0.5f, 0.5f, 0.5f};
        for (int32_t i = 0; i < axis.count[x]; i++) sum += *(const f32x4 *)(pixel + 4 * i) * weights[i];
        *(u8x4 *)(target + 4 * x) = __builtin_convertvector(__builtin_convertvector(sum, i32x4), u8x4);
    }
}

/// The four channels of a pixel with ten bits of each colour.
KAGAMI_INLINE f32x4 deep_channels(uint32_t pixel) {
    return (f32x4){(float)(pixel & 1023), (float)(pixel >> 10 & 1023), (float)(pixel >> 20 & 1023), (float)(pixel >> 30)};
}

/// Like `filter_down`, for deep pixels; `length` is their number.
KAGAMI_CLONES static void filter_deep_down(
    const uint8_t *rows, size_t stride, int32_t count, const float *weights, size_t length, float *sums) {
    for (size_t x = 0; x < length; x++) {
        f32x4 sum = {0};
        for (int32_t row = 0; row < count; row++) {
            sum += deep_channels(*(const uint32_t *)(rows + (size_t)row * stride + 4 * x)) * weights[row];
        }
        *(f32x4 *)(sums + 4 * x) = sum;
    }
}

/// Like `filter_across`, to deep pixels.
KAGAMI_CLONES static void filter_deep_across(const float *sums, kagami_axis axis, int32_t width, uint32_t *target) {
    for (int32_t x = 0; x < width; x++) {
        const float *pixel = sums + 4 * (size_t)(axis.first[x] - axis.start);
        const float *weights = axis.weights + (size_t)x * (size_t)axis.taps;
        f32x4 sum = {0.5f, 0.5f, 0.5f, 0.5f};
        for (int32_t i = 0; i < axis.count[x]; i++) sum += *(const f32x4 *)(pixel + 4 * i) * weights[i];
        const i32x4 whole = __builtin_convertvector(sum, i32x4);
        target[x] = (uint32_t)whole[0] | (uint32_t)whole[1] << 10 | (uint32_t)whole[2] << 20 | (uint32_t)whole[3] << 30;
    }
}

bool kagami_resample(const kagami_resample_job *job) {
    const size_t length = 4 * (size_t)(job->across.end - job->across.start);
    float *sums = malloc(length * sizeof(float));
    if (sums == NULL) return false;
    for (int32_t y = 0; y < job->height; y++) {
        const uint8_t *source = (const uint8_t *)job->source +
            (size_t)job->down.first[y] * job->source_stride + 4 * (size_t)job->across.start;
        const float *weights = job->down.weights + (size_t)y * (size_t)job->down.taps;
        uint8_t *target = (uint8_t *)job->target + (size_t)y * job->target_stride;
        if (job->depth == KAGAMI_EIGHT_BITS) {
            filter_down(source, job->source_stride, job->down.count[y], weights, length, sums);
            filter_across(sums, job->across, job->width, target);
        } else {
            filter_deep_down(source, job->source_stride, job->down.count[y], weights, length / 4, sums);
            filter_deep_across(sums, job->across, job->width, (uint32_t *)target);
        }
    }
    free(sums);
    return true;
}
