"""Rockchip's RK3588 with VOP2, as on a board with two HDMI sockets and a DSI panel: video ports that are not alike, and windows of
two kinds that any of them can have.

Ports, windows, scaling, AFBC and what is refused are facts of `rockchip_vop2_reg.c` and `rockchip_drm_vop2.c`. The
driver of Rockchip's own kernels is another, which joins two ports for 8K. Each port that the board uses has a Cluster for its
primary plane; Clusters read AFBC as well, Esmarts films in rows. No window has a property for the colours of films, which are those
of standard definition, and no port has a cursor plane. Which socket hangs on which port is the board's affair.
"""

import errno

from ..displays import PANEL
from ..pictures import is_scaled
from ..proposal import Proposal
from ..table import CRTC, LINEAR, Bitmask, Blob, Card, Connector, Encoder, Enum, Plane, Range, zpos

FLIPS = Bitmask({"rotate-0": 0, "reflect-y": 5})
TURNS = Bitmask({"rotate-0": 0, "rotate-90": 1, "rotate-270": 3, "reflect-x": 4, "reflect-y": 5})
BLENDING = {
    "alpha": Range(0, 65535, 65535), "pixel blend mode": Enum({"None": 2, "Pre-multiplied": 0, "Coverage": 1}),
}
# DRM_FORMAT_MOD_ARM_AFBC in blocks of 16x16: plain, sparse, with transformed colours, both, and split.
AFBC = tuple(0x0800000000000001 | flags for flags in (0, 1 << 6, 1 << 4, 1 << 6 | 1 << 4, 1 << 6 | 1 << 4 | 1 << 5))
RGB = ("XR24", "AR24", "XB24", "AB24", "RG24", "BG24", "RG16", "BG16")
CLUSTER_FORMATS = ("XR30", "XB30", *RGB, "YU08", "YU10", "YUYV", "Y210")
ESMART_FORMATS = (*RGB, "NV12", "NV21", "NV16", "NV61", "NV24", "NV42", "NV15", "YVYU", "VYUY", "YUYV", "UYVY")
FILMS = set(CLUSTER_FORMATS + ESMART_FORMATS) - set(RGB) - {"XR30", "XB30"}
WINDOWS = 8
WIDEST, HIGHEST = 4096, 4320


def layers(proposal: Proposal) -> int:
    """The ports that a board uses share the windows out evenly, once and for all."""
    most = WINDOWS // len(proposal.device.crtcs)
    return errno.EINVAL if any(len(proposal.planes_on(crtc)) > most for crtc in proposal.active_crtcs()) else 0


def sources(proposal: Proposal) -> int:
    """What a window reads is of a size that it knows, and begins with a pair of pixels where colours are a pair's."""
    for crtc in proposal.active_crtcs():
        for plane in proposal.planes_on(crtc):
            left, _, across, down = (int(number) for number in proposal.source(plane))
            _, _, width, height = proposal.destination(plane)
            if across > WIDEST or down > HIGHEST or min(across, down, width, height) < 4:
                return errno.EINVAL
            if left % 2 and proposal.framebuffer(plane).format in FILMS:
                return errno.EINVAL
            if plane.table.formats == ESMART_FORMATS and is_scaled(proposal.of(plane)) and across > width and across % 2:
                return errno.EINVAL
    return 0


def port(widest: int) -> CRTC:
    return CRTC(
        {"GAMMA_LUT": Blob(), "GAMMA_LUT_SIZE": Range(0, 2**32 - 1, 1024, immutable=True)}, 1024, widest, highest_clock=600_000)


def cluster(index: int) -> Plane:
    return Plane(
        "primary", (index,), CLUSTER_FORMATS, (*AFBC, *LINEAR), (0.125, 8.0), "linear", zpos(index, 0, WINDOWS - 1),
        properties={"rotation": TURNS} | BLENDING, layouts=dict.fromkeys(("XR30", "XB30", "YU08", "YU10", "Y210"), AFBC))


def overlay(index: int, crtcs: tuple[int, ...]) -> Plane:
    """A Cluster that no port needs, or an Esmart."""
    if index < 4:
        return Plane(**vars(cluster(index)) | {"kind": "overlay", "crtcs": crtcs})
    return Plane(
        "overlay", crtcs, ESMART_FORMATS, LINEAR, (0.125, 8.0), "linear", zpos(index, 0, WINDOWS - 1),
        properties={"rotation": FLIPS} | BLENDING)


# The third port is not used.
PORTS = (0, 1, 2)

RK3588 = Card(
    name="rk3588", driver="rockchip", bus="platform", slot="display-subsystem", largest=(8192, 8192), bare_crtc=True,
    crtcs=(port(4096), port(4096), port(2048)),
    encoders=(Encoder("TMDS", (0,)), Encoder("TMDS", (1,)), Encoder("DSI", (2,))),
    planes=(*(cluster(index) for index in PORTS), *(overlay(index, PORTS) for index in range(len(PORTS), WINDOWS))),
    connectors=(Connector("HDMI-A", 1, (0,)), Connector("HDMI-A", 2, (1,)), Connector("DSI", 1, (2,), PANEL)),
    rules=(layers, sources), source="the driver's sources",
)
