#pragma once
// Processes that others have left behind.
#include <sys/types.h>

/// Makes this process the new parent of what its descendants leave behind; 0, or -1 with errno set. As prctl(2) with
/// PR_SET_CHILD_SUBREAPER.
int kagami_become_subreaper(void);

/// A child that has ended and has not been waited for, which it still has to be; 0 for none.
pid_t kagami_ended_child(void);
