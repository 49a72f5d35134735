// VNC through libneatvnc, from 0.5 to 1.0. All that differs between these versions is here: functions that only later ones have
// are weak references, and so are absent at run time from a program that is linked with an earlier library. Version 1 has other
// functions and another name as a library.
#if __has_include(<aml1/aml.h>)
#define IS_VERSION_1 1
#include <aml1/aml.h>
#else
// Debian 13's library asks for this.
#define AML_UNSTABLE_API 1
#include <aml.h>
#endif
#include <errno.h>
#include <linux/tcp.h>
#include <neatvnc.h>
#include <netinet/in.h>
#include <pixman.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "CRemote.h"

#ifndef IS_VERSION_1
struct nvnc_desktop_layout;

#define SINCE __attribute__((weak)) extern

// Each in place of the other
#define NAMED(name) __asm__(name) __attribute__((weak))
extern void nvnc_take_texts_early(struct nvnc *, void (*)(void *, const char *, uint32_t))
    NAMED("nvnc_set_cut_text_receive_fn");
extern void nvnc_take_texts(struct nvnc *, void (*)(void *, const char *, uint32_t)) NAMED("nvnc_set_cut_text_fn");
// 0.6
SINCE void nvnc_set_desktop_layout_fn(
    struct nvnc *, bool (*)(struct nvnc_client *, const struct nvnc_desktop_layout *));
SINCE uint16_t nvnc_desktop_layout_get_width(const struct nvnc_desktop_layout *);
SINCE uint16_t nvnc_desktop_layout_get_height(const struct nvnc_desktop_layout *);
// 0.7
SINCE int nvnc_set_tls_creds(struct nvnc *, const char *key, const char *certificate);
// 0.9, with orders of pictures in advance, and texts of any characters
SINCE struct nvnc *nvnc_open_from_fd(int descriptor);
#endif

struct kagami_vnc {
    struct kagami_vnc_events events;
    struct aml *loop;
    struct nvnc *server;
    struct nvnc_display *display;
    int listener;
};

static struct kagami_vnc *owner(const struct nvnc_client *viewer) {
    return nvnc_get_userdata(nvnc_client_get_server(viewer));
}

#ifdef IS_VERSION_1
struct visit {
    struct kagami_vnc *vnc;
    struct nvnc_client *viewer;
};

static void left(void *context) {
    struct visit *visit = context;
    visit->vnc->events.left(visit->vnc->events.context, visit->viewer);
    free(visit);
}

static void came(struct nvnc_client *viewer) {
    struct kagami_vnc *vnc = owner(viewer);
    struct visit *visit = malloc(sizeof *visit);
    // A viewer whose end nobody would hear of is none.
    if (!visit) return;
    *visit = (struct visit){vnc, viewer};
    nvnc_client_set_userdata(viewer, visit, left);
    vnc->events.came(vnc->events.context, viewer);
}
#else
static void left(struct nvnc_client *viewer) {
    struct kagami_vnc *vnc = owner(viewer);
    vnc->events.left(vnc->events.context, viewer);
}

static void came(struct nvnc_client *viewer) {
    struct kagami_vnc *vnc = owner(viewer);
    nvnc_set_client_cleanup_fn(viewer, left);
    vnc->events.came(vnc->events.context, viewer);
}

static void asked(
    struct nvnc_client *viewer, bool incremental, uint16_t x, uint16_t y, uint16_t width, uint16_t height) {
    struct kagami_vnc *vnc = owner(viewer);
    vnc->events.asked(vnc->events.context, viewer);
}
#endif

static void key(struct nvnc_client *viewer, uint32_t keysym, bool pressed) {
    struct kagami_vnc *vnc = owner(viewer);
    vnc->events.key(vnc->events.context, viewer, keysym, pressed);
}

static void pointer(struct nvnc_client *viewer, uint16_t x, uint16_t y, enum nvnc_button_mask buttons) {
    struct kagami_vnc *vnc = owner(viewer);
    vnc->events.pointer(vnc->events.context, viewer, x, y, (uint32_t)buttons);
}

/// The library hands over the server before 0.6, and the viewer from then on: there is one server.
static struct kagami_vnc *receiver;

static void copied(void *whose, const char *text, uint32_t length) {
    if (receiver) receiver->events.copied(receiver->events.context, text, length);
}

static void take_texts(struct kagami_vnc *vnc) {
    receiver = vnc;
#ifdef IS_VERSION_1
    nvnc_set_cut_text_fn(vnc->server, (nvnc_cut_text_fn)copied);
#else
    if (nvnc_take_texts) nvnc_take_texts(vnc->server, copied);
    else if (nvnc_take_texts_early) nvnc_take_texts_early(vnc->server, copied);
#endif
}

static bool layout(struct nvnc_client *viewer, const struct nvnc_desktop_layout *wish) {
    struct kagami_vnc *vnc = owner(viewer);
    return vnc->events.size(
        vnc->events.context, viewer, nvnc_desktop_layout_get_width(wish), nvnc_desktop_layout_get_height(wish));
}

#ifdef IS_VERSION_1
static void login(struct nvnc_auth_creds *credentials, void *context) {
    struct kagami_vnc *vnc = context;
    const char *user = nvnc_auth_creds_get_username(credentials);
    const char *password = nvnc_auth_creds_get_password(credentials);
    if (password && vnc->events.login(vnc->events.context, user ? user : "", password))
        nvnc_auth_creds_accept(credentials);
    else
        nvnc_auth_creds_reject(credentials, "wrong password");
}
#else
static bool login(const char *user, const char *password, void *context) {
    struct kagami_vnc *vnc = context;
    return vnc->events.login(vnc->events.context, user, password);
}
#endif

static void silent(const struct nvnc_log_data *data, const char *message) {}

#ifdef IS_VERSION_1
bool kagami_vnc_takes_sizes(void) { return true; }

bool kagami_vnc_asks_each_time(void) { return false; }

bool kagami_vnc_texts_are_unicode(void) { return true; }

static struct nvnc *listen_at(const char *address, uint16_t port) {
    struct nvnc *server = nvnc_new();
    if (!server) return NULL;
    int result = port ? nvnc_listen_tcp(server, address, port, NVNC_STREAM_NORMAL)
                      : nvnc_listen_unix(server, address, NVNC_STREAM_NORMAL);
    if (result == 0) return server;
    int reason = errno;
    nvnc_del(server);
    errno = reason;
    return NULL;
}
#else
bool kagami_vnc_takes_sizes(void) { return nvnc_set_desktop_layout_fn != NULL; }

bool kagami_vnc_asks_each_time(void) { return nvnc_open_from_fd == NULL; }

bool kagami_vnc_texts_are_unicode(void) { return nvnc_open_from_fd != NULL; }

static struct nvnc *listen_at(const char *address, uint16_t port) {
    return port ? nvnc_open(address, port) : nvnc_open_unix(address);
}
#endif

/// The socket that the library has begun to listen on since `first` was the lowest unused descriptor.
static int find_listener(int first) {
    for (int number = first; number < first + 256; number++) {
        int value = 0;
        socklen_t size = sizeof value;
        if (getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) == 0 && value) return number;
    }
    return -1;
}

struct kagami_vnc *kagami_vnc_open(const char *address, uint16_t port, const struct kagami_vnc_events *events) {
    struct kagami_vnc *vnc = calloc(1, sizeof *vnc);
    if (!vnc) return NULL;
    vnc->events = *events;
    vnc->loop = aml_new();
    if (!vnc->loop) goto failed;
    aml_set_default(vnc->loop);
    nvnc_set_log_fn(silent);
    int first = dup(STDERR_FILENO);
    if (first < 0) goto failed;
    close(first);
    vnc->server = listen_at(address, port);
    if (!vnc->server) goto failed;
    vnc->listener = find_listener(first);
    vnc->display = nvnc_display_new(0, 0);
    if (!vnc->display) goto failed;
    nvnc_add_display(vnc->server, vnc->display);
    nvnc_set_userdata(vnc->server, vnc, NULL);
    nvnc_set_new_client_fn(vnc->server, came);
#ifndef IS_VERSION_1
    nvnc_set_fb_req_fn(vnc->server, asked);
#endif
    nvnc_set_key_fn(vnc->server, key);
    nvnc_set_pointer_fn(vnc->server, pointer);
    take_texts(vnc);
    if (kagami_vnc_takes_sizes()) nvnc_set_desktop_layout_fn(vnc->server, layout);
    return vnc;
failed:;
    int reason = errno;
    kagami_vnc_close(vnc);
    errno = reason;
    return NULL;
}

bool kagami_vnc_protect(struct kagami_vnc *vnc, const char *key_path, const char *certificate) {
    if (!nvnc_has_auth()) return false;
#ifdef IS_VERSION_1
    const enum nvnc_auth_flags needs = NVNC_AUTH_REQUIRE_AUTH | NVNC_AUTH_REQUIRE_ENCRYPTION;
    return nvnc_enable_auth(vnc->server, needs, login, vnc) == 0
        && nvnc_set_tls_creds(vnc->server, key_path, certificate) == 0;
#else
    if (!nvnc_set_tls_creds) {
        int (*enable)(struct nvnc *, const char *, const char *, nvnc_auth_fn, void *) = (void *)nvnc_enable_auth;
        return enable(vnc->server, key_path, certificate, login, vnc) == 0;
    }
    // NVNC_AUTH_REQUIRE_AUTH and NVNC_AUTH_REQUIRE_ENCRYPTION
    int (*enable)(struct nvnc *, int, nvnc_auth_fn, void *) = (void *)nvnc_enable_auth;
    return enable(vnc->server, 1 | 2, login, vnc) == 0 && nvnc_set_tls_creds(vnc->server, key_path, certificate) == 0;
#endif
}

void kagami_vnc_send_text(struct kagami_vnc *vnc, const char *text, size_t length) {
    nvnc_send_cut_text(vnc->server, text, (uint32_t)length);
}

void kagami_vnc_close(struct kagami_vnc *vnc) {
    if (receiver == vnc) receiver = NULL;
    // The server's clients leave while it still has its display.
#ifdef IS_VERSION_1
    if (vnc->server) nvnc_del(vnc->server);
#else
    if (vnc->server) nvnc_close(vnc->server);
#endif
    if (vnc->display) nvnc_display_unref(vnc->display);
    if (vnc->loop) {
        aml_set_default(NULL);
        aml_unref(vnc->loop);
    }
    free(vnc);
}

void kagami_vnc_name(struct kagami_vnc *vnc, const char *name) { nvnc_set_name(vnc->server, name); }

int kagami_vnc_descriptor(const struct kagami_vnc *vnc) { return aml_get_fd(vnc->loop); }

int kagami_vnc_listener(const struct kagami_vnc *vnc) { return vnc->listener; }

void kagami_vnc_dispatch(struct kagami_vnc *vnc) {
    aml_poll(vnc->loop, 0);
    aml_dispatch(vnc->loop);
}

int64_t kagami_vnc_silence(int descriptor) {
    // A viewer's version, its choice of a security type, and whether it shares the screen. TLS takes more.
    const uint64_t greeting = 12 + 1 + 1;
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) < 0) return -1;
    if (size < offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received) return -1;
    // Before anything has arrived, this counts from the connection's begin.
    return info.tcpi_bytes_received < greeting ? (int64_t)info.tcpi_last_data_recv : -1;
}

struct holder {
    void (*released)(void *context);
    void *context;
};

/// Nobody holds the picture any more.
static void release(void *context) {
    struct holder *holder = context;
    holder->released(holder->context);
    free(holder);
}

bool kagami_vnc_show(
    struct kagami_vnc *vnc, void *pixels, uint16_t width, uint16_t height, int32_t stride,
    const struct kagami_rect *damage, size_t count, void (*released)(void *context), void *context) {
    struct holder *holder = malloc(sizeof *holder);
    // DRM's code of XRGB with 8 bits each. Before version 1 the library counts a row in pixels, and from then on in bytes.
    const uint32_t xrgb8888 = 'X' | 'R' << 8 | '2' << 16 | '4' << 24;
#ifdef IS_VERSION_1
    struct nvnc_frame *picture = holder ? nvnc_frame_from_raw(pixels, width, height, xrgb8888, stride) : NULL;
#else
    struct nvnc_fb *picture = holder ? nvnc_fb_from_buffer(pixels, width, height, xrgb8888, stride / 4) : NULL;
#endif
    if (!picture) {
        free(holder);
        return false;
    }
    *holder = (struct holder){released, context};
    struct pixman_region16 region;
    pixman_region_init(&region);
    for (size_t i = 0; i < count; i++)
        pixman_region_union_rect(
            &region, &region, damage[i].x, damage[i].y, damage[i].width, damage[i].height);
    pixman_region_intersect_rect(&region, &region, 0, 0, width, height);
#ifdef IS_VERSION_1
    nvnc_frame_set_userdata(picture, holder, release);
    nvnc_frame_set_damage(picture, &region);
    nvnc_display_feed_frame(vnc->display, picture);
    nvnc_frame_unref(picture);
#else
    nvnc_set_userdata(picture, holder, release);
    nvnc_display_feed_buffer(vnc->display, picture, &region);
    nvnc_fb_unref(picture);
#endif
    pixman_region_fini(&region);
    return true;
}
