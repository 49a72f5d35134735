#pragma once
// Linux headers that Glibc's Swift module leaves out, and calls whose feature macros it lacks.
#include <linux/input-event-codes.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>

/// A descriptor that becomes readable when the process ends (pidfd_open), or -1 with errno set.
int kagami_pidfd_open(pid_t pid);

/// A sealed, read-only memory file holding `size` bytes of `data`, or -1 with errno set.
int kagami_sealed_memfd(const char *name, const void *data, size_t size);

/// Whether the descriptor is a dmabuf: of the kernel's own file system for them.
bool kagami_is_dmabuf(int fd);

/// Begins (or ends) reading a dmabuf on the processor, waiting until who draws into it is done (DMA_BUF_IOCTL_SYNC);
/// 0, or -1 with errno set.
int kagami_dmabuf_sync(int fd, bool begin);
