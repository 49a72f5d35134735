#define _GNU_SOURCE
#include "kagami_children.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int kagami_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

int kagami_end_with_parent(pid_t parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) < 0) return -1;
    // It may have ended before.
    if (getppid() == parent) return 0;
    errno = ESRCH;
    return -1;
}

pid_t kagami_ended_child(void) {
    siginfo_t info = {.si_pid = 0};
    int result;
    do {
        result = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT);
    } while (result < 0 && errno == EINTR);
    return result < 0 ? 0 : info.si_pid;
}
