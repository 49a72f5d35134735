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

#include "kagami_spawn.h"

/// A descriptor that becomes readable when the process ends (pidfd_open), or -1 with errno set.
int kagami_pidfd_open(pid_t pid);

/// A sealed, read-only memory file holding `size` bytes of `data`, or -1 with errno set.
int kagami_sealed_memfd(const char *name, const void *data, size_t size);

/// Whether the descriptor is a dmabuf: of the kernel's own file system for them.
bool kagami_is_dmabuf(int fd);

/// Begins (or ends) reading a dmabuf on the processor, waiting until who draws into it is done (DMA_BUF_IOCTL_SYNC);
/// 0, or -1 with errno set.
int kagami_dmabuf_sync(int fd, bool begin);

/// A pipe, close-on-exec, that holds `capacity` bytes if the system lets it; 0, or -1 with errno set.
int kagami_pipe(int ends[2], int capacity);

/// Closes every descriptor from `first` on; 0, or -1 with errno set.
int kagami_close_from(int first);

/// Takes from this process, for good, all that is not calculating and using the descriptors that it has: no files, no
/// sockets, no programs, no new privileges, no core dump; `memory` bytes more than it has now, `seconds` of processor
/// time. It ends with the process that started it. 0, or -1 with errno set.
int kagami_confine(size_t memory, unsigned seconds);

/// An empty memory file, close-on-exec, or -1 with errno set.
int kagami_memfd(const char *name);

/// Receives at most `size` bytes from a Unix socket without waiting, with the descriptors attached to them, which are made
/// close-on-exec. `count` is how many `descriptors` has room for, and then how many there are; `lost` whether there were
/// more. Returns as recv does.
ssize_t kagami_receive(int socket, void *data, size_t size, int *descriptors, size_t *count, bool *lost);

/// Sends bytes over a Unix socket with copies of `count` descriptors attached; returns as send does, and raises no SIGPIPE.
ssize_t kagami_send(int socket, const void *data, size_t size, const int *descriptors, size_t count);
