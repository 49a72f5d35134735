"""What weston-simple-egl draws."""

import numpy


def shows_triangle(picture: numpy.ndarray) -> bool:
    """The triangle turns about the picture's upright axis: its tip is at the top, red, green and blue meet."""
    lit = picture.astype(int).max(axis=2) > 40
    rows = numpy.nonzero(lit.any(axis=1))[0]
    if len(rows) < picture.shape[0] // 5:
        return False
    top, bottom = lit[rows[len(rows) // 6]].sum(), lit[rows[-len(rows) // 6]].sum()
    return 0 < top < bottom
