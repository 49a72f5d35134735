// Clients for tests of a service under load.
//
// "flood CLIENTS SURFACES KIND" forks clients that commit to their surfaces as fast as the service reads, and prints "ready" when
// all of them have windows. KIND is "flood", which waits for nothing, or "burst", which waits for a round trip after each round.
//
// "paint" is one client that shows a picture for each position of the pointer, at most one in a frame. It prints lines:
//   callback MICROSECONDS               from a commit to its frame callback
//   shown X Y MICROSECONDS              when a picture with that position was shown, by the monotonic clock

#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wayland-client.h>

#include "presentation-time.h"
#include "xdg-shell.h"

#define MOST_SURFACES 64

static struct wl_display *display;
static struct wl_compositor *compositor;
static struct wl_subcompositor *subcompositor;
static struct wl_shm *shm;
static struct wl_seat *seat;
static struct xdg_wm_base *shell;
static struct wp_presentation *presentation;

static struct wl_surface *window;
static int width = 640, height = 400;
static bool is_configured;

static void fail(const char *what) {
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000ll + time.tv_nsec / 1000;
}

static void pinged(void *data, struct xdg_wm_base *base, uint32_t serial) {
    (void)data;
    xdg_wm_base_pong(base, serial);
}

static const struct xdg_wm_base_listener shell_listener = {pinged};

static void announced(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    (void)data;
    (void)version;
    if (!strcmp(interface, "wl_compositor")) compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
    if (!strcmp(interface, "wl_subcompositor")) subcompositor = wl_registry_bind(registry, name, &wl_subcompositor_interface, 1);
    if (!strcmp(interface, "wl_shm")) shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    if (!strcmp(interface, "wl_seat")) seat = wl_registry_bind(registry, name, &wl_seat_interface, 1);
    if (!strcmp(interface, "wp_presentation")) presentation = wl_registry_bind(registry, name, &wp_presentation_interface, 1);
    if (!strcmp(interface, "xdg_wm_base")) {
        shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
        xdg_wm_base_add_listener(shell, &shell_listener, NULL);
    }
}

static void withdrawn(void *data, struct wl_registry *registry, uint32_t name) {
    (void)data;
    (void)registry;
    (void)name;
}

static const struct wl_registry_listener registry_listener = {announced, withdrawn};

static void surface_configured(void *data, struct xdg_surface *surface, uint32_t serial) {
    (void)data;
    xdg_surface_ack_configure(surface, serial);
    is_configured = true;
}

static const struct xdg_surface_listener surface_listener = {surface_configured};

static void toplevel_configured(
    void *data, struct xdg_toplevel *toplevel, int32_t new_width, int32_t new_height, struct wl_array *states) {
    (void)data;
    (void)toplevel;
    (void)states;
    if (new_width > 0) width = new_width;
    if (new_height > 0) height = new_height;
}

static void toplevel_closed(void *data, struct xdg_toplevel *toplevel) {
    (void)data;
    (void)toplevel;
    exit(0);
}

static const struct xdg_toplevel_listener toplevel_listener = {.configure = toplevel_configured, .close = toplevel_closed};

// Connects, and makes a window without contents.
static void start(const char *title) {
    display = wl_display_connect(NULL);
    if (!display) fail("connect");
    struct wl_registry *registry = wl_display_get_registry(display);
    wl_registry_add_listener(registry, &registry_listener, NULL);
    wl_display_roundtrip(display);
    window = wl_compositor_create_surface(compositor);
    struct xdg_surface *surface = xdg_wm_base_get_xdg_surface(shell, window);
    xdg_surface_add_listener(surface, &surface_listener, NULL);
    struct xdg_toplevel *toplevel = xdg_surface_get_toplevel(surface);
    xdg_toplevel_add_listener(toplevel, &toplevel_listener, NULL);
    xdg_toplevel_set_title(toplevel, title);
    xdg_toplevel_set_app_id(toplevel, title);
    wl_surface_commit(window);
    while (!is_configured)
        if (wl_display_dispatch(display) < 0) fail("dispatch");
}

// Two buffers of one size, in one pool.
static void make_buffers(struct wl_buffer *buffers[2], uint32_t **pixels, int buffer_width, int buffer_height) {
    size_t size = (size_t)buffer_width * buffer_height * 4;
    int memory = memfd_create("load", MFD_CLOEXEC);
    if (memory < 0 || ftruncate(memory, 2 * size) < 0) fail("shared memory");
    uint32_t *all = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (all == MAP_FAILED) fail("map");
    memset(all, 0x40, 2 * size);
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, memory, 2 * size);
    for (int index = 0; index < 2; index++)
        buffers[index] = wl_shm_pool_create_buffer(
            pool, index * size, buffer_width, buffer_height, buffer_width * 4, WL_SHM_FORMAT_XRGB8888);
    wl_shm_pool_destroy(pool);
    close(memory);
    if (pixels) *pixels = all;
}

// MARK: The flood

static void answered(void *data, struct wl_callback *callback, uint32_t time) {
    (void)data;
    (void)time;
    wl_callback_destroy(callback);
}

static const struct wl_callback_listener answer_listener = {answered};

// Sends what is queued, and reads what has come, without waiting for more than room in the socket.
static void exchange(void) {
    while (wl_display_flush(display) < 0) {
        if (errno != EAGAIN) fail("flush");
        struct pollfd room = {wl_display_get_fd(display), POLLOUT | POLLIN, 0};
        poll(&room, 1, -1);
        if (room.revents & POLLIN && wl_display_dispatch(display) < 0) fail("dispatch");
    }
    while (wl_display_prepare_read(display) < 0)
        if (wl_display_dispatch_pending(display) < 0) fail("dispatch");
    struct pollfd events = {wl_display_get_fd(display), POLLIN, 0};
    if (poll(&events, 1, 0) > 0) wl_display_read_events(display); else wl_display_cancel_read(display);
    if (wl_display_dispatch_pending(display) < 0) fail("dispatch");
}

static void commit(struct wl_surface *surface, struct wl_buffer *buffer) {
    wl_surface_attach(surface, buffer, 0, 0);
    wl_surface_damage(surface, 0, 0, 64, 64);
    wl_callback_add_listener(wl_surface_frame(surface), &answer_listener, NULL);
    wl_surface_commit(surface);
}

// The first surface is the window; of the others, three of four are subsurfaces, and the rest have no role.
static void flood(int surfaces, bool waits, int ready) {
    start("flood");
    struct wl_surface *all[MOST_SURFACES] = {window};
    struct wl_subsurface *children[MOST_SURFACES] = {NULL};
    struct wl_buffer *buffers[2];
    make_buffers(buffers, NULL, 64, 64);
    for (int index = 1; index < surfaces; index++) {
        all[index] = wl_compositor_create_surface(compositor);
        if (index % 4 == 0) continue;
        children[index] = wl_subcompositor_get_subsurface(subcompositor, all[index], window);
        if (index % 4 == 1) wl_subsurface_set_desync(children[index]);
    }
    commit(window, buffers[0]);
    wl_display_roundtrip(display);
    if (write(ready, "", 1) != 1) fail("ready");
    for (unsigned round = 0;; round++) {
        for (int index = surfaces - 1; index >= 0; index--) commit(all[index], buffers[round % 2]);
        int moved = 1 + round % (surfaces - 1);
        if (children[moved]) wl_subsurface_set_position(children[moved], round % 100, round % 70);
        wl_callback_add_listener(wl_display_sync(display), &answer_listener, NULL);
        if (round % 64 == 0) wl_registry_destroy(wl_display_get_registry(display));
        if (waits) {
            if (wl_display_roundtrip(display) < 0) fail("round trip");
        } else {
            exchange();
        }
    }
}

static int start_floods(int clients, int surfaces, bool waits) {
    int ready[2];
    if (surfaces < 2 || surfaces > MOST_SURFACES || pipe(ready) < 0) return 2;
    for (int index = 0; index < clients; index++) {
        pid_t child = fork();
        if (child < 0) fail("fork");
        if (child > 0) continue;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        flood(surfaces, waits, ready[1]);
    }
    for (int index = 0; index < clients; index++) {
        char byte;
        if (read(ready[0], &byte, 1) != 1) fail("wait");
    }
    puts("ready");
    fflush(stdout);
    int status;
    wait(&status);
    fputs("load: a client has ended\n", stderr);
    return 1;
}

// MARK: The painter

static struct {
    struct wl_buffer *buffers[2];
    uint32_t *pixels;
    int next;
    bool is_waiting;
    bool is_stale;
    int64_t committed;
    // The last position of the pointer, in whole units.
    int x, y;
} painter;

struct picture {
    int x, y;
};

static void shown(
    void *data, struct wp_presentation_feedback *feedback, uint32_t high, uint32_t low, uint32_t nanoseconds, uint32_t refresh,
    uint32_t count_high, uint32_t count_low, uint32_t flags) {
    (void)refresh;
    (void)count_high;
    (void)count_low;
    (void)flags;
    struct picture *picture = data;
    int64_t seconds = (int64_t)high << 32 | low;
    printf("shown %d %d %lld\n", picture->x, picture->y, (long long)(seconds * 1000000 + nanoseconds / 1000));
    free(picture);
    wp_presentation_feedback_destroy(feedback);
}

static void synchronised(void *data, struct wp_presentation_feedback *feedback, struct wl_output *output) {
    (void)data;
    (void)feedback;
    (void)output;
}

static void discarded(void *data, struct wp_presentation_feedback *feedback) {
    free(data);
    wp_presentation_feedback_destroy(feedback);
}

static const struct wp_presentation_feedback_listener feedback_listener = {synchronised, shown, discarded};

static void paint(void);

static void called_back(void *data, struct wl_callback *callback, uint32_t time) {
    (void)data;
    (void)time;
    wl_callback_destroy(callback);
    printf("callback %lld\n", (long long)(now() - painter.committed));
    painter.is_waiting = false;
    if (painter.is_stale) paint();
}

static const struct wl_callback_listener frame_listener = {called_back};

static void paint(void) {
    painter.is_stale = painter.is_waiting;
    if (painter.is_waiting) return;
    int index = painter.next;
    painter.next = !index;
    memset(painter.pixels + (size_t)index * width * height, painter.x & 0xff, 64 * 4);
    wl_surface_attach(window, painter.buffers[index], 0, 0);
    wl_surface_damage(window, 0, 0, 64, 1);
    wl_callback_add_listener(wl_surface_frame(window), &frame_listener, NULL);
    struct picture *picture = malloc(sizeof *picture);
    *picture = (struct picture){painter.x, painter.y};
    wp_presentation_feedback_add_listener(wp_presentation_feedback(presentation, window), &feedback_listener, picture);
    painter.committed = now();
    wl_surface_commit(window);
    painter.is_waiting = true;
}

static void moved(void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y) {
    (void)data;
    (void)pointer;
    (void)time;
    painter.x = wl_fixed_to_int(x);
    painter.y = wl_fixed_to_int(y);
    paint();
}

static void entered(
    void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface, wl_fixed_t x, wl_fixed_t y) {
    (void)serial;
    (void)surface;
    moved(data, pointer, 0, x, y);
}

static void left(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface) {
    (void)data;
    (void)pointer;
    (void)serial;
    (void)surface;
}

static void pressed(void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t button, uint32_t state) {
    (void)data;
    (void)pointer;
    (void)serial;
    (void)time;
    (void)button;
    (void)state;
}

static void scrolled(void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis, wl_fixed_t value) {
    (void)data;
    (void)pointer;
    (void)time;
    (void)axis;
    (void)value;
}

static const struct wl_pointer_listener pointer_listener = {
    .enter = entered, .leave = left, .motion = moved, .button = pressed, .axis = scrolled};

static int run_painter(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    start("painter");
    wl_pointer_add_listener(wl_seat_get_pointer(seat), &pointer_listener, NULL);
    make_buffers(painter.buffers, &painter.pixels, width, height);
    paint();
    while (wl_display_dispatch(display) >= 0) {}
    fail("dispatch");
    return 1;
}

int main(int count, char **arguments) {
    if (count == 2 && !strcmp(arguments[1], "paint")) return run_painter();
    if (count == 5 && !strcmp(arguments[1], "flood"))
        return start_floods(atoi(arguments[2]), atoi(arguments[3]), !strcmp(arguments[4], "burst"));
    fputs("usage: load paint | load flood CLIENTS SURFACES flood|burst\n", stderr);
    return 2;
}
