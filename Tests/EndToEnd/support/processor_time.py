"""The processor's time that a program has used: what else the computer does counts little there."""

import ctypes
import os
import time


def processor_time(pid: int) -> float:
    """Seconds, to the nanosecond, of all threads of a process."""
    clock = ctypes.c_int()
    error = ctypes.CDLL(None).clock_getcpuclockid(pid, ctypes.byref(clock))
    if error:
        raise OSError(error, os.strerror(error))
    return time.clock_gettime(clock.value)
