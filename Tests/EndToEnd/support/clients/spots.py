"""Places in a window, whatever its size."""

from collections.abc import Callable

Spot = Callable[[int, int], tuple[float, float]]
"""From a window's width and height to a point in it, in its pixels."""


def part(x: float, y: float) -> Spot:
    """A point at these fractions of the width and height."""
    return lambda width, height: (x * width, y * height)


def pixel(x: float, y: float) -> Spot:
    """A point so many pixels from the left and top; from the right and bottom where negative."""
    return lambda width, height: (x if x >= 0 else width + x, y if y >= 0 else height + y)
