#include <string.h>

#include "CPixelKernels.h"

enum { PIXEL = 4 };

/// The number of equal pixels from the left, at most `limit`.
static int32_t alike_before(const char *one, const char *other, int32_t limit) {
    int32_t x = 0;
    while (x < limit && memcmp(one + PIXEL * x, other + PIXEL * x, PIXEL) == 0) x++;
    return x;
}

/// One past the last pixel that differs, at least `limit`.
static int32_t last_difference(const char *one, const char *other, int32_t width, int32_t limit) {
    int32_t x = width;
    while (x > limit && memcmp(one + PIXEL * (x - 1), other + PIXEL * (x - 1), PIXEL) == 0) x--;
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
        if (box.bottom == 0) box.top = y;
        box.bottom = y + 1;
        box.left = alike_before(first, second, box.left);
        box.right = last_difference(first, second, width, box.right);
    }
    if (box.bottom == 0) box.left = 0;
    return box;
}
