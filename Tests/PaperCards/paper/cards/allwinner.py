"""Allwinner's display engines: the A64's DE2, one mixer for a panel and a smaller one for HDMI, and the H6's DE3, whose only mixer
that Linux knows feeds HDMI. Boards with an H6 have their panel elsewhere, such as at USB.

Each mixer has one VI channel, which reads films, before its UI channels, of which the first is the primary plane: by their first
places in the stack the film lies behind it. Formats, scaling (by a sixteenth and any enlargement), places and colours are facts of
`sun8i_mixer.c`, `sun8i_vi_layer.c` and `sun8i_ui_layer.c`, clocks those of `sun8i_dw_hdmi.c`. DE2's VI channel ignores
alpha. The decoder (Cedrus) leaves films in tiles of 32x32, which these engines do not read, or on these chips in rows. The H6's
engine has an IOMMU; the A64's reads memory in one piece.
"""

from ..displays import SMALL_PANEL
from ..table import CRTC, FILM_COLOURS, LINEAR, WIDE_FILM_COLOURS, Card, Connector, Encoder, Plane, Range, zpos
from .remote import UDL

UI_FORMATS = ("AB24", "AR24", "BG16", "BG24", "BA24", "BX24", "RG16", "RG24", "RA24", "RX24", "XB24", "XR24")
FILMS = ("NV16", "NV12", "NV21", "NV61", "UYVY", "VYUY", "YUYV", "YVYU", "YU12", "YV12")
DE2_VI_FORMATS = ("BG16", "BG24", "BX24", "RG16", "RG24", "RX24", "XB24", "XR24", *FILMS)
DE3_VI_FORMATS = (*UI_FORMATS, "AR30", "AB30", *FILMS)


def mixer(pipe: int, vi_formats: tuple[str, ...], colours: dict, ui_count: int) -> tuple[Plane, ...]:
    alpha = {"alpha": Range(0, 65535, 65535)}

    def channel(index: int, kind: str, formats: tuple[str, ...], properties: dict) -> Plane:
        return Plane(
            kind, (pipe,), formats, LINEAR, (1 / 16, 65536.0), "linear", zpos(index, 0, ui_count), properties=alpha | properties)

    return (
        channel(0, "overlay", vi_formats, colours),
        *(channel(1 + index, "overlay" if index else "primary", UI_FORMATS, {}) for index in range(ui_count)))


A64 = Card(
    name="Allwinner A64", driver="sun4i-drm", bus="platform", slot="display-engine", largest=(8192, 8192), pitch_alignment=8,
    bare_crtc=True, contiguous=True, crtcs=(CRTC(gamma=0), CRTC(gamma=0, highest_clock=297_000)),
    encoders=(Encoder("DSI", (0,)), Encoder("TMDS", (1,))),
    planes=(*mixer(0, DE2_VI_FORMATS, FILM_COLOURS, 3), *mixer(1, DE2_VI_FORMATS, FILM_COLOURS, 1)),
    connectors=(Connector("DSI", 1, (0,), SMALL_PANEL), Connector("HDMI-A", 1, (1,))),
    source="the driver's sources",
)
H6 = A64.having(
    name="Allwinner H6", contiguous=False, crtcs=(CRTC(gamma=0, highest_clock=594_000),), encoders=(Encoder("TMDS", (0,)),),
    planes=mixer(0, DE3_VI_FORMATS, WIDE_FILM_COLOURS, 3), connectors=(Connector("HDMI-A", 1, (0,)),),
)
H6_WITH_USB_PANEL = (H6, UDL)
