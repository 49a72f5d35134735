#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CLinux.h"

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

int kagami_close_from(int first) { return close_range((unsigned)first, ~0U, 0); }

/// The bytes of address space in use; 0 if unknown.
static size_t address_space(void) {
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    unsigned long pages = 0;
    int count = fscanf(file, "%lu", &pages);
    fclose(file);
    return count == 1 ? pages * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

static int limit(int resource, rlim_t soft, rlim_t hard) {
    struct rlimit limits = {soft, hard};
    return setrlimit(resource, &limits);
}

static int limit_resources(size_t memory, unsigned seconds) {
    const size_t space = address_space() + memory;
    if (limit(RLIMIT_AS, space, space) < 0 || limit(RLIMIT_CPU, seconds, seconds + 1) < 0) return -1;
    if (limit(RLIMIT_CORE, 0, 0) < 0 || limit(RLIMIT_FSIZE, 0, 0) < 0) return -1;
    return limit(RLIMIT_NOFILE, 0, 0) < 0 || limit(RLIMIT_NPROC, 0, 0) < 0 ? -1 : 0;
}

#ifdef NATIVE_ARCHITECTURE
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)
#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), ANSWER(SECCOMP_RET_ALLOW)
#define DENY ANSWER(SECCOMP_RET_ERRNO | EPERM)

/// Calls that are not listed fail with EPERM in all threads. Memory cannot be made executable.
static int filter_calls(void) {
    struct sock_filter rules[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE_ARCHITECTURE, 1, 0),
        ANSWER(SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
        ALLOW(SYS_read), ALLOW(SYS_pread64), ALLOW(SYS_write), ALLOW(SYS_lseek), ALLOW(SYS_close),
        ALLOW(SYS_fstat), ALLOW(SYS_brk), ALLOW(SYS_munmap), ALLOW(SYS_mremap), ALLOW(SYS_madvise),
        ALLOW(SYS_futex), ALLOW(SYS_getrandom), ALLOW(SYS_clock_gettime), ALLOW(SYS_gettimeofday),
        ALLOW(SYS_sched_yield), ALLOW(SYS_getpid), ALLOW(SYS_gettid), ALLOW(SYS_rt_sigprocmask),
        ALLOW(SYS_rt_sigreturn), ALLOW(SYS_restart_syscall), ALLOW(SYS_exit), ALLOW(SYS_exit_group),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 1, 0),
        DENY,
        LOAD(args[2]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
        DENY,
        ANSWER(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}
#else
static int filter_calls(void) { return 0; }
#endif

int kagami_confine(size_t memory, unsigned seconds) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || prctl(PR_SET_DUMPABLE, 0) < 0) return -1;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
    if (limit_resources(memory, seconds) < 0) return -1;
    return filter_calls();
}
