// The snapshot's filter. Along an axis, `source` pixels become `scaled`, both divided by their common divisor. Source
// pixel i lies at i * scaled ..< (i + 1) * scaled, and target pixel j covers j * source ..< (j + 1) * source, so the
// overlaps are whole numbers that sum to `source`. Rows are summed first, then columns, strip by strip. The source can
// be copied on the way, each byte while it is in the first-level cache.
#include <stdlib.h>

#include "area.h"
#include "stream.h"

/// The source pixels summed at a time: their sums and the summed rows stay in the first-level cache.
enum { STRIP = 768 };
/// The pixels of a cache line.
enum { LINE = 16 };
/// 1 as a share of a pixel's taps.
enum { WHOLE = 65536 };

/// One job's tables and scratch memory.
typedef struct {
    const kagami_area_job *job;
    ratio across, down;
    /// The weight of a whole row.
    int64_t row_weight;
    /// Whether source pixels form whole groups of equal weight, small enough for an exact division in 16 bits.
    bool groups;
    /// Whether rows form whole groups as well, whose sums need no memory.
    bool blocks;
    /// The most source pixels under one target pixel of a row.
    int32_t taps;
    /// The target pixels averaged at a time, a multiple of four.
    int32_t strip;
    /// For each target pixel, padded to a multiple of four.
    span *spans;
    int32_t *first;
    uint16_t *shares;
    uint16_t *sums;
    /// The rows under a target row narrowed to eight bits of each colour, `narrowed_stride` bytes each.
    /// NULL if the source has eight bits, and for blocks.
    uint8_t *narrowed;
    size_t narrowed_stride;
    /// The first source row that is not copied yet.
    int32_t copied;
} work;

ratio kagami_reduce(int32_t source, int32_t scaled) {
    int32_t a = source, b = scaled;
    while (b != 0) {
        int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return (ratio){source / a, scaled / a};
}

span kagami_cover(ratio axis, int32_t target) {
    int64_t start = target * axis.source, end = start + axis.source;
    int64_t first = start / axis.scaled, last = (end - 1) / axis.scaled;
    span result = {(int32_t)first, (int32_t)(last - first + 1), 0, 0};
    if (first == last) {
        result.first_weight = (int32_t)axis.source;
    } else {
        result.first_weight = (int32_t)((first + 1) * axis.scaled - start);
        result.last_weight = (int32_t)(end - last * axis.scaled);
    }
    return result;
}

/// The most pixels of a span.
static int32_t most_covered(ratio axis) {
    if (axis.source == 1 || axis.scaled == 1) return (int32_t)axis.source;
    return (int32_t)((axis.source - 2) / axis.scaled + 2);
}

/// The weights of a span's rows: exact if the ratio's terms are small, and otherwise with ends rounded to about 1 in
/// 250.
static row_weights weigh(const work *work, span rows) {
    const int64_t scaled = work->down.scaled, whole = work->row_weight;
    const int64_t first = (rows.first_weight * whole + scaled / 2) / scaled;
    const int64_t last = (rows.last_weight * whole + scaled / 2) / scaled;
    const int64_t between = rows.count > 2 ? rows.count - 2 : 0;
    return (row_weights){
        (uint16_t)first, between > 0 ? (uint16_t)whole : 0, (uint16_t)last, (uint16_t)(first + between * whole + last)};
}

/// The number of 16-bit words in the shares of a target pixel.
static size_t shares_each(const work *work) { return 16 * (size_t)QUADS(work->taps); }

/// Writes the shares of a target pixel in its taps.
static void share_out(const work *work, int32_t x) {
    const span span = work->spans[x];
    uint16_t *shares = work->shares + shares_each(work) * (size_t)x;
    int32_t rest = WHOLE;
    for (int32_t tap = 0; tap < span.count; tap++) {
        const int64_t weight =
            tap == 0 ? span.first_weight : tap + 1 < span.count ? work->across.scaled : span.last_weight;
        int32_t share = tap + 1 == span.count ? rest : (int32_t)(weight * WHOLE / work->across.source);
        rest -= share;
        if (share > WHOLE - 1) share = WHOLE - 1;
        for (int32_t channel = 0; channel < 4; channel++) shares[4 * tap + channel] = (uint16_t)share;
    }
}

/// Chooses a method; false for a ratio whose rows do not fit into 16-bit sums.
static bool choose(work *work) {
    const kagami_area_job *job = work->job;
    const ratio across = kagami_reduce(job->source_width, job->scaled_width);
    const ratio down = kagami_reduce(job->source_height, job->scaled_height);
    work->across = across;
    work->down = down;
    work->groups = across.scaled == 1 && across.source * down.source > 1
        && across.source * down.source <= MAXIMUM_DIVISOR;
    const bool is_square = across.source == down.source;
    work->blocks = work->groups && down.scaled == 1 && across.source > 1 && across.source <= MAXIMUM_BLOCK
        && (is_square || job->depth == KAGAMI_EIGHT_BITS);
    // A multiple of the ratio's own weights is exact.
    const int64_t multiple = work->groups ? 1 : MAXIMUM_TOTAL / down.source;
    work->row_weight = multiple > 0 ? multiple * down.scaled : MAXIMUM_TOTAL * down.scaled / down.source;
    work->taps = most_covered(across);
    return work->row_weight > 0;
}

/// Fills the tables; false if memory is lacking.
static bool prepare(work *work) {
    const int32_t width = (work->job->width + 3) / 4 * 4;
    const int64_t fitting = STRIP * work->across.scaled / work->across.source / 4 * 4;
    work->strip = fitting < 4 ? 4 : fitting < width ? (int32_t)fitting : width;
    // A strip may begin and end within a pixel, and the taps of its last pixels may reach beyond it.
    const size_t covered =
        (size_t)(work->strip * work->across.source / work->across.scaled + 2 + LINE + 4 * QUADS(work->taps));
    const bool has_taps = !work->groups && work->taps <= MAXIMUM_TAPS;
    const size_t columns = (size_t)width, shares = has_taps ? columns * shares_each(work) : 0;
    work->narrowed_stride = work->job->depth == KAGAMI_EIGHT_BITS || work->blocks ? 0 : 4 * covered;
    const size_t narrowed = work->narrowed_stride * (size_t)most_covered(work->down);
    work->spans = calloc(
        1, columns * (sizeof(span) + sizeof(int32_t)) + (shares + 4 * covered) * sizeof(uint16_t) + narrowed);
    if (work->spans == NULL) return false;
    work->first = (int32_t *)(work->spans + columns);
    work->shares = (uint16_t *)(work->first + columns);
    work->sums = work->shares + shares;
    if (narrowed > 0) work->narrowed = (uint8_t *)(work->sums + 4 * covered);
    for (int32_t x = 0; x < width; x++) {
        work->spans[x] = x < work->job->width ? kagami_cover(work->across, work->job->x + x) : work->spans[x - 1];
        work->first[x] = work->spans[x].first;
    }
    for (int32_t x = 0; has_taps && x < work->job->width; x++) share_out(work, x);
    return true;
}

/// Narrows columns `start` to `end` of a span's rows to eight bits of each colour.
static void narrow(const work *work, span rows, int32_t start, int32_t end) {
    const kagami_area_job *job = work->job;
    for (int32_t row = 0; row < rows.count; row++) {
        const uint8_t *source =
            (const uint8_t *)job->source + (size_t)(rows.first + row) * job->source_stride + 4 * (size_t)start;
        kagami_narrow_row(source, work->narrowed + (size_t)row * work->narrowed_stride, end - start, job->depth);
        // Prefetches the rows that follow these.
        const uint8_t *next = source + (size_t)rows.count * job->source_stride;
        for (int32_t x = 0; x < 4 * (end - start); x += 64) __builtin_prefetch(next + x);
    }
}

/// A span's rows from column `start` on, copied if `copies`; `origin` is the first column of the strip.
static row_set columns(const work *work, span rows, int32_t origin, int32_t start, bool copies) {
    const kagami_area_job *job = work->job;
    const size_t row = (size_t)rows.first, column = 4 * (size_t)start;
    const bool narrows = work->narrowed != NULL;
    return (row_set){
        narrows ? work->narrowed + 4 * (size_t)(start - origin)
                : (const uint8_t *)job->source + row * job->source_stride + column,
        narrows ? KAGAMI_EIGHT_BITS : job->depth, narrows ? work->narrowed_stride : job->source_stride, rows.count,
        work->copied > rows.first ? work->copied - rows.first : 0,
        copies ? (uint8_t *)job->copy + row * job->copy_stride + column : NULL, job->copy_stride};
}

/// Sums columns `start` to `end` of a span's rows, and copies them if `copies`; `origin` is the column of the first
/// sum.
static void sum(
    const work *work, span rows, row_weights weights, int32_t origin, int32_t start, int32_t end, bool copies) {
    if (start >= end) return;
    kagami_sum_rows(
        columns(work, rows, origin, start, copies), weights, 4 * (size_t)(end - start),
        work->sums + 4 * (start - origin));
}

/// Sums the rows of a strip, and copies them if the job does.
static void sum_strip(
    const work *work, span rows, row_weights weights, int32_t x, int32_t width, int32_t start, int32_t end) {
    const kagami_area_job *job = work->job;
    const span *spans = work->spans + x;
    if (job->copy == NULL) return sum(work, rows, weights, start, start, end, false);
    // Neighbouring strips share pixels; each is copied once, in whole cache lines.
    const int32_t from = x == 0 ? start : (spans[-1].first + spans[-1].count) / LINE * LINE;
    const int32_t to = x + width == job->width ? end : end / LINE * LINE;
    sum(work, rows, weights, start, start, from, false);
    sum(work, rows, weights, start, from, to, true);
    sum(work, rows, weights, start, to, end, false);
}

/// Writes `width` pixels of one row from target column `x` on.
static void average_strip(
    const work *work, span rows, row_weights weights, int32_t x, int32_t width, uint8_t *target) {
    const span *spans = work->spans + x;
    const int32_t start = spans[0].first / LINE * LINE, end = spans[width - 1].first + spans[width - 1].count;
    const int32_t group = (int32_t)work->across.source;
    if (work->narrowed != NULL) narrow(work, rows, start, end);
    if (work->blocks) {
        const row_set set = columns(work, rows, start, spans[0].first, work->job->copy != NULL);
        return kagami_average_blocks(set, group, kagami_make_divisor(group * rows.count), width, target);
    }
    sum_strip(work, rows, weights, x, width, start, end);
    if (work->groups) {
        kagami_average_groups(
            work->sums + 4 * (spans[0].first - start), group, kagami_make_divisor(group * weights.total), width,
            target);
    } else if (work->taps <= MAXIMUM_TAPS) {
        kagami_average_taps(
            work->sums, start, work->first + x, work->shares + shares_each(work) * (size_t)x, work->taps,
            kagami_make_divisor(weights.total), width, target);
    } else {
        const float reciprocal = 1.0f / ((float)work->across.source * (float)weights.total);
        kagami_average_spans(
            work->sums, start, spans, (float)work->across.scaled, reciprocal, width, target);
    }
}

/// Runs a job whose copy is not aligned for stores past the caches.
static bool copy_first(const kagami_area_job *job) {
    kagami_area_job rest = *job;
    rest.copy = NULL;
    if (!kagami_area_average(&rest)) return false;
    const ratio down = kagami_reduce(job->source_height, job->scaled_height);
    const span last = kagami_cover(down, job->y + job->height - 1);
    const int32_t first = kagami_cover(down, job->y).first, top = first > job->copied ? first : job->copied;
    const int32_t height = last.first + last.count - top;
    const void *source = (const char *)job->source + (size_t)top * job->source_stride;
    void *copy = (char *)job->copy + (size_t)top * job->copy_stride;
    if (job->depth == KAGAMI_EIGHT_BITS) {
        kagami_copy(source, job->source_stride, copy, job->copy_stride, job->source_width, height);
    } else {
        kagami_narrow(&(kagami_narrow_job){
            source, job->source_stride, job->depth, job->source_width, height, copy, job->copy_stride});
    }
    return true;
}

bool kagami_area_average(const kagami_area_job *job) {
    if (job->light_bytes != NULL) return job->depth == KAGAMI_EIGHT_BITS && kagami_area_average_of_light(job);
    if (job->copy != NULL && ((uintptr_t)job->copy | job->copy_stride) % 32 != 0) return copy_first(job);
    work work = {.job = job, .copied = job->copied};
    if (!choose(&work) || !prepare(&work)) return false;
    for (int32_t y = 0; y < job->height; y++) {
        const span rows = kagami_cover(work.down, job->y + y);
        const row_weights weights = weigh(&work, rows);
        uint8_t *target = (uint8_t *)job->target + (size_t)y * job->target_stride;
        for (int32_t x = 0; x < job->width; x += work.strip) {
            const int32_t width = job->width - x < work.strip ? job->width - x : work.strip;
            average_strip(&work, rows, weights, x, width, target + 4 * (size_t)x);
        }
        work.copied = rows.first + rows.count;
    }
    if (job->copy != NULL) kagami_stream_end();
    free(work.spans);
    return true;
}
