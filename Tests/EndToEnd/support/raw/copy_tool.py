#!/usr/bin/python3
"""Copies the screen into memory of the graphics device, as a recorder does, and writes the rows of pixels to a file."""

import argparse
import struct
import sys
from pathlib import Path

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.raw.graphics_memory import GraphicsMemory  # noqa: E402
from support.raw.wire import Connection  # noqa: E402

# DRM_FORMAT_MOD_INVALID: laid out as the driver likes.
IMPLICIT = 0x00FFFFFF, 0xFFFFFFFF


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    file = parser.parse_args().file
    wire = Connection()
    manager, output = wire.bind("zwlr_screencopy_manager_v1", 3), wire.bind("wl_output", 4)
    factory = wire.bind("zwp_linux_dmabuf_v1", 3)
    wanted, ends = [], []
    frame = wire.create(manager, 0, 0, output)
    wire.on(frame, 5, lambda event: wanted.append(struct.unpack("=3I", event)))
    wire.on(frame, 2, lambda event: ends.append("ready"))
    wire.on(frame, 3, lambda event: ends.append("failed"))
    wire.round_trip()
    (format, width, height), = wanted
    code = struct.pack("=I", format)
    descriptor, stride = GraphicsMemory().make(code, 4, numpy.zeros((height, width * 4), numpy.uint8))
    parameters = wire.create(factory, 1)
    wire.send(parameters, 1, 0, 0, stride, *IMPLICIT, files=(descriptor,))
    buffer = wire.create(parameters, 3, width, height, format, 0)
    wire.send(frame, 0, buffer)
    while not ends:
        wire.dispatch()
    print(ends[0])
    numpy.save(file, GraphicsMemory().read(code, descriptor, stride, height, width))


if __name__ == "__main__":
    main()
