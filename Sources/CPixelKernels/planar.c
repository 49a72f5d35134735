// Pixels whose brightness and colours lie apart, brought to words.
#include "CPixelKernels.h"
#include "clones.h"

enum {
    /// Pixels converted at a time: their colours stay in the first-level cache.
    CHUNK = 1024,
    /// What a colour between four others is multiplied with: 3 and 1 along each axis.
    BLEND = 16,
    /// Bits after the point of a factor.
    POINT = 14,
    HALF = BLEND << (POINT - 1),
};

/// The factors of a colour for brightness, blue and red, and what is added.
typedef struct {
    int32_t brightness, blue, red, one;
} row;

static row fixed(const double *factors) {
    const double unit = 1 << POINT;
    return (row){
        (int32_t)(factors[0] * unit * BLEND), (int32_t)(factors[1] * unit), (int32_t)(factors[2] * unit),
        (int32_t)(factors[3] * 255 * unit * BLEND) + HALF};
}

KAGAMI_INLINE uint32_t channel(row factors, int32_t brightness, int32_t blue, int32_t red) {
    int32_t value = (brightness * factors.brightness + blue * factors.blue + red * factors.red + factors.one) / (BLEND << POINT);
    value = value < 0 ? 0 : value;
    return (uint32_t)(value > 255 ? 255 : value);
}

/// Where the colours of a row of samples begin.
typedef struct {
    const uint8_t *blue, *red;
} colors;

KAGAMI_INLINE colors colors_of(const kagami_nv12_job *job, int32_t row) {
    return (colors){
        (const uint8_t *)job->blue + (size_t)row * job->blue_stride, (const uint8_t *)job->red + (size_t)row * job->red_stride};
}

/// Colours in 16ths for `count` pixels from `x` on, which is even, of the samples of two rows: three parts of the near one.
KAGAMI_INLINE void blend(colors near, colors far, int32_t step, int32_t x, int32_t count, int32_t last, int32_t *blue, int32_t *red) {
    for (int32_t i = 0; i < count; i++) {
        const int32_t at = (x + i) / 2, beside = at + ((i & 1) ? 1 : -1);
        const int32_t a = step * at, b = step * (beside < 0 ? 0 : beside > last ? last : beside);
        blue[i] = 3 * (3 * near.blue[a] + far.blue[a]) + 3 * near.blue[b] + far.blue[b];
        red[i] = 3 * (3 * near.red[a] + far.red[a]) + 3 * near.red[b] + far.red[b];
    }
}

KAGAMI_CLONES static void convert(
    const uint8_t *brightness, const int32_t *blue, const int32_t *red, int32_t count, const row *rows, uint32_t *target) {
    const row to_red = rows[0], to_green = rows[1], to_blue = rows[2];
    for (int32_t i = 0; i < count; i++) {
        const int32_t y = brightness[i];
        target[i] = 0xff000000 | channel(to_red, y, blue[i], red[i]) << 16 | channel(to_green, y, blue[i], red[i]) << 8 |
                    channel(to_blue, y, blue[i], red[i]);
    }
}

void kagami_convert_nv12(const kagami_nv12_job *job) {
    const row rows[3] = {fixed(job->to_red), fixed(job->to_green), fixed(job->to_blue)};
    const int32_t last_row = (job->height + 1) / 2 - 1, last = (job->width + 1) / 2 - 1;
    int32_t blue[CHUNK], red[CHUNK];
    for (int32_t y = 0; y < job->height; y++) {
        const int32_t at = y / 2, beside = at + ((y & 1) ? 1 : -1);
        const colors near = colors_of(job, at), far = colors_of(job, beside < 0 ? 0 : beside > last_row ? last_row : beside);
        const uint8_t *brightness = (const uint8_t *)job->brightness + (size_t)y * job->brightness_stride;
        uint32_t *target = (uint32_t *)((char *)job->target + (size_t)y * job->target_stride);
        for (int32_t x = 0; x < job->width; x += CHUNK) {
            const int32_t count = job->width - x < CHUNK ? job->width - x : CHUNK;
            if (job->is_interleaved) {
                blend(near, far, 2, x, count, last, blue, red);
            } else {
                blend(near, far, 1, x, count, last, blue, red);
            }
            convert(brightness + x, blue, red, count, rows, target + x);
        }
    }
}
