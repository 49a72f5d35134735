"""A card of NVIDIA's with nouveau as it comes: no atomic commits, the calls from before them alone.

From memory of the driver's sources.
"""

from ..displays import FULL_HD
from ..table import CRTC, Card, Connector, Encoder, Plane

FORMATS = ("C8", "RG16", "XR24", "AR24", "XB24", "AB24", "XB30", "AB30")

NOUVEAU = Card(
    name="nouveau without atomic", driver="nouveau", boot=True, slot="0000:01:00.0", atomic=False, modifiers=False,
    largest=(8192, 8192), pitch_alignment=256, crtcs=(CRTC(), CRTC()),
    encoders=(Encoder("TMDS", (0, 1)), Encoder("TMDS", (0, 1)), Encoder("DAC", (0, 1))),
    planes=(
        Plane("primary", (0,), FORMATS, None), Plane("primary", (1,), FORMATS, None),
        Plane("cursor", (0,), ("AR24",), None), Plane("cursor", (1,), ("AR24",), None),
    ),
    connectors=(Connector("DVI-I", 1, (0,), FULL_HD), Connector("HDMI-A", 1, (1,)), Connector("VGA", 1, (2,))),
    source="from memory of the driver's sources",
)
# Nothing but the setting of CRTCs, and displays that need to be sent what has changed: as early drivers of server cards.
WITHOUT_FLIPS = NOUVEAU.having(
    name="without atomic and flips", driver="legacy", page_flips=False, remote=True, vblank=False, source="made up")
