// Declarations that the parts of the area average share.
#pragma once
#include "CPixelKernels.h"
#include "clones.h"

// Functions that take vectors are always inlined, so the calling convention does not matter.
#pragma clang diagnostic ignored "-Wpsabi"

typedef uint8_t u8x32 __attribute__((vector_size(32), aligned(1)));
typedef uint8_t u8x16 __attribute__((vector_size(16), aligned(1)));
typedef uint8_t u8x4 __attribute__((vector_size(4), aligned(1)));
typedef uint16_t u16x32 __attribute__((vector_size(64), aligned(2)));
typedef uint16_t u16x16 __attribute__((vector_size(32), aligned(2)));
typedef uint16_t u16x8 __attribute__((vector_size(16), aligned(2)));
typedef uint16_t u16x4 __attribute__((vector_size(8), aligned(2)));
typedef uint32_t u32x16 __attribute__((vector_size(64), aligned(4)));
typedef uint32_t u32x8 __attribute__((vector_size(32), aligned(4)));
typedef uint64_t u64x4 __attribute__((vector_size(32), aligned(2)));
typedef uint64_t u64x2 __attribute__((vector_size(16), aligned(2)));
typedef float f32x4 __attribute__((vector_size(16), aligned(4)));
typedef int32_t i32x4 __attribute__((vector_size(16), aligned(4)));

/// The upper halves of the 16-bit products; compilers recognise this as one instruction of vector units.
KAGAMI_INLINE u16x16 multiply_high(u16x16 values, u16x16 factors) {
    const u32x16 products = __builtin_convertvector(values, u32x16) * __builtin_convertvector(factors, u32x16) >> 16;
    return __builtin_convertvector(products, u16x16);
}

/// The sizes along one axis, without their common divisor.
typedef struct {
    int64_t source, scaled;
} ratio;

/// The source pixels that one target pixel covers, with the weights of the first and the last.
typedef struct {
    int32_t first, count;
    int32_t first_weight, last_weight;
} span;

ratio kagami_reduce(int32_t source, int32_t scaled);
span kagami_cover(ratio axis, int32_t target);

/// Narrows a row of pixels to eight bits of each colour.
void kagami_narrow_row(const void *source, void *target, int32_t count, kagami_depth depth);

/// The area average in linear light; false if memory is lacking.
bool kagami_area_average_of_light(const kagami_area_job *job);

/// The weights of the rows under one target row: the first, each in between, the last, and the total.
typedef struct {
    uint16_t first, middle, last, total;
} row_weights;

/// The largest total for which the sums of weighted bytes fit into 16 bits, with room for rounding.
enum { MAXIMUM_TOTAL = 250 };

/// Rows to sum, which may be copied on the way with eight bits of each colour, past the caches.
///
/// Rows from `uncopied` on are copied to `copy`, or none if that is NULL. Address and stride of the copy are multiples
/// of 32.
typedef struct {
    const uint8_t *source;
    kagami_depth depth;
    size_t stride;
    int32_t count, uncopied;
    uint8_t *copy;
    size_t copy_stride;
} row_set;

/// Sums the bytes of rows by their weights; if each weighs 1, these are plain sums.
void kagami_sum_rows(row_set rows, row_weights weights, size_t length, uint16_t *sums);

/// The largest divisor for which `average_groups` is exact.
enum { MAXIMUM_DIVISOR = 127 };
/// The most taps for which `average_taps` is practically exact.
enum { MAXIMUM_TAPS = 16 };

/// Division by a small number as a multiplication.
typedef struct {
    uint16_t half, factor;
    int shift;
} divisor;

divisor kagami_make_divisor(int32_t by);

/// Averages each `count` pixels of a row of sums into one pixel.
void kagami_average_groups(const uint16_t *sums, int32_t count, divisor by, int32_t width, uint8_t *target);

/// The most columns of a group that `kagami_average_blocks` accepts, from 2 on.
enum { MAXIMUM_BLOCK = 4 };

/// Averages blocks of `columns` pixels of rows with equal weights into one pixel each, without sums in memory.
/// Pixels with ten bits of each colour must have as many rows as columns.
void kagami_average_blocks(row_set rows, int32_t columns, divisor by, int32_t width, uint8_t *target);

/// The number of vectors of four pixels that `taps` pixels fill.
#define QUADS(taps) (((taps) + 3) / 4)

/// Averages `taps` pixels from `first[x] - origin` on into pixel x.
///
/// For each target pixel, `shares` has `QUADS(taps)` vectors with the share, in 65536ths, of each channel of each
/// pixel, padded with 0. Both tables are padded to a multiple of four target pixels, and `sums` has as many spare
/// pixels as these vectors hold.
void kagami_average_taps(
    const uint16_t *sums, int32_t origin, const int32_t *first, const uint16_t *shares, int32_t taps, divisor by,
    int32_t width, uint8_t *target);

/// Averages pixels by the spans of the columns; `origin` is the column of the first sum.
void kagami_average_spans(
    const uint16_t *sums, int32_t origin, const span *spans, float weight, float reciprocal, int32_t width,
    uint8_t *target);
