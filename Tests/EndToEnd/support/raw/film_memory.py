"""Memory for pictures whose brightness and colours lie apart, and graphics memory by GBM."""

import ctypes
import ctypes.util
import os
from dataclasses import dataclass

import numpy

from .film import NV12, P010, YU12, YUYV, YV12, apart, packed, samples
from .memory import card_of, dumb_buffer

RENDER_NODE = "/dev/dri/renderD128"
MODIFIER_LINEAR, MODIFIER_IMPLICIT = 0, 0x00FFFFFFFFFFFFFF
USE_RENDERING, TRANSFER_WRITE = 4, 2
# The formats of one plane each, and the bytes of a sample.
PLANES = {
    NV12: ((b"R8  ", 1), (b"GR88", 2)), P010: ((b"R16 ", 2), (b"GR32", 4)), YU12: ((b"R8  ", 1),) * 3, YV12: ((b"R8  ", 1),) * 3}


@dataclass
class Plane:
    descriptor: int
    offset: int
    stride: int


def rows(code: int, width: int, height: int) -> list[numpy.ndarray]:
    """The bytes of each plane's rows."""
    brightness, colors = samples(width, height)
    if code == YUYV:
        return [packed(brightness, colors)[0]]
    if code in (YU12, YV12):
        return [brightness, *map(numpy.ascontiguousarray, apart(colors, "YU12" if code == YU12 else "YV12"))]
    planes = [brightness, colors.reshape(height // 2, width)]
    if code == P010:
        # Ten bits, the uppermost of sixteen.
        planes = [(plane.astype(numpy.uint16) << 8).view(numpy.uint8) for plane in planes]
    return planes


def one_buffer(code: int, width: int, height: int, driver: str) -> list[Plane]:
    """All planes in one buffer of a card's plainest kind, one below the other."""
    planes = rows(code, width, height)
    memory = dumb_buffer(planes[0].shape[1] // 4, sum(len(plane) for plane in planes), card_of(driver))
    lines = memory.pixels.base.reshape(-1, memory.stride // 4).view(numpy.uint8)
    described, first = [], 0
    for plane in planes:
        lines[first : first + len(plane), : plane.shape[1]] = plane
        described.append(Plane(memory.descriptor, first * memory.stride, memory.stride))
        first += len(plane)
    return described


def buffers(code: int, width: int, height: int) -> list[Plane]:
    """Each plane in memory of its own that the graphics driver makes."""
    gbm = ctypes.CDLL(ctypes.util.find_library("gbm") or "libgbm.so.1")
    for name in ("gbm_create_device", "gbm_bo_create", "gbm_bo_map"):
        getattr(gbm, name).restype = ctypes.c_void_p
    device = ctypes.c_void_p(gbm.gbm_create_device(os.open(RENDER_NODE, os.O_RDWR | os.O_CLOEXEC)))
    described = []
    for (name, size), plane in zip(PLANES[code], rows(code, width, height)):
        columns, lines = plane.shape[1] // size, len(plane)
        buffer = ctypes.c_void_p(gbm.gbm_bo_create(device, columns, lines, int.from_bytes(name, "little"), USE_RENDERING))
        stride, mapping = ctypes.c_uint32(), ctypes.c_void_p()
        address = gbm.gbm_bo_map(
            buffer, 0, 0, columns, lines, TRANSFER_WRITE, ctypes.byref(stride), ctypes.byref(mapping))
        if not address:
            raise RuntimeError("the graphics memory cannot be mapped")
        target = numpy.ctypeslib.as_array((ctypes.c_uint8 * (stride.value * lines)).from_address(address))
        target.reshape(lines, stride.value)[:, : plane.shape[1]] = plane
        gbm.gbm_bo_unmap(buffer, mapping)
        described.append(Plane(gbm.gbm_bo_get_fd(buffer), 0, gbm.gbm_bo_get_stride(buffer)))
    return described
