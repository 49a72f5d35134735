#!/usr/bin/python3
"""Windows that change on their own: some with each frame, some without waiting for anything."""

import argparse
import json
import selectors
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.raw.window import Window  # noqa: E402

SIDE = 32


class Animation:
    """Changes a small square with each frame, as a client with a cursor or a spinner does."""

    def __init__(self):
        self.window = Window()
        self.window.draw = lambda window: self.resize()
        self.buffers = []
        self.times: list[float] = []
        self.waits = False

    def resize(self) -> None:
        self.buffers = [self.window.make_buffer() for _ in range(2)]
        for buffer in self.buffers:
            buffer.memory.pixels[:] = 0x00204060
        self.window.show(self.buffers[0])
        self.ask()

    def ask(self) -> None:
        if self.waits:
            return
        self.waits = True
        window = self.window
        window.wire.on(window.wire.create(window.surface, 3), 0, self.called)
        window.wire.send(window.surface, 6)

    def called(self, event: bytes) -> None:
        self.waits = False
        self.times.append(time.monotonic())
        buffer = self.buffers[len(self.times) % 2]
        buffer.memory.pixels[:SIDE, :SIDE] = len(self.times) * 0x050709 & 0xFFFFFF
        window = self.window
        window.wire.send(window.surface, 1, buffer.object, 0, 0)
        window.wire.send(window.surface, 9, 0, 0, SIDE, SIDE)
        self.ask()

    def dispatch(self) -> None:
        self.window.wire.dispatch()
        if self.window.is_stale:
            self.window.is_stale = False
            self.resize()


class Flood(Animation):
    """Commits as fast as the connection takes it, and waits for nothing."""

    def ask(self) -> None:
        self.is_ready = True

    def pour(self) -> None:
        window = self.window
        lot = []
        send = window.wire.socket.sendall

        class Gather:
            def sendmsg(self, parts, rights):
                lot.extend(parts)

        real, window.wire.socket = window.wire.socket, Gather()
        for _ in range(200):
            window.show(self.buffers[0])
        window.wire.socket = real
        send(b"".join(lot))


def serve(animations: list, until) -> None:
    with selectors.DefaultSelector() as selector:
        for animation in animations:
            selector.register(animation.window.wire.socket, selectors.EVENT_READ, animation)
        while not until():
            for key, _ in selector.select(0.1):
                key.data.dispatch()


def flood() -> None:
    animation = Flood()
    while not animation.buffers:
        animation.dispatch()
    while True:
        with selectors.DefaultSelector() as selector:
            selector.register(animation.window.wire.socket, selectors.EVENT_READ)
            while selector.select(0):
                animation.dispatch()
        animation.pour()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["timed", "busy", "flood"])
    parser.add_argument("--clients", type=int, default=1, help="how many of the busy kind")
    parser.add_argument("--seconds", type=float, default=4, help="how long the timed one runs")
    options = parser.parse_args()
    if options.kind == "flood":
        flood()
    animations = [Animation() for _ in range(options.clients)]
    if options.kind == "busy":
        serve(animations, lambda: False)
    end = time.monotonic() + options.seconds
    serve(animations, lambda: time.monotonic() > end)
    times = animations[0].times
    print(json.dumps([later - sooner for sooner, later in zip(times, times[1:])]))


if __name__ == "__main__":
    main()
