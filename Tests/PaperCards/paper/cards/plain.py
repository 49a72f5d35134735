"""A card without surprises: two CRTCs with a primary and a cursor plane each, a panel and two sockets."""

from ..displays import PANEL
from ..table import CRTC, LINEAR, Card, Connector, Encoder, Plane

FORMATS = ("XR24", "AR24", "XB24", "AB24", "RG16")

PLAIN = Card(
    name="plain", driver="plain", boot=True,
    crtcs=(CRTC(), CRTC()),
    encoders=(Encoder("LVDS", (0, 1)), Encoder("TMDS", (0, 1)), Encoder("TMDS", (0, 1))),
    planes=(
        Plane("primary", (0,), FORMATS, LINEAR), Plane("primary", (1,), FORMATS, LINEAR),
        Plane("cursor", (0,), ("AR24",), LINEAR), Plane("cursor", (1,), ("AR24",), LINEAR),
    ),
    connectors=(
        Connector("eDP", 1, (0,), PANEL), Connector("HDMI-A", 1, (1,)), Connector("DP", 1, (2,)),
    ),
    source="made up",
)
