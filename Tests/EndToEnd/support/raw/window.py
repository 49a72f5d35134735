"""A window that fills the screen, in buffers of any kind, turn and density."""

import math
import os
import struct
from dataclasses import dataclass

from .memory import MEMORY, Memory
from .wire import Connection, string

XRGB = 0x34325258
Y_INVERT = 1


def shm_format(code: int) -> int:
    """The same as `wl_shm` names it, which has a number of its own for XRGB."""
    return 1 if code == XRGB else code


@dataclass
class Buffer:
    """A picture's memory, and the `wl_buffer` that names it."""

    memory: Memory
    object: int
    width: int
    height: int
    # The picture's own size, before any turn, and the window's that it is for.
    picture: tuple[int, int]
    logical: tuple[int, int]
    is_busy: bool = False


class Window:
    """Hears its size and scale; `draw(window)` is called when they changed, with `size` in the screen's own pixels."""

    def __init__(self, kind: str = "shm", transform: int = 0, is_inverted: bool = False, whole_scale: int | None = None,
                 least: tuple[int, int] | None = None, kept: tuple[int, int] | None = None, app_id: str = "raw-client",
                 title: str = ""):
        """`whole_scale` draws at that whole scale in place of the exact one that the screen asks for. In logical pixels,
        `least` is how small the window says that it may be, and `kept` the size that it has whatever it is asked for."""
        self.kind, self.transform, self.is_inverted, self.whole_scale = kind, transform, is_inverted, whole_scale
        self.scale = 120 * (whole_scale or 1)
        self.least = least
        self.kept = kept
        self.app_id, self.title = app_id, title
        self.logical = (0, 0)
        # The size has changed since the last picture.
        self.is_stale = False
        self.draw = lambda window: None
        self.released = lambda buffer: None
        # What the memory holds, as DRM names it: XRGB words.
        self.format = XRGB
        self.modifier = 0
        self.wire = Connection()
        self.compositor = self.wire.bind("wl_compositor", 4)
        self.shm = self.wire.bind("wl_shm", 1)
        self.dmabuf = self.wire.bind("zwp_linux_dmabuf_v1", 4) if kind != "shm" else 0
        self.base = self.wire.bind("xdg_wm_base", 1)
        self.wire.on(self.base, 0, lambda event: self.wire.send(self.base, 3, event))
        self.surface = self.wire.create(self.compositor, 0)
        if whole_scale is None:
            self.listen_to_scale()
        else:
            self.wire.send(self.surface, 8, whole_scale)
        self.wire.send(self.surface, 7, transform)
        self.make_toplevel()

    def listen_to_scale(self) -> None:
        viewporter = self.wire.bind("wp_viewporter", 1)
        self.viewport = self.wire.create(viewporter, 1, self.surface)
        manager = self.wire.bind("wp_fractional_scale_manager_v1", 1)
        self.wire.on(self.wire.create(manager, 1, self.surface), 0, self.scaled)

    def make_toplevel(self) -> None:
        self.shell = self.wire.create(self.base, 2, self.surface)
        self.toplevel = self.wire.create(self.shell, 1)
        self.wire.on(self.toplevel, 0, self.sized)
        self.wire.on(self.shell, 0, self.configured)
        self.wire.send(self.toplevel, 3, string(self.app_id))
        if self.title:
            self.wire.send(self.toplevel, 2, string(self.title))
        if self.least:
            self.wire.send(self.toplevel, 8, *self.least)
        self.wire.send(self.surface, 6)

    def scaled(self, event: bytes) -> None:
        self.scale, = struct.unpack("=I", event)
        self.is_stale = self.logical != (0, 0)

    def sized(self, event: bytes) -> None:
        self.logical = self.kept or struct.unpack_from("=ii", event)

    def configured(self, event: bytes) -> None:
        self.wire.send(self.shell, 4, event)
        self.is_stale = True

    @property
    def size(self) -> tuple[int, int]:
        """The picture's size: logical pixels times the scale, halves rounded up."""
        width, height = (math.floor(side * self.scale / 120 + 0.5) for side in self.logical)
        return width, height

    def make_buffer(self) -> Buffer:
        """Memory for one picture as the buffer has it, which may be lying on its side."""
        picture, logical = self.size, self.logical
        width, height = self.size if self.transform % 2 == 0 else self.size[::-1]
        memory = MEMORY[self.kind](width, height)
        make = self.name_shared_file if self.kind == "shm" else self.name_dmabuf
        buffer = Buffer(memory, make(memory, width, height), width, height, picture, logical)
        self.wire.on(buffer.object, 0, lambda event: self.release(buffer))
        return buffer

    def name_shared_file(self, memory: Memory, width: int, height: int) -> int:
        length = os.fstat(memory.descriptor).st_size
        pool = self.wire.new_id()
        self.wire.send(self.shm, 0, pool, length, files=(memory.descriptor,))
        buffer = self.wire.create(pool, 0, 0, width, height, memory.stride, shm_format(self.format))
        self.wire.send(pool, 1)
        return buffer

    def name_dmabuf(self, memory: Memory, width: int, height: int) -> int:
        """Asks for the buffer the careful way, in which a refusal is told."""
        params = self.wire.create(self.dmabuf, 1)
        answers = []
        self.wire.on(params, 0, lambda event: answers.append(struct.unpack("=I", event)[0]))
        self.wire.on(params, 1, lambda event: answers.append(0))
        self.wire.send(
            params, 1, 0, 0, memory.stride, self.modifier >> 32, self.modifier & 0xFFFFFFFF,
            files=(memory.descriptor,))
        self.wire.send(params, 2, width, height, self.format, Y_INVERT if self.is_inverted else 0)
        while not answers:
            self.wire.dispatch()
        self.wire.send(params, 0)
        if not answers[0]:
            raise RuntimeError("the dmabuf is refused")
        return answers[0]

    def release(self, buffer: Buffer) -> None:
        buffer.is_busy = False
        self.released(buffer)

    def drop(self, buffer: Buffer) -> None:
        """Destroys a buffer that is not in use."""
        self.wire.send(buffer.object, 0)
        os.close(buffer.memory.descriptor)

    def show(self, buffer: Buffer) -> None:
        buffer.is_busy = True
        if self.whole_scale is None:
            self.wire.send(self.viewport, 2, *buffer.logical)
        self.wire.send(self.surface, 1, buffer.object, 0, 0)
        self.wire.send(self.surface, 9, 0, 0, 0x7FFFFFFF, 0x7FFFFFFF)
        self.wire.send(self.surface, 6)

    def run(self) -> None:
        while True:
            self.wire.dispatch()
            if self.is_stale:
                self.is_stale = False
                self.draw(self)
