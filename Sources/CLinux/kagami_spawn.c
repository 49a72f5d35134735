#define _GNU_SOURCE
#include "kagami_spawn.h"

#include "kagami_children.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The following functions run between vfork and exec: they may make async-signal-safe calls only.

/// Marks each descriptor, for kernels before 5.11 and sandboxes without close_range.
static int mark_each_for_closing(void) {
    int folder = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return -1;
    char records[2048] __attribute__((aligned(8)));
    long size;
    while ((size = syscall(SYS_getdents64, folder, records, sizeof records)) > 0) {
        for (long at = 0; at < size;) {
            struct dirent64 *entry = (struct dirent64 *)(records + at);
            int descriptor = 0;
            for (const char *digit = entry->d_name; *digit >= '0' && *digit <= '9'; digit++)
                descriptor = descriptor * 10 + (*digit - '0');
            if (descriptor > STDERR_FILENO) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
            at += entry->d_reclen;
        }
    }
    return (int)size;
}

static int mark_for_closing(void) {
    if (close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return 0;
    return mark_each_for_closing();
}

static int read_nothing(void) {
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || nothing == STDIN_FILENO) return nothing;
    return dup2(nothing, STDIN_FILENO) < 0 || close(nothing) < 0 ? -1 : 0;
}

/// Call it after all open descriptors are marked close-on-exec: the descriptors made here are not.
static int hand_over(const int handed[], size_t count) {
    for (size_t index = 0; index < count; index++)
        if (dup2(handed[index], STDERR_FILENO + 1 + (int)index) < 0) return -1;
    return 0;
}

static int write_to(int output) {
    if (output < 0) return 0;
    return dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0 ? -1 : 0;
}

static int limit_descriptors(uint64_t soft) {
    struct rlimit limit;
    if (soft == 0) return 0;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -1;
    limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
    return setrlimit(RLIMIT_NOFILE, &limit);
}

static void reset_signals(void) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++) sigaction(number, &usual, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/// Executes the program, or reports errno and exits. The program ends with `parent`, unless that is 0.
__attribute__((noinline, noreturn)) static void become(
    char *const arguments[], char *const environment[], const int handed[], size_t count, int output,
    uint64_t descriptor_limit, pid_t parent, int report) {
    reset_signals();
    // The report moves above the numbers of the passed descriptors.
    int moved = fcntl(report, F_DUPFD_CLOEXEC, STDERR_FILENO + 1 + (int)count);
    if (moved >= 0) report = moved;
    if (moved >= 0 && (parent == 0 || kagami_end_with_parent(parent) == 0) && setsid() >= 0 && read_nothing() >= 0 && mark_for_closing() == 0 &&
        write_to(output) == 0 && hand_over(handed, count) == 0 && limit_descriptors(descriptor_limit) == 0)
        execvpe(arguments[0], arguments, environment);
    int reason = errno;
    while (write(report, &reason, sizeof reason) < 0 && errno == EINTR) continue;
    _exit(127);
}

/// The errno that the new process reports; 0 if exec succeeded.
static int await_report(int report) {
    int reason = 0;
    ssize_t count;
    do {
        count = read(report, &reason, sizeof reason);
    } while (count < 0 && errno == EINTR);
    return count == sizeof reason ? reason : 0;
}

pid_t kagami_spawn(
    char *const arguments[], char *const environment[], const int handed[], size_t count, int output,
    uint64_t descriptor_limit, bool ends_with_parent) {
    int report[2];
    pid_t parent = ends_with_parent ? getpid() : 0;
    if (pipe2(report, O_CLOEXEC) < 0) return -1;
    // This process's signal handlers must not run in the child, which shares its memory.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = vfork();
    if (child == 0) become(arguments, environment, handed, count, output, descriptor_limit, parent, report[1]);
    int reason = child < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(report[1]);
    if (child >= 0) reason = await_report(report[0]);
    close(report[0]);
    if (reason == 0) return child;
    if (child >= 0) waitpid(child, NULL, 0);
    errno = reason;
    return -1;
}
