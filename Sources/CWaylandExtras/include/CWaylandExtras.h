#pragma once
// Calls of libwayland-server that Swift cannot make because they are variadic.
#include <stdint.h>

struct wl_resource;

/// Posts protocol error `code` on `resource` with a plain message and so ends that client's connection.
void kagami_wl_resource_post_error(struct wl_resource *resource, uint32_t code, const char *message);
