#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/dma-buf.h>
#include <linux/sync_file.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

int kagami_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

static int watch_clock(int watch) {
    struct itimerspec never = {.it_value = {.tv_sec = INT64_MAX}};
    return timerfd_settime(watch, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
}

int kagami_clock_watch(void) {
    int watch = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (watch < 0 || watch_clock(watch) == 0) return watch;
    int reason = errno;
    close(watch);
    errno = reason;
    return -1;
}

bool kagami_clock_changed(int watch) {
    uint64_t expirations;
    if (read(watch, &expirations, sizeof expirations) >= 0 || errno != ECANCELED) return false;
    watch_clock(watch);
    return true;
}

static int fill(int fd, const char *data, size_t size) {
    while (size > 0) {
        ssize_t written = write(fd, data, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return -1;
        data += written;
        size -= (size_t)written;
    }
    return 0;
}

int kagami_sealed_memfd(const char *name, const void *data, size_t size) {
    int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0) return -1;
    int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;
    if (fill(fd, data, size) < 0 || fcntl(fd, F_ADD_SEALS, seals) < 0) {
        int saved = errno;
        close(fd);
        errno = saved;
        return -1;
    }
    return fd;
}

bool kagami_is_dmabuf(int fd) {
    // DMA_BUF_MAGIC of linux/magic.h.
    struct statfs status;
    return fstatfs(fd, &status) == 0 && status.f_type == 0x444d4142;
}

int kagami_dmabuf_sync(int fd, bool begin, bool write) {
    struct dma_buf_sync sync = {(write ? DMA_BUF_SYNC_RW : DMA_BUF_SYNC_READ) | (begin ? DMA_BUF_SYNC_START : DMA_BUF_SYNC_END)};
    int result;
    do {
        result = ioctl(fd, DMA_BUF_IOCTL_SYNC, &sync);
    } while (result < 0 && (errno == EINTR || errno == EAGAIN));
    return result;
}

int kagami_dmabuf_fences(int fd) {
    // The fences that a writer has to wait for: those of readers and writers.
    struct dma_buf_export_sync_file request = {.flags = DMA_BUF_SYNC_WRITE, .fd = -1};
    return ioctl(fd, DMA_BUF_IOCTL_EXPORT_SYNC_FILE, &request) == 0 ? request.fd : -1;
}

int kagami_merge_fences(int first, int second) {
    struct sync_merge_data request = {.name = "kagami", .fd2 = second, .fence = -1};
    return ioctl(first, SYNC_IOC_MERGE, &request) == 0 ? request.fence : -1;
}

int kagami_memfd(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

// The most descriptors that the kernel attaches to a message (SCM_MAX_FD).
enum { MOST_DESCRIPTORS = 253 };

union control {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int) * MOST_DESCRIPTORS)];
};

ssize_t kagami_receive(int socket, void *data, size_t size, int *descriptors, size_t *count, bool *lost) {
    size_t room = *count < MOST_DESCRIPTORS ? *count : MOST_DESCRIPTORS;
    union control control;
    struct iovec part = {data, size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (room > 0) {
        // The length leaves out the padding after the last descriptor, which has room for another.
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_LEN(sizeof(int) * room);
    }
    *count = 0;
    *lost = false;
    ssize_t received = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (received < 0) return received;
    *lost = (message.msg_flags & MSG_CTRUNC) != 0;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t found = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < found; index++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof(int));
            if (*count < room) {
                descriptors[(*count)++] = descriptor;
            } else {
                close(descriptor);
                *lost = true;
            }
        }
    }
    return received;
}

ssize_t kagami_send(int socket, const void *data, size_t size, const int *descriptors, size_t count) {
    union control control = {};
    struct iovec part = {(void *)data, size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count > MOST_DESCRIPTORS) {
        errno = EINVAL;
        return -1;
    }
    if (count > 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * count);
        memcpy(CMSG_DATA(header), descriptors, sizeof(int) * count);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

int kagami_pipe(int ends[2], int capacity) {
    if (pipe2(ends, O_CLOEXEC) < 0) return -1;
    fcntl(ends[0], F_SETPIPE_SZ, capacity);
    return 0;
}

int kagami_epoll_wait(int epoll, struct epoll_event *events, int most, int64_t microseconds) {
    if (microseconds <= 0) return epoll_wait(epoll, events, most, microseconds < 0 ? -1 : 0);
    struct timespec rest = {microseconds / 1000000, microseconds % 1000000 * 1000};
    int count = epoll_pwait2(epoll, events, most, &rest, NULL);
    // The call is unknown to the kernel, or to a system call filter made for older kernels.
    if (count >= 0 || (errno != ENOSYS && errno != EPERM)) return count;
    int64_t milliseconds = microseconds / 1000 + (microseconds % 1000 != 0);
    return epoll_wait(epoll, events, most, milliseconds > INT_MAX ? INT_MAX : (int)milliseconds);
}
