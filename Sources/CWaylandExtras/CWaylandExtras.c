#define _GNU_SOURCE
#include "CWaylandExtras.h"

#include <dlfcn.h>
#include <errno.h>
#include <sys/socket.h>
#include <wayland-server-core.h>

#include "kagami_log_line.h"

void kagami_wl_resource_post_error(struct wl_resource *resource, uint32_t code, const char *message) {
    wl_resource_post_error(resource, code, "%s", message);
}

static void (*taker)(const char *);

static void format_line(const char *format, va_list arguments) {
    char line[1024];
    kagami_log_line(line, sizeof line, format, arguments);
    taker(line);
}

void kagami_wl_log(void (*take)(const char *)) {
    taker = take;
    wl_log_set_handler_server(format_line);
}

void kagami_wl_client_refuse(struct wl_client *client, const char *message) {
    wl_client_post_implementation_error(client, "%s", message);
}

// Absent from older libraries.
__attribute__((weak)) void wl_display_set_default_max_buffer_size(struct wl_display *display, size_t size);

void kagami_wl_display_keep(struct wl_display *display, size_t size) {
    if (wl_display_set_default_max_buffer_size) wl_display_set_default_max_buffer_size(display, size);
}

// Set while this thread reads clients' requests.
static _Thread_local const struct kagami_wl_reader *reader;

int kagami_wl_dispatch(struct wl_event_loop *loop, const struct kagami_wl_reader *with) {
    const struct kagami_wl_reader *outer = reader;
    reader = with;
    int result = wl_event_loop_dispatch(loop, 0);
    reader = outer;
    return result;
}

static size_t room(const struct msghdr *message) {
    size_t sum = 0;
    for (size_t i = 0; i < message->msg_iovlen; i++) sum += message->msg_iov[i].iov_len;
    return sum;
}

// libwayland reads clients' sockets through this function, because a program's own comes before the C library's.
ssize_t recvmsg(int socket, struct msghdr *message, int flags) {
    static ssize_t (*_Atomic next)(int, struct msghdr *, int);
    ssize_t (*call)(int, struct msghdr *, int) = next;
    if (!call) next = call = (ssize_t (*)(int, struct msghdr *, int))dlsym(RTLD_NEXT, "recvmsg");
    const struct kagami_wl_reader *asked = reader;
    if (!asked) return call(socket, message, flags);
    if (!asked->may_read(asked->owner, socket)) {
        errno = EAGAIN;
        return -1;
    }
    size_t most = room(message);
    ssize_t count = call(socket, message, flags);
    if (count > 0) asked->has_read(asked->owner, socket, (size_t)count == most);
    return count;
}
