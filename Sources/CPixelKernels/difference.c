#include <string.h>

#include "CPixelKernels.h"

enum {
    PIXEL = 4,
    /// Compared at a time.
    BLOCK = 16,
};

typedef uint64_t block __attribute__((vector_size(PIXEL * BLOCK), aligned(1)));

static bool is_alike(const char *one, const char *other, int32_t x) {
    return memcmp(one + PIXEL * x, other + PIXEL * x, PIXEL) == 0;
}

static bool block_is_alike(const char *one, const char *other, int32_t x) {
    const block first = *(const block *)(one + PIXEL * x), second = *(const block *)(other + PIXEL * x);
    return __builtin_reduce_or(first ^ second) == 0;
}

/// The number of equal pixels from the left, at most `limit`.
static int32_t alike_before(const char *one, const char *other, int32_t limit) {
    int32_t x = 0;
    while (x + BLOCK <= limit && block_is_alike(one, other, x)) x += BLOCK;
    while (x < limit && is_alike(one, other, x)) x++;
    return x;
}

/// One past the last pixel that differs, at least `limit`.
static int32_t last_difference(const char *one, const char *other, int32_t width, int32_t limit) {
    int32_t x = width;
    while (x - BLOCK >= limit && block_is_alike(one, other, x - BLOCK)) x -= BLOCK;
    while (x > limit && is_alike(one, other, x - 1)) x--;
    return x;
}

kagami_box kagami_difference(
    const void *one, size_t one_stride, const void *other, size_t other_stride, int32_t width, int32_t height) {
    kagami_box box = {width, 0, 0, 0};
    for (int32_t y = 0; y < height; y++) {
        const char *first = (const char *)one + (size_t)y * one_stride;
        const char *second = (const char *)other + (size_t)y * other_stride;
        // Most rows are equal, which memcmp detects fastest.
        if (memcmp(first, second, PIXEL * (size_t)width) == 0) continue;
        const bool is_first = box.bottom == 0;
        if (is_first) box.top = y;
        box.bottom = y + 1;
        const int32_t left = box.left, right = box.right;
        // Beside the box so far they are equal as well, most of the time.
        if (is_first || memcmp(first, second, PIXEL * (size_t)left) != 0) box.left = alike_before(first, second, left);
        if (memcmp(first + PIXEL * right, second + PIXEL * right, PIXEL * (size_t)(width - right)) != 0) {
            box.right = last_difference(first, second, width, right);
        }
    }
    if (box.bottom == 0) box.left = 0;
    return box;
}
