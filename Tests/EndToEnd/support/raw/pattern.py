"""Pictures in which no pixel can stand for another."""

import numpy


def pattern(width: int, height: int, seed: int = 0) -> numpy.ndarray:
    """XRGB words: noise that no resampling leaves alone, over colours that tell each corner from the others."""
    noise = numpy.random.default_rng(seed).integers(0, 64, (height, width), dtype=numpy.uint32)
    across = (numpy.arange(width, dtype=numpy.uint32) * 191 // max(width - 1, 1))[None, :]
    down = (numpy.arange(height, dtype=numpy.uint32) * 191 // max(height - 1, 1))[:, None]
    return (across + noise) << 16 | (down + noise[::-1]) << 8 | (noise[:, ::-1] * 2)


def ramp(width: int, height: int) -> numpy.ndarray:
    """Words with ten bits of each colour, in which each colour takes all its values."""
    values = numpy.arange(width, dtype=numpy.uint32)[None, :] + numpy.arange(height, dtype=numpy.uint32)[:, None]
    red, blue = values & 1023, values * 7 & 1023
    return red << 20 | (1023 - red) << 10 | blue


def ramp_as(format: str, width: int, height: int) -> numpy.ndarray:
    """The ramp in a format with ten bits of each colour, opaque."""
    words = ramp(width, height)
    if format[1] == "B":
        words = words >> 20 | words & 0xFFC00 | (words & 1023) << 20
    return words | numpy.uint32(3 << 30) if format[0] == "A" else words


def eight_bits(words: numpy.ndarray) -> numpy.ndarray:
    """Red, green and blue, 0 to 255, of words with ten bits of each."""
    return numpy.stack([(words >> shift & 1023) * 255 + 511 for shift in (20, 10, 0)], axis=-1).astype(numpy.uint32) // 1023


def channels(words: numpy.ndarray) -> numpy.ndarray:
    """Red, green and blue of XRGB words."""
    return numpy.stack([words >> 16 & 255, words >> 8 & 255, words & 255], axis=-1).astype(numpy.uint8)


def transformed(picture: numpy.ndarray, transform: int) -> numpy.ndarray:
    """What a client puts in its buffer for `wl_output.transform` number `transform`: a flip, then turns counter-clockwise.
    """
    flipped = picture[:, ::-1] if transform & 4 else picture
    return numpy.rot90(flipped, transform & 3)
