/// Loops over pixels that must be fast in every build. They own no state and allocate only what they free.
///
/// A pixel is four bytes of any meaning; alpha, if any, is premultiplied. Widths, heights and
/// positions are in pixels, strides in bytes.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The processors that this process may run on: threads that share pixels should not be more.
int32_t kagami_processors(void);

/// The steps of light in a table of bytes.
enum { KAGAMI_LIGHT_STEPS = 1 << 14 };

/// Fills a table with the byte of an sRGB picture that is nearest to each step of light.
void kagami_fill_light_bytes(uint8_t *bytes);

/// What a picture's pixels have of each colour.
typedef enum {
    KAGAMI_EIGHT_BITS,
    /// Two bits of alpha and ten of each colour, with red in the higher bits and blue in the lower ones.
    KAGAMI_TEN_BITS,
    /// The same with blue in the higher bits.
    KAGAMI_TEN_BITS_BLUE_FIRST,
} kagami_depth;

/// A job that scales a picture by area average and writes one rectangle of the result.
typedef struct {
    /// The source's first pixel.
    const void *source;
    size_t source_stride;
    /// The target and the copy have eight bits, with red in the higher ones.
    kagami_depth depth;
    int32_t source_width, source_height;
    /// The size that the whole source is scaled to.
    int32_t scaled_width, scaled_height;
    /// The wanted rectangle of the scaled picture; it lies within it and is not empty.
    int32_t x, y, width, height;
    /// Where the wanted rectangle's first pixel goes.
    void *target;
    size_t target_stride;
    /// Where the source's rows under the wanted ones are copied on the way, past the caches, as if the copy had the
    /// source's size; NULL for nowhere. A job that copies wants whole rows.
    void *copy;
    size_t copy_stride;
    /// Source rows above this one are left out of the copy.
    int32_t copied;
    /// The table for averaging the light that the bytes stand for: the fourth byte of each pixel becomes 0. NULL for
    /// averaging the bytes.
    const uint8_t *light_bytes;
} kagami_area_job;

/// Writes the area average in whole-number arithmetic: each channel rounded to nearest where the ratio's terms are
/// small, and at most 1 off elsewhere.
///
/// False, with nothing written, if the picture's bytes shrink to less than 1 in 250 rows, if light of ten bits is to be
/// averaged, or if out of memory: use `kagami_resample` then.
bool kagami_area_average(const kagami_area_job *job);

/// The source pixels and weights of each target pixel along one axis.
typedef struct {
    /// The first source pixel of each target pixel.
    const int32_t *first;
    /// The number of source pixels from `first` on, at least 1 and at most `taps`.
    const int32_t *count;
    /// `taps` weights for each target pixel; the used ones sum to 1.
    const float *weights;
    int32_t taps;
    /// The smallest `first`, and the end of the source pixels used.
    int32_t start, end;
} kagami_axis;

/// A picture filtered along both axes.
typedef struct {
    const void *source;
    size_t source_stride;
    kagami_axis across, down;
    /// The target's size: the number of entries of each axis.
    int32_t width, height;
    void *target;
    size_t target_stride;
    /// Of the source, whose channels are in the same places in the target.
    kagami_depth depth;
} kagami_resample_job;

/// Filters down and then across in single precision; false when there is no memory for one row.
bool kagami_resample(const kagami_resample_job *job);

/// Copies rows of `width` pixels.
void kagami_copy(
    const void *source, size_t source_stride, void *target, size_t target_stride, int32_t width, int32_t height);

/// The same past the caches, for more pixels than these hold.
void kagami_copy_past_caches(
    const void *source, size_t source_stride, void *target, size_t target_stride, int32_t width, int32_t height);

/// The same from memory that is slow to read piece by piece, as display memory often is.
void kagami_copy_from_display(
    const void *source, size_t source_stride, void *target, size_t target_stride, int32_t width, int32_t height);

/// A copy of pixels that turns or mirrors them by quarter turns.
typedef struct {
    /// The source of the target's first pixel.
    const void *source;
    /// Bytes from a pixel's source to those of the pixels right of it and below it: one is plus or minus 4.
    ptrdiff_t across, down;
    /// The target's rectangle.
    int32_t width, height;
    void *target;
    size_t target_stride;
} kagami_turn_job;

void kagami_turn(const kagami_turn_job *job);

/// A copy of pixels with ten bits of each colour that leaves eight of each, past the caches.
typedef struct {
    const void *source;
    size_t source_stride;
    kagami_depth depth;
    int32_t width, height;
    /// ARGB with eight bits a channel.
    void *target;
    size_t target_stride;
} kagami_narrow_job;

void kagami_narrow(const kagami_narrow_job *job);

/// A copy of pixels with eight bits of each colour to ones with ten, red first in both, past the caches.
typedef struct {
    const void *source;
    size_t source_stride;
    int32_t width, height;
    void *target;
    size_t target_stride;
} kagami_widen_job;

void kagami_widen(const kagami_widen_job *job);

/// Blends ARGB pixels, multiplied by their alpha, over ones with ten bits of each colour; at most 1 in 1023 off.
void kagami_blend_deep(
    const void *source, size_t source_stride, void *target, size_t target_stride, int32_t width, int32_t height);

/// A picture with a byte of brightness for each pixel, and one of blue and one of red for four.
typedef struct {
    const void *brightness;
    size_t brightness_stride;
    const void *blue;
    size_t blue_stride;
    const void *red;
    size_t red_stride;
    /// Whether the samples of blue and red take turns, so that one of a kind is two bytes after the one before.
    bool is_interleaved;
    /// Of interleaved colours, and of brightness: bytes from a column of 128 bytes of all rows to the next one; 0 where rows lie whole.
    size_t column;
    int32_t width;
    int32_t height;
    /// Along each axis, the quarters that a sample has in the colours of its first and its second pixel. The rest is the sample
    /// before, or after it.
    int32_t across[2];
    int32_t down[2];
    /// What the three samples, taken for 0 to 1, and 1 are multiplied with and summed, to 0 to 1.
    double to_red[4];
    double to_green[4];
    double to_blue[4];
    void *target;
    size_t target_stride;
} kagami_nv12_job;

/// Converts all pixels to XRGB words; colours blend from one sample to the next.
void kagami_convert_nv12(const kagami_nv12_job *job);

/// A rectangle of pixels; empty when `right` is not past `left`.
typedef struct {
    int32_t left, top, right, bottom;
} kagami_box;

/// The smallest box around all pixels in which two rectangles of `width` times `height` differ.
kagami_box kagami_difference(
    const void *one, size_t one_stride, const void *other, size_t other_stride, int32_t width, int32_t height);

/// Sets every pixel of a rectangle.
void kagami_fill(void *target, size_t target_stride, int32_t width, int32_t height, uint32_t pixel);

/// Turns XRGB pixels into bytes of red, green and blue, rows without padding.
void kagami_pack_rgb(const void *source, size_t source_stride, int32_t width, int32_t height, void *target);

/// Turns bytes of red, green, blue and, with 4 `channels`, alpha into pixels of ARGB multiplied by alpha.
void kagami_premultiply(
    const uint8_t *source, size_t source_stride, int32_t channels, void *target, size_t target_stride, int32_t width,
    int32_t height);
