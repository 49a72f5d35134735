// The C library's calls through which programs reach a card. What is not a card's goes on to the next library: umockdev's,
// which has /sys, or the C library.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "calls.h"
#include "files.h"

#define NEXT(name) ((__typeof__(&name))next(#name))

enum { DRM_MAJOR = 226 };

static void *next(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

// The program alone meets the model: what it starts runs on the computer that there is.
__attribute__((constructor)) static void start(void) { unsetenv("LD_PRELOAD"); }

int paper_real_fstat(int descriptor, struct stat *status) {
    return (int)syscall(SYS_fstat, descriptor, status);
}

// MARK: opening

static mode_t mode_in(int flags, va_list arguments) {
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

#define OPEN(name)                                                        \
    int name(const char *path, int flags, ...) {                          \
        va_list arguments;                                                \
        va_start(arguments, flags);                                       \
        mode_t mode = mode_in(flags, arguments);                          \
        va_end(arguments);                                                \
        if (paper_is_card(path)) return paper_open(path, flags, 0);       \
        return NEXT(name)(path, flags, mode);                             \
    }

OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                      \
    int name(int folder, const char *path, int flags, ...) {              \
        va_list arguments;                                                \
        va_start(arguments, flags);                                       \
        mode_t mode = mode_in(flags, arguments);                          \
        va_end(arguments);                                                \
        if (paper_is_card(path)) return paper_open(path, flags, 0);       \
        return NEXT(name)(folder, path, flags, mode);                     \
    }

OPENAT(openat)
OPENAT(openat64)

// MARK: dmabufs

// What stands for a dmabuf here: a memory file whose name begins so, which a client makes.
static int is_dmabuf(int descriptor) {
    static const char expected[] = "/memfd:dmabuf";
    char link[64], target[sizeof expected];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, target, sizeof target);
    return length >= (ssize_t)sizeof expected - 1 && memcmp(target, expected, sizeof expected - 1) == 0;
}

#define FSTATFS(name, type)                                               \
    int name(int descriptor, struct type *status) {                       \
        int result = NEXT(name)(descriptor, status);                      \
        if (result == 0 && is_dmabuf(descriptor)) status->f_type = 0x444d4142; \
        return result;                                                    \
    }

FSTATFS(fstatfs, statfs)
FSTATFS(fstatfs64, statfs64)

// MARK: calls on a descriptor

int ioctl(int descriptor, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    uint64_t number;
    unsigned minor;
    if ((request >> 8 & 0xff) == 'd') {
        if (!paper_find(descriptor, &number, &minor)) paper_adopt(descriptor);
        if (paper_find(descriptor, &number, &minor)) return paper_ioctl(number, request, argument);
    }
    // Reading one waits for nothing: whoever drew in it has done so.
    if ((request >> 8 & 0xff) == 'b' && is_dmabuf(descriptor)) return 0;
    return ((int (*)(int, unsigned long, void *))next("ioctl"))(descriptor, request, argument);
}

static void *map(const char *name, void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    uint64_t number;
    unsigned minor;
    __typeof__(&mmap) real = next(name);
    if (descriptor < 0 || flags & MAP_ANONYMOUS || !paper_find(descriptor, &number, &minor)) {
        return real(address, length, protection, flags, descriptor, offset);
    }
    int64_t start;
    int memory = paper_memory(number, (uint64_t)offset, length, &start);
    if (memory < 0) return MAP_FAILED;
    void *mapped = real(address, length, protection, flags, memory, start);
    int saved = errno;
    close(memory);
    errno = saved;
    return mapped;
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    return map("mmap", address, length, protection, flags, descriptor, offset);
}

void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off64_t offset) {
    return map("mmap64", address, length, protection, flags, descriptor, offset);
}

// MARK: what a path is

static int is_there(const char *path, unsigned *minor) {
    struct stat status;
    char folder[64];
    if (!paper_is_card(path)) return 0;
    if (sscanf(path, "/dev/dri/card%u", minor) != 1 && sscanf(path, "/dev/dri/renderD%u", minor) != 1) return 0;
    snprintf(folder, sizeof folder, "/sys/class/drm/%s", path + strlen("/dev/dri/"));
    return NEXT(stat)(folder, &status) == 0;
}

#define STAT(name, type)                                                  \
    int name(const char *path, struct type *status) {                     \
        unsigned minor;                                                   \
        if (!is_there(path, &minor)) return NEXT(name)(path, status);     \
        memset(status, 0, sizeof *status);                                \
        status->st_mode = S_IFCHR | 0660;                                 \
        status->st_rdev = makedev(DRM_MAJOR, minor);                      \
        return 0;                                                         \
    }

STAT(stat, stat)
STAT(stat64, stat64)

// MARK: what a descriptor is

// A card's file is a character device to whoever asks.
#define FSTAT(name, type)                                                 \
    int name(int descriptor, struct type *status) {                       \
        uint64_t number;                                                  \
        unsigned minor;                                                   \
        int result = NEXT(name)(descriptor, status);                      \
        if (result == 0 && paper_find(descriptor, &number, &minor)) {     \
            status->st_mode = S_IFCHR | 0660;                             \
            status->st_rdev = makedev(DRM_MAJOR, minor);                  \
        }                                                                 \
        return result;                                                    \
    }

FSTAT(fstat, stat)
FSTAT(fstat64, stat64)
