"""Memory for pictures whose brightness and colours lie apart."""

from dataclasses import dataclass

import numpy

from .film import NV12, P010, YU12, YUYV, YV12, apart, packed, samples
from .graphics_memory import GraphicsMemory
from .memory import card_of, dumb_buffer

MODIFIER_LINEAR, MODIFIER_IMPLICIT = 0, 0x00FFFFFFFFFFFFFF
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
    memory = GraphicsMemory()
    planes = zip(PLANES[code], rows(code, width, height))
    return [Plane(descriptor, 0, stride) for descriptor, stride in (memory.make(*kind, plane) for kind, plane in planes)]
