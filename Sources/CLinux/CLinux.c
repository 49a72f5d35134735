#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

int kagami_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

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

int kagami_dmabuf_sync(int fd, bool begin) {
    struct dma_buf_sync sync = {DMA_BUF_SYNC_READ | (begin ? DMA_BUF_SYNC_START : DMA_BUF_SYNC_END)};
    int result;
    do {
        result = ioctl(fd, DMA_BUF_IOCTL_SYNC, &sync);
    } while (result < 0 && (errno == EINTR || errno == EAGAIN));
    return result;
}
