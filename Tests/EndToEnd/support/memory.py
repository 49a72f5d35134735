"""How the tests' own process uses memory."""

import ctypes

# Of <malloc.h>.
TRIM_THRESHOLD, MOST_MAPPINGS = -1, -4
KEPT = 1 << 30


def keep_freed_memory() -> None:
    """Has the memory of a picture serve the next one. By itself glibc gives it back to the kernel each time, which clears it again:
    a quarter of the processor's time of tests that compare large pictures."""
    library = ctypes.CDLL(None)
    library.mallopt(MOST_MAPPINGS, 0)
    library.mallopt(TRIM_THRESHOLD, KEPT)
