"""Memory that the graphics driver makes, by GBM."""

import ctypes
import ctypes.util
import os

import numpy

RENDER_NODE = "/dev/dri/renderD128"
USE_RENDERING, TRANSFER_WRITE = 4, 2


class GraphicsMemory:
    """Makes buffers on the render node, `device`."""

    def __init__(self):
        self.gbm = ctypes.CDLL(ctypes.util.find_library("gbm") or "libgbm.so.1")
        for name in ("gbm_create_device", "gbm_bo_create", "gbm_bo_map"):
            getattr(self.gbm, name).restype = ctypes.c_void_p
        self.device = os.open(RENDER_NODE, os.O_RDWR | os.O_CLOEXEC)
        self.maker = ctypes.c_void_p(self.gbm.gbm_create_device(self.device))

    def make(self, format: bytes, size: int, rows: numpy.ndarray) -> tuple[int, int]:
        """The descriptor and stride of a buffer with these rows of bytes; `size` is that of a pixel."""
        columns, lines = rows.shape[1] // size, len(rows)
        code = int.from_bytes(format, "little")
        buffer = ctypes.c_void_p(self.gbm.gbm_bo_create(self.maker, columns, lines, code, USE_RENDERING))
        stride, mapping = ctypes.c_uint32(), ctypes.c_void_p()
        address = self.gbm.gbm_bo_map(
            buffer, 0, 0, columns, lines, TRANSFER_WRITE, ctypes.byref(stride), ctypes.byref(mapping))
        if not address:
            raise RuntimeError("the graphics memory cannot be mapped")
        target = numpy.ctypeslib.as_array((ctypes.c_uint8 * (stride.value * lines)).from_address(address))
        target.reshape(lines, stride.value)[:, : rows.shape[1]] = rows
        self.gbm.gbm_bo_unmap(buffer, mapping)
        return self.gbm.gbm_bo_get_fd(buffer), self.gbm.gbm_bo_get_stride(buffer)
