// A client of the service's Wayland socket for tools: copies of outputs, and virtual input devices.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

#include "CRemote.h"

// MARK: The interfaces that libwayland does not have

// A request that makes an object, or names one, has the types of its arguments; the others have none.
static const struct wl_interface copy_interface, pointer_interface, keyboard_interface;
static const struct wl_interface source_interface, device_interface, offer_interface;
static const struct wl_interface *no_types[7];
static const struct wl_interface *copy_types[] = {&copy_interface, NULL, &wl_output_interface, NULL, NULL, NULL, NULL};
static const struct wl_interface *buffer_types[] = {&wl_buffer_interface};
static const struct wl_interface *pointer_types[] = {&wl_seat_interface, &pointer_interface};
static const struct wl_interface *output_pointer_types[] = {
    &wl_seat_interface, &wl_output_interface, &pointer_interface};
static const struct wl_interface *keyboard_types[] = {&wl_seat_interface, &keyboard_interface};
static const struct wl_interface *source_types[] = {&source_interface};
static const struct wl_interface *device_types[] = {&device_interface, &wl_seat_interface};
static const struct wl_interface *offer_types[] = {&offer_interface};

enum { COPIER_COPY_OUTPUT };
static const struct wl_message copier_requests[] = {
    {"capture_output", "nio", copy_types},
    {"capture_output_region", "nioiiii", copy_types},
    {"destroy", "", no_types},
};
static const struct wl_interface copier_interface = {
    "zwlr_screencopy_manager_v1", 3, 3, copier_requests, 0, NULL};

enum { COPY_FILL, COPY_DESTROY, COPY_FILL_WHEN_CHANGED };
static const struct wl_message copy_requests[] = {
    {"copy", "o", buffer_types}, {"destroy", "", no_types}, {"copy_with_damage", "2o", buffer_types}};
static const struct wl_message copy_events[] = {
    {"buffer", "uuuu", no_types}, {"flags", "u", no_types},          {"ready", "uuu", no_types},
    {"failed", "", no_types},     {"damage", "2uuuu", no_types},     {"linux_dmabuf", "3uuu", no_types},
    {"buffer_done", "3", no_types},
};
static const struct wl_interface copy_interface = {"zwlr_screencopy_frame_v1", 3, 3, copy_requests, 7, copy_events};

enum { POINTERS_OPEN, POINTERS_DESTROY, POINTERS_OPEN_ON_OUTPUT };
static const struct wl_message pointers_requests[] = {
    {"create_virtual_pointer", "?on", pointer_types},
    {"destroy", "", no_types},
    {"create_virtual_pointer_with_output", "2?o?on", output_pointer_types},
};
static const struct wl_interface pointers_interface = {
    "zwlr_virtual_pointer_manager_v1", 2, 3, pointers_requests, 0, NULL};

enum {
    POINTER_MOTION,
    POINTER_MOVE,
    POINTER_BUTTON,
    POINTER_AXIS,
    POINTER_FRAME,
    POINTER_AXIS_SOURCE,
    POINTER_AXIS_STOP,
    POINTER_AXIS_CLICKS,
    POINTER_DESTROY,
};
static const struct wl_message pointer_requests[] = {
    {"motion", "uff", no_types},     {"motion_absolute", "uuuuu", no_types}, {"button", "uuu", no_types},
    {"axis", "uuf", no_types},       {"frame", "", no_types},                {"axis_source", "u", no_types},
    {"axis_stop", "uu", no_types},   {"axis_discrete", "uufi", no_types},    {"destroy", "", no_types},
};
static const struct wl_interface pointer_interface = {"zwlr_virtual_pointer_v1", 2, 9, pointer_requests, 0, NULL};

enum { KEYBOARDS_OPEN };
static const struct wl_message keyboards_requests[] = {{"create_virtual_keyboard", "on", keyboard_types}};
static const struct wl_interface keyboards_interface = {
    "zwp_virtual_keyboard_manager_v1", 1, 1, keyboards_requests, 0, NULL};

enum { KEYBOARD_MAP, KEYBOARD_KEY, KEYBOARD_MODIFIERS };
static const struct wl_message keyboard_requests[] = {
    {"keymap", "uhu", no_types},
    {"key", "uuu", no_types},
    {"modifiers", "uuuu", no_types},
    {"destroy", "", no_types},
};
static const struct wl_interface keyboard_interface = {"zwp_virtual_keyboard_v1", 1, 4, keyboard_requests, 0, NULL};

enum { CLIPBOARDS_OFFER, CLIPBOARDS_OPEN };
static const struct wl_message clipboards_requests[] = {
    {"create_data_source", "n", source_types}, {"get_data_device", "no", device_types}, {"destroy", "", no_types}};
static const struct wl_interface clipboards_interface = {
    "zwlr_data_control_manager_v1", 1, 3, clipboards_requests, 0, NULL};

enum { SOURCE_TYPE, SOURCE_DESTROY };
static const struct wl_message source_requests[] = {{"offer", "s", no_types}, {"destroy", "", no_types}};
static const struct wl_message source_events[] = {{"send", "sh", no_types}, {"cancelled", "", no_types}};
static const struct wl_interface source_interface = {
    "zwlr_data_control_source_v1", 1, 2, source_requests, 2, source_events};

enum { DEVICE_SET, DEVICE_DESTROY };
static const struct wl_message device_requests[] = {{"set_selection", "?o", source_types}, {"destroy", "", no_types}};
static const struct wl_message device_events[] = {
    {"data_offer", "n", offer_types}, {"selection", "?o", offer_types}, {"finished", "", no_types}};
static const struct wl_interface device_interface = {
    "zwlr_data_control_device_v1", 1, 2, device_requests, 3, device_events};

enum { OFFER_RECEIVE, OFFER_DESTROY };
static const struct wl_message offer_requests[] = {{"receive", "sh", no_types}, {"destroy", "", no_types}};
static const struct wl_message offer_events[] = {{"offer", "s", no_types}};
static const struct wl_interface offer_interface = {
    "zwlr_data_control_offer_v1", 1, 2, offer_requests, 1, offer_events};

// MARK: The connection

struct offer;

struct output {
    struct wl_list link;
    struct kagami_screens *screens;
    struct wl_output *proxy;
    uint32_t number;
    char *name;
    int32_t width, height;
    bool is_turned;
    /// Whether all has come that a new object is told.
    bool is_known;
};

struct kagami_screens {
    struct kagami_screens_events events;
    struct wl_display *display;
    struct wl_registry *registry;
    struct wl_list outputs;
    struct wl_shm *memory;
    struct wl_seat *seat;
    struct wl_proxy *copier, *pointers, *keyboards, *clipboards;
    struct wl_proxy *copy, *pointer, *keyboard, *clipboard, *source;
    /// What is in the clipboard; NULL for nothing.
    struct offer *offer;
    struct {
        uint32_t format, width, height, stride;
    } wanted;
};

static void output_geometry(
    void *data, struct wl_output *proxy, int32_t x, int32_t y, int32_t width, int32_t height, int32_t subpixel,
    const char *make, const char *model, int32_t transform) {
    struct output *output = data;
    // A quarter turn, flipped or not.
    output->is_turned = transform & 1;
}

static void output_mode(
    void *data, struct wl_output *proxy, uint32_t flags, int32_t width, int32_t height, int32_t rate) {
    struct output *output = data;
    if (!(flags & WL_OUTPUT_MODE_CURRENT)) return;
    output->width = width;
    output->height = height;
}

static void output_scale(void *data, struct wl_output *proxy, int32_t scale) {}

static void output_name(void *data, struct wl_output *proxy, const char *name) {
    struct output *output = data;
    free(output->name);
    output->name = strdup(name);
}

static void output_description(void *data, struct wl_output *proxy, const char *description) {}

static void output_done(void *data, struct wl_output *proxy);

static const struct wl_output_listener output_listener = {
    .geometry = output_geometry,
    .mode = output_mode,
    .done = output_done,
    .scale = output_scale,
    .name = output_name,
    .description = output_description,
};

static void output_bind(struct output *output) {
    // With version 4, outputs have names.
    output->proxy = wl_registry_bind(output->screens->registry, output->number, &wl_output_interface, 4);
    output->is_known = false;
    wl_output_add_listener(output->proxy, &output_listener, output);
}

static void output_done(void *data, struct wl_output *proxy) {
    struct output *output = data;
    struct kagami_screens *screens = output->screens;
    if (output->is_known) {
        // It may be another display's now: an object keeps its name, a new one is told the present name.
        wl_output_release(proxy);
        output_bind(output);
        return;
    }
    output->is_known = true;
    if (output->name)
        screens->events.output(
            screens->events.context, output->number, output->name, output->is_turned ? output->height : output->width,
            output->is_turned ? output->width : output->height);
}

static void output_free(struct output *output) {
    wl_list_remove(&output->link);
    wl_output_release(output->proxy);
    free(output->name);
    free(output);
}

static struct output *find(struct kagami_screens *screens, uint32_t number) {
    struct output *output;
    wl_list_for_each(output, &screens->outputs, link) if (output->number == number) return output;
    return NULL;
}

static struct wl_proxy *bind(
    struct kagami_screens *screens, uint32_t number, const char *name, const struct wl_interface *interface,
    uint32_t version, uint32_t limit) {
    if (strcmp(name, interface->name) != 0 || version < limit) return NULL;
    return wl_registry_bind(screens->registry, number, interface, limit);
}

static void global(void *data, struct wl_registry *registry, uint32_t number, const char *name, uint32_t version) {
    struct kagami_screens *screens = data;
    if (strcmp(name, wl_output_interface.name) == 0 && version >= 4) {
        struct output *output = calloc(1, sizeof *output);
        if (!output) return;
        output->screens = screens;
        output->number = number;
        wl_list_insert(screens->outputs.prev, &output->link);
        output_bind(output);
    }
    if (!screens->memory) screens->memory = (void *)bind(screens, number, name, &wl_shm_interface, version, 1);
    if (!screens->seat) screens->seat = (void *)bind(screens, number, name, &wl_seat_interface, version, 1);
    if (!screens->copier) screens->copier = bind(screens, number, name, &copier_interface, version, 3);
    if (!screens->pointers) screens->pointers = bind(screens, number, name, &pointers_interface, version, 2);
    if (!screens->keyboards) screens->keyboards = bind(screens, number, name, &keyboards_interface, version, 1);
    if (!screens->clipboards) screens->clipboards = bind(screens, number, name, &clipboards_interface, version, 1);
}

static void global_remove(void *data, struct wl_registry *registry, uint32_t number) {
    struct kagami_screens *screens = data;
    struct output *output = find(screens, number);
    if (!output) return;
    output_free(output);
    screens->events.output_left(screens->events.context, number);
}

static const struct wl_registry_listener registry_listener = {global, global_remove};

struct kagami_screens *kagami_screens_connect(const char *socket, const struct kagami_screens_events *events) {
    struct kagami_screens *screens = calloc(1, sizeof *screens);
    if (!screens) return NULL;
    screens->events = *events;
    wl_list_init(&screens->outputs);
    screens->display = wl_display_connect(socket);
    if (screens->display) screens->registry = wl_display_get_registry(screens->display);
    if (screens->registry) {
        wl_registry_add_listener(screens->registry, &registry_listener, screens);
        // The second one brings the outputs' names.
        if (wl_display_roundtrip(screens->display) >= 0 && wl_display_roundtrip(screens->display) >= 0) return screens;
    }
    int reason = errno;
    kagami_screens_close(screens);
    errno = reason;
    return NULL;
}

static void offer_free(struct offer *offer);

void kagami_screens_close(struct kagami_screens *screens) {
    struct output *output, *next;
    kagami_screens_cancel(screens);
    offer_free(screens->offer);
    wl_list_for_each_safe(output, next, &screens->outputs, link) output_free(output);
    // The connection's end destroys everything at the service.
    if (screens->display) wl_display_disconnect(screens->display);
    free(screens);
}

const char *kagami_screens_lack(const struct kagami_screens *screens) {
    if (!screens->memory) return wl_shm_interface.name;
    if (!screens->seat) return wl_seat_interface.name;
    if (!screens->copier) return copier_interface.name;
    if (!screens->pointers) return pointers_interface.name;
    return screens->keyboards ? NULL : keyboards_interface.name;
}

int kagami_screens_descriptor(const struct kagami_screens *screens) { return wl_display_get_fd(screens->display); }

bool kagami_screens_dispatch(struct kagami_screens *screens) {
    while (wl_display_prepare_read(screens->display) != 0)
        if (wl_display_dispatch_pending(screens->display) < 0) return false;
    struct pollfd ready = {.fd = wl_display_get_fd(screens->display), .events = POLLIN};
    if (poll(&ready, 1, 0) > 0) {
        if (wl_display_read_events(screens->display) < 0) return false;
    } else {
        wl_display_cancel_read(screens->display);
    }
    return wl_display_dispatch_pending(screens->display) >= 0;
}

bool kagami_screens_flush(struct kagami_screens *screens) {
    return wl_display_flush(screens->display) >= 0 || errno == EAGAIN;
}

// MARK: Copies

static void copy_buffer(
    void *data, struct wl_proxy *copy, uint32_t format, uint32_t width, uint32_t height, uint32_t stride) {
    struct kagami_screens *screens = data;
    screens->wanted.format = format;
    screens->wanted.width = width;
    screens->wanted.height = height;
    screens->wanted.stride = stride;
}

static void copy_flags(void *data, struct wl_proxy *copy, uint32_t flags) {}

static void copy_ready(
    void *data, struct wl_proxy *copy, uint32_t seconds_high, uint32_t seconds_low, uint32_t nanoseconds) {
    struct kagami_screens *screens = data;
    kagami_screens_cancel(screens);
    screens->events.copied(screens->events.context);
}

static void copy_failed(void *data, struct wl_proxy *copy) {
    struct kagami_screens *screens = data;
    kagami_screens_cancel(screens);
    screens->events.failed(screens->events.context);
}

static void copy_damage(
    void *data, struct wl_proxy *copy, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    struct kagami_screens *screens = data;
    screens->events.damaged(screens->events.context, x, y, width, height);
}

static void copy_dmabuf(void *data, struct wl_proxy *copy, uint32_t format, uint32_t width, uint32_t height) {}

static void copy_buffer_done(void *data, struct wl_proxy *copy) {
    struct kagami_screens *screens = data;
    screens->events.wants_buffer(
        screens->events.context, screens->wanted.format, screens->wanted.width, screens->wanted.height,
        screens->wanted.stride);
}

static void (*const copy_listener[])(void) = {
    (void (*)(void))copy_buffer, (void (*)(void))copy_flags,  (void (*)(void))copy_ready,
    (void (*)(void))copy_failed, (void (*)(void))copy_damage, (void (*)(void))copy_dmabuf,
    (void (*)(void))copy_buffer_done,
};

bool kagami_screens_copy(struct kagami_screens *screens, uint32_t number) {
    struct output *output = find(screens, number);
    if (!output) return false;
    kagami_screens_cancel(screens);
    const int32_t with_pointer = 1;
    screens->copy = wl_proxy_marshal_flags(
        screens->copier, COPIER_COPY_OUTPUT, &copy_interface, wl_proxy_get_version(screens->copier), 0, NULL,
        with_pointer, output->proxy);
    if (!screens->copy) return false;
    wl_proxy_add_listener(screens->copy, (void (**)(void))copy_listener, screens);
    return true;
}

void kagami_screens_cancel(struct kagami_screens *screens) {
    if (!screens->copy) return;
    wl_proxy_marshal_flags(
        screens->copy, COPY_DESTROY, NULL, wl_proxy_get_version(screens->copy), WL_MARSHAL_FLAG_DESTROY);
    screens->copy = NULL;
}

struct kagami_pixels {
    struct wl_buffer *buffer;
    void *memory;
    size_t size;
};

void kagami_screens_fill(struct kagami_screens *screens, struct kagami_pixels *pixels, bool when_changed) {
    if (!screens->copy) return;
    wl_proxy_marshal_flags(
        screens->copy, when_changed ? COPY_FILL_WHEN_CHANGED : COPY_FILL, NULL,
        wl_proxy_get_version(screens->copy), 0, pixels->buffer);
}

struct kagami_pixels *kagami_pixels_make(
    struct kagami_screens *screens, uint32_t format, uint32_t width, uint32_t height, uint32_t stride) {
    struct kagami_pixels *pixels = calloc(1, sizeof *pixels);
    if (!pixels) return NULL;
    int reason = ENOMEM;
    pixels->size = (size_t)stride * height;
    pixels->memory = MAP_FAILED;
    int file = memfd_create("kagami-remote", MFD_CLOEXEC);
    if (file < 0 || pixels->size > INT32_MAX || ftruncate(file, (off_t)pixels->size) != 0) goto failed;
    pixels->memory = mmap(NULL, pixels->size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (pixels->memory == MAP_FAILED) goto failed;
    struct wl_shm_pool *pool = wl_shm_create_pool(screens->memory, file, (int32_t)pixels->size);
    if (pool) {
        pixels->buffer =
            wl_shm_pool_create_buffer(pool, 0, (int32_t)width, (int32_t)height, (int32_t)stride, format);
        wl_shm_pool_destroy(pool);
    }
    if (!pixels->buffer) goto failed;
    close(file);
    return pixels;
failed:
    if (errno) reason = errno;
    if (file >= 0) close(file);
    kagami_pixels_free(pixels);
    errno = reason;
    return NULL;
}

void kagami_pixels_free(struct kagami_pixels *pixels) {
    if (pixels->buffer) wl_buffer_destroy(pixels->buffer);
    if (pixels->memory != MAP_FAILED) munmap(pixels->memory, pixels->size);
    free(pixels);
}

void *kagami_pixels_memory(const struct kagami_pixels *pixels) { return pixels->memory; }

// MARK: Input

bool kagami_pointer_open(struct kagami_screens *screens, uint32_t number) {
    struct output *output = find(screens, number);
    if (screens->pointer)
        wl_proxy_marshal_flags(
            screens->pointer, POINTER_DESTROY, NULL, wl_proxy_get_version(screens->pointer), WL_MARSHAL_FLAG_DESTROY);
    screens->pointer = NULL;
    if (!output) return false;
    screens->pointer = wl_proxy_marshal_flags(
        screens->pointers, POINTERS_OPEN_ON_OUTPUT, &pointer_interface, wl_proxy_get_version(screens->pointers), 0,
        screens->seat, output->proxy, NULL);
    return screens->pointer != NULL;
}

void kagami_pointer_move(
    struct kagami_screens *screens, uint32_t time, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    if (screens->pointer)
        wl_proxy_marshal_flags(
            screens->pointer, POINTER_MOVE, NULL, wl_proxy_get_version(screens->pointer), 0, time, x, y, width, height);
}

void kagami_pointer_button(struct kagami_screens *screens, uint32_t time, uint32_t button, bool pressed) {
    if (screens->pointer)
        wl_proxy_marshal_flags(
            screens->pointer, POINTER_BUTTON, NULL, wl_proxy_get_version(screens->pointer), 0, time, button,
            (uint32_t)pressed);
}

void kagami_pointer_scroll(struct kagami_screens *screens, uint32_t time, bool sideways, int32_t clicks) {
    if (!screens->pointer) return;
    const uint32_t version = wl_proxy_get_version(screens->pointer);
    const uint32_t axis = sideways ? WL_POINTER_AXIS_HORIZONTAL_SCROLL : WL_POINTER_AXIS_VERTICAL_SCROLL;
    // As far as libinput's wheels turn.
    const int32_t degrees = 15;
    wl_proxy_marshal_flags(screens->pointer, POINTER_AXIS_SOURCE, NULL, version, 0, WL_POINTER_AXIS_SOURCE_WHEEL);
    wl_proxy_marshal_flags(
        screens->pointer, POINTER_AXIS_CLICKS, NULL, version, 0, time, axis, wl_fixed_from_int(degrees * clicks),
        clicks);
}

void kagami_pointer_frame(struct kagami_screens *screens) {
    if (screens->pointer)
        wl_proxy_marshal_flags(screens->pointer, POINTER_FRAME, NULL, wl_proxy_get_version(screens->pointer), 0);
}

void kagami_keyboard_map(struct kagami_screens *screens, int descriptor, uint32_t size) {
    if (!screens->keyboard)
        screens->keyboard = wl_proxy_marshal_flags(
            screens->keyboards, KEYBOARDS_OPEN, &keyboard_interface, wl_proxy_get_version(screens->keyboards), 0,
            screens->seat, NULL);
    if (screens->keyboard)
        wl_proxy_marshal_flags(
            screens->keyboard, KEYBOARD_MAP, NULL, wl_proxy_get_version(screens->keyboard), 0,
            WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1, descriptor, size);
}

void kagami_keyboard_key(struct kagami_screens *screens, uint32_t time, uint32_t code, bool pressed) {
    if (screens->keyboard)
        wl_proxy_marshal_flags(
            screens->keyboard, KEYBOARD_KEY, NULL, wl_proxy_get_version(screens->keyboard), 0, time, code,
            (uint32_t)pressed);
}

void kagami_keyboard_modifiers(struct kagami_screens *screens, uint32_t pressed, uint32_t locked) {
    if (screens->keyboard)
        wl_proxy_marshal_flags(
            screens->keyboard, KEYBOARD_MODIFIERS, NULL, wl_proxy_get_version(screens->keyboard), 0, pressed, 0u, locked,
            0u);
}

// MARK: The clipboard

// The types of texts in UTF-8, the best first. The second one is that of X11's programs.
static const char *const text_types[] = {"text/plain;charset=utf-8", "UTF8_STRING", "text/plain"};
enum { TEXT_TYPES = sizeof text_types / sizeof *text_types };

/// What a program offers in the clipboard.
struct offer {
    struct wl_proxy *proxy;
    /// The best of its types of text; TEXT_TYPES for none.
    int type;
    /// Whether this process offers it.
    bool is_own;
};

/// A type that only this process offers, by which it knows its own offers.
static const char *own_type(void) {
    static char name[64];
    if (!*name) snprintf(name, sizeof name, "application/x-kagami-remote-%d", (int)getpid());
    return name;
}

static void offer_free(struct offer *offer) {
    if (!offer) return;
    wl_proxy_marshal_flags(
        offer->proxy, OFFER_DESTROY, NULL, wl_proxy_get_version(offer->proxy), WL_MARSHAL_FLAG_DESTROY);
    free(offer);
}

static void offer_type(void *data, struct wl_proxy *proxy, const char *type) {
    struct offer *offer = data;
    for (int i = 0; i < offer->type; i++)
        if (strcmp(type, text_types[i]) == 0) offer->type = i;
    if (strcmp(type, own_type()) == 0) offer->is_own = true;
}

static void (*const offer_listener[])(void) = {(void (*)(void))offer_type};

static void device_offer(void *data, struct wl_proxy *device, struct wl_proxy *proxy) {
    struct offer *offer = calloc(1, sizeof *offer);
    if (!offer) {
        wl_proxy_marshal_flags(proxy, OFFER_DESTROY, NULL, wl_proxy_get_version(proxy), WL_MARSHAL_FLAG_DESTROY);
        return;
    }
    *offer = (struct offer){.proxy = proxy, .type = TEXT_TYPES};
    wl_proxy_add_listener(proxy, (void (**)(void))offer_listener, offer);
}

static void device_selection(void *data, struct wl_proxy *device, struct wl_proxy *proxy) {
    struct kagami_screens *screens = data;
    offer_free(screens->offer);
    screens->offer = proxy ? wl_proxy_get_user_data(proxy) : NULL;
    screens->events.clipboard(
        screens->events.context, screens->offer && screens->offer->type < TEXT_TYPES,
        screens->offer && screens->offer->is_own);
}

static void device_finished(void *data, struct wl_proxy *device) {
    struct kagami_screens *screens = data;
    wl_proxy_marshal_flags(device, DEVICE_DESTROY, NULL, wl_proxy_get_version(device), WL_MARSHAL_FLAG_DESTROY);
    screens->clipboard = NULL;
}

static void (*const device_listener[])(void) = {
    (void (*)(void))device_offer, (void (*)(void))device_selection, (void (*)(void))device_finished};

bool kagami_clipboard_open(struct kagami_screens *screens) {
    if (screens->clipboard) return true;
    if (!screens->clipboards) return false;
    screens->clipboard = wl_proxy_marshal_flags(
        screens->clipboards, CLIPBOARDS_OPEN, &device_interface, wl_proxy_get_version(screens->clipboards), 0, NULL,
        screens->seat);
    if (!screens->clipboard) return false;
    wl_proxy_add_listener(screens->clipboard, (void (**)(void))device_listener, screens);
    // What is in the clipboard is known from the beginning.
    return wl_display_roundtrip(screens->display) >= 0;
}

int kagami_clipboard_receive(struct kagami_screens *screens) {
    struct offer *offer = screens->offer;
    int ends[2];
    if (!offer || offer->type == TEXT_TYPES || pipe2(ends, O_CLOEXEC) < 0) return -1;
    wl_proxy_marshal_flags(
        offer->proxy, OFFER_RECEIVE, NULL, wl_proxy_get_version(offer->proxy), 0, text_types[offer->type], ends[1]);
    close(ends[1]);
    // The other program has the other end, which is not changed by this.
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return ends[0];
}

static void source_destroy(struct kagami_screens *screens) {
    if (screens->source)
        wl_proxy_marshal_flags(
            screens->source, SOURCE_DESTROY, NULL, wl_proxy_get_version(screens->source), WL_MARSHAL_FLAG_DESTROY);
    screens->source = NULL;
}

static void source_send(void *data, struct wl_proxy *source, const char *type, int32_t descriptor) {
    struct kagami_screens *screens = data;
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    screens->events.wants_text(screens->events.context, descriptor);
}

static void source_cancelled(void *data, struct wl_proxy *source) {
    struct kagami_screens *screens = data;
    source_destroy(screens);
    screens->events.lost_clipboard(screens->events.context);
}

static void (*const source_listener[])(void) = {
    (void (*)(void))source_send, (void (*)(void))source_cancelled};

bool kagami_clipboard_offer(struct kagami_screens *screens) {
    if (!screens->clipboard) return false;
    // An earlier one is replaced, not taken away first: nobody sees the clipboard empty.
    struct wl_proxy *old = screens->source;
    struct wl_proxy *source = wl_proxy_marshal_flags(
        screens->clipboards, CLIPBOARDS_OFFER, &source_interface, wl_proxy_get_version(screens->clipboards), 0, NULL);
    if (!source) return false;
    const uint32_t version = wl_proxy_get_version(source);
    wl_proxy_add_listener(source, (void (**)(void))source_listener, screens);
    for (int i = 0; i < TEXT_TYPES; i++) wl_proxy_marshal_flags(source, SOURCE_TYPE, NULL, version, 0, text_types[i]);
    wl_proxy_marshal_flags(source, SOURCE_TYPE, NULL, version, 0, own_type());
    wl_proxy_marshal_flags(screens->clipboard, DEVICE_SET, NULL, version, 0, source);
    screens->source = old;
    source_destroy(screens);
    screens->source = source;
    return true;
}
