#pragma once
#include <pixman.h>
// Function-like macros that Swift cannot import are spelt as functions.
static inline pixman_fixed_t kagami_pixman_double_to_fixed(double d) { return pixman_double_to_fixed(d); }
static inline pixman_fixed_t kagami_pixman_int_to_fixed(int i) { return pixman_int_to_fixed(i); }
