"""Amlogic's display engine, of which Linux knows one CRTC: a plane for what is drawn, and one for films, which is always at the back.

Formats, scaling (enlarging to five times; films are made smaller, too), places and that the primary plane covers the CRTC are facts
of `meson_plane.c` and `meson_overlay.c`, from memory. There is no plane for a cursor, and no choice of colours or of a way to blend.
Boards have their panel elsewhere, such as at USB. Decoders leave films compressed or in rows.
"""

from ..table import CRTC, LINEAR, Card, Connector, Encoder, Plane, zpos
from .remote import UDL

# Of films, as one of memory that decoders and displays share.
COMPRESSED = 0x0A00000000000001

MESON = Card(
    name="Amlogic meson", driver="meson", bus="platform", slot="ff900000.vpu", largest=(8192, 8192), contiguous=True,
    crtcs=(CRTC(gamma=0),), encoders=(Encoder("TMDS", (0,)),),
    planes=(
        Plane("primary", (0,), ("AR24", "AB24", "XR24", "XB24", "RG24", "RG16"), LINEAR, (1.0, 5.0), zpos=zpos(1), anywhere=False),
        Plane(
            "overlay", (0,), ("YUYV", "NV12", "NV21", "YU24", "YU16", "YU12", "YU11", "YU08"), LINEAR, (1 / 5, 5.0), zpos=zpos(0),
            layouts={"YU08": (COMPRESSED,)}),
    ),
    connectors=(Connector("HDMI-A", 1, (0,)),), source="from memory of the driver's sources",
)
MESON_WITH_USB_PANEL = (MESON, UDL)
