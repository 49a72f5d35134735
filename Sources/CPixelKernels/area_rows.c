// The exact 16-bit sums, channel by channel, of the source rows under one target row.
#include "area.h"

typedef uint8_t aligned_u8x32 __attribute__((vector_size(32), aligned(32)));

/// Prefetches the bytes at `x` of the `count` rows that follow these.
KAGAMI_INLINE void prefetch_next(row_set rows, int32_t count, size_t x) {
    for (int32_t row = count; row < 2 * count; row++) __builtin_prefetch(rows.source + (size_t)row * rows.stride + x);
}

/// Adds 32 bytes of a row to `sum`, and copies them first if `copies`.
KAGAMI_INLINE void add_step(
    row_set rows, int32_t row, size_t x, uint16_t weight, bool weighs, bool copies, u16x32 *sum) {
    const u8x32 bytes = *(const u8x32 *)(rows.source + (size_t)row * rows.stride + x);
    if (copies && row >= rows.uncopied) {
        __builtin_nontemporal_store(
            (aligned_u8x32)bytes, (aligned_u8x32 *)(rows.copy + (size_t)row * rows.copy_stride + x));
    }
    const u16x32 wide = __builtin_convertvector(bytes, u16x32);
    *sum += weighs ? wide * weight : wide;
}

/// Sums whole cache lines of `count` rows, one line of all rows at a time; returns the number of bytes done.
KAGAMI_INLINE size_t add_lines(
    row_set rows, int32_t count, row_weights weights, bool weighs, bool copies, size_t length, uint16_t *sums) {
    size_t x = 0;
    for (; x + 64 <= length; x += 64) {
        prefetch_next(rows, count, x);
        u16x32 low = {0}, high = {0};
        for (int32_t row = 0; row < count; row++) {
            const uint16_t weight = row == 0 ? weights.first : row + 1 < count ? weights.middle : weights.last;
            add_step(rows, row, x, weight, weighs, copies, &low);
            add_step(rows, row, x + 32, weight, weighs, copies, &high);
        }
        *(u16x32 *)(sums + x) = low;
        *(u16x32 *)(sums + x + 32) = high;
    }
    return x;
}

KAGAMI_INLINE void add_rows(
    row_set rows, int32_t count, row_weights weights, bool weighs, bool copies, size_t length, uint16_t *sums) {
    size_t x = add_lines(rows, count, weights, weighs, copies, length, sums);
    for (; x < length; x++) {
        uint16_t sum = 0;
        for (int32_t row = 0; row < count; row++) {
            const uint16_t weight = row == 0 ? weights.first : row + 1 < count ? weights.middle : weights.last;
            const uint8_t byte = rows.source[(size_t)row * rows.stride + x];
            if (copies && row >= rows.uncopied) rows.copy[(size_t)row * rows.copy_stride + x] = byte;
            sum += (uint16_t)(byte * weight);
        }
        sums[x] = sum;
    }
}

KAGAMI_INLINE void add_any(
    row_set rows, row_weights weights, bool weighs, bool copies, size_t length, uint16_t *sums) {
    switch (rows.count) {
    case 2: add_rows(rows, 2, weights, weighs, copies, length, sums); break;
    case 3: add_rows(rows, 3, weights, weighs, copies, length, sums); break;
    case 4: add_rows(rows, 4, weights, weighs, copies, length, sums); break;
    default: add_rows(rows, rows.count, weights, weighs, copies, length, sums);
    }
}

KAGAMI_CLONES static void sum_plain(row_set rows, row_weights weights, size_t length, uint16_t *sums) {
    rows.copy != NULL ? add_any(rows, weights, false, true, length, sums)
                      : add_any(rows, weights, false, false, length, sums);
}

KAGAMI_CLONES static void sum_weighted(row_set rows, row_weights weights, size_t length, uint16_t *sums) {
    rows.copy != NULL ? add_any(rows, weights, true, true, length, sums)
                      : add_any(rows, weights, true, false, length, sums);
}

void kagami_sum_rows(row_set rows, row_weights weights, size_t length, uint16_t *sums) {
    if (weights.total == rows.count) {
        sum_plain(rows, weights, length, sums);
    } else {
        sum_weighted(rows, weights, length, sums);
    }
}
