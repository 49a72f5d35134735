#!/usr/bin/python3
"""A tool's bar at the top of an output, and prints what it hears of outputs and input."""

import argparse
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.raw.screen_client import fixed, say  # noqa: E402
from support.raw.pattern import pattern  # noqa: E402
from support.raw.window import Window  # noqa: E402
from support.raw.wire import string, text  # noqa: E402

TOP_LAYER, TOP_LEFT_RIGHT = 2, 1 | 4 | 8


class LayerWindow(Window):
    def __init__(self, seed: int, wanted: str | None, height: int, namespace: str):
        self.seed, self.wanted, self.height, self.namespace = seed, wanted, height, namespace
        self.names = {}
        super().__init__()
        self.draw = self.draw_pattern
        touch = self.wire.create(self.wire.bind("wl_seat", 5), 2)
        self.wire.on(touch, 0, lambda event: say("touch", fixed(event, 16), fixed(event, 20)))

    def make_toplevel(self) -> None:
        """The window is a surface of the layer shell."""
        for name, interface in list(self.wire.announced.items()):
            if interface == "wl_output":
                self.follow(self.wire.bind_number(name, interface, 4))
        self.wire.round_trip()
        output = next((output for output, name in self.names.items() if name == self.wanted), 0)
        if self.wanted and not output:
            raise SystemExit(f"no output {self.wanted} among {list(self.names.values())}")
        shell = self.wire.bind("zwlr_layer_shell_v1", 4)
        self.layer = self.wire.create(shell, 0, self.surface, output, TOP_LAYER, string(self.namespace))
        self.wire.on(self.layer, 0, self.told)
        self.wire.on(self.layer, 1, lambda event: say("closed"))
        self.wire.on(self.surface, 0, lambda event: say("enter", self.names[struct.unpack("=I", event)[0]]))
        self.wire.send(self.layer, 0, 0, self.height)
        self.wire.send(self.layer, 1, TOP_LEFT_RIGHT)
        self.wire.send(self.layer, 2, self.height)
        self.wire.send(self.surface, 6)

    def follow(self, output: int) -> None:
        self.wire.on(output, 4, lambda event: self.names.update({output: text(event, 0)}))

    def told(self, event: bytes) -> None:
        serial, *size = struct.unpack("=III", event)
        self.logical, self.is_stale = tuple(size), True
        self.wire.send(self.layer, 6, serial)

    def draw_pattern(self, window: Window) -> None:
        buffer = window.make_buffer()
        buffer.memory.pixels[:] = pattern(*buffer.picture, self.seed)
        window.show(buffer)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="of the picture, which tells two bars apart")
    parser.add_argument("--output", help="the output's name; without it the bar names none")
    parser.add_argument("--height", type=int, default=30, help="in logical pixels")
    parser.add_argument("--namespace", default="bar")
    options = parser.parse_args()
    LayerWindow(options.seed, options.output, options.height, options.namespace).run()


if __name__ == "__main__":
    main()
