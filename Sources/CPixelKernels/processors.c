#define _GNU_SOURCE
#include <sched.h>

#include "CPixelKernels.h"

int32_t kagami_processors(void) {
    cpu_set_t mask;
    return sched_getaffinity(0, sizeof mask, &mask) == 0 ? CPU_COUNT(&mask) : 1;
}
