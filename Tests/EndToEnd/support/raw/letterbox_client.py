#!/usr/bin/python3
"""A player without a film: one picture in a buffer of its own size, as large as fits on black.

With SIGUSR1 another picture follows, with SIGUSR2 a part of the picture is shown, and all of it with the next. With SIGHUP
other subtitles follow, with SIGALRM they go, and come back with the next. With SIGWINCH the film's numbers mean the next of
the given meanings, with no other picture. Beside other things, which are drawn anew with SIGURG, the film has its own size.
"""

import argparse
import os
import select
import signal
import struct
import sys
from pathlib import Path

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.raw.film import MEANINGS, apart, samples  # noqa: E402
from support.raw.memory import MEMORY, Memory, shared_file  # noqa: E402
from support.raw.pattern import pattern  # noqa: E402
from support.raw.subtitles import subtitles  # noqa: E402
from support.raw.window import Buffer, Window  # noqa: E402

SET_FULLSCREEN = 11
# DRM_FORMAT_MOD_BROADCOM_SAND128 of libdrm's drm_fourcc.h, and the bytes of a row in a column.
COLUMNS, COLUMN = 0x0700000000000004, 128
OPAQUE_BLACK = (0, 0, 0, 0xFFFFFFFF)
# The first pattern of what is beside a film, and of a second one.
BACK, SECOND = 100, 200


def beside(width: int, height: int) -> tuple[int, int]:
    """Where a film beside other things has its corner."""
    return width // 3, height // 2


def second(width: int, height: int) -> tuple[int, int]:
    """Where a second film has its corner."""
    return width // 6, height // 3


class Player(Window):
    def __init__(self, kind: str, size: tuple[int, int], stretched: bool, decoded: str | None, text: str | None, meanings: list[str],
                 in_columns: bool = False, is_beside: bool = False, has_second: bool = False):
        """`text` is where subtitles are: `below`, or within a transparent picture that covers `all` of the screen."""
        self.film, self.stretched, self.decoded, self.text = size, stretched, decoded, text
        self.meanings, self.in_columns = meanings, in_columns
        self.is_beside = is_beside
        self.backs = 0
        self.texts = 0
        self.has_text = text is not None
        self.pictures = 0
        self.is_cropped = False
        self.place = (0, 0, 0, 0)
        super().__init__(kind, whole_scale=1)
        self.viewporter = self.wire.bind("wp_viewporter", 1)
        self.back_view = self.wire.create(self.viewporter, 1, self.surface)
        singles = self.wire.bind("wp_single_pixel_buffer_manager_v1", 1)
        self.black = self.wire.create(singles, 1, *OPAQUE_BLACK)
        self.front = self.wire.create(self.compositor, 0)
        subcompositor = self.wire.bind("wl_subcompositor", 1)
        self.part = self.wire.create(subcompositor, 1, self.front, self.surface)
        self.wire.send(self.part, 5)
        self.front_view = self.wire.create(self.viewporter, 1, self.front)
        self.second = None
        if has_second:
            second = self.wire.create(self.compositor, 0)
            self.second = second, self.wire.create(subcompositor, 1, second, self.surface), self.wire.create(self.viewporter, 1, second)
            self.wire.send(self.second[1], 5)
        if meanings:
            manager = self.wire.bind("wp_color_representation_manager_v1", 1)
            self.representation = self.wire.create(manager, 1, self.front)
            self.mean_next()
        self.words = self.wire.create(self.compositor, 0)
        self.words_part = self.wire.create(subcompositor, 1, self.words, self.surface)
        self.wire.send(self.words_part, 5)
        self.draw = lambda window: self.lay_out()
        self.released = self.drop

    def make_toplevel(self) -> None:
        super().make_toplevel()
        self.wire.send(self.toplevel, SET_FULLSCREEN, 0)

    @property
    def size(self) -> tuple[int, int]:
        """Of its buffers, whatever the window's."""
        return self.film

    def lay_out(self) -> None:
        width, height = self.logical
        if not width or not height:
            return
        if self.is_beside:
            self.place = (*beside(width, height), *self.film)
        elif self.stretched:
            self.place = (0, 0, width, height)
        else:
            scale = min(width / self.film[0], height / self.film[1])
            across, down = int(self.film[0] * scale), int(self.film[1] * scale)
            self.place = ((width - across) // 2, (height - down) // 2, across, down)
        self.pictures = self.texts = self.backs = 0
        self.wire.send(self.back_view, 2, width, height)
        if self.is_beside:
            self.attach_back()
        else:
            self.wire.send(self.surface, 1, self.black, 0, 0)
            self.wire.send(self.surface, 9, 0, 0, 0x7FFFFFFF, 0x7FFFFFFF)
        self.wire.send(self.part, 1, self.place[0], self.place[1])
        if self.has_text:
            self.show_text()
        self.show_next()

    def show_next(self) -> None:
        buffer = self.make_decoded() if self.decoded else self.make_buffer()
        if not self.decoded:
            buffer.memory.pixels[:] = pattern(*self.film, self.pictures)
        self.show(buffer)
        if self.second:
            self.show_second()
        self.pictures += 1

    def show_second(self) -> None:
        """The next picture of the second film, which lies partly in front of the first."""
        surface, part, view = self.second
        buffer = self.make_buffer()
        buffer.memory.pixels[:] = pattern(*self.film, SECOND + self.pictures)
        self.wire.send(part, 1, *second(*self.logical))
        self.wire.send(view, 2, *self.film)
        self.wire.send(surface, 1, buffer.object, 0, 0)
        self.wire.send(surface, 9, 0, 0, 0x7FFFFFFF, 0x7FFFFFFF)
        self.wire.send(surface, 6)
        self.wire.send(self.surface, 6)

    def attach_back(self) -> None:
        """The next picture of what is beside the film, and behind it."""
        self.attach(self.surface, pattern(*self.logical, BACK + self.backs), opaque=True)
        self.backs += 1

    def change_back(self) -> None:
        if self.is_beside:
            self.attach_back()
            self.wire.send(self.surface, 6)

    def attach(self, surface: int, picture: numpy.ndarray, opaque: bool = False) -> None:
        memory = shared_file(*picture.shape[::-1])
        memory.pixels[:] = picture
        pool = self.wire.new_id()
        self.wire.send(self.shm, 0, pool, os.fstat(memory.descriptor).st_size, files=(memory.descriptor,))
        height, width = picture.shape
        buffer = Buffer(memory, self.wire.create(pool, 0, 0, width, height, memory.stride, int(opaque)), width, height,
                        self.film, self.logical)
        self.wire.send(pool, 1)
        self.wire.on(buffer.object, 0, lambda event: self.release(buffer))
        self.wire.send(surface, 1, buffer.object, 0, 0)
        self.wire.send(surface, 9, 0, 0, 0x7FFFFFFF, 0x7FFFFFFF)

    def show_text(self) -> None:
        """The next subtitles, in a surface in front of the film's; its own commit shows them."""
        picture, (x, y) = subtitles(*self.logical, self.texts, self.text == "all")
        self.texts += 1
        self.wire.send(self.words_part, 1, x, y)
        self.attach(self.words, picture)
        self.wire.send(self.words, 6)
        self.wire.send(self.surface, 6)

    def mean_next(self) -> None:
        """Says the first of the meanings, which then is the last."""
        first, *others = self.meanings
        self.meanings = [*others, first]
        self.wire.send(self.representation, 2, *MEANINGS[first][0])

    def mean_otherwise(self) -> None:
        self.mean_next()
        self.wire.send(self.front, 6)
        self.wire.send(self.surface, 6)

    def toggle_text(self) -> None:
        self.has_text = not self.has_text
        if self.has_text:
            return self.show_text()
        self.wire.send(self.words, 1, 0, 0, 0)
        self.wire.send(self.words, 6)

    def make_decoded(self) -> Buffer:
        """A dmabuf as paper cards know it, with brightness and colours apart."""
        if self.in_columns:
            return self.make_columns()
        width, height = self.film
        memory = shared_file(width // 4, height * 3 // 2, "dmabuf")
        rows = memory.pixels.view(numpy.uint8)
        brightness, colors = samples(width, height, self.pictures)
        rows[:height] = brightness
        places = [(0, width), (width * height, width)]
        if self.decoded == "NV12":
            rows[height:] = colors.reshape(height // 2, width)
        else:
            rows[height:] = numpy.concatenate([plane.ravel() for plane in apart(colors, self.decoded)]).reshape(-1, width)
            places = [(0, width), (width * height, width // 2), (width * height * 5 // 4, width // 2)]
        return self.name_planes(memory, places)

    def make_columns(self) -> Buffer:
        """The same in columns of 128 bytes, as a Raspberry Pi's decoder has them: rows of colours under those of brightness."""
        width, height = self.film
        # Its macroblocks have 16 rows.
        down = -(-height // 16) * 16
        columns, rows = -(-width // COLUMN), down * 3 // 2
        memory = shared_file(COLUMN // 4, columns * rows, "dmabuf")
        brightness, colors = samples(width, height, self.pictures)
        lines = numpy.zeros((rows, columns * COLUMN), numpy.uint8)
        lines[:height, :width] = brightness
        lines[down : down + height // 2, :width] = colors.reshape(height // 2, width)
        memory.pixels.view(numpy.uint8)[:] = numpy.concatenate(numpy.split(lines, columns, axis=1))
        return self.name_planes(memory, [(0, columns * COLUMN), (down * COLUMN, columns * COLUMN)], COLUMNS | rows << 8)

    def name_planes(self, memory: Memory, places: list[tuple[int, int]], modifier: int = 0) -> Buffer:
        width, height = self.film
        params = self.wire.create(self.dmabuf, 1)
        for plane, (offset, stride) in enumerate(places):
            self.wire.send(
                params, 1, plane, offset, stride, modifier >> 32, modifier & 0xFFFFFFFF, files=(memory.descriptor,))
        code = int.from_bytes(self.decoded.encode(), "little")
        buffer = Buffer(memory, self.wire.create(params, 3, width, height, code, 0), width, height, self.film, self.logical)
        self.wire.on(buffer.object, 0, lambda event: self.release(buffer))
        return buffer

    def show(self, buffer: Buffer) -> None:
        width, height = self.film
        # A quarter of the picture, and not quite on whole pixels.
        part = (width / 4 + 0.5, height / 4, width / 2, height / 2) if self.is_cropped else (0, 0, width, height)
        self.wire.send(self.front_view, 1, *(struct.pack("=i", round(number * 256)) for number in part))
        self.wire.send(self.front_view, 2, *self.place[2:])
        self.wire.send(self.front, 1, buffer.object, 0, 0)
        self.wire.send(self.front, 9, 0, 0, 0x7FFFFFFF, 0x7FFFFFFF)
        self.wire.send(self.front, 6)
        self.wire.send(self.surface, 6)

    def run(self) -> None:
        """Events and signals, one after the other."""
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        signal.set_wakeup_fd(writing)
        actions = {
            signal.SIGUSR1: self.show_next, signal.SIGUSR2: self.zoom, signal.SIGHUP: self.show_text,
            signal.SIGALRM: self.toggle_text, signal.SIGWINCH: self.mean_otherwise, signal.SIGURG: self.change_back}
        for number in actions:
            signal.signal(number, lambda *_: None)
        while True:
            ready, _, _ = select.select([self.wire.socket, reading], [], [])
            if reading in ready:
                for number in os.read(reading, 64):
                    actions[number]()
            if self.wire.socket in ready:
                self.wire.dispatch()
            if self.is_stale:
                self.is_stale = False
                self.draw(self)

    def zoom(self) -> None:
        self.is_cropped = not self.is_cropped
        self.show_next()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memory", choices=list(MEMORY), default="shm")
    parser.add_argument("--size", default="1200x500", help="the picture's own")
    parser.add_argument("--stretched", action="store_true", help="fill the screen, whatever that does to the picture")
    parser.add_argument(
        "--decoded", nargs="?", const="NV12", choices=["NV12", "YU12", "YV12"],
        help="brightness and colours apart, as decoders leave a film")
    parser.add_argument("--columns", action="store_true", help="decoded as NV12 into columns, as on a Raspberry Pi")
    parser.add_argument("--subtitles", choices=["below", "all"], help="a surface in front of the film, or of all of the screen")
    parser.add_argument("--meaning", action="append", choices=list(MEANINGS), default=[], help="of the film's numbers, in turn")
    parser.add_argument("--beside", action="store_true", help="a film of its own size beside other things, not full-screen on black")
    parser.add_argument("--second", action="store_true", help="a second film, partly in front of the first")
    options = parser.parse_args()
    size = tuple(map(int, options.size.split("x")))
    decoded = "NV12" if options.columns else options.decoded
    Player(options.memory, size, options.stretched, decoded, options.subtitles, options.meaning, options.columns,
           options.beside, options.second).run()


if __name__ == "__main__":
    main()
