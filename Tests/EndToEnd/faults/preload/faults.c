// Lets one call of a program fail: the Nth call of a function from a place in the code.
//
// KAGAMI_FAULTS names a file that gets a line for each place: "FUNCTION PLACE". KAGAMI_FAULT is the call that fails,
// "FUNCTION PLACE NUMBER ERRNO" with numbers from 1, and PLACE "*" for any. The file's last line is "failed" once it has.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <unistd.h>

enum { DEPTH = 5, SKIPPED = 2, PLACES = 1 << 14 };

static struct {
    char function[32];
    uint64_t place;
    long number, error;
} wanted;
static uint64_t known[PLACES];
static long calls;
static int report = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int is_inside;

static void *next(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

static void note(const char *line, int length) {
    if (report >= 0 && syscall(SYS_write, report, line, length) < 0) report = -1;
}

// The program alone meets faults: what it starts runs without them.
__attribute__((constructor)) static void start(void) {
    unsetenv("LD_PRELOAD");
    void *frames[DEPTH];
    is_inside = 1;
    // The first call loads the unwinder.
    backtrace(frames, DEPTH);
    const char *path = getenv("KAGAMI_FAULTS"), *fault = getenv("KAGAMI_FAULT");
    char place[32];
    if (fault && sscanf(fault, "%31s %31s %ld %ld", wanted.function, place, &wanted.number, &wanted.error) == 4)
        wanted.place = strcmp(place, "*") ? strtoull(place, NULL, 16) : 0;
    if (path) report = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    unsetenv("KAGAMI_FAULTS");
    unsetenv("KAGAMI_FAULT");
    is_inside = 0;
}

// The callers, by where they are in their libraries.
static uint64_t place_of_call(char *names, size_t size) {
    void *frames[DEPTH + SKIPPED];
    int count = backtrace(frames, DEPTH + SKIPPED), length = 0;
    uint64_t hash = 0xcbf29ce484222325;
    names[0] = 0;
    for (int index = SKIPPED; index < count; index++) {
        Dl_info info;
        if (!dladdr(frames[index], &info) || !info.dli_fname) continue;
        const char *file = strrchr(info.dli_fname, '/');
        file = file ? file + 1 : info.dli_fname;
        uintptr_t offset = (uintptr_t)frames[index] - (uintptr_t)info.dli_fbase;
        for (const char *letter = file; *letter; letter++) hash = (hash ^ (unsigned char)*letter) * 0x100000001b3;
        hash = (hash ^ offset) * 0x100000001b3;
        if (length < (int)size) length += snprintf(names + length, size - length, " %s+%zx", file, (size_t)offset);
    }
    return hash ? hash : 1;
}

// Whether this call is the one that fails; sets errno.
static int fails(const char *function) {
    if (is_inside || (report < 0 && !wanted.number)) return 0;
    is_inside = 1;
    int error = errno, is_failing = 0;
    char names[512];
    uint64_t place = place_of_call(names, sizeof names);
    pthread_mutex_lock(&lock);
    if (wanted.number && !strcmp(function, wanted.function) && (!wanted.place || wanted.place == place))
        is_failing = ++calls == wanted.number;
    uint64_t slot = place % PLACES;
    while (known[slot] && known[slot] != place) slot = (slot + 1) % PLACES;
    if (!known[slot]) {
        known[slot] = place;
        char line[640];
        note(line, snprintf(line, sizeof line, "%s %llx%s\n", function, (unsigned long long)place, names));
    }
    if (is_failing) note("failed\n", 7);
    pthread_mutex_unlock(&lock);
    is_inside = 0;
    errno = is_failing ? (int)wanted.error : error;
    return is_failing;
}

#define CALL(result, failure, name, parameters, arguments) \
    result name parameters {                               \
        if (fails(#name)) return failure;                  \
        return ((result(*) parameters)next(#name))arguments; \
    }

// Memory. The C library and Swift's runtime take theirs by themselves.
CALL(void *, MAP_FAILED, mmap, (void *at, size_t size, int access, int flags, int fd, off_t from), (at, size, access, flags, fd, from))
CALL(void *, MAP_FAILED, mmap64, (void *at, size_t size, int access, int flags, int fd, off64_t from), (at, size, access, flags, fd, from))
CALL(int, -1, memfd_create, (const char *name, unsigned flags), (name, flags))
CALL(int, -1, ftruncate, (int fd, off_t size), (fd, size))
CALL(int, -1, ftruncate64, (int fd, off64_t size), (fd, size))

// Waiting and timers.
CALL(int, -1, epoll_create1, (int flags), (flags))
CALL(int, -1, epoll_ctl, (int epoll, int what, int fd, struct epoll_event *event), (epoll, what, fd, event))
CALL(int, -1, epoll_wait, (int epoll, struct epoll_event *events, int most, int time), (epoll, events, most, time))
CALL(int, -1, epoll_pwait2,
    (int epoll, struct epoll_event *events, int most, const struct timespec *time, const sigset_t *mask),
    (epoll, events, most, time, mask))
CALL(int, -1, poll, (struct pollfd *fds, nfds_t count, int time), (fds, count, time))
CALL(int, -1, timerfd_create, (int clock, int flags), (clock, flags))
CALL(int, -1, timerfd_settime, (int fd, int flags, const struct itimerspec *time, struct itimerspec *old), (fd, flags, time, old))
CALL(int, -1, eventfd, (unsigned count, int flags), (count, flags))
CALL(int, -1, signalfd, (int fd, const sigset_t *mask, int flags), (fd, mask, flags))
CALL(int, -1, inotify_init1, (int flags), (flags))
CALL(int, -1, inotify_add_watch, (int fd, const char *path, uint32_t mask), (fd, path, mask))

// Sockets.
CALL(int, -1, socket, (int domain, int type, int protocol), (domain, type, protocol))
CALL(int, -1, socketpair, (int domain, int type, int protocol, int ends[2]), (domain, type, protocol, ends))
CALL(int, -1, listen, (int fd, int most), (fd, most))
CALL(ssize_t, -1, send, (int fd, const void *data, size_t size, int flags), (fd, data, size, flags))
CALL(ssize_t, -1, recv, (int fd, void *data, size_t size, int flags), (fd, data, size, flags))
CALL(ssize_t, -1, sendmsg, (int fd, const struct msghdr *message, int flags), (fd, message, flags))
CALL(ssize_t, -1, recvmsg, (int fd, struct msghdr *message, int flags), (fd, message, flags))

// Files and descriptors.
CALL(ssize_t, -1, read, (int fd, void *data, size_t size), (fd, data, size))
CALL(ssize_t, -1, write, (int fd, const void *data, size_t size), (fd, data, size))
CALL(ssize_t, -1, pread, (int fd, void *data, size_t size, off_t from), (fd, data, size, from))
CALL(ssize_t, -1, pwrite, (int fd, const void *data, size_t size, off_t from), (fd, data, size, from))
CALL(int, -1, rename, (const char *from, const char *to), (from, to))
CALL(int, -1, unlink, (const char *path), (path))
CALL(int, -1, mkdir, (const char *path, mode_t mode), (path, mode))
CALL(int, -1, fsync, (int fd), (fd))
CALL(int, -1, fchmod, (int fd, mode_t mode), (fd, mode))
CALL(int, -1, dup, (int fd), (fd))
CALL(int, -1, dup3, (int fd, int to, int flags), (fd, to, flags))
CALL(int, -1, pipe2, (int ends[2], int flags), (ends, flags))
CALL(ssize_t, -1, getrandom, (void *data, size_t size, unsigned flags), (data, size, flags))
CALL(pid_t, -1, fork, (void), ())

#define OPEN(name, parameters, arguments, last)                                 \
    int name parameters {                                                       \
        va_list rest;                                                           \
        va_start(rest, last);                                                   \
        mode_t mode = last & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                                           \
        if (fails(#name)) return -1;                                            \
        return ((int(*) parameters)next(#name))arguments;                       \
    }

OPEN(open, (const char *path, int flags, ...), (path, flags, mode), flags)
OPEN(open64, (const char *path, int flags, ...), (path, flags, mode), flags)
OPEN(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode), flags)
OPEN(openat64, (int folder, const char *path, int flags, ...), (folder, path, flags, mode), flags)

int fcntl64(int fd, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if ((command == F_DUPFD || command == F_DUPFD_CLOEXEC) && fails("fcntl64")) return -1;
    return ((int (*)(int, int, ...))next("fcntl64"))(fd, command, argument);
}

int fcntl(int fd, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if ((command == F_DUPFD || command == F_DUPFD_CLOEXEC) && fails("fcntl")) return -1;
    return ((int (*)(int, int, ...))next("fcntl"))(fd, command, argument);
}

int accept4(int fd, struct sockaddr *restrict from, socklen_t *restrict size, int flags) {
    if (fails("accept4")) return -1;
    return ((int (*)(int, struct sockaddr *, socklen_t *, int))next("accept4"))(fd, from, size, flags);
}

int bind(int fd, const struct sockaddr *address, socklen_t size) {
    if (fails("bind")) return -1;
    return ((int (*)(int, const struct sockaddr *, socklen_t))next("bind"))(fd, address, size);
}

int connect(int fd, const struct sockaddr *address, socklen_t size) {
    if (fails("connect")) return -1;
    return ((int (*)(int, const struct sockaddr *, socklen_t))next("connect"))(fd, address, size);
}

// The memory of libraries that say what they do without it.
static int is_from_library(void *caller) {
    Dl_info info;
    return dladdr(caller, &info) && info.dli_fname &&
        (strstr(info.dli_fname, "libwayland-") || strstr(info.dli_fname, "libinput") ||
         strstr(info.dli_fname, "libseat") || strstr(info.dli_fname, "libdrm"));
}

void *calloc(size_t count, size_t size) {
    static void *(*real)(size_t, size_t);
    extern void *__libc_calloc(size_t, size_t);
    if (!real) real = __libc_calloc;
    if (!is_inside && (report >= 0 || wanted.number) && is_from_library(__builtin_return_address(0)) && fails("calloc")) return NULL;
    return real(count, size);
}

void *malloc(size_t size) {
    extern void *__libc_malloc(size_t);
    if (!is_inside && (report >= 0 || wanted.number) && is_from_library(__builtin_return_address(0)) && fails("malloc")) return NULL;
    return __libc_malloc(size);
}
