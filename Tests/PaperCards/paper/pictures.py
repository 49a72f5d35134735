"""What displays show: a CRTC's planes, decoded by their formats and put together."""

from dataclasses import dataclass

import numpy
from support.pictures import running_sums
from support.raw.film import BT601, BT709, BT2020, Meaning, seen

from . import drm
from .objects import Framebuffer, Object
from .proposal import signed
from .table import Plane

# Bytes of a pixel in memory, as places of red, green, blue and alpha; None for no alpha.
BYTES = {
    "XR24": (2, 1, 0, None), "AR24": (2, 1, 0, 3), "XB24": (0, 1, 2, None), "AB24": (0, 1, 2, 3), "BX24": (1, 2, 3, None),
    "BA24": (1, 2, 3, 0), "RX24": (3, 2, 1, None), "RA24": (3, 2, 1, 0), "RG24": (2, 1, 0, None), "BG24": (0, 1, 2, None),
}

# By the kernel's numbers.
ENCODINGS = (BT601, BT709, BT2020)


def decode(framebuffer: Framebuffer, encoding: int = 0, color_range: int = 0) -> numpy.ndarray:
    """Rows of red, green, blue, alpha, 0 to 255; for films by the plane's COLOR_ENCODING and COLOR_RANGE."""
    if framebuffer.format in ("NV12", "YU12", "YV12"):
        return film(framebuffer, Meaning(ENCODINGS[encoding].shares, color_range == 1))
    data = numpy.frombuffer(framebuffer.memory[0].bytes(), numpy.uint8)[framebuffer.offsets[0] :]
    name, pitch = framebuffer.format, framebuffer.pitches[0]
    depth = {"RG16": 2, "BG16": 2, "XR15": 2, "RG24": 3, "BG24": 3}.get(name, 4)
    rows = numpy.lib.stride_tricks.as_strided(
        data, (framebuffer.height, framebuffer.width, depth), (pitch, depth, 1), writeable=False)
    if name in BYTES:
        places = BYTES[name]
        picture = numpy.full((*rows.shape[:2], 4), 255, numpy.uint8)
        for channel, place in enumerate(places):
            if place is not None:
                picture[..., channel] = rows[..., place]
        return picture
    if name in ("RG16", "BG16"):
        words = rows[..., 0].astype(numpy.uint16) | rows[..., 1].astype(numpy.uint16) << 8
        channels = [(words >> 11 & 31, 31), (words >> 5 & 63, 63), (words & 31, 31)]
        return assembled(channels if name == "RG16" else channels[::-1])
    if name in ("XR30", "XB30"):
        words = numpy.zeros(rows.shape[:2], numpy.uint32)
        for byte in range(4):
            words |= rows[..., byte].astype(numpy.uint32) << 8 * byte
        channels = [(words >> shift & 1023, 1023) for shift in (20, 10, 0)]
        return assembled(channels if name == "XR30" else channels[::-1])
    raise AssertionError(f"pictures in {name} are not decoded")


def film(framebuffer: Framebuffer, meaning: Meaning) -> numpy.ndarray:
    """A byte of brightness for each pixel, and two of colour for four."""
    def samples(plane: int, width: int, height: int, bytes: int) -> numpy.ndarray:
        data = numpy.frombuffer(framebuffer.memory[plane].bytes(), numpy.uint8)[framebuffer.offsets[plane] :]
        if framebuffer.column_height is not None:
            return joined(data, framebuffer.column_height, width * bytes, height).reshape(height, width, bytes)
        return numpy.lib.stride_tricks.as_strided(
            data, (height, width, bytes), (framebuffer.pitches[plane], bytes, 1), writeable=False)

    across, down = framebuffer.width // 2, framebuffer.height // 2
    if framebuffer.format == "NV12":
        colors = samples(1, across, down, 2)
    else:
        planes = [samples(plane, across, down, 1) for plane in (1, 2)]
        colors = numpy.concatenate(planes if framebuffer.format == "YU12" else planes[::-1], axis=-1)
    picture = seen(samples(0, framebuffer.width, framebuffer.height, 1)[..., 0], colors, meaning)
    alpha = numpy.full((*picture.shape[:2], 1), 255)
    return numpy.concatenate([numpy.rint(picture), alpha], axis=-1).astype(numpy.uint8)


def joined(data: numpy.ndarray, column_height: int, row: int, rows: int) -> numpy.ndarray:
    """Whole rows of bytes that lie in columns, all rows of one column after those of another."""
    columns = [
        numpy.lib.stride_tricks.as_strided(
            data[first // drm.COLUMN * column_height * drm.COLUMN :], (rows, min(drm.COLUMN, row - first)), (drm.COLUMN, 1),
            writeable=False) for first in range(0, row, drm.COLUMN)]
    return numpy.concatenate(columns, axis=1)


def assembled(channels: list) -> numpy.ndarray:
    parts = [(values.astype(numpy.uint32) * 255 + most // 2) // most for values, most in channels]
    parts.append(numpy.full(parts[0].shape, 255))
    return numpy.stack(parts, axis=-1).astype(numpy.uint8)


def stack(device, crtc: Object) -> list[Object]:
    """The planes on a CRTC from the back to the front: by their places, and where a driver has none, by what they are for."""
    order = {"primary": 0, "overlay": 1, "cursor": 2}
    planes = [plane for plane in device.planes if device.state[plane.id]["CRTC_ID"] == crtc.id]
    return sorted(planes, key=lambda plane: (device.state[plane.id].get("zpos", order[plane.table.kind]), plane.id))


def is_scaled(values: dict[str, int]) -> bool:
    return (values["SRC_W"], values["SRC_H"]) != (values["CRTC_W"] << 16, values["CRTC_H"] << 16)


def scaled_planes(device, crtc: Object) -> list[Object]:
    """The planes of a CRTC that show pictures at another size than their own."""
    return [plane for plane in stack(device, crtc) if is_scaled(device.state[plane.id])]


@dataclass(frozen=True)
class Layer:
    """What a plane shows at a moment: a framebuffer with a copy of its memory, or the picture that its display keeps."""

    source: Framebuffer | numpy.ndarray
    values: dict[str, int]
    plane: Plane

    def picture(self) -> numpy.ndarray:
        if isinstance(self.source, numpy.ndarray):
            return self.source
        return decode(self.source, self.values.get("COLOR_ENCODING", 0), self.values.get("COLOR_RANGE", 0))


@dataclass(frozen=True)
class Moment:
    """What a CRTC sends out at a moment. It is taken while the card is held, and decoded when that goes on: its flips are not
    late for it."""

    width: int
    height: int
    background: int
    layers: list[Layer]

    @staticmethod
    def of(device, crtc: Object, cursor: bool = True) -> "Moment":
        mode = device.mode_of(crtc)
        layers = [
            Layer(device.source_of(plane), dict(device.state[plane.id]), plane.table) for plane in stack(device, crtc)
            if cursor or plane.table.kind != "cursor"]
        return Moment(mode.hdisplay, mode.vdisplay, device.state[crtc.id].get("BACKGROUND_COLOR", 0), layers)

    def picture(self) -> numpy.ndarray:
        """Red, green and blue."""
        picture = numpy.empty((self.height, self.width, 3), numpy.uint8)
        picture[...] = [self.background >> shift + 8 & 255 for shift in (32, 16, 0)]
        for layer in self.layers:
            put(picture, layer.picture(), layer.values, layer.plane)
        return picture


def shown(device, crtc: Object, cursor: bool = True) -> numpy.ndarray:
    """The picture that a CRTC sends out, red, green and blue."""
    return Moment.of(device, crtc, cursor).picture()


def put(picture: numpy.ndarray, source: numpy.ndarray, values: dict[str, int], plane: Plane) -> None:
    """Draws a plane's part of its framebuffer into the picture, through the plane's scaler."""
    x, y = (signed(values[name] & 0xFFFFFFFF, 32) for name in ("CRTC_X", "CRTC_Y"))
    width, height = values["CRTC_W"], values["CRTC_H"]
    left, top, across, down = (values[name] / 65536 for name in ("SRC_X", "SRC_Y", "SRC_W", "SRC_H"))
    columns = numpy.arange(max(x, 0), min(x + width, picture.shape[1]))
    rows = numpy.arange(max(y, 0), min(y + height, picture.shape[0]))
    if not len(columns) or not len(rows):
        return
    if not is_scaled(values):
        from_column, from_row = int(left) + columns - x, int(top) + rows - y
        part = source[from_row[0] : from_row[-1] + 1, from_column[0] : from_column[-1] + 1]
    else:
        part = scaled(source, rows - y, top, down / height, 0, plane.filter)
        part = numpy.rint(scaled(part, columns - x, left, across / width, 1, plane.filter)).astype(numpy.uint8)
    target = picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    mode = blend_mode(values, plane)
    if mode == "None" or (part[..., 3] == 255).all():
        target[...] = part[..., :3]
        return
    alpha, colours = part[..., 3:].astype(numpy.uint16), part[..., :3].astype(numpy.uint16)
    if mode == "Coverage":
        colours = (colours * alpha + 127) // 255
    target[...] = numpy.minimum(colours + (target * (255 - alpha) + 127) // 255, 255)


def blend_mode(values: dict[str, int], plane: Plane) -> str:
    """How a plane of any kind is blended with what is behind it: colours are multiplied by their alpha already unless it is told
    otherwise."""
    choices = plane.properties["pixel blend mode"].choices if "pixel blend mode" in plane.properties else {}
    number = values.get("pixel blend mode")
    return next((name for name, value in choices.items() if value == number), "Pre-multiplied")


def scaled(source: numpy.ndarray, places: numpy.ndarray, start: float, ratio: float, axis: int, kind: str) -> numpy.ndarray:
    """The pixels at `places` of an axis of a picture that begins at `start` of the source and takes `ratio` of its pixels
    each."""
    shape = [1] * source.ndim
    shape[axis] = -1
    if ratio > 1 and kind == "area":
        before, upto = (running_sums(source, start + (places + end) * ratio, axis) for end in (0, 1))
        return (upto - before) / ratio
    middles = numpy.clip(start + (places + 0.5) * ratio - 0.5, 0, source.shape[axis] - 1)
    whole = numpy.minimum(middles.astype(int), max(source.shape[axis] - 2, 0))
    # Half the memory of the usual floating-point numbers, and exact to a thousandth of a step.
    part = (middles - whole).reshape(shape).astype(numpy.float32)
    after = numpy.minimum(whole + 1, source.shape[axis] - 1)
    return numpy.take(source, whole, axis=axis) * (1 - part) + numpy.take(source, after, axis=axis) * part
