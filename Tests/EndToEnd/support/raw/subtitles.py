"""What is shown in front of a film: a box of which one half lets nothing through, and the other half the film."""

import numpy

# Of the half that lets the film through.
ALPHA = 128


def box(width: int, height: int) -> tuple[int, int, int, int]:
    """Where the box is on a screen: its corner and size."""
    return width // 4, height - 220, width // 2, 160


def colors(number: int) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Red, green and blue of both halves; those of the second are multiplied by its alpha already."""
    return (250 - number * 20 % 200, 30 + number * 40 % 200, 90), (20 + number * 10 % 100, 100 - number * 10 % 100, 60)


def subtitles(width: int, height: int, number: int, covers_screen: bool) -> tuple[numpy.ndarray, tuple[int, int]]:
    """The pixels, with alpha, and the place of their corner."""
    left, top, across, down = box(width, height)
    picture = numpy.zeros((height, width), numpy.uint32)
    halves = (left, left + across // 2), (left + across // 2, left + across)
    for (start, end), (red, green, blue), alpha in zip(halves, colors(number), (255, ALPHA)):
        picture[top : top + down, start:end] = alpha << 24 | red << 16 | green << 8 | blue
    if covers_screen:
        return picture, (0, 0)
    return picture[top : top + down, left : left + across].copy(), (left, top)
