#!/usr/bin/python3
"""Animates frames without any red, and paints each buffer red as soon as it is told that it may.

Frames go out as fast as callbacks come in.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.raw.memory import MEMORY  # noqa: E402
from support.raw.window import Buffer, Window  # noqa: E402

GARBAGE = 0x00FF0000
COUNT = 3


class Scribbler:
    """Buffers of the window's size, one of them on the screen."""

    def __init__(self, window: Window, is_early: bool):
        self.window = window
        self.is_early = is_early
        self.buffers: list[Buffer] = []
        self.frames = 0
        self.waits = False
        window.draw = lambda window: self.paint()
        window.released = self.scribble

    def scribble(self, buffer: Buffer) -> None:
        buffer.memory.pixels[:] = GARBAGE
        if buffer not in self.buffers:
            self.window.drop(buffer)

    def buffer(self) -> Buffer | None:
        """One that is free; buffers of another size are given up."""
        window = self.window
        old = [one for one in self.buffers if one.picture != window.size]
        self.buffers = [one for one in self.buffers if one not in old]
        for one in old:
            if not one.is_busy:
                window.drop(one)
        while len(self.buffers) < COUNT:
            self.buffers.append(window.make_buffer())
            self.buffers[-1].memory.pixels[:] = GARBAGE
        return next((one for one in self.buffers if not one.is_busy), None)

    def paint(self) -> None:
        buffer = self.buffer()
        if buffer is None:
            return
        self.frames += 1
        shade = self.frames * 5 % 200 + 40
        buffer.memory.pixels[::2] = shade << 8
        buffer.memory.pixels[1::2] = shade
        if not self.waits:
            self.waits = True
            self.window.wire.on(self.window.wire.create(self.window.surface, 3), 0, self.called)
        self.window.show(buffer)
        if self.is_early:
            buffer.memory.pixels[:] = GARBAGE

    def called(self, event: bytes) -> None:
        self.waits = False
        self.paint()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memory", choices=list(MEMORY), default="shm")
    parser.add_argument("--early", action="store_true", help="paint it red at once, as no client may")
    options = parser.parse_args()
    window = Window(options.memory)
    Scribbler(window, options.early)
    window.run()


if __name__ == "__main__":
    main()
