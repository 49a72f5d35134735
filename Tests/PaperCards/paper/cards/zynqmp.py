"""The DisplayPort of Xilinx's ZynqMP: one CRTC whose graphics plane knows AR24 and its like, and no XR24.

From memory of the driver's sources.
"""

from ..displays import FULL_HD
from ..table import CRTC, Card, Connector, Encoder, Plane, Range

ZYNQMP = Card(
    name="zynqmp", driver="zynqmp-dpsub", bus="platform", slot="fd4a0000.display", largest=(4096, 4096), pitch_alignment=256,
    modifiers=False, crtcs=(CRTC(),), encoders=(Encoder("None", (0,)),),
    planes=(
        Plane("overlay", (0,), ("YUYV", "UYVY"), None),
        Plane("primary", (0,), ("AR24", "AB24", "RG24", "BG24", "RG16"), None, properties={"alpha": Range(0, 65535, 65535)}),
    ),
    connectors=(Connector("DP", 1, (0,), FULL_HD),), source="from memory of the driver's sources",
)

ZYNQMP_AR24 = ZYNQMP.having(
    name="zynqmp with AR24 alone", planes=(ZYNQMP.planes[0], Plane("primary", (0,), ("AR24",), None)))
