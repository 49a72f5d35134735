#include <string.h>

#include "CPixelKernels.h"

enum {
    PIXEL = 4,
    /// The number of pixels that are compared one by one at the end of a search.
    FEW = 8,
};

static bool are_alike(const char *one, const char *other, int32_t start, int32_t end) {
    return memcmp(one + PIXEL * start, other + PIXEL * start, PIXEL * (size_t)(end - start)) == 0;
}

/// The number of equal pixels from the left, at most `limit`.
static int32_t alike_before(const char *one, const char *other, int32_t limit) {
    int32_t start = 0, end = limit;
    while (end - start > FEW) {
        const int32_t middle = start + (end - start) / 2;
        if (are_alike(one, other, start, middle)) start = middle; else end = middle;
    }
    while (start < end && are_alike(one, other, start, start + 1)) start++;
    return start;
}

/// One past the last pixel that differs, at least `limit`.
static int32_t last_difference(const char *one, const char *other, int32_t width, int32_t limit) {
    int32_t start = limit, end = width;
    while (end - start > FEW) {
        const int32_t middle = start + (end - start) / 2;
        if (are_alike(one, other, middle, end)) end = middle; else start = middle;
    }
    while (end > start && are_alike(one, other, end - 1, end)) end--;
    return end;
}

kagami_box kagami_difference(
    const void *one, size_t one_stride, const void *other, size_t other_stride, int32_t width, int32_t height) {
    kagami_box box = {width, 0, 0, 0};
    for (int32_t y = 0; y < height; y++) {
        const char *first = (const char *)one + (size_t)y * one_stride;
        const char *second = (const char *)other + (size_t)y * other_stride;
        // Most rows are equal, which memcmp detects fastest.
        if (are_alike(first, second, 0, width)) continue;
        const bool is_first = box.bottom == 0;
        if (is_first) box.top = y;
        box.bottom = y + 1;
        const int32_t left = box.left, right = box.right;
        // The parts beside the box found so far are mostly equal as well.
        if (is_first || !are_alike(first, second, 0, left)) box.left = alike_before(first, second, left);
        if (!are_alike(first, second, right, width)) box.right = last_difference(first, second, width, right);
    }
    if (box.bottom == 0) box.left = 0;
    return box;
}
