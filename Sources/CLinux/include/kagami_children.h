#pragma once
// Processes whose parent has ended.
#include <sys/types.h>

/// Makes this process the new parent of descendants whose parent ends; 0, or -1 with errno set.
/// See PR_SET_CHILD_SUBREAPER in prctl(2).
int kagami_become_subreaper(void);

/// A child that has ended and still has to be waited for; 0 for none.
pid_t kagami_ended_child(void);
