"""A board whose display hangs on a bridge that cannot say whether it is there: its connector stays "unknown".

Made up after boards with a VGA or LVDS bridge without the wires for probing.
"""

from ..displays import OLD_MONITOR
from ..table import CRTC, LINEAR, Card, Connector, Encoder, Plane

BRIDGE = Card(
    name="bridge that says unknown", driver="pl111", bus="platform", slot="10020000.clcd", largest=(1024, 768),
    modifiers=True, crtcs=(CRTC(),), encoders=(Encoder("None", (0,)),),
    planes=(Plane("primary", (0,), ("XR24", "AR24", "XB24", "RG16"), LINEAR, anywhere=False),),
    connectors=(Connector("VGA", 1, (0,), OLD_MONITOR, status="unknown"),), source="made up",
)
