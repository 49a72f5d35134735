// The snapshot's filter. Along an axis where `source` pixels become `scaled`, both divided by what they have in
// common, source pixel i lies at i * scaled ..< (i + 1) * scaled and target pixel j covers
// j * source ..< (j + 1) * source: the overlaps are whole numbers that sum to `source`. Rows are summed first,
// exactly in 16 bits, then columns.
#include <stdlib.h>
#include <string.h>

#include "CPixelKernels.h"
#include "clones.h"

typedef uint8_t u8x32 __attribute__((vector_size(32), aligned(1)));
typedef uint16_t u16x32 __attribute__((vector_size(64), aligned(2)));
typedef uint16_t u16x4 __attribute__((vector_size(8), aligned(2)));
typedef uint16_t u16x8 __attribute__((vector_size(16), aligned(2)));
typedef uint64_t u64x2 __attribute__((vector_size(16), aligned(2)));
typedef uint64_t u64x4 __attribute__((vector_size(32), aligned(2)));
typedef uint16_t u16x16 __attribute__((vector_size(32), aligned(2)));
typedef uint32_t u32x16 __attribute__((vector_size(64), aligned(4)));
typedef uint8_t u8x16 __attribute__((vector_size(16), aligned(1)));
typedef uint8_t u8x4 __attribute__((vector_size(4), aligned(1)));
typedef float f32x4 __attribute__((vector_size(16), aligned(4)));
typedef int32_t i32x4 __attribute__((vector_size(16), aligned(4)));

/// The largest sum of weights for which a weighted sum of bytes fits into 16 bits.
enum { MAXIMUM_WEIGHT = 257 };
/// The largest divisor for which `divide` is exact.
enum { MAXIMUM_DIVISOR = 127 };
/// Source pixels summed at a time: their sums, and the rows that they are of, stay in the first-level cache.
enum { STRIP = 768 };

/// One axis, its sizes without their common divisor.
typedef struct {
    int64_t source, scaled;
} ratio;

/// The source pixels that one target pixel covers, and how much of the first and of the last.
typedef struct {
    int32_t first, count;
    int32_t first_weight, last_weight;
} span;

static ratio reduce(int32_t source, int32_t scaled) {
    int32_t a = source, b = scaled;
    while (b != 0) {
        int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return (ratio){source / a, scaled / a};
}

static span cover(ratio axis, int32_t target) {
    int64_t start = target * axis.source, end = start + axis.source;
    int64_t first = start / axis.scaled, last = (end - 1) / axis.scaled;
    span result = {(int32_t)first, (int32_t)(last - first + 1), 0, 0};
    if (first == last) {
        result.first_weight = (int32_t)axis.source;
    } else {
        result.first_weight = (int32_t)((first + 1) * axis.scaled - start);
        result.last_weight = (int32_t)(end - last * axis.scaled);
    }
    return result;
}

/// Asks for the bytes at `x` of the `count` rows that come after these, one cache line in two steps of 32.
KAGAMI_INLINE void prefetch_next(const uint8_t *rows, size_t stride, int32_t count, size_t x) {
    if (x & 32) return;
    for (int32_t row = count; row < 2 * count; row++) __builtin_prefetch(rows + (size_t)row * stride + x);
}

/// Adds up `count` rows of bytes without weights.
KAGAMI_INLINE void add_rows(const uint8_t *rows, size_t stride, int32_t count, size_t length, uint16_t *sums) {
    size_t x = 0;
    for (; x + 32 <= length; x += 32) {
        prefetch_next(rows, stride, count, x);
        u16x32 sum = __builtin_convertvector(*(const u8x32 *)(rows + x), u16x32);
        for (int32_t row = 1; row < count; row++) {
            sum += __builtin_convertvector(*(const u8x32 *)(rows + row * stride + x), u16x32);
        }
        *(u16x32 *)(sums + x) = sum;
    }
    for (; x < length; x++) {
        uint16_t sum = 0;
        for (int32_t row = 0; row < count; row++) sum += rows[row * stride + x];
        sums[x] = sum;
    }
}

/// Adds up rows of bytes, the first and last with weights of their own and those between with `weight`.
KAGAMI_INLINE void weigh_rows(
    const uint8_t *rows, size_t stride, span span, uint16_t weight, size_t length, uint16_t *sums) {
    const uint16_t first = (uint16_t)span.first_weight, last = (uint16_t)span.last_weight;
    const uint8_t *end = rows + (size_t)(span.count - 1) * stride;
    size_t x = 0;
    for (; x + 32 <= length; x += 32) {
        prefetch_next(rows, stride, span.count, x);
        u16x32 sum = __builtin_convertvector(*(const u8x32 *)(rows + x), u16x32) * first;
        for (const uint8_t *row = rows + stride; row < end; row += stride) {
            sum += __builtin_convertvector(*(const u8x32 *)(row + x), u16x32) * weight;
        }
        if (end != rows) sum += __builtin_convertvector(*(const u8x32 *)(end + x), u16x32) * last;
        *(u16x32 *)(sums + x) = sum;
    }
    for (; x < length; x++) {
        uint16_t sum = (uint16_t)(rows[x] * first);
        for (const uint8_t *row = rows + stride; row < end; row += stride) sum += (uint16_t)(row[x] * weight);
        if (end != rows) sum += (uint16_t)(end[x] * last);
        sums[x] = sum;
    }
}

KAGAMI_CLONES static void sum_rows(
    const uint8_t *rows, size_t stride, ratio axis, span span, size_t length, uint16_t *sums) {
    if (axis.scaled != 1) {
        weigh_rows(rows, stride, span, (uint16_t)axis.scaled, length, sums);
        return;
    }
    switch (span.count) {
    case 2: add_rows(rows, stride, 2, length, sums); break;
    case 3: add_rows(rows, stride, 3, length, sums); break;
    case 4: add_rows(rows, stride, 4, length, sums); break;
    default: add_rows(rows, stride, span.count, length, sums);
    }
}

/// A division by a small number as a multiplication: exact, rounding half up, for sums of up to 255 divisors.
typedef struct {
    uint16_t half, factor;
    int shift;
} divisor;

static divisor make_divisor(int32_t by) {
    int shift = 0;
    while ((2 << shift) < by) shift++;
    // For 1 the factor would need a 17th bit; callers copy instead.
    uint32_t factor = (uint32_t)(((1ull << (16 + shift)) + (uint64_t)by - 1) / (uint64_t)by);
    return (divisor){(uint16_t)(by / 2), (uint16_t)factor, shift};
}

/// Divides the 16 sums of four pixels.
KAGAMI_INLINE u8x16 divide(const u64x4 *pixels, divisor by) {
    // Compilers recognise a product of two widened 16-bit factors as the multiplication that keeps the upper half.
    const u16x16 sum = (u16x16)*pixels + by.half, factor = (u16x16){0} + by.factor;
    u32x16 product = __builtin_convertvector(sum, u32x16) * __builtin_convertvector(factor, u32x16) >> 16;
    return __builtin_convertvector(__builtin_convertvector(product, u16x16) >> (uint16_t)by.shift, u8x16);
}

#define SHUFFLE __builtin_shufflevector
#define ADD(a, b) ((u64x4)((u16x16)(a) + (u16x16)(b)))

// Sums of neighbouring pixels, four at a time. A pixel's four sums are one 64-bit lane; lanes are brought together
// with as few crossings of the middle of a register as possible, because those are slow.

KAGAMI_INLINE void add_pairs(const uint16_t *sums, u64x4 *result) {
    const u64x4 *pixels = (const u64x4 *)sums;
    u64x4 mixed = ADD(SHUFFLE(pixels[0], pixels[1], 0, 4, 2, 6), SHUFFLE(pixels[0], pixels[1], 1, 5, 3, 7));
    *result = SHUFFLE(mixed, mixed, 0, 2, 1, 3);
}

KAGAMI_INLINE void add_triples(const uint16_t *sums, u64x4 *result) {
    const u64x4 *pixels = (const u64x4 *)sums;
    const u64x4 a = pixels[0], b = pixels[1], c = pixels[2];
    // Pixels 0 9 6 3, then 4 1 10 7, then 8 5 2 11: each in the lane that it was loaded into.
    u64x4 first = SHUFFLE(SHUFFLE(a, c, 0, 5, 2, 3), b, 0, 1, 6, 3);
    u64x4 second = SHUFFLE(SHUFFLE(b, a, 0, 5, 2, 3), c, 0, 1, 6, 3);
    u64x4 third = SHUFFLE(SHUFFLE(c, b, 0, 5, 2, 3), a, 0, 1, 6, 3);
    u64x4 mixed = ADD(ADD(first, SHUFFLE(second, second, 1, 2, 3, 0)), SHUFFLE(third, third, 2, 3, 0, 1));
    *result = SHUFFLE(mixed, mixed, 0, 3, 2, 1);
}

KAGAMI_INLINE void add_fours(const uint16_t *sums, u64x4 *result) {
    const u64x4 *pixels = (const u64x4 *)sums;
    u64x4 low = ADD(SHUFFLE(pixels[0], pixels[1], 0, 4, 2, 6), SHUFFLE(pixels[0], pixels[1], 1, 5, 3, 7));
    u64x4 high = ADD(SHUFFLE(pixels[2], pixels[3], 0, 4, 2, 6), SHUFFLE(pixels[2], pixels[3], 1, 5, 3, 7));
    *result = ADD(SHUFFLE(low, high, 0, 1, 4, 5), SHUFFLE(low, high, 2, 3, 6, 7));
}

/// The sum of `count` neighbouring pixels.
KAGAMI_INLINE u16x4 add_pixels(const uint16_t *sums, int32_t count) {
    u16x4 sum = *(const u16x4 *)sums;
    for (int32_t pixel = 1; pixel < count; pixel++) sum += *(const u16x4 *)(sums + 4 * pixel);
    return sum;
}

KAGAMI_INLINE void add_many(const uint16_t *sums, int32_t count, u64x4 *result) {
    const int32_t step = 4 * count;
    u16x8 low = SHUFFLE(add_pixels(sums, count), add_pixels(sums + step, count), 0, 1, 2, 3, 4, 5, 6, 7);
    u16x8 high =
        SHUFFLE(add_pixels(sums + 2 * step, count), add_pixels(sums + 3 * step, count), 0, 1, 2, 3, 4, 5, 6, 7);
    *result = SHUFFLE((u64x2)low, (u64x2)high, 0, 1, 2, 3);
}

/// Averages each `count` pixels of one row of sums into one.
KAGAMI_INLINE void average_equal(const uint16_t *sums, int32_t count, divisor by, int32_t width, uint8_t *target) {
    int32_t x = 0;
    for (; x + 4 <= width; x += 4) {
        const uint16_t *group = sums + (size_t)x * 4 * (size_t)count;
        u64x4 sum;
        switch (count) {
        case 2: add_pairs(group, &sum); break;
        case 3: add_triples(group, &sum); break;
        case 4: add_fours(group, &sum); break;
        default: add_many(group, count, &sum);
        }
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

KAGAMI_CLONES static void average_groups(
    const uint16_t *sums, int32_t count, divisor by, int32_t width, uint8_t *target) {
    switch (count) {
    case 2: average_equal(sums, 2, by, width, target); break;
    case 3: average_equal(sums, 3, by, width, target); break;
    case 4: average_equal(sums, 4, by, width, target); break;
    default: average_equal(sums, count, by, width, target);
    }
}

KAGAMI_INLINE f32x4 load_sums(const uint16_t *sums) {
    return __builtin_convertvector(*(const u16x4 *)sums, f32x4);
}

/// Averages pixels of one row of sums by the spans of the columns; `origin` is the column of the first sum.
///
/// Sums and weights are whole numbers below 2 to the 24th in all, which single precision holds exactly.
KAGAMI_CLONES static void average_spans(
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

/// The method for one pair of ratios.
typedef struct {
    ratio across, down;
    /// Source pixels fall into whole groups of one weight, few enough for a division in 16 bits.
    bool groups;
    divisor by;
    float reciprocal;
} method;

static method make_method(ratio across, ratio down) {
    const int64_t weight = across.source * down.source;
    const bool groups = across.scaled == 1 && weight > 1 && weight <= MAXIMUM_DIVISOR;
    return (method){across, down, groups, make_divisor(groups ? (int32_t)weight : 2), 1.0f / (float)weight};
}

/// Writes `width` pixels of one row; `spans` are theirs, and `sums` has room for what they cover.
static void average_strip(
    const kagami_area_job *job, const method *method, span rows, const span *spans, int32_t width, uint16_t *sums,
    uint8_t *target) {
    const int32_t start = spans[0].first, end = spans[width - 1].first + spans[width - 1].count;
    const uint8_t *source =
        (const uint8_t *)job->source + (size_t)rows.first * job->source_stride + 4 * (size_t)start;
    sum_rows(source, job->source_stride, method->down, rows, 4 * (size_t)(end - start), sums);
    if (method->groups) {
        average_groups(sums, (int32_t)method->across.source, method->by, width, target);
    } else {
        average_spans(sums, start, spans, (float)method->across.scaled, method->reciprocal, width, target);
    }
}

bool kagami_area_average(const kagami_area_job *job) {
    const ratio across = reduce(job->source_width, job->scaled_width);
    const ratio down = reduce(job->source_height, job->scaled_height);
    if (down.source > MAXIMUM_WEIGHT || across.source * down.source * 255 >= 1 << 24) return false;

    const method method = make_method(across, down);
    const int64_t fitting = STRIP * across.scaled / across.source;
    const int32_t strip = fitting < 1 ? 1 : fitting < job->width ? (int32_t)fitting : job->width;
    // A strip may begin and end within a pixel.
    const size_t covered = (size_t)(strip * across.source / across.scaled + 2);
    const size_t spans_size = (size_t)job->width * sizeof(span);
    span *spans = malloc(spans_size + 4 * covered * sizeof(uint16_t));
    if (spans == NULL) return false;
    uint16_t *sums = (uint16_t *)((char *)spans + spans_size);
    for (int32_t x = 0; x < job->width; x++) spans[x] = cover(across, job->x + x);
    for (int32_t y = 0; y < job->height; y++) {
        const span rows = cover(down, job->y + y);
        uint8_t *target = (uint8_t *)job->target + (size_t)y * job->target_stride;
        for (int32_t x = 0; x < job->width; x += strip) {
            const int32_t width = job->width - x < strip ? job->width - x : strip;
            average_strip(job, &method, rows, spans + x, width, sums, target + 4 * (size_t)x);
        }
    }
    free(spans);
    return true;
}
