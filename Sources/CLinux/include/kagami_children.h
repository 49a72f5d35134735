#pragma once
// Processes whose parent has ended.
#include <sys/types.h>

/// Makes this process the new parent of descendants whose parent ends; 0, or -1 with errno set.
/// See PR_SET_CHILD_SUBREAPER in prctl(2).
int kagami_become_subreaper(void);

/// Has this process get SIGTERM when its parent's thread that started it ends; 0, or -1 with errno set, which is ESRCH if the parent is not
/// this process any more. See PR_SET_PDEATHSIG in prctl(2).
int kagami_end_with_parent(pid_t parent);

/// A child that has ended and still has to be waited for; 0 for none.
pid_t kagami_ended_child(void);
