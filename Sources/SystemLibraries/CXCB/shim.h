#pragma once
#include <xcb/xcb.h>
#include <xcb/xcbext.h>
#include <xcb/composite.h>
#include <xcb/xfixes.h>

// The extension's global is not for Swift: nothing says that it never changes.
static inline const xcb_query_extension_reply_t *kagami_xfixes(xcb_connection_t *connection) {
    return xcb_get_extension_data(connection, &xcb_xfixes_id);
}
