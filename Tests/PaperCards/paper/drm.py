"""The kernel's interface to cards: the numbers and the layouts of drm.h and drm_mode.h, for machines of 64 bits."""

import struct
from dataclasses import dataclass


@dataclass(frozen=True)
class Layout:
    """A structure's layout with the names of its fields; a field of several words is a tuple."""

    packing: struct.Struct
    names: tuple[str, ...]

    @property
    def size(self) -> int:
        return self.packing.size

    def unpack(self, data: bytes) -> "Fields":
        return Fields(dict(zip(self.names, self.packing.unpack(data[: self.size]))))

    def pack(self, fields: "Fields") -> bytes:
        return self.packing.pack(*(fields[name] for name in self.names))


class Fields(dict):
    """A structure's values, as attributes."""

    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__


def layout(packing: str, names: str) -> Layout:
    return Layout(struct.Struct("<" + packing), tuple(names.split()))


MODE = layout(
    "I10H3I32s",
    "clock hdisplay hsync_start hsync_end htotal hskew vdisplay vsync_start vsync_end vtotal vscan vrefresh flags type name",
)

# The calls: the low byte of the request, what the caller's structure is.
CALLS: dict[int, tuple[str, Layout | None]] = {
    0x00: ("VERSION", layout("3i4x6Q", "major minor patch name_len name date_len date desc_len desc")),
    0x02: ("GET_MAGIC", layout("I", "magic")),
    0x09: ("GEM_CLOSE", layout("2I", "handle pad")),
    0x0C: ("GET_CAP", layout("2Q", "capability value")),
    0x0D: ("SET_CLIENT_CAP", layout("2Q", "capability value")),
    0x11: ("AUTH_MAGIC", layout("I", "magic")),
    0x1E: ("SET_MASTER", None),
    0x1F: ("DROP_MASTER", None),
    0x2D: ("PRIME_HANDLE_TO_FD", layout("2Ii", "handle flags fd")),
    0x2E: ("PRIME_FD_TO_HANDLE", layout("2Ii", "handle flags fd")),
    0x3A: ("WAIT_VBLANK", layout("2I2q", "type sequence signal usec")),
    0x3B: ("CRTC_GET_SEQUENCE", layout("2IQq", "crtc_id active sequence sequence_ns")),
    0x3C: ("CRTC_QUEUE_SEQUENCE", layout("2I2Q", "crtc_id flags sequence user_data")),
    0xA0: ("GETRESOURCES", layout(
        "4Q8I", "fbs crtcs connectors encoders count_fbs count_crtcs count_connectors count_encoders"
        " min_width max_width min_height max_height")),
    0xA1: ("GETCRTC", layout("Q7I68s", "connectors count_connectors crtc_id fb_id x y gamma_size mode_valid mode")),
    0xA2: ("SETCRTC", layout("Q7I68s", "connectors count_connectors crtc_id fb_id x y gamma_size mode_valid mode")),
    0xA3: ("CURSOR", layout("2I2i3I", "flags crtc_id x y width height handle")),
    0xA4: ("GETGAMMA", layout("2I3Q", "crtc_id gamma_size red green blue")),
    0xA5: ("SETGAMMA", layout("2I3Q", "crtc_id gamma_size red green blue")),
    0xA6: ("GETENCODER", layout("5I", "encoder_id encoder_type crtc_id possible_crtcs possible_clones")),
    0xA7: ("GETCONNECTOR", layout(
        "4Q12I", "encoders modes props values count_modes count_props count_encoders encoder_id connector_id"
        " connector_type connector_type_id connection mm_width mm_height subpixel pad")),
    0xAA: ("GETPROPERTY", layout("2Q2I32s2I", "values enums prop_id flags name count_values count_enums")),
    0xAB: ("SETPROPERTY", layout("Q2I", "value prop_id obj_id")),
    0xAC: ("GETPROPBLOB", layout("2IQ", "blob_id length data")),
    0xAE: ("ADDFB", layout("7I", "fb_id width height pitch bpp depth handle")),
    0xAF: ("RMFB", layout("I", "fb_id")),
    0xB0: ("PAGE_FLIP", layout("4IQ", "crtc_id fb_id flags sequence user_data")),
    0xB1: ("DIRTYFB", layout("4IQ", "fb_id flags color count_clips clips")),
    0xB2: ("CREATE_DUMB", layout("6IQ", "height width bpp flags handle pitch size")),
    0xB3: ("MAP_DUMB", layout("2IQ", "handle pad offset")),
    0xB4: ("DESTROY_DUMB", layout("I", "handle")),
    0xB5: ("GETPLANERESOURCES", layout("QI4x", "planes count_planes")),
    0xB6: ("GETPLANE", layout("6IQ", "plane_id crtc_id fb_id possible_crtcs gamma_size count_formats formats")),
    0xB7: ("SETPLANE", layout(
        "4I2i6I", "plane_id crtc_id fb_id flags crtc_x crtc_y crtc_w crtc_h src_x src_y src_h src_w")),
    0xB8: ("ADDFB2", layout("5I16s16s16s4x32s", "fb_id width height format flags handles pitches offsets modifiers")),
    0xB9: ("OBJ_GETPROPERTIES", layout("2Q3I4x", "props values count_props obj_id obj_type")),
    0xBA: ("OBJ_SETPROPERTY", layout("Q3I4x", "value prop_id obj_id obj_type")),
    0xBB: ("CURSOR2", layout("2I2i3I2i", "flags crtc_id x y width height handle hot_x hot_y")),
    0xBC: ("ATOMIC", layout("2I6Q", "flags count_objs objs count_props props values reserved user_data")),
    0xBD: ("CREATEPROPBLOB", layout("Q2I", "data length blob_id")),
    0xBE: ("DESTROYPROPBLOB", layout("I", "blob_id")),
}

# Calls that only the master of the card may make.
OF_MASTER = {
    "SETCRTC", "CURSOR", "CURSOR2", "SETGAMMA", "SETPROPERTY", "PAGE_FLIP", "DIRTYFB", "SETPLANE", "OBJ_SETPROPERTY", "ATOMIC",
}

# Kinds of objects.
CRTC, CONNECTOR, ENCODER, PROPERTY, FRAMEBUFFER, BLOB, PLANE, ANY = (
    0xCCCCCCCC, 0xC0C0C0C0, 0xE0E0E0E0, 0xB0B0B0B0, 0xFBFBFBFB, 0xBBBBBBBB, 0xEEEEEEEE, 0)

CONNECTOR_TYPES = (
    "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP", "HDMI-A", "HDMI-B",
    "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB")
ENCODER_TYPES = ("None", "DAC", "TMDS", "LVDS", "TVDAC", "Virtual", "DSI", "DPMST", "DPI")
CONNECTIONS = {"connected": 1, "disconnected": 2, "unknown": 3}

# Capabilities of cards and of their clients.
CAP_DUMB_BUFFER, CAP_PREFERRED_DEPTH, CAP_PREFER_SHADOW, CAP_PRIME, CAP_TIMESTAMP_MONOTONIC = 1, 3, 4, 5, 6
CAP_ASYNC_PAGE_FLIP, CAP_CURSOR_WIDTH, CAP_CURSOR_HEIGHT, CAP_ADDFB2_MODIFIERS = 7, 8, 9, 0x10
CAP_CRTC_IN_VBLANK_EVENT = 0x12
CAP_ATOMIC_ASYNC_PAGE_FLIP = 0x15
CLIENT_UNIVERSAL_PLANES, CLIENT_ATOMIC, CLIENT_ASPECT_RATIO, CLIENT_WRITEBACK = 2, 3, 4, 5

# Flags of commits.
PAGE_FLIP_EVENT, PAGE_FLIP_ASYNC, TEST_ONLY, NONBLOCK, ALLOW_MODESET = 1, 2, 0x100, 0x200, 0x400
# Flags of properties.
RANGE, IMMUTABLE, ENUM, BLOB_FLAG, BITMASK = 2, 4, 8, 0x10, 0x20
OBJECT, SIGNED, ATOMIC_FLAG = 1 << 6, 2 << 6, 0x80000000

EVENT_VBLANK, EVENT_FLIP, EVENT_SEQUENCE = 1, 2, 3
EVENT = struct.Struct("<2IQ4I")
SEQUENCE_EVENT = struct.Struct("<2IQqQ")

# Calls that everybody may make on a render node.
OF_DRAWING = {"VERSION", "GET_CAP", "SET_CLIENT_CAP", "GEM_CLOSE", "PRIME_HANDLE_TO_FD", "PRIME_FD_TO_HANDLE"}
# Calls that a device without displays has as well.
WITHOUT_DISPLAYS = OF_DRAWING | {"GET_MAGIC", "AUTH_MAGIC", "SET_MASTER", "DROP_MASTER"}

LINEAR, INVALID = 0, 0x00FFFFFFFFFFFFFF
WITH_MODIFIERS = 2
# DRM_FORMAT_MOD_BROADCOM_SAND64, SAND128 and SAND256, and the bits of their parameter: columns of so many bytes, so many rows high.
NARROW_COLUMNS, COLUMNS, WIDE_COLUMNS = 0x0700000000000003, 0x0700000000000004, 0x0700000000000005
COLUMN, COLUMN_HEIGHT = 128, 0x00FFFFFFFFFFFF00


def listed(modifier: int) -> int:
    """A modifier as planes list it: without the height of columns, which is each framebuffer's own."""
    return modifier & ~COLUMN_HEIGHT if modifier & ~COLUMN_HEIGHT in (NARROW_COLUMNS, COLUMNS, WIDE_COLUMNS) else modifier


def fourcc(name: str) -> int:
    return int.from_bytes(name.ljust(4).encode(), "little")


def name_of(code: int) -> str:
    return code.to_bytes(4, "little").decode(errors="replace").rstrip()
