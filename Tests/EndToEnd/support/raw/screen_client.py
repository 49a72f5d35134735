#!/usr/bin/python3
"""A window that asks once to be full screen on the output of a name, and prints what it hears of outputs and input."""

import argparse
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.raw.pattern import pattern  # noqa: E402
from support.raw.window import Window  # noqa: E402
from support.raw.wire import text  # noqa: E402


def say(*words: object) -> None:
    print(*words, flush=True)


def fixed(event: bytes, offset: int) -> int:
    """A whole number of the event's arguments with a fraction."""
    return round(struct.unpack_from("=i", event, offset)[0] / 256)


class ScreenWindow(Window):
    def __init__(self, app_id: str, seed: int, wanted: str | None):
        super().__init__(app_id=app_id)
        self.seed, self.wanted = seed, wanted
        self.names = {}
        self.draw = self.draw_pattern
        self.wire.came = self.came
        for name, interface in list(self.wire.announced.items()):
            self.came(name, interface)
        self.wire.on(self.surface, 0, lambda event: self.moved("enter", event))
        self.wire.on(self.surface, 1, lambda event: self.moved("leave", event))
        seat = self.wire.bind("wl_seat", 5)
        pointer, keyboard, touch = (self.wire.create(seat, opcode) for opcode in range(3))
        self.wire.on(pointer, 2, lambda event: say("pointer", fixed(event, 4), fixed(event, 8)))
        self.wire.on(keyboard, 3, lambda event: self.key(*struct.unpack("=IIII", event)))
        self.wire.on(touch, 0, lambda event: say("touch", fixed(event, 16), fixed(event, 20)))

    def came(self, name: int, interface: str) -> None:
        if interface == "wl_output":
            output = self.wire.bind_number(name, interface, 4)
            self.wire.on(output, 4, lambda event: self.named(output, text(event, 0)))

    def named(self, output: int, name: str) -> None:
        self.names[output] = name
        if name == self.wanted:
            self.wanted = None
            self.wire.send(self.toplevel, 11, output)

    def moved(self, how: str, event: bytes) -> None:
        say(how, self.names.get(struct.unpack("=I", event)[0], "?"))

    def key(self, serial: int, time: int, code: int, state: int) -> None:
        if state:
            say("key", code)

    def draw_pattern(self, window: Window) -> None:
        buffer = window.make_buffer()
        buffer.memory.pixels[:] = pattern(*buffer.picture, self.seed)
        window.show(buffer)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--app-id", default="raw-client")
    parser.add_argument("--seed", type=int, default=0, help="of the picture, which tells two windows apart")
    parser.add_argument("--output", help="the output's name; without it the window asks for none")
    options = parser.parse_args()
    ScreenWindow(options.app_id, options.seed, options.output).run()


if __name__ == "__main__":
    main()
