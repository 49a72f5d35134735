#pragma once
// Linux headers that Swift's Glibc module leaves out, and calls whose feature macros it does not define.
#include <linux/input-event-codes.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <malloc.h>
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

/// Waits for events of an epoll instance for at most `microseconds`, or for ever with -1; otherwise as epoll_wait(2).
///
/// Kernels before 5.11 round the time up to milliseconds.
int kagami_epoll_wait(int epoll, struct epoll_event *events, int most, int64_t microseconds);

/// A descriptor that becomes readable when the process ends (pidfd_open), or -1 with errno set.
int kagami_pidfd_open(pid_t pid);

/// A timer's descriptor that becomes readable when the wall clock is set or the machine has slept, and never otherwise
/// (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET); -1 with errno set.
int kagami_clock_watch(void);

/// Whether the wall clock was set, or the machine has slept, since the last call; makes the descriptor of `kagami_clock_watch` wait again.
bool kagami_clock_changed(int watch);

/// A sealed, read-only memory file holding `size` bytes of `data`, or -1 with errno set.
int kagami_sealed_memfd(const char *name, const void *data, size_t size);

/// Whether the descriptor is a dmabuf, by its file system.
bool kagami_is_dmabuf(int fd);

/// Begins or ends the processor's reading of a dmabuf, or writing, and waits for devices that draw in it
/// (DMA_BUF_IOCTL_SYNC); 0, or -1 with errno set.
int kagami_dmabuf_sync(int fd, bool begin, bool write);

/// A fence descriptor for all pending work of devices on a dmabuf (DMA_BUF_IOCTL_EXPORT_SYNC_FILE), or -1 with errno
/// set.
int kagami_dmabuf_fences(int fd);

/// A fence descriptor that signals after both fences (SYNC_IOC_MERGE), or -1 with errno set.
int kagami_merge_fences(int first, int second);

/// Makes a pipe with close-on-exec that holds `capacity` bytes if the system allows it; 0, or -1 with errno set.
int kagami_pipe(int ends[2], int capacity);

/// Closes every descriptor from `first` on; 0, or -1 with errno set.
int kagami_close_from(int first);

/// Permanently confines this process to computing and to its open descriptors; 0, or -1 with errno set.
///
/// The process has no files, sockets, programs, new privileges or core dumps. It may use at most `memory` more bytes
/// and `seconds` of processor time. It is killed when its parent ends.
int kagami_confine(size_t memory, unsigned seconds);

/// Creates an empty memory file with close-on-exec; returns its descriptor, or -1 with errno set.
int kagami_memfd(const char *name);

/// Receives at most `size` bytes from a Unix socket without waiting, with the descriptors attached to them.
///
/// The descriptors are made close-on-exec. `count` is the capacity of `descriptors`, and on return their number. `lost`
/// tells whether there were more. Returns like recv.
ssize_t kagami_receive(int socket, void *data, size_t size, int *descriptors, size_t *count, bool *lost);

/// Sends bytes over a Unix socket with duplicates of `count` descriptors attached; returns like send, without SIGPIPE.
ssize_t kagami_send(int socket, const void *data, size_t size, const int *descriptors, size_t count);
