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
#include <sys/types.h>

#include "kagami_cec.h"
#include "kagami_children.h"
#include "kagami_log_line.h"
#include "kagami_spawn.h"

/// Waits for events of an epoll instance, for so many microseconds at most or, with -1, for ever. As epoll_wait(2).
///
/// Kernels before 5.11 count milliseconds, of which there are enough.
int kagami_epoll_wait(int epoll, struct epoll_event *events, int most, int64_t microseconds);

/// A descriptor that becomes readable when the process ends (pidfd_open), or -1 with errno set.
int kagami_pidfd_open(pid_t pid);

/// A sealed, read-only memory file holding `size` bytes of `data`, or -1 with errno set.
int kagami_sealed_memfd(const char *name, const void *data, size_t size);

/// Whether the descriptor is a dmabuf, by its file system.
bool kagami_is_dmabuf(int fd);

/// Begins (or ends) reading a dmabuf on the processor, or writing to it, waiting for those who draw in it (DMA_BUF_IOCTL_SYNC);
/// 0, or -1 with errno set.
int kagami_dmabuf_sync(int fd, bool begin, bool write);

/// A descriptor of all that devices still do with a dmabuf (DMA_BUF_IOCTL_EXPORT_SYNC_FILE), or -1 with errno set.
int kagami_dmabuf_fences(int fd);

/// A descriptor of what is over when both are (SYNC_IOC_MERGE), or -1 with errno set.
int kagami_merge_fences(int first, int second);

/// A pipe, close-on-exec, that holds `capacity` bytes if the system lets it; 0, or -1 with errno set.
int kagami_pipe(int ends[2], int capacity);

/// Closes every descriptor from `first` on; 0, or -1 with errno set.
int kagami_close_from(int first);

/// Permanently confines this process to computing and to its open descriptors: no files, no
/// sockets, no programs, no new privileges, no core dump; at most `memory` more bytes and `seconds` of processor
/// time. It is killed when its parent ends. 0, or -1 with errno set.
int kagami_confine(size_t memory, unsigned seconds);

/// An empty memory file, close-on-exec, or -1 with errno set.
int kagami_memfd(const char *name);

/// Receives at most `size` bytes from a Unix socket without waiting, with the descriptors attached to them, which are
/// made close-on-exec. `count` is the capacity of `descriptors`, and on return their number; `lost` is whether there
/// were more. Returns like recv.
ssize_t kagami_receive(int socket, void *data, size_t size, int *descriptors, size_t *count, bool *lost);

/// Sends bytes over a Unix socket with copies of `count` descriptors attached; returns like send, without SIGPIPE.
ssize_t kagami_send(int socket, const void *data, size_t size, const int *descriptors, size_t count);
