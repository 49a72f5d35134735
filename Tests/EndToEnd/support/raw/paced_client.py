#!/usr/bin/python3
"""Fills the screen, and shows a changed picture at a rate of its own, or with each frame callback."""

import argparse
import selectors
import struct
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.raw.memory import MEMORY  # noqa: E402
from support.raw.window import Window  # noqa: E402

SIDE = 64
BUFFERS = 4
ASYNC = 1


class Paced:
    def __init__(self, kind: str, rate: float | None, tears: bool):
        self.window = Window(kind)
        self.window.draw = lambda window: self.resize()
        self.buffers = []
        self.shown = 0
        self.interval = 1 / rate if rate else None
        self.due = time.monotonic()
        if tears:
            manager = self.window.wire.bind("wp_tearing_control_manager_v1", 1)
            self.window.wire.send(self.window.wire.create(manager, 1, self.window.surface), 0, ASYNC)

    def resize(self) -> None:
        self.buffers = []
        self.buffers = [self.window.make_buffer() for _ in range(BUFFERS)]
        for buffer in self.buffers:
            buffer.memory.pixels[:] = 0x00204060
        self.show()

    def show(self) -> None:
        """Another picture, if a buffer is free for it."""
        buffer = next((buffer for buffer in self.buffers if not buffer.is_busy), None)
        if buffer is None:
            return
        self.shown += 1
        buffer.memory.pixels[:SIDE, :SIDE] = self.shown * 0x050709 & 0xFFFFFF
        if self.interval is None:
            self.window.wire.on(self.window.wire.create(self.window.surface, 3), 0, lambda event: self.called(event))
        self.window.show(buffer)

    def called(self, event: bytes) -> None:
        print(*struct.unpack("=I", event), flush=True)
        self.show()

    def run(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self.window.wire.socket, selectors.EVENT_READ)
            while True:
                wait = max(0.0, self.due - time.monotonic()) if self.interval else None
                if selector.select(wait):
                    self.window.wire.dispatch()
                if self.window.is_stale:
                    self.window.is_stale = False
                    self.resize()
                while self.interval and self.buffers and time.monotonic() >= self.due:
                    self.due = max(self.due + self.interval, time.monotonic())
                    self.show()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memory", choices=list(MEMORY), default="shm")
    parser.add_argument("--rate", type=float, help="pictures in a second; without it, one with each frame callback")
    parser.add_argument("--tearing", action="store_true", help="ask for frames that are shown at once")
    options = parser.parse_args()
    try:
        Paced(options.memory, options.rate, options.tearing).run()
    except (ConnectionResetError, BrokenPipeError):
        # The service has ended.
        pass


if __name__ == "__main__":
    main()
