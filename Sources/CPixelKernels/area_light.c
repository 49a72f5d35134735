// The area average in linear light, which is what the eye sees of the same pixels from further away. A polynomial
// converts bytes to light. Rows are weighted and summed first, then columns, in single precision. A table converts the
// averages to the nearest bytes.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "area.h"

typedef float f32x16 __attribute__((vector_size(64), aligned(4)));
typedef int32_t i32x16 __attribute__((vector_size(64), aligned(4)));

/// The number of colours of a pixel.
enum { CHANNELS = 3 };

/// The light of an sRGB value, both from 0 to 1.
static double light_of(double value) {
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

void kagami_fill_light_bytes(uint8_t *bytes) {
    int32_t byte = 0;
    for (int32_t entry = 0; entry < KAGAMI_LIGHT_STEPS; entry++) {
        const double middle = (entry + 0.5) / KAGAMI_LIGHT_STEPS;
        while (byte < 255 && light_of((byte + 0.5) / 255) < middle) byte++;
        bytes[entry] = (uint8_t)byte;
    }
}

/// The light of bytes, from 0 to 1; the error is at most a twentieth of the step to the next byte.
KAGAMI_INLINE void light_of_bytes(u8x16 bytes, f32x16 *light) {
    // A polynomial in the byte, fitted by least squares weighted to minimise the largest error.
    const f32x16 byte = __builtin_convertvector(bytes, f32x16);
    const f32x16 bright =
        1.0637e-3f + byte * (1.101117e-4f + byte * (8.6423365e-6f + byte * (3.159206e-8f - byte * 2.7289797e-11f)));
    const f32x16 dark = byte * 3.0352698e-4f;
    const i32x16 is_dark = byte < 10.5f;
    *light = (f32x16)(((i32x16)dark & is_dark) | ((i32x16)bright & ~is_dark));
}

/// Sums the light of rows of bytes by their weights; up to 16 bytes beyond the end of both may be read and written.
KAGAMI_INLINE void sum_rows(
    const uint8_t *rows, size_t stride, int32_t count, float first, float between, float last, size_t length,
    float *sums) {
    for (size_t x = 0; x < length; x += 16) {
        // The last bytes of a row may be the last of the memory.
        u8x16 bytes = {0};
        f32x16 sum = {0};
        for (int32_t row = 0; row < count; row++) {
            const uint8_t *from = rows + (size_t)row * stride + x;
            if (x + 16 <= length) {
                bytes = *(const u8x16 *)from;
            } else {
                memcpy(&bytes, from, length - x);
            }
            f32x16 light;
            light_of_bytes(bytes, &light);
            sum += light * (row == 0 ? first : row + 1 < count ? between : last);
        }
        *(f32x16 *)(sums + x) = sum;
    }
}

/// The light of the rows under one target row.
KAGAMI_CLONES static void sum_light(
    const uint8_t *rows, size_t stride, span span, ratio down, size_t length, float *sums) {
    const float whole = 1 / (float)down.source;
    const float first = (float)span.first_weight * whole, last = (float)span.last_weight * whole;
    const float between = (float)down.scaled * whole;
    if (span.count == 3) {
        sum_rows(rows, stride, 3, first, between, last, length, sums);
    } else {
        sum_rows(rows, stride, span.count, first, between, last, length, sums);
    }
}

KAGAMI_INLINE f32x4 light_at(const float *sums, int32_t column) { return *(const f32x4 *)(sums + 4 * (size_t)column); }

/// Averages columns of a row of light; `origin` is the column of the first value.
KAGAMI_CLONES static void average_light(
    const float *sums, int32_t origin, const span *spans, ratio across, int32_t width, const uint8_t *bytes,
    uint8_t *target) {
    const float between = (float)across.scaled, share = KAGAMI_LIGHT_STEPS / (float)across.source;
    for (int32_t x = 0; x < width; x++, target += 4) {
        const int32_t first = spans[x].first - origin, last = spans[x].count - 1;
        f32x4 sum = light_at(sums, first) * (float)spans[x].first_weight;
        for (int32_t i = 1; i < last; i++) sum += light_at(sums, first + i) * between;
        if (last > 0) sum += light_at(sums, first + last) * (float)spans[x].last_weight;
        const i32x4 entries = __builtin_convertvector(sum * share, i32x4);
        for (int32_t channel = 0; channel < CHANNELS; channel++) {
            const int32_t entry = entries[channel] < 0 ? 0 : entries[channel];
            target[channel] = bytes[entry < KAGAMI_LIGHT_STEPS ? entry : KAGAMI_LIGHT_STEPS - 1];
        }
        target[CHANNELS] = 0;
    }
}

/// Copies the source's rows from `top` up to, but not including, `bottom`.
static void copy_rows(const kagami_area_job *job, int32_t top, int32_t bottom) {
    kagami_copy_past_caches(
        (const char *)job->source + (size_t)top * job->source_stride, job->source_stride,
        (char *)job->copy + (size_t)top * job->copy_stride, job->copy_stride, job->source_width, bottom - top);
}

static void average_rows(const kagami_area_job *job, const span *spans, ratio across, float *sums) {
    const ratio down = kagami_reduce(job->source_height, job->scaled_height);
    const span end = spans[job->width - 1];
    const int32_t start = spans[0].first, covered = end.first + end.count - start;
    int32_t copied = job->copied;
    for (int32_t y = 0; y < job->height; y++) {
        const span rows = kagami_cover(down, job->y + y);
        const uint8_t *first =
            (const uint8_t *)job->source + (size_t)rows.first * job->source_stride + 4 * (size_t)start;
        sum_light(first, job->source_stride, rows, down, 4 * (size_t)covered, sums);
        average_light(
            sums, start, spans, across, job->width, job->light_bytes,
            (uint8_t *)job->target + (size_t)y * job->target_stride);
        if (job->copy == NULL) continue;
        copy_rows(job, rows.first > copied ? rows.first : copied, rows.first + rows.count);
        copied = rows.first + rows.count;
    }
}

bool kagami_area_average_of_light(const kagami_area_job *job) {
    const ratio across = kagami_reduce(job->source_width, job->scaled_width);
    span *spans = malloc((size_t)job->width * sizeof(span) + (4 * (size_t)job->source_width + 16) * sizeof(float));
    if (spans == NULL) return false;
    for (int32_t x = 0; x < job->width; x++) spans[x] = kagami_cover(across, job->x + x);
    average_rows(job, spans, across, (float *)(spans + job->width));
    free(spans);
    return true;
}
