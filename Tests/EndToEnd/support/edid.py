"""EDIDs of displays that never were."""

import struct


def edid(width: int, height: int, millimetres: tuple[int, int]) -> bytes:
    """A base block (VESA E-EDID 1.4) whose one timing is its display's own, 60 Hz, on a picture of this size."""
    across, down = millimetres
    horizontal_blank, vertical_blank = 160, 62
    clock = (width + horizontal_blank) * (height + vertical_blank) * 60 // 10_000
    timing = struct.pack(
        "<H16B", clock, width & 255, horizontal_blank, width >> 8 << 4, height & 255, vertical_blank,
        height >> 8 << 4, 48, 32, 0x35, 0, across & 255, down & 255, across >> 8 << 4 | down >> 8, 0, 0, 0x1E
    )
    name = b"\0\0\0\xfc\0" + b"Never Was\n".ljust(13)
    limits = b"\0\0\0\xfd\0" + bytes([24, 120, 15, 160, 60, 0, 10]) + b" " * 6
    unused = b"\0\0\0\x10\0" + bytes(13)
    block = bytes([0, 255, 255, 255, 255, 255, 255, 0]) + struct.pack(">H", 0x2DCD) + bytes([1, 0, 0, 0, 0, 0, 1, 34, 1, 4])
    block += bytes([0xA5, across // 10, down // 10, 120, 2]) + bytes(10) + bytes(3) + b"\1\1" * 8
    block += timing + name + limits + unused + b"\0"
    assert len(block) == 127
    return block + bytes([-sum(block) % 256])
