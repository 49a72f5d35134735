#pragma once
// What kagami-remote needs of libneatvnc and libwayland-client and cannot express in Swift.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: VNC

/// A server for VNC viewers. There is one in a process.
struct kagami_vnc;

/// A viewer, from `came` to `left`. Only its address is of use.
typedef const void *kagami_viewer;

/// What viewers do. All calls come from `kagami_vnc_dispatch`.
struct kagami_vnc_events {
    void *context;
    void (*came)(void *context, kagami_viewer viewer);
    void (*left)(void *context, kagami_viewer viewer);
    /// The viewer can take another picture.
    void (*asked)(void *context, kagami_viewer viewer);
    /// An X11 keysym.
    void (*key)(void *context, kagami_viewer viewer, uint32_t keysym, bool pressed);
    /// Pixels of the last picture, and the buttons of RFB: bit 0 is the left one, bits 3 to 6 are the wheel's clicks.
    void (*pointer)(void *context, kagami_viewer viewer, uint16_t x, uint16_t y, uint32_t buttons);
    /// The viewer wants a screen of this size; the answer is whether it may get one.
    bool (*size)(void *context, kagami_viewer viewer, uint16_t width, uint16_t height);
    /// A viewer's user has copied a text; it need not end with a zero.
    void (*copied)(void *context, const char *text, size_t length);
    /// Whether the password is right.
    bool (*login)(void *context, const char *user, const char *password);
};

/// A rectangle in pixels.
struct kagami_rect {
    uint16_t x, y, width, height;
};

/// Listens on a TCP port of an address, or with port 0 on a Unix socket at a path. NULL with errno set after a failure.
struct kagami_vnc *kagami_vnc_open(const char *address, uint16_t port, const struct kagami_vnc_events *events);

/// Demands TLS and a password of every viewer; false if the library cannot, or cannot use the files.
bool kagami_vnc_protect(struct kagami_vnc *vnc, const char *key, const char *certificate);

/// Closes all connections, and removes the Unix socket.
void kagami_vnc_close(struct kagami_vnc *vnc);

/// The name of the screen, which viewers show as their window's title.
void kagami_vnc_name(struct kagami_vnc *vnc, const char *name);

/// The descriptor that is readable while there is something to dispatch.
int kagami_vnc_descriptor(const struct kagami_vnc *vnc);
void kagami_vnc_dispatch(struct kagami_vnc *vnc);

/// The listening socket, for the limit on connections.
int kagami_vnc_listener(const struct kagami_vnc *vnc);

/// How long a TCP connection has been silent that has not said who it is, in milliseconds; -1 for one that has, and for any other descriptor.
int64_t kagami_vnc_silence(int descriptor);

/// Whether viewers can have a screen of a size that they wish (libneatvnc 0.6).
bool kagami_vnc_takes_sizes(void);

/// Whether `asked` precedes each picture. Later libraries also send pictures that a viewer has ordered in advance.
bool kagami_vnc_asks_each_time(void);

/// Whether texts are UTF-8 for the library. Before 0.9 they are what crosses the network, which is ISO 8859-1 by RFC 6143.
bool kagami_vnc_texts_are_unicode(void);

/// Gives all viewers a text to paste.
void kagami_vnc_send_text(struct kagami_vnc *vnc, const char *text, size_t length);

/// Shows a picture in XRGB; `pixels` stays unchanged until `released`, and `stride` counts bytes.
bool kagami_vnc_show(
    struct kagami_vnc *vnc, void *pixels, uint16_t width, uint16_t height, int32_t stride,
    const struct kagami_rect *damage, size_t count, void (*released)(void *context), void *context);

// MARK: The screens of the service

/// A connection to the service's Wayland socket for tools.
struct kagami_screens;

/// What comes from the service. All calls come from `kagami_screens_dispatch`.
struct kagami_screens_events {
    void *context;
    /// An output has come, or has changed: its present name, and its size as its viewer sees it.
    void (*output)(void *context, uint32_t number, const char *name, int32_t width, int32_t height);
    void (*output_left)(void *context, uint32_t number);
    /// A copy needs a buffer of this format (`wl_shm.format`) and size.
    void (*wants_buffer)(void *context, uint32_t format, uint32_t width, uint32_t height, uint32_t stride);
    void (*damaged)(void *context, uint32_t x, uint32_t y, uint32_t width, uint32_t height);
    void (*copied)(void *context);
    void (*failed)(void *context);
    /// The clipboard has changed: whether it has a text, and whether that is the one that was offered here.
    void (*clipboard)(void *context, bool has_text, bool is_own);
    /// A program pastes the text that was offered, which is to be written to the descriptor, the callee's from now on.
    void (*wants_text)(void *context, int descriptor);
    /// What was offered is no longer in the clipboard.
    void (*lost_clipboard)(void *context);
};

/// Memory that is shared with the service.
struct kagami_pixels;

/// Connects to the socket of this name or path, and waits for the list of globals. NULL with errno set after a failure.
struct kagami_screens *kagami_screens_connect(const char *socket, const struct kagami_screens_events *events);
void kagami_screens_close(struct kagami_screens *screens);

/// The name of a protocol that the service lacks; NULL if it has all.
const char *kagami_screens_lack(const struct kagami_screens *screens);

int kagami_screens_descriptor(const struct kagami_screens *screens);

/// Reads and handles what has arrived without waiting; false after the end of the connection.
bool kagami_screens_dispatch(struct kagami_screens *screens);

/// Sends what is queued; false after the end of the connection.
bool kagami_screens_flush(struct kagami_screens *screens);

/// Begins a copy of an output with its pointer; `wants_buffer` or `failed` follows. Ends an earlier copy.
bool kagami_screens_copy(struct kagami_screens *screens, uint32_t output);

/// Fills the buffer: at once, or as soon as something has changed. `copied` or `failed` follows.
void kagami_screens_fill(struct kagami_screens *screens, struct kagami_pixels *pixels, bool when_changed);

/// Ends the copy; no event follows.
void kagami_screens_cancel(struct kagami_screens *screens);

/// NULL with errno set after a failure.
struct kagami_pixels *kagami_pixels_make(
    struct kagami_screens *screens, uint32_t format, uint32_t width, uint32_t height, uint32_t stride);
void kagami_pixels_free(struct kagami_pixels *pixels);
void *kagami_pixels_memory(const struct kagami_pixels *pixels);

/// Creates the pointer for an output; an earlier one releases its buttons.
bool kagami_pointer_open(struct kagami_screens *screens, uint32_t output);
void kagami_pointer_move(struct kagami_screens *screens, uint32_t time, uint32_t x, uint32_t y, uint32_t width, uint32_t height);
void kagami_pointer_button(struct kagami_screens *screens, uint32_t time, uint32_t button, bool pressed);
/// Turns the wheel by clicks, down or to the right if positive.
void kagami_pointer_scroll(struct kagami_screens *screens, uint32_t time, bool sideways, int32_t clicks);
void kagami_pointer_frame(struct kagami_screens *screens);

/// Gives the keyboard an XKB keymap; the descriptor stays the caller's.
void kagami_keyboard_map(struct kagami_screens *screens, int descriptor, uint32_t size);
/// A Linux event code.
void kagami_keyboard_key(struct kagami_screens *screens, uint32_t time, uint32_t code, bool pressed);
void kagami_keyboard_modifiers(struct kagami_screens *screens, uint32_t pressed, uint32_t locked);

// MARK: The clipboard

/// Follows the clipboard from now on; false if the service has no such protocol.
bool kagami_clipboard_open(struct kagami_screens *screens);

/// Asks for the clipboard's text in UTF-8; it comes through the pipe whose end is returned. -1 without a text.
int kagami_clipboard_receive(struct kagami_screens *screens);

/// Puts a text into the clipboard: `wants_text` asks for it until `lost_clipboard`.
bool kagami_clipboard_offer(struct kagami_screens *screens);
