"""Memory that the graphics driver makes, by GBM."""

import ctypes
import ctypes.util
import os
import struct
from contextlib import contextmanager

import numpy

RENDER_NODE = "/dev/dri/renderD128"
USE_RENDERING, TRANSFER_READ, TRANSFER_WRITE = 4, 1, 2
# GBM_BO_IMPORT_FD.
IMPORT_DESCRIPTOR = 0x5503


class GraphicsMemory:
    """Makes buffers on the render node, `device`."""

    def __init__(self):
        self.gbm = ctypes.CDLL(ctypes.util.find_library("gbm") or "libgbm.so.1")
        for name in ("gbm_create_device", "gbm_bo_create", "gbm_bo_import", "gbm_bo_map"):
            getattr(self.gbm, name).restype = ctypes.c_void_p
        self.device = os.open(RENDER_NODE, os.O_RDWR | os.O_CLOEXEC)
        self.maker = ctypes.c_void_p(self.gbm.gbm_create_device(self.device))

    def make(self, format: bytes, size: int, rows: numpy.ndarray) -> tuple[int, int]:
        """The descriptor and stride of a buffer with these rows of bytes; `size` is that of a pixel."""
        columns, lines = rows.shape[1] // size, len(rows)
        code = int.from_bytes(format, "little")
        buffer = ctypes.c_void_p(self.gbm.gbm_bo_create(self.maker, columns, lines, code, USE_RENDERING))
        with self.mapped(buffer, lines, columns, TRANSFER_WRITE) as target:
            target[:, : rows.shape[1]] = rows
        return self.gbm.gbm_bo_get_fd(buffer), self.gbm.gbm_bo_get_stride(buffer)

    def read(self, format: bytes, descriptor: int, stride: int, lines: int, columns: int) -> numpy.ndarray:
        """The rows of words in somebody's buffer, as somebody else: drivers take their own for what they have drawn there."""
        code = int.from_bytes(format, "little")
        data = struct.pack("=i4I", descriptor, columns, lines, stride, code)
        buffer = ctypes.c_void_p(self.gbm.gbm_bo_import(self.maker, IMPORT_DESCRIPTOR, data, USE_RENDERING))
        with self.mapped(buffer, lines, columns, TRANSFER_READ) as source:
            return source[:, : columns * 4].copy()

    @contextmanager
    def mapped(self, buffer: ctypes.c_void_p, lines: int, columns: int, transfer: int):
        """A context in which the rows of a buffer are in ordinary memory."""
        stride, mapping = ctypes.c_uint32(), ctypes.c_void_p()
        address = self.gbm.gbm_bo_map(buffer, 0, 0, columns, lines, transfer, ctypes.byref(stride), ctypes.byref(mapping))
        if not address:
            raise RuntimeError("the graphics memory cannot be mapped")
        rows = numpy.ctypeslib.as_array((ctypes.c_uint8 * (stride.value * lines)).from_address(address))
        yield rows.reshape(lines, stride.value)
        self.gbm.gbm_bo_unmap(buffer, mapping)
