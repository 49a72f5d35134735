// Averages along a row of sums.
#include <string.h>

#include "area.h"

divisor kagami_make_divisor(int32_t by) {
    int shift = 0;
    while ((2 << shift) < by) shift++;
    // For 1, the factor would need a 17th bit; callers copy instead.
    uint32_t factor = (uint32_t)(((1ull << (16 + shift)) + (uint64_t)by - 1) / (uint64_t)by);
    return (divisor){(uint16_t)(by / 2), (uint16_t)factor, shift};
}

/// Divides the 16 sums of four pixels.
KAGAMI_INLINE u8x16 divide(const u64x4 *pixels, divisor by) {
    const u16x16 product = multiply_high((u16x16)*pixels + by.half, (u16x16){0} + by.factor);
    return __builtin_convertvector(product >> (uint16_t)by.shift, u8x16);
}

#define SHUFFLE __builtin_shufflevector

/// The sum of `count` neighbouring pixels.
KAGAMI_INLINE u16x4 add_pixels(const uint16_t *sums, int32_t count) {
    u16x4 sum = *(const u16x4 *)sums;
    for (int32_t pixel = 1; pixel < count; pixel++) sum += *(const u16x4 *)(sums + 4 * pixel);
    return sum;
}

/// The sums of four groups.
KAGAMI_INLINE void add_four_groups(const uint16_t *sums, int32_t count, u64x4 *result) {
    const int32_t step = 4 * count;
    u16x8 low = SHUFFLE(add_pixels(sums, count), add_pixels(sums + step, count), 0, 1, 2, 3, 4, 5, 6, 7);
    u16x8 high =
        SHUFFLE(add_pixels(sums + 2 * step, count), add_pixels(sums + 3 * step, count), 0, 1, 2, 3, 4, 5, 6, 7);
    *result = SHUFFLE((u64x2)low, (u64x2)high, 0, 1, 2, 3);
}

/// Averages each `count` pixels of one row of sums into one.
KAGAMI_CLONES void kagami_average_groups(
    const uint16_t *sums, int32_t count, divisor by, int32_t width, uint8_t *target) {
    int32_t x = 0;
    for (; x + 4 <= width; x += 4) {
        u64x4 sum;
        add_four_groups(sums + (size_t)x * 4 * (size_t)count, count, &sum);
        *(u8x16 *)(target + 4 * x) = divide(&sum, by);
    }
    for (; x < width; x++) {
        u16x4 one = add_pixels(sums + (size_t)x * 4 * (size_t)count, count);
        u64x4 sum = {0};
        memcpy(&sum, &one, sizeof one);
        u8x16 result = divide(&sum, by);
        memcpy(target + 4 * x, &result, 4);
    }
}

KAGAMI_INLINE f32x4 load_sums(const uint16_t *sums) {
    return __builtin_convertvector(*(const u16x4 *)sums, f32x4);
}

/// One target pixel's shares of `4 * quads` pixels of sums, added up in groups of four pixels.
KAGAMI_INLINE u64x4 share_taps(const uint16_t *sums, const uint16_t *shares, int32_t quads) {
    u16x16 sum = {0};
    for (int32_t quad = 0; quad < quads; quad++) {
        sum += multiply_high(*(const u16x16 *)(sums + 16 * quad), *(const u16x16 *)(shares + 16 * quad));
    }
    return (u64x4)sum;
}

#define ADD(a, b) ((u64x4)((u16x16)(a) + (u16x16)(b)))

/// The sums of four pixels each, for four target pixels.
KAGAMI_INLINE u64x4 add_quads(const u64x4 *quads) {
    const u64x4 low = ADD(SHUFFLE(quads[0], quads[1], 0, 4, 2, 6), SHUFFLE(quads[0], quads[1], 1, 5, 3, 7));
    const u64x4 high = ADD(SHUFFLE(quads[2], quads[3], 0, 4, 2, 6), SHUFFLE(quads[2], quads[3], 1, 5, 3, 7));
    return ADD(SHUFFLE(low, high, 0, 1, 4, 5), SHUFFLE(low, high, 2, 3, 6, 7));
}

KAGAMI_INLINE void average_taps(
    const uint16_t *sums, const int32_t *first, const uint16_t *shares, int32_t taps, int32_t quads, divisor by,
    int32_t width, uint8_t *target) {
    // Each product is rounded down, by half on average.
    const u16x16 start = (u16x16){0} + (uint16_t)(taps / 2);
    for (int32_t x = 0; x < width; x += 4, shares += 64 * quads) {
        u64x4 shared[4];
        for (int32_t lane = 0; lane < 4; lane++) {
            shared[lane] = share_taps(sums + 4 * (ptrdiff_t)first[x + lane], shares + 16 * quads * lane, quads);
        }
        const u64x4 pixels = (u64x4)((u16x16)add_quads(shared) + start);
        u8x16 result = divide(&pixels, by);
        if (x + 4 <= width) {
            *(u8x16 *)(target + 4 * x) = result;
        } else {
            memcpy(target + 4 * x, &result, 4 * (size_t)(width - x));
        }
    }
}

KAGAMI_CLONES void kagami_average_taps(
    const uint16_t *sums, int32_t origin, const int32_t *first, const uint16_t *shares, int32_t taps, divisor by,
    int32_t width, uint8_t *target) {
    sums -= 4 * (ptrdiff_t)origin;
    switch (QUADS(taps)) {
    case 1: average_taps(sums, first, shares, taps, 1, by, width, target); break;
    case 2: average_taps(sums, first, shares, taps, 2, by, width, target); break;
    default: average_taps(sums, first, shares, taps, QUADS(taps), by, width, target);
    }
}

/// Averages pixels of one row of sums by the spans of the columns; `origin` is the column of the first sum.
///
/// The weighted sums are whole numbers below 2 to the 24th, which single precision holds exactly.
KAGAMI_CLONES void kagami_average_spans(
    const uint16_t *sums, int32_t origin, const span *spans, float weight, float reciprocal, int32_t width,
    uint8_t *target) {
    for (int32_t x = 0; x < width; x++) {
        const uint16_t *pixel = sums + 4 * (size_t)(spans[x].first - origin);
        f32x4 sum = load_sums(pixel) * (float)spans[x].first_weight;
        int32_t last = spans[x].count - 1;
        for (int32_t i = 1; i < last; i++) sum += load_sums(pixel + 4 * i) * weight;
        if (last > 0) sum += load_sums(pixel + 4 * last) * (float)spans[x].last_weight;
        i32x4 rounded = __builtin_convertvector(sum * reciprocal + 0.5f, i32x4);
        *(u8x4 *)(target + 4 * x) = __builtin_convertvector(rounded, u8x4);
    }
}
