"""What displays show: a CRTC's planes, decoded by their formats and put together."""

import numpy

from .objects import Framebuffer, Object
from .proposal import signed

# Bytes of a pixel in memory, as places of red, green, blue and alpha; None for no alpha.
BYTES = {
    "XR24": (2, 1, 0, None), "AR24": (2, 1, 0, 3), "XB24": (0, 1, 2, None), "AB24": (0, 1, 2, 3), "BX24": (1, 2, 3, None),
    "BA24": (1, 2, 3, 0), "RX24": (3, 2, 1, None), "RA24": (3, 2, 1, 0), "RG24": (2, 1, 0, None), "BG24": (0, 1, 2, None),
}


def decode(framebuffer: Framebuffer) -> numpy.ndarray:
    """Rows of red, green, blue, alpha, 0 to 255."""
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


def assembled(channels: list) -> numpy.ndarray:
    parts = [(values.astype(numpy.uint32) * 255 + most // 2) // most for values, most in channels]
    parts.append(numpy.full(parts[0].shape, 255))
    return numpy.stack(parts, axis=-1).astype(numpy.uint8)


def stack(device, crtc: Object) -> list[Object]:
    """The planes on a CRTC from the back to the front."""
    order = {"primary": 0, "overlay": 1, "cursor": 2}
    planes = [plane for plane in device.planes if device.state[plane.id]["CRTC_ID"] == crtc.id]
    return sorted(planes, key=lambda plane: (order[plane.table.kind], device.state[plane.id].get("zpos", 0), plane.id))


def shown(device, crtc: Object, cursor: bool = True) -> numpy.ndarray:
    """The picture that a CRTC sends out, red, green and blue."""
    mode = device.mode_of(crtc)
    picture = numpy.zeros((mode.vdisplay, mode.hdisplay, 3), numpy.uint8)
    for plane in stack(device, crtc):
        if plane.table.kind == "cursor" and not cursor:
            continue
        put(picture, device.picture_of(plane), device.state[plane.id], plane.table.kind == "primary")
    return picture


def put(picture: numpy.ndarray, source: numpy.ndarray, values: dict[str, int], is_opaque: bool) -> None:
    """Draws a plane's part of its framebuffer, nearest pixel where it scales, into the picture."""
    x, y = (signed(values[name] & 0xFFFFFFFF, 32) for name in ("CRTC_X", "CRTC_Y"))
    width, height = values["CRTC_W"], values["CRTC_H"]
    left, top, across, down = (values[name] / 65536 for name in ("SRC_X", "SRC_Y", "SRC_W", "SRC_H"))
    columns = numpy.arange(max(x, 0), min(x + width, picture.shape[1]))
    rows = numpy.arange(max(y, 0), min(y + height, picture.shape[0]))
    if not len(columns) or not len(rows):
        return
    from_column = (left + (columns - x + 0.5) * across / width).astype(int)
    from_row = (top + (rows - y + 0.5) * down / height).astype(int)
    if (across, down) == (width, height):
        part = source[from_row[0] : from_row[-1] + 1, from_column[0] : from_column[-1] + 1]
    else:
        part = source[from_row][:, from_column]
    target = picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    if is_opaque:
        target[...] = part[..., :3]
        return
    alpha = part[..., 3:].astype(numpy.uint16)
    # Colours are multiplied by their alpha already.
    target[...] = numpy.minimum(part[..., :3] + (target * (255 - alpha) + 127) // 255, 255)
