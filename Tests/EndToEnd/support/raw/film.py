"""Pictures whose brightness and colours lie apart, as films are decoded to, and what they look like."""

from dataclasses import dataclass

import numpy

NV12, P010, YUYV, YU12, YV12 = (int.from_bytes(name, "little") for name in (b"NV12", b"P010", b"YUYV", b"YU12", b"YV12"))


def samples(width: int, height: int, seed: int = 7) -> tuple[numpy.ndarray, numpy.ndarray]:
    """A byte of brightness for each pixel, and two of colour for four; the sizes are even."""
    noise = numpy.random.default_rng(seed)
    across, down = numpy.arange(width)[None, :], numpy.arange(height)[:, None]
    brightness = 16 + seed % 4 * 4 + (across * 120 // width + down * 60 // height) + noise.integers(0, 40, (height, width))
    across, down = across[:, ::2] // 2, down[::2] // 2
    blue = 60 + across * 200 // width + noise.integers(0, 24, (height // 2, width // 2))
    red = 190 - down * 200 // height + noise.integers(0, 24, (height // 2, width // 2))
    return brightness.astype(numpy.uint8), numpy.stack([blue, red], axis=-1).astype(numpy.uint8)


def between(colors: numpy.ndarray, axis: int, place: float = 0.5) -> numpy.ndarray:
    """Twice as many along an axis, where each lies so many pixels beyond the first of its two."""
    first, last = (numpy.take(colors, [index], axis) for index in (0, -1))
    wide = numpy.concatenate([first, colors, last], axis)
    count = colors.shape[axis]
    before, here, after = (numpy.take(wide, range(start, start + count), axis) for start in range(3))
    first, second = place / 2, (1 - place) / 2
    pairs = numpy.stack([here * (1 - first) + before * first, here * (1 - second) + after * second], axis + 1)
    return pairs.reshape(*colors.shape[:axis], 2 * count, *colors.shape[axis + 1 :])


@dataclass(frozen=True)
class Meaning:
    """What numbers mean: the shares of red and blue in the brightness, and whether all numbers are used."""

    shares: tuple[float, float]
    is_full: bool = False


BT601, BT709, BT2020 = (Meaning(shares) for shares in ((0.299, 0.114), (0.2126, 0.0722), (0.2627, 0.0593)))


def usual(width: int, height: int) -> Meaning:
    """Where nothing is said; pictures of high definition have a standard of their own."""
    return BT709 if width >= 1280 or height > 576 else BT601


def seen(brightness: numpy.ndarray, colors: numpy.ndarray, meaning: Meaning | None = None) -> numpy.ndarray:
    """Red, green and blue; of what is usual where no meaning is given. Colours lie to the left, in the full range in the middle."""
    height, width = brightness.shape
    meaning = meaning or usual(width, height)
    red_share, blue_share = meaning.shares
    dark, most, colored = (0, 255, 255) if meaning.is_full else (16, 219, 224)
    while colors.shape[1] < width:
        colors = between(colors.astype(float), 1, 0.5 if meaning.is_full else 0)
    while colors.shape[0] < height:
        colors = between(colors, 0)
    light = (brightness.astype(float) - dark) * 255 / most
    blue, red = ((colors[..., channel] - 128.0) * 255 / colored for channel in range(2))
    green_share = 1 - red_share - blue_share
    picture = numpy.stack([
        light + 2 * (1 - red_share) * red,
        light - 2 * (1 - blue_share) * blue_share / green_share * blue - 2 * (1 - red_share) * red_share / green_share * red,
        light + 2 * (1 - blue_share) * blue,
    ], axis=-1)
    return numpy.clip(picture, 0, 255)


def apart(colors: numpy.ndarray, format: str) -> list[numpy.ndarray]:
    """The planes of colours of a format with one for each."""
    planes = [colors[..., 0], colors[..., 1]]
    return planes if format == "YU12" else planes[::-1]


# Coefficients and ranges as `wp_color_representation_surface_v1` has them, and what they come to.
MEANINGS = {
    f"{name}-{kind}": ((coefficients, number), Meaning(meaning.shares, kind == "full"))
    for name, coefficients, meaning in (("bt709", 2, BT709), ("bt601", 4, BT601), ("bt2020", 6, BT2020))
    for kind, number in (("full", 1), ("limited", 2))}


def packed(brightness: numpy.ndarray, colors: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Rows of brightness, colour, brightness, colour, and the colours in them, of which there are as many as rows."""
    colors = numpy.repeat(colors, 2, axis=0)
    rows = numpy.empty((*brightness.shape, 2), numpy.uint8)
    rows[..., 0] = brightness
    rows[:, 0::2, 1], rows[:, 1::2, 1] = colors[..., 0], colors[..., 1]
    return rows.reshape(brightness.shape[0], -1), colors


def film(format: str, width: int, height: int, meaning: Meaning | None = None) -> numpy.ndarray:
    """What such a film of this size looks like."""
    brightness, colors = samples(width, height)
    return seen(brightness, packed(brightness, colors)[1] if format == "YUYV" else colors, meaning)


def largest_difference(picture: numpy.ndarray, expected: numpy.ndarray) -> float:
    """Of one channel, beyond what rounding to bytes makes."""
    return max(0.0, float(numpy.abs(picture - expected).max()) - 0.5)
