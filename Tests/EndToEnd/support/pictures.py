"""Pictures of screens and what they must have to do with each other."""

from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy
from PIL import Image

from .binary import CHECKOUT


@dataclass(frozen=True)
class Viewport:
    """Where the external's whole picture lies on the panel, in panel pixels; zoomed in, past the panel's edges."""

    x: int
    y: int
    width: int
    height: int

    @staticmethod
    def of(status: dict) -> "Viewport":
        viewport = status["viewport"]
        return Viewport(viewport["x"], viewport["y"], viewport["width"], viewport["height"])


def load(file: Path | BinaryIO) -> numpy.ndarray:
    """A PNG or PPM picture as rows of red, green, blue, 0 to 255."""
    with Image.open(file) as image:
        return numpy.asarray(image.convert("RGB"))


def load_plain(file: Path) -> numpy.ndarray:
    """The same of a PPM picture as the service and QEMU write it, seven times as fast: tests look at thousands."""
    with open(file, "rb") as picture:
        return read_plain(picture)


def read_plain(picture: BinaryIO) -> numpy.ndarray:
    kind, size, depth = (picture.readline() for _ in range(3))
    if (kind, depth) != (b"P6\n", b"255\n"):
        raise AssertionError(f"no PPM picture of the service or QEMU: {kind!r}")
    width, height = map(int, size.split())
    return numpy.frombuffer(picture.read(), numpy.uint8).reshape(height, width, 3)


def keep(**pictures: numpy.ndarray) -> Path:
    """Saves pictures for a person to look at, below the build folder, and returns where."""
    folder = CHECKOUT / ".build" / "end-to-end"
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        Image.fromarray(picture).save(folder / f"{name}.png")
    return folder


def area_average(picture: numpy.ndarray, width: int, height: int) -> numpy.ndarray:
    """The picture at another size, each pixel the exact mean of what it covers."""
    return average_axis(average_axis(picture, height, 0), width, 1)


def average_axis(picture: numpy.ndarray, count: int, axis: int) -> numpy.ndarray:
    """Means over `count` equal stretches of an axis, as differences of its running sum."""
    length = picture.shape[axis]
    if length % count == 0:
        shape = (*picture.shape[:axis], count, length // count, *picture.shape[axis + 1 :])
        return picture.reshape(shape).mean(axis=axis + 1, dtype=numpy.float64)
    edges = numpy.linspace(0, length, count + 1)
    return numpy.diff(running_sums(picture, edges, axis), axis=axis) * (count / length)


def running_sums(picture: numpy.ndarray, edges: numpy.ndarray, axis: int) -> numpy.ndarray:
    """The sums of an axis from its beginning to each of these edges, which may divide pixels."""
    shape = [1] * picture.ndim
    shape[axis] = -1
    whole = numpy.clip(edges.astype(int), 0, picture.shape[axis] - 1)
    # Of bytes as whole numbers, which are exact and half as many bytes.
    sums = numpy.cumsum(picture, axis=axis, dtype=numpy.uint32 if picture.dtype == numpy.uint8 else numpy.float64)
    before = numpy.take(sums, numpy.maximum(whole - 1, 0), axis=axis) * (whole > 0).reshape(shape)
    return before + numpy.take(picture, whole, axis=axis) * (edges - whole).reshape(shape)


@dataclass(frozen=True)
class Difference:
    """How far two pictures are apart, in steps of 255."""

    largest: float
    mean: float

    @staticmethod
    def between(one: numpy.ndarray, other: numpy.ndarray) -> "Difference":
        if one.shape != other.shape:
            raise AssertionError(f"pictures of {one.shape} and {other.shape} pixels cannot be compared")
        if one.dtype == other.dtype == numpy.uint8:
            distance = byte_distance(one, other)
        else:
            distance = numpy.abs(one.astype(numpy.float64) - other)
        return Difference(float(distance.max()), float(distance.mean()))


def byte_distance(one: numpy.ndarray, other: numpy.ndarray) -> numpy.ndarray:
    """How far apart the bytes of two arrays are, as bytes: a quarter of the time that larger numbers with a sign take."""
    distance = numpy.maximum(one, other)
    distance -= numpy.minimum(one, other)
    return distance


def check_snapshot(panel: numpy.ndarray, external: numpy.ndarray, viewport: Viewport) -> Difference:
    """Raises `AssertionError` unless the panel shows the external, area-averaged, in the viewport and bars around it.

    Two steps of 255 leave room for rounding in either direction and twice.
    """
    height, width = panel.shape[:2]
    left, top = max(viewport.x, 0), max(viewport.y, 0)
    right, bottom = min(viewport.x + viewport.width, width), min(viewport.y + viewport.height, height)
    scaled = area_average(external, viewport.width, viewport.height)
    shown = scaled[top - viewport.y : bottom - viewport.y, left - viewport.x : right - viewport.x]
    difference = Difference.between(panel[top:bottom, left:right], shown)
    if difference.largest > 2 or difference.mean > 0.6:
        raise AssertionError(f"the panel's picture is not the external's: {difference}")
    bars = numpy.ones(panel.shape[:2], dtype=bool)
    bars[top:bottom, left:right] = False
    if panel[bars].any():
        raise AssertionError("the bars around the snapshot are not black")
    return difference


def check_detail(picture: numpy.ndarray) -> None:
    """Raises `AssertionError` for a picture that could not tell right from wrong: a plain or nearly plain one."""
    red, green, blue = (byte_distance(picture[:, 1:], picture[:, :-1]) > 64).transpose(2, 0, 1)
    edges = numpy.count_nonzero(red | green | blue)
    if edges < 2000:
        raise AssertionError(f"the picture has only {edges} sharp edges: is there text on it?")
