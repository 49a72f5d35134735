// Conversion of pixels with separate brightness and colours to words.
#include "CPixelKernels.h"
#include "clones.h"

#include <string.h>

enum {
    /// The pixels converted at a time, whose colours stay in the first-level cache.
    CHUNK = 1024,
    /// The colour samples for those pixels, and one on either side.
    SAMPLES = CHUNK / 2 + 2,
    /// The bytes of a row in one column.
    COLUMN = 128,
    /// The parts of a colour along each axis, and of a colour between four samples.
    QUARTERS = 4,
    BLEND = QUARTERS * QUARTERS,
    /// The fractional bits of a factor.
    POINT = 14,
    HALF = BLEND << (POINT - 1),
};

/// The factors of a colour for brightness, blue and red, and the constant term.
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

/// The starts of a row of blue and red samples.
typedef struct {
    const uint8_t *blue, *red;
} colors;

KAGAMI_INLINE colors colors_of(const kagami_nv12_job *job, int32_t row) {
    return (colors){
        (const uint8_t *)job->blue + (size_t)row * job->blue_stride, (const uint8_t *)job->red + (size_t)row * job->red_stride};
}

/// The samples of a chunk: the first, their number, and the last of the row.
typedef struct {
    int32_t first, count, last;
} span;

/// Copies bytes of a row that is stored in columns.
static void gather(const uint8_t *row, size_t column, int32_t from, int32_t end, uint8_t *target) {
    while (from < end) {
        const int32_t within = from % COLUMN, rest = end - from, count = rest < COLUMN - within ? rest : COLUMN - within;
        memcpy(target, row + (size_t)(from / COLUMN) * column + within, (size_t)count);
        target += count;
        from += count;
    }
}

/// The first colours of a chunk, next to their neighbours of the row; `whole` has room for a chunk stored in columns.
static colors start_of(const kagami_nv12_job *job, colors row, span part, uint8_t *whole) {
    const size_t step = job->is_interleaved ? 2 : 1, first = step * (size_t)part.first;
    if (!job->column) return (colors){row.blue + first, row.red + first};
    const int32_t before = part.first > 0 ? 1 : 0, after = part.first + part.count <= part.last ? 1 : 0;
    gather(row.blue, job->column, 2 * (part.first - before), 2 * (part.first + part.count + after), whole);
    return (colors){whole + 2 * before, whole + 2 * before + 1};
}

/// Mixes two rows of samples, in quarters, of which `quarters` are the near row's, and one sample more on either side.
/// Beyond the row's ends, the sample at the end is repeated.
KAGAMI_INLINE void mix(const uint8_t *near, const uint8_t *far, int32_t step, span part, int32_t quarters, int32_t *mixed) {
    const int32_t others = QUARTERS - quarters;
    for (int32_t i = 0; i < part.count; i++) mixed[i + 1] = quarters * near[step * i] + others * far[step * i];
    mixed[0] = part.first > 0 ? quarters * near[-step] + others * far[-step] : mixed[1];
    const int32_t end = step * part.count;
    mixed[part.count + 1] = part.first + part.count <= part.last ? quarters * near[end] + others * far[end] : mixed[part.count];
}

/// The colours of two pixels for each sample, in 16ths.
KAGAMI_INLINE void spread(const int32_t *mixed, int32_t count, const int32_t *quarters, int32_t *colors) {
    const int32_t one = quarters[0], other = quarters[1];
    for (int32_t i = 0; i < count; i++) {
        const int32_t here = mixed[i + 1];
        colors[2 * i] = one * here + (QUARTERS - one) * mixed[i];
        colors[2 * i + 1] = other * here + (QUARTERS - other) * mixed[i + 2];
    }
}

KAGAMI_INLINE void blend_by(
    colors near, colors far, int32_t step, span part, int32_t quarters, const int32_t *across, int32_t *blue, int32_t *red) {
    int32_t mixed[SAMPLES];
    mix(near.blue, far.blue, step, part, quarters, mixed);
    spread(mixed, part.count, across, blue);
    mix(near.red, far.red, step, part, quarters, mixed);
    spread(mixed, part.count, across, red);
}

/// The colours of a chunk's pixels, in 16ths, from the samples of two rows.
KAGAMI_CLONES static void blend(
    const kagami_nv12_job *job, colors near, colors far, span part, int32_t quarters, int32_t *blue, int32_t *red) {
    if (job->is_interleaved) {
        blend_by(near, far, 2, part, quarters, job->across, blue, red);
    } else {
        blend_by(near, far, 1, part, quarters, job->across, blue, red);
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
    uint8_t line[CHUNK], whole[2][2 * SAMPLES];
    for (int32_t y = 0; y < job->height; y++) {
        const int32_t at = y / 2, beside = at + ((y & 1) ? 1 : -1);
        const colors near = colors_of(job, at), far = colors_of(job, beside < 0 ? 0 : beside > last_row ? last_row : beside);
        const uint8_t *brightness = (const uint8_t *)job->brightness + (size_t)y * job->brightness_stride;
        uint32_t *target = (uint32_t *)((char *)job->target + (size_t)y * job->target_stride);
        for (int32_t x = 0; x < job->width; x += CHUNK) {
            const int32_t count = job->width - x < CHUNK ? job->width - x : CHUNK;
            const span part = {x / 2, (count + 1) / 2, last};
            const colors one = start_of(job, near, part, whole[0]), other = start_of(job, far, part, whole[1]);
            blend(job, one, other, part, job->down[y & 1], blue, red);
            if (job->column) gather(brightness, job->column, x, x + count, line);
            convert(job->column ? line : brightness + x, blue, red, count, rows, target + x);
        }
    }
}
