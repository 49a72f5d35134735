#include "CWaylandExtras.h"

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
