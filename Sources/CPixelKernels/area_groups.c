// The average of whole groups of two, three or four columns in one pass; the sums of a group stay in registers.
#include <string.h>

#include "narrow.h"

typedef uint8_t aligned_u8x32 __attribute__((vector_size(32), aligned(32)));

/// The bytes of a cache line, and of half a line.
enum { LINE = 64, HALF = 32 };

/// Stores eight pixels past the caches.
KAGAMI_INLINE void store(uint8_t *copy, u32x8 pixels, channels eight, kagami_depth depth) {
    const u32x8 stored = depth == KAGAMI_EIGHT_BITS ? pixels : joined(eight);
    __builtin_nontemporal_store((aligned_u8x32)stored, (aligned_u8x32 *)copy);
}

/// Sums the line at `x` of `count` rows, and prefetches the line of the rows that follow these.
KAGAMI_INLINE void add_line(
    row_set rows, kagami_depth depth, int32_t count, size_t x, bool copies, channels *sums) {
    sums[0] = sums[1] = (channels){{0}, {0}};
    for (int32_t row = 0; row < count; row++) {
        const uint8_t *source = rows.source + (size_t)row * rows.stride + x;
        __builtin_prefetch(source + (size_t)count * rows.stride);
        const u32x8 first = *(const u32x8 *)source, second = *(const u32x8 *)(source + HALF);
        const channels left = split(first, depth), right = split(second, depth);
        if (copies && row >= rows.uncopied) {
            // Both halves are stored in a row, so that the whole line is written at once.
            uint8_t *copy = rows.copy + (size_t)row * rows.copy_stride + x;
            store(copy, first, left, depth);
            store(copy + HALF, second, right, depth);
        }
        sums[0].even += left.even;
        sums[0].odd += left.odd;
        sums[1].even += right.even;
        sums[1].odd += right.odd;
    }
}

#define SHUFFLE __builtin_shufflevector
#define ADD(a, b) ((u32x8)((u16x16)(a) + (u16x16)(b)))

// Sums of neighbouring pixels; a 32-bit lane holds two channels of a pixel. Lanes to add are brought together by blends
// and by rotating a whole register, so the sums come out of order; `in_order` restores the order.

KAGAMI_INLINE u32x8 add_pairs(u32x8 a, u32x8 b) {
    return ADD(SHUFFLE(a, b, 0, 2, 8, 10, 4, 6, 12, 14), SHUFFLE(a, b, 1, 3, 9, 11, 5, 7, 13, 15));
}

KAGAMI_INLINE u32x8 add_triples(u32x8 a, u32x8 b, u32x8 c) {
    // The first, the second and the third pixels of the triples, each in the lane that it was loaded into.
    const u32x8 first = SHUFFLE(SHUFFLE(a, b, 0, 9, 2, 3, 12, 5, 6, 15), c, 0, 1, 10, 3, 4, 13, 6, 7);
    const u32x8 second = SHUFFLE(SHUFFLE(a, b, 0, 1, 10, 3, 4, 13, 6, 7), c, 8, 1, 2, 11, 4, 5, 14, 7);
    const u32x8 third = SHUFFLE(SHUFFLE(a, b, 8, 1, 2, 11, 4, 5, 14, 7), c, 0, 9, 2, 3, 12, 5, 6, 15);
    return ADD(
        ADD(first, SHUFFLE(second, second, 1, 2, 3, 4, 5, 6, 7, 0)), SHUFFLE(third, third, 2, 3, 4, 5, 6, 7, 0, 1));
}

KAGAMI_INLINE u32x8 in_order(u32x8 sums, int32_t columns) {
    switch (columns) {
    case 2: return SHUFFLE(sums, sums, 0, 1, 4, 5, 2, 3, 6, 7);
    case 3: return SHUFFLE(sums, sums, 0, 3, 6, 1, 4, 7, 2, 5);
    default: return SHUFFLE(sums, sums, 0, 4, 1, 5, 2, 6, 3, 7);
    }
}

/// The sums of eight groups of `columns` pixels each.
KAGAMI_INLINE u32x8 add_groups(const u32x8 *pixels, int32_t columns) {
    switch (columns) {
    case 2: return add_pairs(pixels[0], pixels[1]);
    case 3: return add_triples(pixels[0], pixels[1], pixels[2]);
    default: return add_pairs(add_pairs(pixels[0], pixels[1]), add_pairs(pixels[2], pixels[3]));
    }
}

KAGAMI_INLINE u16x16 divide(u16x16 sums, divisor by) {
    return multiply_high(sums + by.half, (u16x16){0} + by.factor) >> (uint16_t)by.shift;
}

/// Averages eight groups of `columns` pixels into eight pixels.
KAGAMI_INLINE void average_eight(const channels *sums, int32_t columns, divisor by, uint8_t *target) {
    u32x8 even[4], odd[4];
    for (int32_t i = 0; i < columns; i++) {
        even[i] = (u32x8)sums[i].even;
        odd[i] = (u32x8)sums[i].odd;
    }
    const u16x16 low = divide((u16x16)add_groups(even, columns), by);
    const u16x16 high = divide((u16x16)add_groups(odd, columns), by);
    const u32x8 pixels = in_order((u32x8)(low | high << 8), columns);
    memcpy(target, &pixels, sizeof pixels);
}

/// Averages one group, and copies its bytes on the way.
static void average_one(row_set rows, int32_t columns, size_t x, divisor by, uint8_t *target) {
    uint16_t sums[4] = {0};
    for (int32_t row = 0; row < rows.count; row++) {
        uint8_t bytes[4 * MAXIMUM_BLOCK];
        const uint8_t *source = rows.source + (size_t)row * rows.stride + x;
        kagami_narrow_row(source, bytes, columns, rows.depth);
        for (int32_t i = 0; i < 4 * columns; i++) sums[i % 4] += bytes[i];
        if (rows.copy != NULL && row >= rows.uncopied) {
            memcpy(rows.copy + (size_t)row * rows.copy_stride + x, bytes, 4 * (size_t)columns);
        }
    }
    for (int32_t i = 0; i < 4; i++) {
        target[i] = (uint8_t)((uint32_t)(uint16_t)(sums[i] + by.half) * by.factor >> 16 >> by.shift);
    }
}

KAGAMI_INLINE void average_row(
    row_set rows, kagami_depth depth, int32_t count, int32_t columns, bool copies, divisor by, int32_t width,
    uint8_t *target) {
    // The fewest whole lines that hold eight or sixteen groups; registers do not suffice for more.
    const int32_t lines = columns == 3 ? 3 : columns / 2, step = 16 * lines / columns;
    int32_t done = 0;
    for (; done + step <= width; done += step) {
        const size_t x = 4 * (size_t)done * (size_t)columns;
        channels sums[6];
        for (int32_t line = 0; line < lines; line++) {
            add_line(rows, depth, count, x + LINE * (size_t)line, copies, sums + 2 * line);
        }
        for (int32_t eight = 0; eight < step / 8; eight++) {
            average_eight(sums + eight * columns, columns, by, target + 4 * done + HALF * eight);
        }
    }
    for (; done < width; done++) {
        average_one(rows, columns, 4 * (size_t)done * (size_t)columns, by, target + 4 * done);
    }
}

KAGAMI_INLINE void average_any(row_set rows, int32_t columns, bool copies, divisor by, int32_t width, uint8_t *target) {
    // Almost all snapshots have as many rows as columns.
    const bool is_square = rows.count == columns;
    switch (rows.depth) {
    case KAGAMI_EIGHT_BITS:
        is_square ? average_row(rows, KAGAMI_EIGHT_BITS, columns, columns, copies, by, width, target)
                  : average_row(rows, KAGAMI_EIGHT_BITS, rows.count, columns, copies, by, width, target);
        break;
    case KAGAMI_TEN_BITS: average_row(rows, KAGAMI_TEN_BITS, columns, columns, copies, by, width, target); break;
    case KAGAMI_TEN_BITS_BLUE_FIRST:
        average_row(rows, KAGAMI_TEN_BITS_BLUE_FIRST, columns, columns, copies, by, width, target);
        break;
    }
}

#define AVERAGE(columns) \
    rows.copy != NULL ? average_any(rows, columns, true, by, width, target) \
                      : average_any(rows, columns, false, by, width, target)

KAGAMI_CLONES void kagami_average_blocks(
    row_set rows, int32_t columns, divisor by, int32_t width, uint8_t *target) {
    switch (columns) {
    case 2: AVERAGE(2); break;
    case 3: AVERAGE(3); break;
    case 4: AVERAGE(4); break;
    }
}
