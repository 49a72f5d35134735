#!/usr/bin/python3
"""Fills the screen, with a band at the row where a finger is."""

import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.raw.window import Buffer, Window  # noqa: E402

# In pixels.
BAND_ROWS = 64
GROUND, BAND = 0x00202020, 0x00E0A030
# wl_seat's capability, and wl_touch's event of a finger that has moved: when, which, and where in 256ths of a logical pixel.
TOUCH, MOTION = 4, "=Iiii"


class TouchClient:
    def __init__(self):
        self.window = Window()
        self.window.draw = lambda window: self.draw()
        self.buffers: list[Buffer] = []
        # Where each buffer has its band, and where the screen has it.
        self.bands: dict[int, int] = {}
        self.row = 0
        self.has_touch = False
        seat = self.window.wire.bind("wl_seat", 5)
        # A seat has touch from its first touch screen on, and must not be asked for it before.
        self.window.wire.on(seat, 0, lambda event: self.listen(seat, *struct.unpack("=I", event)))

    def listen(self, seat: int, capabilities: int) -> None:
        if capabilities & TOUCH and not self.has_touch:
            self.has_touch = True
            self.window.wire.on(self.window.wire.create(seat, 2), 2, self.moved)

    def moved(self, event: bytes) -> None:
        _, _, _, y = struct.unpack(MOTION, event)
        height = self.window.size[1]
        shown = self.row
        self.row = max(0, min(y * height // (256 * self.window.logical[1]), height - BAND_ROWS))
        self.draw([shown, self.row])

    def free_buffer(self) -> Buffer:
        for buffer in self.buffers:
            if not buffer.is_busy and buffer.picture == self.window.size:
                return buffer
        buffer = self.window.make_buffer()
        buffer.memory.pixels[:] = GROUND
        self.buffers.append(buffer)
        return buffer

    def draw(self, changed: list[int] | None = None) -> None:
        """Shows the band at its row; the bands at the `changed` rows differ from what is on the screen, or with None all does."""
        buffer = self.free_buffer()
        pixels = buffer.memory.pixels
        old = self.bands.get(buffer.object, self.row)
        pixels[old:old + BAND_ROWS] = GROUND
        pixels[self.row:self.row + BAND_ROWS] = BAND
        self.bands[buffer.object] = self.row
        if changed is None:
            return self.window.show(buffer)
        buffer.is_busy = True
        wire, surface = self.window.wire, self.window.surface
        wire.send(self.window.viewport, 2, *buffer.logical)
        wire.send(surface, 1, buffer.object, 0, 0)
        for row in changed:
            wire.send(surface, 9, 0, row, buffer.width, BAND_ROWS)
        wire.send(surface, 6)


TouchClient().window.run()
