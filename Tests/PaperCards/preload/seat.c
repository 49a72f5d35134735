// A libseat whose seat is the model's: the model takes the seat away and gives it back as a virtual terminal switch does.
// Preloaded functions come before those of the real library.
#define _GNU_SOURCE
#include <libseat.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "calls.h"
#include "wire.h"

struct libseat {
    const struct libseat_seat_listener *listener;
    void *data;
    int connection;
    int next_device;
};

struct libseat *libseat_open_seat(const struct libseat_seat_listener *listener, void *data) {
    struct paper_request request = {.call = PAPER_SEAT, .pid = (uint32_t)getpid()};
    struct libseat *seat = calloc(1, sizeof *seat);
    if (!seat) return NULL;
    *seat = (struct libseat){listener, data, paper_connect(), 1};
    if (seat->connection >= 0 && send(seat->connection, &request, sizeof request, MSG_NOSIGNAL) > 0) return seat;
    int number = errno;
    libseat_close_seat(seat);
    errno = number;
    return NULL;
}

int libseat_close_seat(struct libseat *seat) {
    if (seat->connection >= 0) close(seat->connection);
    free(seat);
    return 0;
}

int libseat_disable_seat(struct libseat *seat) {
    return send(seat->connection, "D", 1, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

int libseat_open_device(struct libseat *seat, const char *path, int *descriptor) {
    const int flags = O_RDWR | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
    int opened = paper_is_card(path) ? paper_open(path, flags, 1) : open(path, flags);
    if (opened < 0) return -1;
    *descriptor = opened;
    return seat->next_device++;
}

// As with the real library, the caller closes the descriptor.
int libseat_close_device(struct libseat *seat, int device) {
    (void)seat, (void)device;
    return 0;
}

const char *libseat_seat_name(struct libseat *seat) {
    (void)seat;
    return "seat0";
}

int libseat_switch_session(struct libseat *seat, int session) {
    char byte = (char)session;
    return send(seat->connection, &byte, 1, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

int libseat_get_fd(struct libseat *seat) { return seat->connection; }

int libseat_dispatch(struct libseat *seat, int timeout) {
    struct pollfd ready = {seat->connection, POLLIN, 0};
    int count = poll(&ready, 1, timeout);
    if (count <= 0) return count;
    char byte;
    int dispatched = 0;
    ssize_t length;
    while ((length = recv(seat->connection, &byte, 1, MSG_DONTWAIT)) > 0) {
        dispatched++;
        if (byte == 'e') seat->listener->enable_seat(seat, seat->data);
        if (byte == 'd') seat->listener->disable_seat(seat, seat->data);
    }
    if (length == 0) { errno = EPIPE; return -1; }
    return dispatched;
}

void libseat_set_log_handler(libseat_log_func handler) { (void)handler; }
void libseat_set_log_level(enum libseat_log_level level) { (void)level; }
