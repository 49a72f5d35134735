"""The Raspberry Pi 4: a DSI panel and two HDMI sockets behind one scaler, with memory from a small contiguous area.

NV12 may lie in columns of 128 bytes, of which planes list the height 0 and take any, as `vc4_format_mod_supported` of the driver does.
Formats and which planes reach which CRTCs as in raspberrypi/linux#5034, connectors as in raspberrypi/linux#3701. The
limits (one 4K picture at 60 Hz, the scaler's load, 64 MB of contiguous memory) are from memory of the driver's sources: each
plane's pixels a second, or those that it is scaled to where they are more, weigh on the scaler, and on the memory bus where
they are read. The sum over all displays must not pass either limit.
"""

import errno

from ..displays import SMALL_PANEL
from ..proposal import Proposal
from ..table import CRTC, FILM_COLOURS, LINEAR, ROTATION, Blob, Card, Connector, Encoder, Plane, Range, zpos

FORMATS = ("XR24", "AR24", "AB24", "XB24", "RG16", "BG16", "AR15", "XR15", "RG24", "BG24", "NV12", "YU12", "YV12")
T_TILED = 0x0700000000000001
PIPES = (0, 1, 2)
# Pixels a second that go through the scaler, and bytes a second that it reads, for all displays together.
MOST_PIXELS = 1_100_000_000
MOST_BYTES = 3_000_000_000
PIXEL_BYTES = {"NV12": 1.5, "YU12": 1.5, "YV12": 1.5, "RG16": 2, "BG16": 2, "AR15": 2, "XR15": 2, "RG24": 3, "BG24": 3}


def load(proposal: Proposal) -> int:
    """The scaler takes only so much, whatever it is made of."""
    pixels = bytes = 0
    for crtc in proposal.active_crtcs():
        mode = proposal.mode(crtc)
        for plane in proposal.planes_on(crtc):
            _, _, across, down = proposal.source(plane)
            _, _, width, height = proposal.destination(plane)
            read = int(across * down) * mode.vrefresh
            pixels += max(read, width * height * mode.vrefresh)
            bytes += read * PIXEL_BYTES.get(proposal.framebuffer(plane).format, 4)
    return errno.ENOSPC if pixels > MOST_PIXELS or bytes > MOST_BYTES else 0


def one_fast_display(proposal: Proposal) -> int:
    """Only one display at a time gets more than 340 MHz."""
    fast = [crtc for crtc in proposal.active_crtcs() if proposal.mode(crtc).clock > 340_000]
    return errno.EINVAL if len(fast) > 1 else 0


PLANE = dict(
    modifiers=(T_TILED, 0), in_columns=("NV12",), scaling=(0.0625, 64.0),
    properties={"rotation": ROTATION, "alpha": Range(0, 65535, 65535)} | FILM_COLOURS)

PI4 = Card(
    name="vc4 on a Raspberry Pi 4", driver="vc4", bus="platform", slot="gpu", budget=64 << 20, bare_crtc=True,
    largest=(7680, 7680), pitch_alignment=16,
    crtcs=tuple(CRTC({"GAMMA_LUT": Blob(), "CTM": Blob()}) for _ in PIPES),
    encoders=(Encoder("DSI", (0,)), Encoder("TMDS", (1,)), Encoder("TMDS", (2,))),
    planes=(
        *(Plane("primary", (pipe,), FORMATS, zpos=zpos(0), **PLANE) for pipe in PIPES),
        *(Plane("overlay", PIPES, FORMATS, zpos=zpos(index + 1, 1, 17), **PLANE) for index in range(6)),
        *(Plane("cursor", (pipe,), FORMATS, zpos=zpos(10, 1, 17), **PLANE) for pipe in PIPES),
    ),
    connectors=(
        Connector("DSI", 1, (0,), SMALL_PANEL), Connector("HDMI-A", 1, (1,), properties={"max bpc": Range(8, 12, 8)}),
        Connector("HDMI-A", 2, (2,), properties={"max bpc": Range(8, 12, 8)}),
    ),
    rules=(load, one_fast_display),
    source="raspberrypi/linux#5034, raspberrypi/linux#3701; limits from memory of the driver's sources",
)

# The Raspberry Pi 5 has a card for its DSI sockets, one for HDMI and one for video out, each a driver's own.
PI5_HDMI = PI4.having(
    name="vc4 on a Raspberry Pi 5", slot="axi:gpu", budget=None,
    crtcs=PI4.crtcs[:2], encoders=(Encoder("TMDS", (0,)), Encoder("TMDS", (1,))),
    planes=(
        *(Plane("primary", (pipe,), (*FORMATS, "XR30", "AR30"), zpos=zpos(0), **PLANE) for pipe in (0, 1)),
        *(Plane("overlay", (0, 1), FORMATS, zpos=zpos(index + 1, 1, 17), **PLANE) for index in range(6)),
        *(Plane("cursor", (pipe,), FORMATS, zpos=zpos(10, 1, 17), **PLANE) for pipe in (0, 1)),
    ),
    connectors=(Connector("HDMI-A", 1, (0,)), Connector("HDMI-A", 2, (1,))), rules=(),
    source="from memory of the driver's sources",
)
PI5_DSI = Card(
    name="drm-rp1-dsi on a Raspberry Pi 5", driver="drm-rp1-dsi", bus="platform", slot="1f00130000.dsi", budget=64 << 20,
    largest=(4096, 4096), modifiers=True,
    crtcs=(CRTC(),), encoders=(Encoder("DSI", (0,)),),
    planes=(Plane("primary", (0,), ("XR24", "XB24", "RG24", "BG24", "RG16"), LINEAR, anywhere=False),),
    connectors=(Connector("DSI", 1, (0,), SMALL_PANEL),), source="from memory of the driver's sources",
)
PI5_VEC = PI5_DSI.having(
    name="drm-rp1-vec on a Raspberry Pi 5", driver="drm-rp1-vec", slot="1f00144000.vec",
    encoders=(Encoder("TVDAC", (0,)),), connectors=(Connector("Composite", 1, (0,), status="unknown"),),
)
PI5 = (PI5_DSI, PI5_HDMI, PI5_VEC)
