// Files of cards that only a model has, and the calls on them.
#define _GNU_SOURCE
#include "calls.h"

#include <errno.h>
#include <fnmatch.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include "files.h"
#include "wire.h"

enum { MOST_FILES = 256 };

// A descriptor is known by the inode of its socket, whatever number it is duplicated to.
struct file {
    ino_t inode;
    uint64_t number;
    unsigned minor;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct file files[MOST_FILES];
static unsigned next_file;

// Each thread has a connection of its own: in the kernel, too, a slow call of one does not hold up the others'.
struct channel {
    int connection;
    char buffer[PAPER_LARGEST];
    char memory[PAPER_LARGEST];
};

static pthread_key_t channels;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void end_channel(void *channel) {
    if (((struct channel *)channel)->connection >= 0) close(((struct channel *)channel)->connection);
    free(channel);
}

static void prepare_channels(void) {
    if (pthread_key_create(&channels, end_channel) != 0) abort();
}

// This thread's channel, connected; null where the model cannot be reached.
static struct channel *own_channel(void) {
    pthread_once(&once, prepare_channels);
    struct channel *channel = pthread_getspecific(channels);
    if (!channel) {
        channel = malloc(sizeof *channel);
        if (!channel) return NULL;
        channel->connection = -1;
        pthread_setspecific(channels, channel);
    }
    if (channel->connection < 0) channel->connection = paper_connect();
    return channel->connection < 0 ? NULL : channel;
}

static void remember(ino_t inode, const struct paper_reply *reply) {
    pthread_mutex_lock(&lock);
    files[next_file++ % MOST_FILES] = (struct file){inode, reply->file, (unsigned)reply->minor};
    pthread_mutex_unlock(&lock);
}

int paper_connect(void) {
    const char *path = getenv("PAPER_CARDS");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!path || strlen(path) >= sizeof address.sun_path) { errno = ENOENT; return -1; }
    strcpy(address.sun_path, path);
    int made = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (made < 0) return -1;
    int size = 2 * PAPER_LARGEST;
    setsockopt(made, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    if (connect(made, (struct sockaddr *)&address, sizeof address) != 0) {
        int number = errno;
        close(made);
        errno = number;
        return -1;
    }
    return made;
}

int paper_is_card(const char *path) {
    return path && getenv("PAPER_CARDS") && (
        fnmatch("/dev/dri/card[0-9]*", path, FNM_PATHNAME) == 0 || fnmatch("/dev/dri/renderD[0-9]*", path, FNM_PATHNAME) == 0);
}

static ssize_t send_request(
    const struct channel *channel, enum paper_call call, const uint64_t words[3], const void *payload, size_t length,
    int passed
) {
    struct paper_request request = {call, getpid(), words[0], words[1], words[2]};
    struct iovec pieces[2] = {{&request, sizeof request}, {(void *)payload, length}};
    union { char bytes[CMSG_SPACE(sizeof(int))]; struct cmsghdr alignment; } control = {0};
    struct msghdr message = {.msg_iov = pieces, .msg_iovlen = length ? 2 : 1};
    if (passed >= 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &passed, sizeof(int));
    }
    return sendmsg(channel->connection, &message, MSG_NOSIGNAL);
}

// The length of the answer in the channel's buffer, and the descriptor that came with it or -1.
static ssize_t receive(struct channel *channel, int *descriptor) {
    struct iovec piece = {channel->buffer, sizeof channel->buffer};
    union { char bytes[CMSG_SPACE(sizeof(int))]; struct cmsghdr alignment; } control;
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    ssize_t length;
    do length = recvmsg(channel->connection, &message, MSG_CMSG_CLOEXEC); while (length < 0 && errno == EINTR);
    *descriptor = -1;
    struct cmsghdr *header = length >= 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header && header->cmsg_type == SCM_RIGHTS) memcpy(descriptor, CMSG_DATA(header), sizeof(int));
    return length;
}

static int send_memory(struct channel *channel, const struct paper_piece *pieces, unsigned count) {
    char *data = channel->memory;
    size_t length = 0;
    for (unsigned index = 0; index < count; index++) {
        if (length + pieces[index].length > sizeof channel->memory - sizeof(struct paper_request)) return -1;
        memcpy(data + length, (const void *)(uintptr_t)pieces[index].address, pieces[index].length);
        length += pieces[index].length;
    }
    return send_request(channel, PAPER_DATA, (uint64_t[3]){0}, data, length, -1) < 0 ? -1 : 0;
}

static void write_memory(const char *bytes, unsigned count) {
    for (unsigned index = 0; index < count; index++) {
        struct paper_piece piece;
        memcpy(&piece, bytes, sizeof piece);
        bytes += sizeof piece;
        memcpy((void *)(uintptr_t)piece.address, bytes, piece.length);
        bytes += piece.length;
    }
}

// Makes a call and serves the model's reads until it is done; the reply's result is -EIO where the model has gone.
static struct paper_reply call(
    enum paper_call kind, const uint64_t words[3], const void *payload, size_t length, int passed, int *received
) {
    struct paper_reply reply = {.answer = PAPER_DONE, .result = -EIO};
    int descriptor = -1;
    struct channel *channel = own_channel();
    if (!channel || send_request(channel, kind, words, payload, length, passed) < 0) return reply;
    while (receive(channel, &descriptor) >= (ssize_t)sizeof reply) {
        memcpy(&reply, channel->buffer, sizeof reply);
        if (reply.answer == PAPER_DONE) {
            write_memory(channel->buffer + sizeof reply, reply.count);
            *received = descriptor;
            return reply;
        }
        if (send_memory(channel, (const struct paper_piece *)(channel->buffer + sizeof reply), reply.count) != 0) break;
    }
    reply.result = -EIO;
    return reply;
}

static int failed(int64_t result) {
    errno = (int)-result;
    return -1;
}

int paper_open(const char *path, int flags, int through_seat) {
    int descriptor = -1;
    struct paper_reply reply = call(
        PAPER_OPEN, (uint64_t[3]){(uint64_t)flags, (uint64_t)through_seat, 0}, path, strlen(path), -1, &descriptor);
    struct stat status;
    if (descriptor >= 0 && paper_real_fstat(descriptor, &status) == 0) {
        remember(status.st_ino, &reply);
    }
    if (reply.result < 0) return failed(reply.result);
    return descriptor;
}

int paper_find(int descriptor, uint64_t *number, unsigned *minor) {
    struct stat status;
    if (next_file == 0 || descriptor < 0 || paper_real_fstat(descriptor, &status) != 0) return 0;
    if (!S_ISSOCK(status.st_mode)) return 0;
    for (unsigned index = 0; index < MOST_FILES && index < next_file; index++) {
        if (files[index].inode != status.st_ino) continue;
        *number = files[index].number;
        *minor = files[index].minor;
        return 1;
    }
    return 0;
}

int paper_adopt(int descriptor) {
    struct stat status;
    if (!getenv("PAPER_CARDS") || paper_real_fstat(descriptor, &status) != 0 || !S_ISSOCK(status.st_mode)) return 0;
    int received = -1;
    struct paper_reply reply = call(PAPER_WHICH, (uint64_t[3]){status.st_ino, 0, 0}, NULL, 0, -1, &received);
    if (reply.result == 0) {
        remember(status.st_ino, &reply);
    }
    return reply.result == 0;
}

int paper_ioctl(uint64_t number, unsigned long request, void *argument) {
    // In these the first or third word is a descriptor of the caller's.
    enum { PRIME_FD_TO_HANDLE = 0x2e };
    size_t length = (request >> 16) & 0x3fff;
    int passed = -1, received = -1;
    if ((request & 0xff) == PRIME_FD_TO_HANDLE) passed = ((const int *)argument)[2];
    int saved = errno;
    struct paper_reply reply = call(
        PAPER_IOCTL, (uint64_t[3]){number, request, (uint64_t)(uintptr_t)argument}, argument, length, passed, &received);
    if (reply.result < 0) return failed(reply.result);
    if (received >= 0) ((int *)argument)[2] = received;
    errno = saved;
    return (int)reply.result;
}

int paper_memory(uint64_t number, uint64_t offset, uint64_t length, int64_t *start) {
    int descriptor = -1;
    struct paper_reply reply = call(PAPER_MMAP, (uint64_t[3]){number, offset, length}, NULL, 0, -1, &descriptor);
    if (reply.result < 0) return failed(reply.result);
    *start = reply.result;
    return descriptor;
}
