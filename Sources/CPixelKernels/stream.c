// Copies of more bytes than the caches hold. Stores past the caches avoid reading the overwritten memory.
#include "stream.h"

#include <stdint.h>
#include <string.h>

#include "CPixelKernels.h"
#include "clones.h"

typedef uint8_t u8x32 __attribute__((vector_size(32), aligned(1)));
typedef uint8_t aligned_u8x32 __attribute__((vector_size(32), aligned(32)));

enum { STEP = 32, BLOCK = 64 };

KAGAMI_CLONES void kagami_stream(void *target, const void *source, size_t length) {
    uint8_t *out = target;
    const uint8_t *in = source;
    // Partly written cache lines are slow to store past the caches.
    size_t head = (size_t)(-(uintptr_t)out % BLOCK);
    if (head > length) head = length;
    memcpy(out, in, head);
    size_t x = head;
    for (; x + BLOCK <= length; x += BLOCK) {
        aligned_u8x32 one = *(const u8x32 *)(in + x), other = *(const u8x32 *)(in + x + STEP);
        __builtin_nontemporal_store(one, (aligned_u8x32 *)(out + x));
        __builtin_nontemporal_store(other, (aligned_u8x32 *)(out + x + STEP));
    }
    memcpy(out + x, in + x, length - x);
}

void kagami_stream_end(void) {
#if defined(__x86_64__)
    __builtin_ia32_sfence();
#endif
}

void kagami_copy_past_caches(
    const void *source, size_t source_stride, void *target, size_t target_stride, int32_t width, int32_t height) {
    for (int32_t y = 0; y < height; y++) {
        kagami_stream(
            (char *)target + (size_t)y * target_stride, (const char *)source + (size_t)y * source_stride,
            4 * (size_t)width);
    }
    kagami_stream_end();
}

KAGAMI_CLONES static void read_row(void *target, const void *source, size_t length) {
    uint8_t *out = target;
    const uint8_t *in = source;
    size_t head = (size_t)(-(uintptr_t)in % STEP);
    if (head > length) head = length;
    memcpy(out, in, head);
    size_t x = head;
    // Loads that bypass the caches fetch write-combined memory by whole lines.
    for (; x + STEP <= length; x += STEP) {
        *(u8x32 *)(out + x) = __builtin_nontemporal_load((const aligned_u8x32 *)(in + x));
    }
    memcpy(out + x, in + x, length - x);
}

void kagami_copy_from_display(
    const void *source, size_t source_stride, void *target, size_t target_stride, int32_t width, int32_t height) {
    for (int32_t y = 0; y < height; y++) {
        read_row(
            (char *)target + (size_t)y * target_stride, (const char *)source + (size_t)y * source_stride,
            4 * (size_t)width);
    }
}
