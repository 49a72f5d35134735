"""NXP's i.MX8M Plus: three controllers (LCDIFv3), each a card of its own with one plane, which neither scales nor leaves anything out.

Formats, the only layout and what is refused are facts of `lcdif_kms.c`, the clock of HDMI one of
`imx8mp-hdmi-tx.c`. They have no IOMMU and read memory in one piece. The decoder (Hantro's G1 and G2) leaves films in tiles of
4x4, or in rows through its post-processor, as NV12; the plane reads neither. The board has a panel at LVDS and nothing at DSI.
"""

from ..displays import PANEL
from ..table import CRTC, LINEAR, WIDE_FILM_COLOURS, Card, Connector, Encoder, Plane

FORMATS = ("RG16", "RG24", "XB24", "XR15", "XR12", "XR24", "YUYV", "YVYU", "UYVY", "VYUY")


def lcdif(name: str, slot: str, encoder: str, connector: Connector, highest_clock: int = 1 << 30) -> Card:
    return Card(
        name=f"i.MX8M Plus, {name}", driver="imx-lcdif", bus="platform", slot=slot, largest=(0xFFFF, 0xFFFF), pitch_alignment=8,
        contiguous=True, crtcs=(CRTC(highest_clock=highest_clock),), encoders=(Encoder(encoder, (0,)),),
        planes=(Plane("primary", (0,), FORMATS, LINEAR, anywhere=False, properties=WIDE_FILM_COLOURS),),
        connectors=(connector,), source="the driver's sources",
    )


IMX8MP = (
    lcdif("DSI", "32e80000.display-controller", "DSI", Connector("DSI", 1, (0,), status="disconnected")),
    lcdif("LVDS", "32e90000.display-controller", "LVDS", Connector("LVDS", 1, (0,), PANEL)),
    lcdif("HDMI", "32fc6000.display-controller", "TMDS", Connector("HDMI-A", 1, (0,)), 297_000),
)
