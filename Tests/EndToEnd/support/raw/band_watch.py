#!/usr/bin/python3
"""Watches one column of each display, and prints where a bright band is in it and since when, as a JSON line for each change.

`time_us` is when the frame was presented, in microseconds of CLOCK_MONOTONIC. The band is the longest run of rows whose pixels have much
red, from `first` to before `end`.
"""

import json
import struct
import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.raw.memory import shared_file  # noqa: E402
from support.raw.wire import Connection, text  # noqa: E402

# In logical pixels, and in red of 255.
COLUMN, WIDTH = 100, 4
BRIGHT = 160


@dataclass
class Display:
    object: int
    name: str = ""
    layout: tuple[int, ...] = ()
    buffer: int = 0
    pixels: numpy.ndarray = field(default_factory=lambda: numpy.zeros((0, 0)))


class Outputs(Connection):
    """A connection that knows of all outputs."""

    def __init__(self):
        self.outputs: list[tuple[int, int]] = []
        super().__init__()

    def announce(self, event: bytes) -> None:
        super().announce(event)
        if text(event, 4) == "wl_output":
            self.outputs.append(self.globals["wl_output"])


class BandWatch:
    def __init__(self):
        self.wire = Outputs()
        self.memory = self.wire.bind("wl_shm", 1)
        self.manager = self.wire.bind("zwlr_screencopy_manager_v1", 3)
        for number, _ in self.wire.outputs:
            self.wire.globals["wl_output"] = (number, 4)
            display = Display(self.wire.bind("wl_output", 4))
            self.wire.on(display.object, 4, lambda event, display=display: setattr(display, "name", text(event, 0)))
            self.wire.round_trip()
            self.copy(display)

    def copy(self, display: Display) -> None:
        """Asks for the next copy, which comes once the column has changed."""
        frame = self.wire.create(self.manager, 1, 0, display.object, COLUMN, 0, WIDTH, 1 << 20)
        self.wire.on(frame, 0, lambda event: setattr(display, "layout", struct.unpack("=4I", event)))
        self.wire.on(frame, 6, lambda event: self.fill(display, frame))
        self.wire.on(frame, 2, lambda event: self.shown(display, frame, event))
        self.wire.on(frame, 3, lambda event: self.wire.send(frame, 1))

    def fill(self, display: Display, frame: int) -> None:
        if not display.buffer:
            format, width, height, stride = display.layout
            memory = shared_file(width, height)
            pool = self.wire.new_id()
            self.wire.send(self.memory, 0, pool, height * stride, files=(memory.descriptor,))
            display.buffer = self.wire.create(pool, 0, 0, width, height, stride, format)
            display.pixels = memory.pixels
        self.wire.send(frame, 2, display.buffer)

    def shown(self, display: Display, frame: int, event: bytes) -> None:
        high, low, nanoseconds = struct.unpack("=3I", event)
        first, end = longest_run((display.pixels[:, 0] >> 16 & 0xFF) > BRIGHT)
        time = (high << 32 | low) * 1_000_000 + nanoseconds // 1000
        print(json.dumps({"output": display.name, "first": first, "end": end, "time_us": time}), flush=True)
        self.wire.send(frame, 1)
        self.copy(display)

    def run(self) -> None:
        while True:
            self.wire.dispatch()


def longest_run(flags: numpy.ndarray) -> tuple[int, int]:
    edges = numpy.flatnonzero(numpy.diff(numpy.concatenate(([0], flags.astype(numpy.int8), [0]))))
    runs = edges.reshape(-1, 2)
    if not len(runs):
        return 0, 0
    first, end = runs[numpy.argmax(runs[:, 1] - runs[:, 0])]
    return int(first), int(end)


BandWatch().run()
