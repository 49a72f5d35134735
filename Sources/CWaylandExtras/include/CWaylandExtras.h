#pragma once
// The parts of libwayland-server that Swift needs but cannot express itself.
#include <stdbool.h>
#include <stdint.h>
#include <wayland-server-core.h>

/// A listener, followed by the object that gets its events.
struct kagami_listener {
    struct wl_listener listener;
    void *owner;
};

/// Posts protocol error `code` on `resource` with a plain message and so ends that client's connection. The original
/// function is variadic.
void kagami_wl_resource_post_error(struct wl_resource *resource, uint32_t code, const char *message);

/// Passes libwayland's messages, such as clients' protocol errors, to `take`: formatted, without a newline, and cut
/// after 1,023 bytes.
void kagami_wl_log(void (*take)(const char *line));

/// Posts `wl_display.error` with the code `implementation` and a plain message, and so ends the client's connection.
void kagami_wl_client_refuse(struct wl_client *client, const char *message);

/// Lets libwayland keep up to `size` bytes of events for each client that reads none; without effect before libwayland
/// 1.23, which keeps 4 KiB.
void kagami_wl_display_keep(struct wl_display *display, size_t size);

/// Decides which sockets are read during `kagami_wl_dispatch`.
struct kagami_wl_reader {
    void *owner;
    /// Whether to read a socket now. If not, it looks empty to libwayland, which finds it ready at the next dispatch.
    bool (*may_read)(void *owner, int socket);
    /// Told after a read that brought something; `filled` if it left no room, so that more may wait.
    void (*has_read)(void *owner, int socket, bool filled);
};

/// Dispatches once, at most 32 ready sockets, without waiting. All `recvmsg` of this thread meanwhile ask the reader.
int kagami_wl_dispatch(struct wl_event_loop *loop, const struct kagami_wl_reader *reader);
