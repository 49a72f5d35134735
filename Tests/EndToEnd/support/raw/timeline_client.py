#!/usr/bin/python3
"""Fills the screen with colours, each between two points of timelines, as a file says line by line.

  show COLOUR POINT   commits a buffer of this colour (RRGGBB), to be read from POINT on, and released by the point of the same number
  signal POINT        signals the point from which a buffer may be read
  ask                 prints the points up to the last commit's that the server has signalled
  flip COUNT          commits two buffers in turn, each once its last commit is released
  read                has a device read the last buffer
  leave               ends that; the kernel does so after ten seconds
"""

import select
import struct
import sys
from pathlib import Path

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.raw.film_memory import MODIFIER_IMPLICIT  # noqa: E402
from support.raw.graphics_memory import GraphicsMemory  # noqa: E402
from support.raw.memory import Drawing, vgem_buffer  # noqa: E402
from support.raw.timeline import Timeline  # noqa: E402
from support.raw.window import XRGB, Window  # noqa: E402

PATIENCE = 20


class Colours:
    def __init__(self, orders: Path):
        self.orders = orders
        self.done = 0
        self.last = 0
        self.window = Window("graphics")
        self.memory = GraphicsMemory()
        self.acquire, self.release = (Timeline(self.memory.device) for _ in range(2))
        wire = self.window.wire
        manager = wire.bind("wp_linux_drm_syncobj_manager_v1", 1)
        self.object = wire.create(manager, 1, self.window.surface)
        self.timelines = [
            wire.create(manager, 2, files=(timeline.descriptor(),)) for timeline in (self.acquire, self.release)]

    def run(self) -> None:
        while 0 in self.window.size or not self.window.is_stale:
            self.window.wire.dispatch()
        print("ready", flush=True)
        while True:
            if select.select([self.window.wire.socket], [], [], 0.05)[0]:
                self.window.wire.dispatch()
            lines = self.orders.read_text().rpartition("\n")[0].splitlines()
            for line in lines[self.done :]:
                order, *words = line.split()
                print(order, *getattr(self, order)(*words), flush=True)
            self.done = len(lines)

    def make_buffer(self, colour: str) -> int:
        width, height = self.window.size
        rows = numpy.full((height, width), int(colour, 16), numpy.uint32).view(numpy.uint8)
        descriptor, stride = self.memory.make(b"XR24", 4, rows)
        wire = self.window.wire
        params = wire.create(self.window.dmabuf, 1)
        wire.send(params, 1, 0, 0, stride, MODIFIER_IMPLICIT >> 32, MODIFIER_IMPLICIT, files=(descriptor,))
        self.dmabuf = descriptor
        return wire.create(params, 3, width, height, XRGB, 0)

    def commit(self, buffer: int, point: int) -> None:
        wire = self.window.wire
        for request, timeline in enumerate(self.timelines, 1):
            wire.send(self.object, request, timeline, point >> 32, point)
        wire.send(self.window.viewport, 2, *self.window.logical)
        wire.send(self.window.surface, 1, buffer, 0, 0)
        wire.send(self.window.surface, 9, 0, 0, 0x7FFFFFFF, 0x7FFFFFFF)
        wire.send(self.window.surface, 6)
        wire.round_trip()
        self.last = point

    def show(self, colour: str, point: str) -> list[int]:
        self.commit(self.make_buffer(colour), int(point))
        return [self.last]

    def signal(self, point: str) -> list[int]:
        self.acquire.signal(int(point))
        return [int(point)]

    def ask(self) -> list[int]:
        self.window.wire.round_trip()
        return [point for point in range(1, self.last + 1) if self.release.is_signalled(point)]

    def read(self) -> list[int]:
        self.drawing = Drawing(vgem_buffer(16, 16))
        self.drawing.add_as_reader(self.dmabuf)
        return [self.last]

    def leave(self) -> list[int]:
        self.drawing.end()
        return []

    def flip(self, count: str) -> list[int]:
        buffers = [self.make_buffer(colour) for colour in ("ffffff", "808080")]
        first = self.last + 1
        for point in range(first, first + int(count)):
            if point >= first + 2 and not self.release.is_signalled(point - 2, PATIENCE):
                sys.exit(f"point {point - 2} is not signalled")
            self.commit(buffers[point % 2], point)
            # What draws the picture is done after the commit.
            self.acquire.signal(point)
        return [self.last]


if __name__ == "__main__":
    Colours(Path(sys.argv[1])).run()
