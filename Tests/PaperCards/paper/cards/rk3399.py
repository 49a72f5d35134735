"""Rockchip's RK3399: two CRTCs that are not alike. The little one, which many device trees list first, ends at 2560 pixels.

The limit as in rockchip-linux/kernel#135; formats and the length of the gamma tables as in xbmc/xbmc#27402. The order of
the CRTCs and that both reach every connector are from memory of the driver's sources and device trees.
"""

from dataclasses import replace

from ..displays import PANEL
from ..table import CRTC, LINEAR, Blob, Card, Connector, Encoder, Plane, Range

FORMATS = ("XR24", "AR24", "XB24", "AB24", "RG24", "BG24", "RG16", "BG16")


def crtc(widest: int, gamma: int) -> CRTC:
    return CRTC({"GAMMA_LUT": Blob(), "GAMMA_LUT_SIZE": Range(0, 2**32 - 1, gamma, immutable=True)}, gamma, widest)


RK3399 = Card(
    name="rk3399", driver="rockchip", bus="platform", slot="display-subsystem", largest=(4096, 4096), bare_crtc=True,
    crtcs=(crtc(2560, 256), crtc(4096, 1024)),
    encoders=(Encoder("TMDS", (0, 1)), Encoder("TMDS", (0, 1))),
    planes=(
        Plane("primary", (0,), FORMATS, LINEAR), Plane("cursor", (0,), FORMATS, LINEAR),
        Plane("primary", (1,), FORMATS, LINEAR, (0.125, 8.0), filter="linear"),
        Plane("overlay", (1,), FORMATS, LINEAR, (0.125, 8.0), filter="linear"),
        Plane("cursor", (1,), FORMATS, LINEAR),
    ),
    connectors=(Connector("eDP", 1, (0,), PANEL), Connector("HDMI-A", 1, (1,))),
    source="rockchip-linux/kernel#135, xbmc/xbmc#27402; the rest from memory of the driver's sources",
)

# Boards that list the large CRTC first: a panel that takes the first that is free has the one a 4K display needs.
RK3399_LARGE_FIRST = RK3399.having(
    name="rk3399, the large CRTC first", crtcs=RK3399.crtcs[::-1],
    planes=tuple(replace(plane, crtcs=tuple(1 - index for index in plane.crtcs)) for plane in RK3399.planes))
