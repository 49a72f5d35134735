/// Loops over pixels that must be fast in every build. They own no state, and free what they allocate.
///
/// A pixel is four bytes of any meaning; alpha, if any, is premultiplied. Widths, heights and positions are in pixels,
/// strides in bytes.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The number of processors for this process, and so of threads that should share pixels.
int32_t kagami_processors(void);

/// The number of steps of light in a table of bytes.
enum { KAGAMI_LIGHT_STEPS = 1 << 14 };

/// Fills a table with the sRGB byte that is nearest to each step of light.
void kagami_fill_light_bytes(uint8_t *bytes);

/// The bits of each colour in a picture's pixels.
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
    /// The source's depth. The target and the copy have eight bits of each colour, with red in the higher bits.
    kagami_depth depth;
    int32_t source_width, source_height;
    /// The size that the whole source is scaled to.
    int32_t scaled_width, scaled_height;
    /// The wanted rectangle of the scaled picture, which lies within the picture and is not empty.
    int32_t x, y, width, height;
    /// The place of the wanted rectangle's first pixel.
    void *target;
    size_t target_stride;
    /// A copy of the source's size that receives the source's rows under the wanted ones, past the caches; NULL for
    /// none.
    /// A job that copies wants whole rows.
    void *copy;
    size_t copy_stride;
    /// The first source row to copy.
    int32_t copied;
    /// The table for averaging light instead of bytes; NULL for bytes. With the table, the fourth byte of each pixel
    /// becomes 0.
    const uint8_t *light_bytes;
} kagami_area_job;

/// Writes the area average in whole-number arithmetic. Each channel is rounded to nearest if the ratio's terms are
/// small, and otherwise off by at most 1.
///
/// Returns false, with nothing written, if the picture shrinks to less than 1 in 250 rows, if light of ten bits is to
/// be averaged, or if memory is lacking: use `kagami_resample` then.
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
    /// The depth of the source; the target's channels are in the same places.
    kagami_depth depth;
} kagami_resample_job;

/// Filters down and then across in single precision; false if there is no memory for one row.
bool kagami_resample(const kagami_resample_job *job);

/// Copies rows of `width` pixels.
void kagami_copy(
    const void *source, size_t source_stride, void *target, size_t target_stride, int32_t width, int32_t height);

/// Copies rows of `width` pixels past the caches, for more pixels than the caches hold.
void kagami_copy_past_caches(
    const void *source, size_t source_stride, void *target, size_t target_stride, int32_t width, int32_t height);

/// Copies rows of `width` pixels from memory that is slow to read piece by piece, as display memory often is.
void kagami_copy_from_display(
    const void *source, size_t source_stride, void *target, size_t target_stride, int32_t width, int32_t height);

/// A copy of pixels that turns or mirrors them by quarter turns.
typedef struct {
    /// The source of the target's first pixel.
    const void *source;
    /// The bytes from a pixel's source to those of the pixels right of it and below it; one of them is 4 or -4.
    ptrdiff_t across, down;
    /// The target's rectangle.
    int32_t width, height;
    void *target;
    size_t target_stride;
} kagami_turn_job;

void kagami_turn(const kagami_turn_job *job);

/// A copy of pixels with ten bits of each colour to pixels with eight, past the caches.
typedef struct {
    const void *source;
    size_t source_stride;
    kagami_depth depth;
    int32_t width, height;
    /// The target, ARGB with eight bits of each channel.
    void *target;
    size_t target_stride;
} kagami_narrow_job;

void kagami_narrow(const kagami_narrow_job *job);

/// A copy of pixels with eight bits of each colour to pixels with ten, past the caches; red comes first in both.
typedef struct {
    const void *source;
    size_t source_stride;
    int32_t width, height;
    void *target;
    size_t target_stride;
} kagami_widen_job;

void kagami_widen(const kagami_widen_job *job);

/// Blends premultiplied ARGB pixels over pixels with ten bits of each colour; the error is at most 1 in 1023.
void kagami_blend_deep(
    const void *source, size_t source_stride, void *target, size_t target_stride, int32_t width, int32_t height);

/// A picture with a byte of brightness for each pixel, and a byte each of blue and red for four pixels.
typedef struct {
    const void *brightness;
    size_t brightness_stride;
    const void *blue;
    size_t blue_stride;
    const void *red;
    size_t red_stride;
    /// Whether the samples of blue and red alternate, so that two samples of a kind are two bytes apart.
    bool is_interleaved;
    /// The bytes from a column of 128 bytes to the next, in brightness and interleaved colours; 0 if rows are not in
    /// columns.
    size_t column;
    int32_t width;
    int32_t height;
    /// A sample's weights along each axis, in quarters, in the colours of its first and second pixel.
    /// The rest of each colour is the previous or the next sample.
    int32_t across[2];
    int32_t down[2];
    /// The factors for the three samples and for 1, whose products sum to the colour; samples and colours count from 0
    /// to 1.
    double to_red[4];
    double to_green[4];
    double to_blue[4];
    void *target;
    size_t target_stride;
} kagami_nv12_job;

/// Converts all pixels to XRGB words, and interpolates colours between samples.
void kagami_convert_nv12(const kagami_nv12_job *job);

/// A rectangle of pixels; empty if `right` is not greater than `left`.
typedef struct {
    int32_t left, top, right, bottom;
} kagami_box;

/// The smallest box around all differing pixels of two rectangles of `width` times `height`.
kagami_box kagami_difference(
    const void *one, size_t one_stride, const void *other, size_t other_stride, int32_t width, int32_t height);

/// Sets every pixel of a rectangle.
void kagami_fill(void *target, size_t target_stride, int32_t width, int32_t height, uint32_t pixel);

/// Turns XRGB pixels into bytes of red, green and blue, rows without padding.
void kagami_pack_rgb(const void *source, size_t source_stride, int32_t width, int32_t height, void *target);

/// Turns bytes of red, green, blue and, with 4 `channels`, alpha into premultiplied ARGB pixels.
void kagami_premultiply(
    const uint8_t *source, size_t source_stride, int32_t channels, void *target, size_t target_stride, int32_t width,
    int32_t height);
