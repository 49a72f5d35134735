#include "CWaylandExtras.h"

#include <stdio.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
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

struct wl_event_source *kagami_wl_event_source(struct wl_event_loop *loop, int fd) {
    char path[64], line[256];
    struct stat wanted, watched;
    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", wl_event_loop_get_fd(loop));
    FILE *list = fstat(fd, &wanted) == 0 ? fopen(path, "re") : NULL;
    if (!list) return NULL;
    struct wl_event_source *found = NULL;
    while (!found && fgets(line, sizeof line, list)) {
        int descriptor;
        unsigned long long data;
        if (sscanf(line, "tfd: %d events: %*x data: %llx", &descriptor, &data) != 2) continue;
        if (fstat(descriptor, &watched) < 0) continue;
        if (watched.st_ino == wanted.st_ino && watched.st_dev == wanted.st_dev)
            found = (struct wl_event_source *)(uintptr_t)data;
    }
    fclose(list);
    return found;
}

static int ignore(int fd, uint32_t mask, void *data) {
    (void)fd;
    (void)mask;
    (void)data;
    return 0;
}

bool kagami_wl_tells_event_sources(struct wl_event_loop *loop) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0) return false;
    struct wl_event_source *source = wl_event_loop_add_fd(loop, pair[0], WL_EVENT_READABLE, ignore, NULL);
    bool tells = source && kagami_wl_event_source(loop, pair[0]) == source;
    if (source) wl_event_source_remove(source);
    close(pair[0]);
    close(pair[1]);
    return tells;
}

size_t kagami_wl_ready_sources(struct wl_event_loop *loop, struct wl_event_source **sources, size_t most) {
    struct epoll_event events[64];
    const size_t room = sizeof events / sizeof *events;
    int count = epoll_wait(wl_event_loop_get_fd(loop), events, most < room ? most : room, 0);
    for (int index = 0; index < count; index++)
        sources[index] = events[index].events == EPOLLIN ? events[index].data.ptr : NULL;
    return count > 0 ? count : 0;
}

static enum wl_iterator_result count(struct wl_resource *resource, void *sum) {
    (void)resource;
    ++*(size_t *)sum;
    return WL_ITERATOR_CONTINUE;
}

size_t kagami_wl_client_count_resources(struct wl_client *client) {
    size_t sum = 0;
    wl_client_for_each_resource(client, count, &sum);
    return sum;
}
