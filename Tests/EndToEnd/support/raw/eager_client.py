#!/usr/bin/python3
"""Fills the screen, and shows more pictures than it gets frame callbacks; prints what came of that as JSON."""

import argparse
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.raw.memory import MEMORY  # noqa: E402
from support.raw.window import Buffer, Window  # noqa: E402

SIDE = 64


class Eager:
    def __init__(self, kind: str, buffers: int, size: tuple[int, int] | None):
        self.window = Window(kind, whole_scale=1, kept=size)
        self.window.draw = lambda window: self.resize()
        self.number = buffers
        self.buffers: list[Buffer] = []
        self.is_pending = False
        self.forget()

    def forget(self) -> None:
        """Counts anew: pictures, callbacks, and how often no buffer was free."""
        self.shown = self.called = self.starved = 0

    def resize(self) -> None:
        self.buffers = [self.window.make_buffer() for _ in range(self.number)]
        for buffer in self.buffers:
            buffer.memory.pixels[:] = 0x00204060

    def show(self, asks: bool) -> None:
        """Another picture in any free buffer, with a request for a callback or without."""
        buffer = next((buffer for buffer in self.buffers if not buffer.is_busy), None)
        if buffer is None:
            self.starved += 1
            return
        self.shown += 1
        buffer.memory.pixels[:SIDE, :SIDE] = self.shown * 0x050709 & 0xFFFFFF
        if asks:
            self.is_pending = True
            wire = self.window.wire
            wire.on(wire.create(self.window.surface, 3), 0, lambda event: self.call())
        buffer.is_busy = True
        wire, surface = self.window.wire, self.window.surface
        wire.send(surface, 1, buffer.object, 0, 0)
        wire.send(surface, 9, 0, 0, SIDE, SIDE)
        wire.send(surface, 6)

    def call(self) -> None:
        self.is_pending = False
        self.called += 1

    def wait(self) -> None:
        """Until the callback has come."""
        while self.is_pending:
            self.window.wire.dispatch()
            self.follow()

    def follow(self) -> None:
        if self.window.is_stale:
            self.window.is_stale = False
            self.resize()

    def begin(self) -> None:
        while not self.buffers:
            self.window.wire.dispatch()
            self.follow()
        self.show(True)
        self.wait()
        print("begun", flush=True)

    def go_on(self, pause: float) -> None:
        """Another picture after each round trip, with one callback pending all the time."""
        self.show(not self.is_pending)
        self.window.wire.round_trip()

    def twice(self, pause: float) -> None:
        """Two pictures for each callback, the second after a while."""
        self.show(False)
        time.sleep(pause)
        self.window.wire.round_trip()
        self.show(True)
        self.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("how", choices=["go-on", "twice"])
    parser.add_argument("--memory", choices=list(MEMORY), default="shm")
    parser.add_argument("--buffers", type=int, default=4)
    parser.add_argument("--pause", type=float, default=0.015, help="seconds between the two pictures")
    parser.add_argument("--rounds", type=int, default=4, help="print a line after each of so many rounds")
    parser.add_argument("--seconds", type=float, default=1, help="how long a round is")
    parser.add_argument("--size", type=int, nargs=2, help="the window's size, whatever it is asked for")
    options = parser.parse_args()
    eager = Eager(options.memory, options.buffers, options.size and tuple(options.size))
    eager.begin()
    act = {"go-on": eager.go_on, "twice": eager.twice}[options.how]
    for _ in range(options.rounds):
        eager.forget()
        start = time.monotonic()
        while time.monotonic() < start + options.seconds:
            eager.follow()
            act(options.pause)
        rate = eager.called / (time.monotonic() - start)
        print(json.dumps({"shown": eager.shown, "rate": rate, "starved": eager.starved}), flush=True)


if __name__ == "__main__":
    main()
