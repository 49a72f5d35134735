#!/usr/bin/python3
"""Fills the screen with a picture that the tests know, one pixel for each of the screen's where it is told how."""

import argparse
import sys
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.raw.film_memory import MODIFIER_IMPLICIT  # noqa: E402
from support.raw.graphics_memory import GraphicsMemory  # noqa: E402
from support.raw.memory import MEMORY, Drawing  # noqa: E402
from support.raw.pattern import pattern, ramp_as, transformed  # noqa: E402
from support.raw.window import Buffer, Window  # noqa: E402


def draw(window: Window) -> None:
    buffer = window.make_buffer()
    rows = transformed(pattern(*buffer.picture), window.transform)
    buffer.memory.pixels[:] = rows[::-1] if window.is_inverted else rows
    window.show(buffer)


def draw_deep(window: Window, format: str) -> None:
    """Shows a picture with ten bits of each colour."""
    window.format = int.from_bytes(format.encode(), "little")
    buffer = window.make_buffer()
    buffer.memory.pixels[:] = ramp_as(format, *buffer.picture)
    window.show(buffer)


def draw_on_card(window: Window, format: str) -> None:
    """The same in memory that the graphics driver makes, laid out as it likes."""
    window.format, window.modifier = int.from_bytes(format.encode(), "little"), MODIFIER_IMPLICIT
    rows = ramp_as(format, *window.size).view(numpy.uint8)
    memory = HandedOver(*GraphicsMemory().make(format.encode(), 4, rows))
    window.show(Buffer(memory, window.name_dmabuf(memory, *window.size), *window.size, window.size, window.logical))


@dataclass
class HandedOver:
    """Memory that only the graphics card reads."""

    descriptor: int
    stride: int


def draw_late(window: Window) -> None:
    """Shows a picture that is drawn only a second later, as a slow graphics card would."""
    buffer = window.make_buffer()
    drawing = Drawing(buffer.memory)
    buffer.memory.pixels[:] = 0x00FF0000
    window.show(buffer)
    print("committed", flush=True)
    time.sleep(1)
    buffer.memory.pixels[:] = pattern(*buffer.picture)
    drawing.end()
    print("drawn", flush=True)


def size(text: str | None) -> tuple[int, ...] | None:
    return tuple(map(int, text.split("x"))) if text else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memory", choices=list(MEMORY), default="shm")
    parser.add_argument("--transform", type=int, choices=range(8), default=0)
    parser.add_argument("--inverted", action="store_true", help="the last row first, as some graphics cards draw")
    parser.add_argument("--whole-scale", type=int, help="draw at this scale, whatever the screen asks for")
    parser.add_argument("--late", action="store_true", help="commit vgem memory before it is drawn")
    parser.add_argument(
        "--deep", nargs="?", const="XR30", choices=["XR30", "XB30", "AR30", "AB30"], help="all values of ten bits of each colour")
    parser.add_argument("--on-card", action="store_true", help="with ten bits, in memory that the graphics driver makes")
    parser.add_argument("--implicit", action="store_true", help="say nothing of how a dmabuf is laid out")
    parser.add_argument("--least", help="how small the window may be, such as 800x600")
    parser.add_argument("--kept", help="the size that the window has whatever it is asked for")
    parser.add_argument("--app-id", default="raw-client", help="what the window calls itself")
    parser.add_argument("--title", default="", help="the window's title")
    options = parser.parse_args()
    window = Window(
        options.memory, options.transform, options.inverted, options.whole_scale, size(options.least), size(options.kept),
        options.app_id, options.title)
    if options.implicit:
        window.modifier = MODIFIER_IMPLICIT
    window.draw = draw_late if options.late else draw
    if options.deep:
        window.draw = partial(draw_on_card if options.on_card else draw_deep, format=options.deep)
    window.run()


if __name__ == "__main__":
    main()
