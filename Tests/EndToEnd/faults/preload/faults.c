// Lets one call of a program fail, the Nth call of a function from a place in the code, or calls at random.
//
// KAGAMI_FAULTS names a file that gets a line for each place: "FUNCTION PLACE". KAGAMI_FAULT is the call that fails,
// "FUNCTION PLACE NUMBER ERRNO" with numbers from 1, and PLACE "*" for any; the file has the places of that function alone then, until
// the last line, which is "failed" once it has.
// ERRNO 0 stands for a call that reads or writes half of what it was asked to.
//
// KAGAMI_FAULT_ODDS "SEED ODDS FILE" lets one call of ODDS fail while the first byte of FILE is "1". KAGAMI_FAULT_ERRORS says how:
// "FUNCTION ERRNO ERRNO...;FUNCTION ERRNO..."; what is not named there does not fail.
#define _GNU_SOURCE
#include <EGL/egl.h>
#include <GLES3/gl3.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <libinput.h>
#include <libseat.h>
#include <link.h>
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

enum { DEPTH = 5, SKIPPED = 2, PLACES = 1 << 14, FUNCTIONS = 192, ERRORS = 8, SHORT = 0 };

static struct {
    char function[32];
    uint64_t place;
    long number, error;
} wanted;
static struct {
    char function[32];
    int errors[ERRORS], count;
} failing[FUNCTIONS];
static uint64_t known[PLACES];
static uint64_t random_state;
static long odds;
static const volatile char *is_random;
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

static void read_errors(char *text) {
    char *rest = NULL, *words = NULL;
    int index = 0;
    for (char *part = strtok_r(text, ";", &rest); part && index < FUNCTIONS; part = strtok_r(NULL, ";", &rest), index++) {
        char *word = strtok_r(part, " ", &words);
        snprintf(failing[index].function, sizeof failing[index].function, "%s", word ? word : "");
        while ((word = strtok_r(NULL, " ", &words)) && failing[index].count < ERRORS)
            failing[index].errors[failing[index].count++] = atoi(word);
    }
}

static void read_odds(const char *text) {
    char path[256];
    unsigned long seed;
    if (sscanf(text, "%lu %ld %255s", &seed, &odds, path) != 3) abort();
    random_state = seed * 2 + 1;
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    void *mapped = (void *)syscall(SYS_mmap, NULL, 1, PROT_READ, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED) abort();
    is_random = mapped;
    syscall(SYS_close, file);
}

// The program alone meets faults: what it starts runs without them.
__attribute__((constructor)) static void start(void) {
    unsetenv("LD_PRELOAD");
    void *frames[DEPTH];
    is_inside = 1;
    // The first call loads the unwinder.
    backtrace(frames, DEPTH);
    const char *path = getenv("KAGAMI_FAULTS"), *fault = getenv("KAGAMI_FAULT"), *chosen = getenv("KAGAMI_FAULT_ODDS");
    if (getenv("KAGAMI_FAULT_ERRORS")) read_errors(getenv("KAGAMI_FAULT_ERRORS"));
    if (chosen) read_odds(chosen);
    char place[32];
    if (fault && sscanf(fault, "%31s %31s %ld %ld", wanted.function, place, &wanted.number, &wanted.error) == 4)
        wanted.place = strcmp(place, "*") ? strtoull(place, NULL, 16) : 0;
    if (path) report = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    unsetenv("KAGAMI_FAULTS");
    unsetenv("KAGAMI_FAULT");
    unsetenv("KAGAMI_FAULT_ODDS");
    unsetenv("KAGAMI_FAULT_ERRORS");
    is_inside = 0;
}

// The library, or "" for the program, that has this address.
static const char *file_at(const void *address, uintptr_t *offset) {
    struct dl_find_object found;
    if (_dl_find_object((void *)address, &found)) return NULL;
    const char *path = found.dlfo_link_map->l_name, *slash = strrchr(path, '/');
    *offset = (uintptr_t)address - (uintptr_t)found.dlfo_map_start;
    return slash ? slash + 1 : path;
}

// What stands in for a card and for /sys is not the program's.
static int is_stand_in(const char *file) { return !strcmp(file, "paper.so") || strstr(file, "umockdev"); }

// The callers, by where they are in their libraries; 0 for a call of a stand-in's.
static uint64_t place_of_call(char *names, size_t size) {
    void *frames[DEPTH + SKIPPED];
    int count = backtrace(frames, DEPTH + SKIPPED), length = 0;
    uint64_t hash = 0xcbf29ce484222325;
    names[0] = 0;
    for (int index = SKIPPED; index < count; index++) {
        uintptr_t offset;
        const char *file = file_at(frames[index], &offset);
        if (!file) continue;
        if (index == SKIPPED && is_stand_in(file)) return 0;
        for (const char *letter = file; *letter; letter++) hash = (hash ^ (unsigned char)*letter) * 0x100000001b3;
        hash = (hash ^ offset) * 0x100000001b3;
        if (length < (int)size) length += snprintf(names + length, size - length, " %s+%zx", file, (size_t)offset);
    }
    return hash ? hash : 1;
}

// Whether this call is one of those that fail at random, called at `caller`; sets errno.
static int fails_at_random(const char *function, void *caller) {
    if (is_inside || !is_random || *is_random != '1') return 0;
    uint64_t number = __atomic_add_fetch(&random_state, 0x9e3779b97f4a7c15, __ATOMIC_RELAXED);
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
    number = (number ^ number >> 27) * 0x94d049bb133111eb;
    number ^= number >> 31;
    if (number % (uint64_t)odds) return 0;
    uintptr_t offset;
    const char *file = file_at(caller, &offset);
    if (file && is_stand_in(file)) return 0;
    for (int index = 0; index < FUNCTIONS; index++) {
        if (strcmp(failing[index].function, function)) continue;
        errno = failing[index].errors[(number >> 40) % (uint64_t)failing[index].count];
        return 1;
    }
    return 0;
}

// Whether this call is the one that fails; sets errno.
static int fails(const char *function, void *caller) {
    if (fails_at_random(function, caller)) return 1;
    if (is_inside || (report < 0 && !wanted.number)) return 0;
    // Where one call is to fail, nobody asks for the places of others, and the callers of each cost much.
    if (wanted.number && (calls >= wanted.number || strcmp(function, wanted.function))) return 0;
    is_inside = 1;
    int error = errno, is_failing = 0;
    char names[512];
    uint64_t place = place_of_call(names, sizeof names);
    if (!place) {
        is_inside = 0;
        errno = error;
        return 0;
    }
    pthread_mutex_lock(&lock);
    if (wanted.number && (!wanted.place || wanted.place == place)) is_failing = ++calls == wanted.number;
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

#define FAILS(name) fails(name, __builtin_return_address(0))

#define CALL(result, failure, name, parameters, arguments) \
    result name parameters {                               \
        if (FAILS(#name)) return failure;                  \
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

// Transfers of bytes, which may be short where the kernel's may.
static int may_be_short(int fd) {
    struct stat status;
    return syscall(SYS_fstat, fd, &status) == 0 && (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

#define TRANSFER(name, parameters, arguments)                        \
    ssize_t name parameters {                                        \
        if (FAILS(#name)) {                                          \
            if (errno != SHORT) return -1;                           \
            if (may_be_short(fd)) size -= size / 2;                  \
        }                                                            \
        return ((ssize_t(*) parameters)next(#name))arguments;        \
    }

TRANSFER(read, (int fd, void *data, size_t size), (fd, data, size))
TRANSFER(write, (int fd, const void *data, size_t size), (fd, data, size))
TRANSFER(pread, (int fd, void *data, size_t size, off_t from), (fd, data, size, from))
TRANSFER(pwrite, (int fd, const void *data, size_t size, off_t from), (fd, data, size, from))
TRANSFER(send, (int fd, const void *data, size_t size, int flags), (fd, data, size, flags))
TRANSFER(recv, (int fd, void *data, size_t size, int flags), (fd, data, size, flags))

// Half of a message's bytes, in `halves`.
static struct msghdr half_of(const struct msghdr *message, struct iovec *halves, size_t most) {
    struct msghdr half = *message;
    size_t size = 0, count = 0;
    for (size_t index = 0; index < message->msg_iovlen; index++) size += message->msg_iov[index].iov_len;
    for (size -= size / 2; size && count < message->msg_iovlen && count < most; count++) {
        halves[count] = message->msg_iov[count];
        if (halves[count].iov_len > size) halves[count].iov_len = size;
        size -= halves[count].iov_len;
    }
    half.msg_iov = halves;
    half.msg_iovlen = count;
    return half;
}

#define MESSAGE(name, constant)                                                              \
    ssize_t name(int fd, constant struct msghdr *message, int flags) {                       \
        ssize_t (*real)(int, constant struct msghdr *, int) = next(#name);                   \
        if (!FAILS(#name)) return real(fd, message, flags);                                  \
        if (errno != SHORT) return -1;                                                       \
        struct iovec halves[64];                                                             \
        struct msghdr half = half_of(message, halves, 64);                                   \
        ssize_t result = real(fd, &half, flags);                                             \
        RECEIVED_##name(message, half);                                                      \
        return result;                                                                       \
    }

#define RECEIVED_sendmsg(message, half)
// What the kernel tells of a message that it gives out.
#define RECEIVED_recvmsg(message, half)                     \
    do {                                                    \
        message->msg_namelen = half.msg_namelen;            \
        message->msg_controllen = half.msg_controllen;      \
        message->msg_flags = half.msg_flags;                \
    } while (0)

MESSAGE(sendmsg, const)
MESSAGE(recvmsg, )

// Devices. The kernel's calls on cards and input devices, by which of libdrm's functions they are made for.
int ioctl(int fd, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if ((request >> 8 & 0xff) == 'd' && FAILS("ioctl")) return -1;
    return ((int (*)(int, unsigned long, void *))next("ioctl"))(fd, request, argument);
}

CALL(struct libseat *, NULL, libseat_open_seat, (const struct libseat_seat_listener *listener, void *data), (listener, data))
CALL(int, -1, libseat_open_device, (struct libseat *seat, const char *path, int *fd), (seat, path, fd))
CALL(int, -1, libseat_close_device, (struct libseat *seat, int device), (seat, device))
CALL(int, -1, libseat_disable_seat, (struct libseat *seat), (seat))
CALL(int, -1, libseat_dispatch, (struct libseat *seat, int time), (seat, time))
CALL(struct libinput *, NULL, libinput_udev_create_context,
    (const struct libinput_interface *interface, void *data, struct udev *udev), (interface, data, udev))
CALL(int, -1, libinput_udev_assign_seat, (struct libinput *input, const char *seat), (input, seat))
CALL(int, -errno, libinput_dispatch, (struct libinput *input), (input))
CALL(int, -1, libinput_resume, (struct libinput *input), (input))

// Graphics.
CALL(EGLDisplay, EGL_NO_DISPLAY, eglGetPlatformDisplay, (EGLenum platform, void *native, const EGLAttrib *list), (platform, native, list))
CALL(EGLBoolean, EGL_FALSE, eglInitialize, (EGLDisplay display, EGLint *major, EGLint *minor), (display, major, minor))
CALL(EGLBoolean, EGL_FALSE, eglBindAPI, (EGLenum api), (api))
CALL(EGLContext, EGL_NO_CONTEXT, eglCreateContext,
    (EGLDisplay display, EGLConfig config, EGLContext shared, const EGLint *list), (display, config, shared, list))
CALL(EGLBoolean, EGL_FALSE, eglMakeCurrent,
    (EGLDisplay display, EGLSurface draw, EGLSurface read, EGLContext context), (display, draw, read, context))
CALL(GLuint, 0, glCreateProgram, (void), ())
CALL(GLuint, 0, glCreateShader, (GLenum kind), (kind))
CALL(GLenum, GL_FRAMEBUFFER_UNSUPPORTED, glCheckFramebufferStatus, (GLenum target), (target))
CALL(GLenum, (GLenum)errno, glGetError, (void), ())

// Files and descriptors.
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
        if (FAILS(#name)) return -1;                                            \
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
    if ((command == F_DUPFD || command == F_DUPFD_CLOEXEC) && FAILS("fcntl64")) return -1;
    return ((int (*)(int, int, ...))next("fcntl64"))(fd, command, argument);
}

int fcntl(int fd, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if ((command == F_DUPFD || command == F_DUPFD_CLOEXEC) && FAILS("fcntl")) return -1;
    return ((int (*)(int, int, ...))next("fcntl"))(fd, command, argument);
}

int accept4(int fd, struct sockaddr *restrict from, socklen_t *restrict size, int flags) {
    if (FAILS("accept4")) return -1;
    return ((int (*)(int, struct sockaddr *, socklen_t *, int))next("accept4"))(fd, from, size, flags);
}

int bind(int fd, const struct sockaddr *address, socklen_t size) {
    if (FAILS("bind")) return -1;
    return ((int (*)(int, const struct sockaddr *, socklen_t))next("bind"))(fd, address, size);
}

int connect(int fd, const struct sockaddr *address, socklen_t size) {
    if (FAILS("connect")) return -1;
    return ((int (*)(int, const struct sockaddr *, socklen_t))next("connect"))(fd, address, size);
}

// The memory of libraries that say what they do without it.
static int is_from_library(void *caller) {
    uintptr_t offset;
    const char *file = file_at(caller, &offset);
    return file && (strstr(file, "libwayland-") || strstr(file, "libinput") || strstr(file, "libseat") || strstr(file, "libdrm"));
}

void *calloc(size_t count, size_t size) {
    static void *(*real)(size_t, size_t);
    extern void *__libc_calloc(size_t, size_t);
    if (!real) real = __libc_calloc;
    if (!is_inside && (report >= 0 || wanted.number) && is_from_library(__builtin_return_address(0)) && FAILS("calloc")) return NULL;
    return real(count, size);
}

void *malloc(size_t size) {
    extern void *__libc_malloc(size_t);
    if (!is_inside && (report >= 0 || wanted.number) && is_from_library(__builtin_return_address(0)) && FAILS("malloc")) return NULL;
    return __libc_malloc(size);
}
