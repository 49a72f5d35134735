"""A timeline of a graphics driver: points that are signalled one after the other."""

import ctypes
import ctypes.util
import os
import time

# drm.h.
WAIT_FOR_SUBMIT = 2


class Timeline:
    def __init__(self, device: int):
        self.drm = ctypes.CDLL(ctypes.util.find_library("drm") or "libdrm.so.2", use_errno=True)
        self.device = device
        self.handle = ctypes.c_uint32()
        self.check(self.drm.drmSyncobjCreate(device, 0, ctypes.byref(self.handle)))

    def check(self, result: int) -> None:
        if result:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    def descriptor(self) -> int:
        """A descriptor that stands for the timeline in another process."""
        descriptor = ctypes.c_int()
        self.check(self.drm.drmSyncobjHandleToFD(self.device, self.handle, ctypes.byref(descriptor)))
        return descriptor.value

    def signal(self, point: int) -> None:
        value = ctypes.c_uint64(point)
        self.check(self.drm.drmSyncobjTimelineSignal(self.device, ctypes.byref(self.handle), ctypes.byref(value), 1))

    def is_signalled(self, point: int, timeout: float = 0) -> bool:
        """Waits for so many seconds."""
        until = ctypes.c_int64(int((time.monotonic() + timeout) * 1e9) if timeout else 0)
        value = ctypes.c_uint64(point)
        return self.drm.drmSyncobjTimelineWait(
            self.device, ctypes.byref(self.handle), ctypes.byref(value), 1, until, WAIT_FOR_SUBMIT, None) == 0
