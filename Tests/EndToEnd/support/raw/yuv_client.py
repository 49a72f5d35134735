#!/usr/bin/python3
"""Shows a film's picture as decoders leave it, in dmabufs, stretched over the screen."""

import argparse
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.raw.film import MEANINGS  # noqa: E402
from support.raw.film_memory import MODIFIER_IMPLICIT, MODIFIER_LINEAR, Plane, buffers, one_buffer  # noqa: E402
from support.raw.window import Window  # noqa: E402


def name(window: Window, planes: list[Plane], size: tuple[int, int], code: int, modifier: int) -> int:
    """The `wl_buffer` of the planes; ends the program where they are refused."""
    params = window.wire.create(window.dmabuf, 1)
    answers = []
    window.wire.on(params, 0, lambda event: answers.append(struct.unpack("=I", event)[0]))
    window.wire.on(params, 1, lambda event: answers.append(0))
    for index, plane in enumerate(planes):
        window.wire.send(
            params, 1, index, plane.offset, plane.stride, modifier >> 32, modifier, files=(plane.descriptor,))
    window.wire.send(params, 2, *size, code, 0)
    while not answers:
        window.wire.dispatch()
    if not answers[0]:
        sys.exit("refused")
    return answers[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--format", default="NV12")
    parser.add_argument("--size", default="", help="of the film, such as 640x360; the window's without it")
    parser.add_argument(
        "--card", default="", help="a card whose memory holds all planes, by a part of its path in /sys; without it GBM makes each")
    parser.add_argument("--meaning", choices=list(MEANINGS), help="of the film's numbers")
    parser.add_argument("--implicit", action="store_true", help="say nothing of how the memory is laid out")
    options = parser.parse_args()
    code = int.from_bytes(options.format.encode(), "little")
    window = Window("film")
    if options.meaning:
        manager = window.wire.bind("wp_color_representation_manager_v1", 1)
        window.wire.send(window.wire.create(manager, 1, window.surface), 2, *MEANINGS[options.meaning][0])

    def draw(window: Window) -> None:
        size = tuple(map(int, options.size.split("x"))) if options.size else window.size
        planes = one_buffer(code, *size, options.card) if options.card else buffers(code, *size)
        buffer = name(window, planes, size, code, MODIFIER_IMPLICIT if options.implicit else MODIFIER_LINEAR)
        window.wire.send(window.viewport, 2, *window.logical)
        window.wire.send(window.surface, 1, buffer, 0, 0)
        window.wire.send(window.surface, 9, 0, 0, 0x7FFFFFFF, 0x7FFFFFFF)
        window.wire.send(window.surface, 6)
        print("shown", flush=True)

    window.draw = draw
    window.run()


if __name__ == "__main__":
    main()
