#!/usr/bin/python3
"""Fills the screen with pictures in turn, one with each frame, in two buffers that it draws in only when they are free."""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.raw.memory import MEMORY  # noqa: E402
from support.raw.pattern import pattern  # noqa: E402
from support.raw.window import Window  # noqa: E402


class Flips:
    def __init__(self, kind: str, frames: int, make_window: type[Window] = Window):
        self.frames = frames
        self.shown = 0
        self.is_called = True
        self.buffers = []
        self.window = make_window(kind)
        self.window.draw = lambda window: self.resize()
        self.window.released = lambda buffer: self.flip()

    def resize(self) -> None:
        # Events come while buffers are made: nothing is shown meanwhile.
        self.buffers = []
        if 0 in self.window.size:
            # The first size may be left to the window: it waits for that of the screen.
            return
        buffers = [self.window.make_buffer() for _ in range(2)]
        self.pictures = [pattern(*buffer.picture, seed) for seed, buffer in enumerate(buffers)]
        self.buffers = buffers
        self.shown = 0
        self.is_called = True
        print("resized", *self.window.size, flush=True)
        self.flip()

    def flip(self) -> None:
        """Shows the next picture once the last one is on screen and its buffer is free again."""
        number = self.shown % 2
        if not self.buffers or not self.is_called or self.shown == self.frames or self.buffers[number].is_busy:
            return
        buffer = self.buffers[number]
        buffer.memory.pixels[:] = self.pictures[number]
        self.is_called = False
        self.window.wire.on(self.window.wire.create(self.window.surface, 3), 0, lambda event: self.called())
        self.window.show(buffer)
        self.shown += 1

    def called(self) -> None:
        self.is_called = True
        if self.shown == self.frames:
            print("shown", self.shown, flush=True)
        self.flip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memory", choices=list(MEMORY), default="dumb")
    parser.add_argument("--frames", type=int, default=-1, help="stop at this picture")
    options = parser.parse_args()
    Flips(options.memory, options.frames).window.run()


if __name__ == "__main__":
    main()
