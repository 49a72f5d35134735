#!/usr/bin/python3
"""Writes what a card's display is told to show, as the card finds it in memory, as a PPM picture: of the first CRTC that is on."""

import ctypes
import fcntl
import mmap
import os
import struct
import sys

import numpy

# drm.h and drm_mode.h.
GET_RESOURCES, GET_CRTC, GET_FRAMEBUFFER, HANDLE_TO_FD = 0xC04064A0, 0xC06864A1, 0xC01C64AD, 0xC00C642D
RESOURCES, CRTC, FRAMEBUFFER, PRIME = struct.Struct("=4Q8I"), struct.Struct("=Q7I68x"), struct.Struct("=7I"), struct.Struct("=IIi")


def call(card: int, request: int, layout: struct.Struct, *fields: int) -> tuple:
    return layout.unpack(fcntl.ioctl(card, request, layout.pack(*fields)))


def crtcs(card: int) -> list[int]:
    count = call(card, GET_RESOURCES, RESOURCES, *[0] * 12)[5]
    numbers = (ctypes.c_uint32 * count)()
    call(card, GET_RESOURCES, RESOURCES, 0, ctypes.addressof(numbers), 0, 0, 0, count, *[0] * 6)
    return list(numbers)


def shown(card: int) -> numpy.ndarray:
    """The pixels, red, green and blue, of the framebuffer on the first CRTC's primary plane."""
    framebuffer = next(filter(None, (call(card, GET_CRTC, CRTC, 0, 0, crtc, *[0] * 5)[3] for crtc in crtcs(card))))
    _, width, height, stride, _, _, handle = call(card, GET_FRAMEBUFFER, FRAMEBUFFER, framebuffer, *[0] * 6)
    memory = call(card, HANDLE_TO_FD, PRIME, handle, os.O_CLOEXEC, -1)[2]
    with mmap.mmap(memory, stride * height, mmap.MAP_SHARED, mmap.PROT_READ) as mapping:
        words = numpy.frombuffer(mapping[:], numpy.uint32).reshape(height, stride // 4)[:, :width]
    return numpy.stack([words >> shift & 255 for shift in (16, 8, 0)], axis=2).astype(numpy.uint8)


def main() -> None:
    path, target = sys.argv[1:]
    pixels = shown(os.open(path, os.O_RDWR | os.O_CLOEXEC))
    with open(target, "wb") as picture:
        picture.write(b"P6 %d %d 255\n" % (pixels.shape[1], pixels.shape[0]) + pixels.tobytes())


if __name__ == "__main__":
    main()
