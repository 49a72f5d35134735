"""Cards without a vertical blank whose displays get only what a commit says has changed: the firmware's framebuffer
(simpledrm), DisplayLink over USB (udl), and the one that DisplayLink's own driver makes (evdi).

From memory of the drivers' sources.
"""

from ..displays import Display, Mode, display
from ..table import CRTC, LINEAR, Card, Connector, Encoder, Plane

FIRMWARE = Display((Mode(1024, 768, 60, preferred=True),))
PRESENTER = display(1920, 1080, (1280, 720, 60), millimetres=(344, 194))


def single(name: str, driver: str, bus: str, slot: str, connector: Connector, formats: tuple[str, ...], **more) -> Card:
    return Card(
        name=name, driver=driver, bus=bus, slot=slot, vblank=False, remote=True, crtcs=(CRTC(),),
        encoders=(Encoder("None", (0,)),),
        planes=(Plane("primary", (0,), formats, LINEAR, anywhere=False, damage=True),),
        connectors=(connector,), source="from memory of the driver's sources", **more)


SIMPLEDRM = single(
    "simpledrm", "simpledrm", "platform", "simple-framebuffer.0", Connector("Unknown", 1, (0,), FIRMWARE, status="connected"), ("XR24", "AR24"),
    largest=(1024, 768))
UDL = single("udl", "udl", "usb", "1-1:1.0", Connector("DVI-I", 1, (0,), PRESENTER), ("RG16", "XR24"), largest=(2048, 2048))
EVDI = single("evdi", "evdi", "platform", "evdi.0", Connector("DVI-I", 1, (0,), PRESENTER), ("XR24", "AR24", "XB24", "AB24"))
