// Has every kernel work on random frames, and prints a digest of all that it wrote or said: the lines of two processors of any
// kind are the same. A line begins with the kernel's name.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CPixelKernels.h"

enum {
    /// The most pixels of a row, and rows, of any frame.
    WIDE = 700,
    HIGH = 200,
    /// Beside a row's pixels in every frame; a multiple of a cache line, as the whole stride is.
    BESIDE = 80,
    STRIDE = 4 * WIDE + BESIDE,
    BYTES = STRIDE * HIGH,
    TAPS = 9,
};

/// Two sources and two targets. What no kernel writes stays as it was, and is part of the digest.
static uint8_t *source, *other, *target, *copy;
static uint8_t light_bytes[KAGAMI_LIGHT_STEPS];
static uint64_t state = 1;

/// SplitMix64.
static uint64_t next(void) {
    uint64_t value = state += 0x9e3779b97f4a7c15;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
    value = (value ^ value >> 27) * 0x94d049bb133111eb;
    return value ^ value >> 31;
}

/// A number from `least` to `most`.
static int32_t between(int32_t least, int32_t most) { return least + (int32_t)(next() % (uint64_t)(most - least + 1)); }

static void fill_randomly(uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i += 8) memcpy(bytes + i, &(uint64_t){next()}, 8);
}

static void make_frames(void) {
    uint8_t *frames[] = {source, other, target, copy};
    for (size_t i = 0; i < 4; i++) fill_randomly(frames[i], BYTES);
}

/// FNV-1a.
static uint64_t digest(const void *bytes, size_t count) {
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < count; i++) hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3;
    return hash;
}

static void tell(const char *kernel, const char *what, uint64_t hash) { printf("kagami_%s %s %016" PRIx64 "\n", kernel, what, hash); }

/// Tells of both targets, and has new frames made for what comes next.
static void tell_frames(const char *kernel, const char *what) {
    tell(kernel, what, digest(target, BYTES) ^ 3 * digest(copy, BYTES));
    make_frames();
}

// MARK: the filters

/// What the snapshot and the picture in picture are scaled from and to: whole ratios, awkward ones, larger and smaller ones.
static const int32_t sizes[][4] = {
    {640, 180, 320, 90}, {639, 180, 213, 60}, {640, 180, 160, 45}, {640, 180, 64, 18}, {640, 180, 640, 180}, {640, 180, 320, 60},
    {640, 180, 400, 113}, {640, 180, 120, 45}, {640, 180, 60, 20}, {411, 199, 137, 96}, {411, 199, 12, 150}, {640, 180, 20, 9},
    {97, 31, 291, 62}, {7, 5, 3, 2}, {640, 200, 640, 100},
};

static void average(kagami_depth depth, bool copies, bool is_light, size_t misplaced) {
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const int32_t *size = sizes[i];
        kagami_area_job job = {
            .source = source, .source_stride = STRIDE, .depth = depth, .source_width = size[0], .source_height = size[1],
            .scaled_width = size[2], .scaled_height = size[3], .width = size[2], .height = size[3],
            .target = target, .target_stride = STRIDE, .light_bytes = is_light ? light_bytes : NULL};
        if (copies) {
            job.copy = copy + misplaced;
            job.copy_stride = STRIDE;
            job.copied = 2;
        } else {
            job.x = size[2] / 3;
            job.width -= job.x + 1;
            job.y = size[3] / 3;
            job.height -= job.y;
        }
        const bool is_done = kagami_area_average(&job);
        char what[80];
        snprintf(
            what, sizeof what, "%dx%d-%dx%d-%d%d%d%zu-%s", size[0], size[1], size[2], size[3], depth, copies, is_light, misplaced,
            is_done ? "done" : "refused");
        tell_frames("area_average", what);
    }
}

/// Random weights of random pixels.
static kagami_axis axis(int32_t length, int32_t scaled) {
    int32_t *first = calloc((size_t)scaled, sizeof *first), *count = calloc((size_t)scaled, sizeof *count);
    float *weights = calloc((size_t)scaled * TAPS, sizeof *weights);
    for (int32_t i = 0; i < scaled; i++) {
        count[i] = between(1, TAPS);
        first[i] = between(0, length - count[i]);
        int32_t parts[TAPS], sum = 0;
        for (int32_t tap = 0; tap < count[i]; tap++) sum += parts[tap] = between(1, 1000);
        for (int32_t tap = 0; tap < count[i]; tap++) weights[i * TAPS + tap] = (float)parts[tap] / (float)sum;
    }
    return (kagami_axis){first, count, weights, TAPS, 0, length};
}

static void resample(kagami_depth depth) {
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const int32_t *size = sizes[i];
        if (size[0] < TAPS || size[1] < TAPS) continue;
        kagami_resample_job job = {
            source, STRIDE, axis(size[0], size[2]), axis(size[1], size[3]), size[2], size[3], target, STRIDE, depth};
        const bool is_done = kagami_resample(&job);
        char what[80];
        snprintf(what, sizeof what, "%dx%d-%dx%d-%d-%s", size[0], size[1], size[2], size[3], depth, is_done ? "done" : "refused");
        tell_frames("resample", what);
        const kagami_axis axes[] = {job.across, job.down};
        for (size_t j = 0; j < 2; j++) {
            free((void *)axes[j].first);
            free((void *)axes[j].count);
            free((void *)axes[j].weights);
        }
    }
}

static void filters(void) {
    kagami_fill_light_bytes(light_bytes);
    tell("fill_light_bytes", "table", digest(light_bytes, sizeof light_bytes));
    for (kagami_depth depth = KAGAMI_EIGHT_BITS; depth <= KAGAMI_TEN_BITS_BLUE_FIRST; depth++) {
        average(depth, false, false, 0);
        average(depth, true, false, 0);
        average(depth, true, false, 4);
        resample(depth);
    }
    average(KAGAMI_EIGHT_BITS, false, true, 0);
    average(KAGAMI_EIGHT_BITS, true, true, 0);
    average(KAGAMI_TEN_BITS, false, true, 0);
}

// MARK: copies

/// A rectangle's size, and how far its first pixels lie from a cache line.
typedef struct {
    int32_t width, height;
    size_t from, to;
} piece;

static const piece pieces[] = {{640, 180, 0, 0}, {613, 37, 4, 12}, {1, 1, 8, 4}, {33, 64, 32, 32}, {16, 16, 0, 0}, {5, 199, 60, 4}};
enum { PIECES = sizeof pieces / sizeof *pieces };

static void copies(void) {
    struct {
        const char *name;
        void (*copy)(const void *, size_t, void *, size_t, int32_t, int32_t);
    } kernels[] = {
        {"copy", kagami_copy}, {"copy_past_caches", kagami_copy_past_caches}, {"copy_from_display", kagami_copy_from_display},
        {"blend_deep", kagami_blend_deep},
    };
    for (size_t kernel = 0; kernel < sizeof kernels / sizeof *kernels; kernel++) {
        for (size_t i = 0; i < PIECES; i++) {
            const piece at = pieces[i];
            kernels[kernel].copy(source + at.from, STRIDE, target + at.to, STRIDE, at.width, at.height);
            tell_frames(kernels[kernel].name, "piece");
        }
    }
}

static void turns(void) {
    // The source's steps right and down, and where its first pixel lies: each of the eight ways.
    for (int32_t way = 0; way < 8; way++) {
        for (size_t i = 0; i < PIECES; i++) {
            const bool is_quarter = way & 4, is_left = way & 1, is_up = way & 2;
            const int32_t width = pieces[i].width < HIGH ? pieces[i].width : HIGH, height = pieces[i].height;
            const ptrdiff_t across = is_quarter ? STRIDE : 4, down = is_quarter ? 4 : STRIDE;
            const ptrdiff_t first = (is_left ? (width - 1) * across : 0) + (is_up ? (height - 1) * down : 0);
            kagami_turn_job job = {
                source + first, is_left ? -across : across, is_up ? -down : down, width, height, target + pieces[i].to, STRIDE};
            kagami_turn(&job);
            tell_frames("turn", "piece");
        }
    }
    // More rows than a band has.
    kagami_turn(&(kagami_turn_job){source, 4 * 1100, 4, 20, 1100, target, 4 * 20});
    tell_frames("turn", "tall");
}

static void depths(void) {
    for (size_t i = 0; i < PIECES; i++) {
        const piece at = pieces[i];
        for (kagami_depth depth = KAGAMI_EIGHT_BITS; depth <= KAGAMI_TEN_BITS_BLUE_FIRST; depth++) {
            kagami_narrow(&(kagami_narrow_job){source + at.from, STRIDE, depth, at.width, at.height, target + at.to, STRIDE});
            tell_frames("narrow", "piece");
        }
        kagami_widen(&(kagami_widen_job){source + at.from, STRIDE, at.width, at.height, target + at.to, STRIDE});
        tell_frames("widen", "piece");
        kagami_pack_rgb(source + at.from, STRIDE, at.width, at.height, target);
        tell_frames("pack_rgb", "piece");
        for (int32_t channels = 3; channels <= 4; channels++) {
            kagami_premultiply(source, STRIDE, channels, target + at.to, STRIDE, at.width, at.height);
            tell_frames("premultiply", channels == 3 ? "rgb" : "rgba");
        }
    }
}

// MARK: the rest

static void convert(bool is_interleaved, size_t column, const int32_t *across, const int32_t *down) {
    for (size_t i = 0; i < PIECES; i++) {
        kagami_nv12_job job = {
            .brightness = source, .brightness_stride = column ? 128 : STRIDE, .blue = other, .blue_stride = column ? 128 : STRIDE,
            .red = is_interleaved ? other + 1 : copy, .red_stride = column ? 128 : STRIDE, .is_interleaved = is_interleaved,
            .column = column, .width = pieces[i].width, .height = pieces[i].height,
            // BT.709 with brightness from 16 to 235.
            .to_red = {1.16438356, 0, 1.79274107, -0.97294508}, .to_green = {1.16438356, -0.21324861, -0.53290933, 0.30148267},
            .to_blue = {1.16438356, 2.11240179, 0, -1.13340222}, .target = target, .target_stride = STRIDE};
        memcpy(job.across, across, sizeof job.across);
        memcpy(job.down, down, sizeof job.down);
        kagami_convert_nv12(&job);
        tell_frames("convert_nv12", column ? "columns" : is_interleaved ? "interleaved" : "planes");
    }
}

static void films(void) {
    // Samples between pixels, and on the first one of two.
    const int32_t amid[2] = {3, 3}, first[2] = {4, 2};
    for (int32_t way = 0; way < 4; way++) {
        const int32_t *across = way & 1 ? amid : first, *down = way & 2 ? amid : first;
        convert(false, 0, across, down);
        convert(true, 0, across, down);
        convert(true, 128 * HIGH, across, down);
    }
}

static void differences(void) {
    for (int32_t i = 0; i < 200; i++) {
        memcpy(other, source, BYTES);
        const int32_t width = between(1, WIDE), height = between(1, HIGH);
        for (int32_t changes = between(0, 3); changes > 0; changes--)
            other[between(0, height - 1) * STRIDE + between(0, 4 * width - 1)] ^= between(0, 255);
        const kagami_box box = kagami_difference(source, STRIDE, other, STRIDE, width, height);
        tell("difference", "box", digest(&box, sizeof box));
    }
}

static void drawings(void) {
    for (size_t i = 0; i < PIECES; i++) {
        kagami_fill(target + pieces[i].to, STRIDE, pieces[i].width, pieces[i].height, (uint32_t)next());
        tell_frames("fill", "piece");
    }
}

int main(void) {
    uint8_t **frames[] = {&source, &other, &target, &copy};
    // A row more, for what lies a little beside its place.
    for (size_t i = 0; i < 4; i++) *frames[i] = aligned_alloc(64, BYTES + STRIDE);
    make_frames();
    tell("processors", "count", (uint64_t)kagami_processors());
    filters();
    copies();
    turns();
    depths();
    films();
    differences();
    drawings();
    return 0;
}
