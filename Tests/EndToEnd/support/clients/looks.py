"""What a picture of a window has to show. A look returns what is wrong, or None."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy

Look = Callable[[numpy.ndarray], str | None]


@dataclass(frozen=True)
class Box:
    """A part of a window; edges are fractions of its width and height."""

    left: float = 0
    top: float = 0
    right: float = 1
    bottom: float = 1

    def of(self, picture: numpy.ndarray) -> numpy.ndarray:
        height, width = picture.shape[:2]
        return picture[
            round(self.top * height) : round(self.bottom * height), round(self.left * width) : round(self.right * width)
        ]


@dataclass(frozen=True)
class Area:
    """A part of a window; edges are pixels from its left and top, or from where `x` and `y` say, as fractions."""

    left: int
    top: int
    right: int
    bottom: int
    x: float = 0
    y: float = 0

    def of(self, picture: numpy.ndarray) -> numpy.ndarray:
        height, width = picture.shape[:2]
        x, y = round(self.x * width), round(self.y * height)
        return picture[max(0, y + self.top) : y + self.bottom, max(0, x + self.left) : x + self.right]


Part = Box | Area


def near(picture: numpy.ndarray, colour: tuple[int, int, int], tolerance: int) -> numpy.ndarray:
    """Which pixels have nearly this colour."""
    return (numpy.abs(picture.astype(numpy.int16) - colour) <= tolerance).all(axis=2)


@dataclass(frozen=True)
class Colour:
    """So large a share of a part has nearly this colour."""

    colour: tuple[int, int, int]
    share: float = 0.9
    box: Part = Box()
    most: float = 1
    tolerance: int = 24

    def __call__(self, picture: numpy.ndarray) -> str | None:
        share = float(near(self.box.of(picture), self.colour, self.tolerance).mean())
        if self.share <= share <= self.most:
            return None
        return f"{share:.3f} of {self.box} is {self.colour}, wanted is {self.share} to {self.most}"


@dataclass(frozen=True)
class Detail:
    """So many sharp edges from one pixel to the next, as text has them."""

    edges: int
    box: Part = Box()

    def __call__(self, picture: numpy.ndarray) -> str | None:
        steps = numpy.abs(numpy.diff(self.box.of(picture).astype(int), axis=1)).max(axis=2)
        edges = int((steps > 64).sum())
        return None if edges >= self.edges else f"{edges} sharp edges in {self.box}, wanted are {self.edges}"


@dataclass(frozen=True)
class Above:
    """What has mostly the one colour channel lies above what has mostly the other (0 red, 1 green, 2 blue)."""

    upper: int
    lower: int
    box: Part = Box()

    def __call__(self, picture: numpy.ndarray) -> str | None:
        part = self.box.of(picture).astype(int)
        rows = []
        for channel in (self.upper, self.lower):
            rest = numpy.delete(part, channel, axis=2).max(axis=2)
            where = numpy.nonzero(part[:, :, channel] - rest > 48)[0]
            if len(where) < 20:
                return f"channel {channel} is nowhere in {self.box}"
            rows.append(float(where.mean()))
        return None if rows[0] < rows[1] else f"channel {self.upper} at row {rows[0]:.0f} is below row {rows[1]:.0f}"
