"""The display controller of NXP's i.MX8M (DCSS): one CRTC, three planes that scale, of which the primary may be small.

The planes' order, that each scales by a third to eight times through filters of several taps, and that no plane is taller or
wider than 4096 pixels, are from memory of the driver's sources. There a panel hangs on another controller, LCDIF, which has a
card of its own and cannot scale; what the two have in common is no memory that both know.
"""

from ..displays import PANEL
from ..table import CRTC, LINEAR, ROTATION, Card, Connector, Encoder, Plane, Range, zpos

FORMATS = ("XR24", "AR24", "XB24", "AB24")
PLANE = dict(scaling=(1 / 3, 8.0), properties={"rotation": ROTATION, "alpha": Range(0, 65535, 65535)})

DCSS = Card(
    name="i.MX8M, DCSS", driver="imx-dcss", bus="platform", slot="32e00000.display-controller", largest=(4096, 4096),
    pitch_alignment=64, crtcs=(CRTC(widest=4096),), encoders=(Encoder("TMDS", (0,)),),
    planes=(
        Plane("primary", (0,), FORMATS, LINEAR, zpos=zpos(0), **PLANE), Plane("overlay", (0,), FORMATS, LINEAR, zpos=zpos(1), **PLANE),
        Plane("overlay", (0,), FORMATS, LINEAR, zpos=zpos(2), **PLANE),
    ),
    connectors=(Connector("HDMI-A", 1, (0,)),), source="from memory of the driver's sources",
)
LCDIF = Card(
    name="i.MX8M, LCDIF", driver="mxsfb-drm", bus="platform", slot="30320000.lcd-controller", largest=(4096, 4096),
    crtcs=(CRTC(),), encoders=(Encoder("DSI", (0,)),),
    planes=(Plane("primary", (0,), ("XR24", "RG16"), None, anywhere=False),), modifiers=False,
    connectors=(Connector("DSI", 1, (0,), PANEL),), source="from memory of the driver's sources",
)
IMX8 = (LCDIF, DCSS)
