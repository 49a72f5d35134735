"""Raspberry Pis: panel and HDMI sockets behind one scaler (HVS), of which there are three kinds, with memory in one piece but for
the Pi 5.

Formats and which planes reach which CRTCs as in raspberrypi/linux#5034, connectors as in raspberrypi/linux#3701. Layouts and what is
refused are facts of `vc4_plane.c`, `vc4_kms.c` and `vc4_hvs.c`:

- Up to the Pi 3, what all planes read and scale weighs on the memory bus and on the scaler, and neither sum may pass its limit.
  From the Pi 4 on the driver sums the same up for the clock alone, and refuses nothing for it.
- Scaled lines are kept in a memory of the scaler's own (LBM), and on a Pi 5 lines of what is read in another one (UPM). What a
  change replaces keeps its part until the change is over.
- NV12 may lie in columns, of which planes list no height and take any; films of ten bits (P030) do so always.

How large the Pi 5's two memories are, that it has an IOMMU, the sum of clocks on a Pi 4, and 64 MB of memory in one piece are from
memory.
"""

import errno
from collections.abc import Iterator
from dataclasses import dataclass

from .. import drm
from ..displays import SMALL_PANEL
from ..objects import Framebuffer
from ..proposal import Proposal
from ..table import (
    CRTC, FILM_COLOURS, LINEAR, ROTATION, WIDE_FILM_COLOURS, Blob, Card, Connector, Encoder, Plane, Range, zpos)
from .v3d import V3D

FORMATS = ("XR24", "AR24", "AB24", "XB24", "RG16", "BG16", "AR15", "XR15", "RG24", "BG24", "NV12", "YU12", "YV12")
DEEP = ("XR30", "AR30", "AB30", "XB30")
FILMS = ("NV12", "YU12", "YV12", "P030")
T_TILED = 0x0700000000000001
PIPES = (0, 1, 2)
# What a pixel has of bytes, in each of its planes.
PIXEL_BYTES = {"NV12": (1, 2), "YU12": (1, 1, 1), "YV12": (1, 1, 1), "RG16": (2,), "BG16": (2,), "AR15": (2,), "XR15": (2,),
               "RG24": (3,), "BG24": (3,)}
# Bytes a second that the memory bus of a Pi 3 carries for its scaler, and the scaler's cycles.
MOST_BYTES = 3 << 29
MOST_CYCLES = 240_000_000
# Words of a Pi 4's memory for scaled lines, and those of a Pi 5.
PI4_LINE_WORDS = 60 << 10
PI5_LINE_WORDS = 1 << 10
# Bytes of a Pi 5's memory for what is read, in words of so many, and into how many parts it is divided at most.
PREFETCHED, PREFETCH_WORD, PREFETCHES = 1024 * 256, 256, 32


@dataclass(frozen=True)
class View:
    """What a plane shows: a part of a picture, at another size."""

    framebuffer: Framebuffer
    source: tuple[int, int]
    shown: tuple[int, int]

    @property
    def is_film(self) -> bool:
        return self.framebuffer.format in FILMS

    @property
    def planes(self) -> tuple[tuple[int, int, int], ...]:
        """Of each of the picture's planes how much is read, and the bytes of a pixel there."""
        across, down = self.source
        first, *others = PIXEL_BYTES.get(self.framebuffer.format, (4,))
        return ((across, down, first), *((across // 2, down // 2, bytes) for bytes in others))


def shrinks(source: int, shown: int) -> bool:
    """Whether one of the scaler's two ways is the one for much smaller pictures, which keeps half as much."""
    return 3 * shown < 2 * source


def views(proposal: Proposal, with_replaced: bool = False) -> Iterator[tuple[View, int]]:
    """What planes show, each with the refresh rate of its display."""
    for plane in proposal.device.planes:
        states = [proposal.new] + [proposal.old] * (with_replaced and plane.id in proposal.touched)
        for values, mode in ((state[plane.id], proposal.mode_in(state, crtc)) for state in states for crtc in proposal.device.crtcs
                             if state[plane.id]["CRTC_ID"] == crtc.id):
            framebuffer = proposal.device.framebuffers.get(values["FB_ID"])
            if framebuffer and mode:
                source = values["SRC_W"] >> 16, values["SRC_H"] >> 16
                yield View(framebuffer, source, (values["CRTC_W"], values["CRTC_H"])), mode.vrefresh


def load(proposal: Proposal) -> int:
    """The bus carries, and the scaler takes, only so much. What is made less high is read quicker than it is shown."""
    bytes = cycles = 0
    for view, refresh in views(proposal):
        width, height = view.shown
        a_cycle = 2 if view.is_film or view.source != view.shown else 4
        for across, down, pixel in view.planes:
            bytes += across * down * -(-down // max(height, 1)) * pixel * refresh
            cycles += width * height * refresh // a_cycle
    return errno.ENOSPC if bytes > MOST_BYTES or cycles > MOST_CYCLES else 0


def line_memory(proposal: Proposal) -> int:
    def words(view: View) -> int:
        (across, down), (width, height) = view.source, view.shown
        if down == height and not view.is_film:
            return 0
        kept = width if shrinks(across, width) else across
        return -(-kept * (8 if shrinks(down, height) and not view.is_film else 16) // 256) * 64

    used = sum(words(view) for view, _ in views(proposal, with_replaced=True))
    return errno.ENOSPC if used > PI4_LINE_WORDS else 0


def line_memory_of_pi5(proposal: Proposal) -> int:
    def words(view: View) -> int:
        (across, down), (width, height) = view.source, view.shown
        if view.is_film:
            # That of the colours, of which there is one for four pixels.
            return -(-(-(-across // 8) * 4) * (2 if shrinks(down // 2, height) else 4) * 2 // 64)
        if down == height:
            return 0
        components = 3 if view.framebuffer.format.startswith(("X", "RG", "BG")) else 4
        return -(-(-(-min(across, width) // 4) * 4) * (2 if shrinks(down, height) else 4) * components // 128)

    used = sum(words(view) for view, _ in views(proposal, with_replaced=True))
    return errno.ENOSPC if used > PI5_LINE_WORDS else 0


def prefetch(proposal: Proposal) -> int:
    """Two lines of each of a picture's planes."""
    parts = [
        -(-2 * ((pitch + 62) // 32 * 32) // PREFETCH_WORD) * PREFETCH_WORD
        for view, _ in views(proposal, with_replaced=True) for pitch in view.framebuffer.pitches]
    return errno.ENOSPC if sum(parts) > PREFETCHED or len(parts) > PREFETCHES else 0


def one_fast_display(proposal: Proposal) -> int:
    """Only one display at a time gets more than 340 MHz."""
    fast = [crtc for crtc in proposal.active_crtcs() if proposal.mode(crtc).clock > 340_000]
    return errno.EINVAL if len(fast) > 1 else 0


def planes(pipes: tuple[int, ...], formats: tuple[str, ...], colours: dict) -> tuple[Plane, ...]:
    rows = (*DEEP, "RG24", "BG24", "YU12", "YV12")
    common = dict(
        modifiers=(T_TILED, *LINEAR), scaling=(0.0625, 64.0),
        properties={"rotation": ROTATION, "alpha": Range(0, 65535, 65535)} | colours,
        layouts=dict.fromkeys(rows, LINEAR) | {
            "NV12": (*LINEAR, drm.NARROW_COLUMNS, drm.COLUMNS, drm.WIDE_COLUMNS), "P030": (drm.COLUMNS,)})
    return (
        *(Plane("primary", (pipe,), formats, zpos=zpos(0), **common) for pipe in pipes),
        *(Plane("overlay", pipes, formats, zpos=zpos(index + 1, 1, 17), **common) for index in range(6)),
        *(Plane("cursor", (pipe,), formats, zpos=zpos(10, 1, 17), **common) for pipe in pipes),
    )


COLOURS = {"GAMMA_LUT": Blob(), "CTM": Blob()}
SOCKET = {"max bpc": Range(8, 12, 8)}

PI4 = Card(
    name="vc4 on a Raspberry Pi 4", driver="vc4", bus="platform", slot="gpu", budget=64 << 20, contiguous=True, bare_crtc=True,
    largest=(7680, 7680), pitch_alignment=16,
    crtcs=tuple(CRTC(COLOURS) for _ in PIPES),
    encoders=(Encoder("DSI", (0,)), Encoder("TMDS", (1,)), Encoder("TMDS", (2,))),
    planes=planes(PIPES, (*FORMATS, *DEEP, "P030"), FILM_COLOURS),
    connectors=(
        Connector("DSI", 1, (0,), SMALL_PANEL), Connector("HDMI-A", 1, (1,), properties=SOCKET),
        Connector("HDMI-A", 2, (2,), properties=SOCKET),
    ),
    rules=(line_memory, one_fast_display),
    source="raspberrypi/linux#5034, raspberrypi/linux#3701; limits from the driver's sources and from memory",
)
# The computer has the device that draws beside it.
PI4_COMPUTER = (V3D, PI4)

# One HDMI socket, and what draws is a part of the same device.
PI3 = PI4.having(
    name="vc4 on a Raspberry Pi 3", draws=True, largest=(2048, 2048), crtcs=(CRTC(COLOURS), CRTC(COLOURS, highest_clock=162_000)),
    encoders=PI4.encoders[:2], planes=planes((0, 1), FORMATS, FILM_COLOURS), connectors=PI4.connectors[:2], rules=(load,),
    source="the driver's sources",
)

# The Raspberry Pi 5 has a card for its DSI sockets, one for HDMI and one for video out, each a driver's own.
PI5_HDMI = PI4.having(
    name="vc4 on a Raspberry Pi 5", slot="axi:gpu", budget=None, contiguous=False,
    crtcs=PI4.crtcs[:2], encoders=(Encoder("TMDS", (0,)), Encoder("TMDS", (1,))),
    planes=planes((0, 1), (*FORMATS, *DEEP, "P030"), WIDE_FILM_COLOURS),
    connectors=(Connector("HDMI-A", 1, (0,)), Connector("HDMI-A", 2, (1,))), rules=(line_memory_of_pi5, prefetch),
    source="the driver's sources and from memory",
)
PI5_DSI = Card(
    name="drm-rp1-dsi on a Raspberry Pi 5", driver="drm-rp1-dsi", bus="platform", slot="1f00130000.dsi", budget=64 << 20,
    contiguous=True, largest=(4096, 4096), modifiers=True,
    crtcs=(CRTC(),), encoders=(Encoder("DSI", (0,)),),
    planes=(Plane("primary", (0,), ("XR24", "XB24", "RG24", "BG24", "RG16"), LINEAR, anywhere=False),),
    connectors=(Connector("DSI", 1, (0,), SMALL_PANEL),), source="from memory of the driver's sources",
)
PI5_VEC = PI5_DSI.having(
    name="drm-rp1-vec on a Raspberry Pi 5", driver="drm-rp1-vec", slot="1f00144000.vec",
    encoders=(Encoder("TVDAC", (0,)),), connectors=(Connector("Composite", 1, (0,), status="unknown"),),
)
PI5 = (V3D, PI5_DSI, PI5_HDMI, PI5_VEC)
