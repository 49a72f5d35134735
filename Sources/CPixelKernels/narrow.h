// Conversion of pixels with ten bits of each colour to eight, in registers.
#pragma once
#include "area.h"

/// Eight pixels with a channel in each 16-bit lane: `even` has their first and third channels, `odd` the others.
typedef struct {
    u16x16 even, odd;
} channels;

enum {
    /// Half the step of a byte, for ten bits shifted up by four.
    HALF_STEP = 32,
    /// 255/1023 in 65536ths, for ten bits shifted up by four; close enough to round all values to nearest.
    COLOR_FACTOR = 1021,
    /// 85 for each step, in 65536ths, for two bits shifted up by 14; exact.
    ALPHA_FACTOR = 340,
};

/// The channels of eight pixels with ten bits of each colour, narrowed to eight bits.
KAGAMI_INLINE channels narrowed(u32x8 pixels, bool blue_first) {
    const u32x8 outer = (pixels & 0x3ff00000) | (pixels << 4 & 0x3ff0);
    const u32x8 inner = (pixels & 0xc0000000) | (pixels >> 6 & 0x3ff0);
    const u32x8 colors = (u32x8){} + (COLOR_FACTOR << 16 | COLOR_FACTOR);
    const u32x8 mixed = (u32x8){} + (ALPHA_FACTOR << 16 | COLOR_FACTOR);
    const u32x8 outside = (u32x8)multiply_high((u16x16)(outer + (HALF_STEP << 16 | HALF_STEP)), (u16x16)colors);
    const u16x16 inside = multiply_high((u16x16)(inner + HALF_STEP), (u16x16)mixed);
    return (channels){(u16x16)(blue_first ? outside << 16 | outside >> 16 : outside), inside};
}

/// The channels of eight pixels of any depth, as eight bits each.
KAGAMI_INLINE channels split(u32x8 pixels, kagami_depth depth) {
    const u16x16 pairs = (u16x16)pixels;
    return depth == KAGAMI_EIGHT_BITS ? (channels){pairs & 0xff, pairs >> 8}
                                      : narrowed(pixels, depth == KAGAMI_TEN_BITS_BLUE_FIRST);
}

/// Joins the channels to eight whole pixels.
KAGAMI_INLINE u32x8 joined(channels pixels) { return (u32x8)pixels.even | (u32x8)pixels.odd << 8; }
