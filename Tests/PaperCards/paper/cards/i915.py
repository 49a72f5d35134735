"""A laptop of Intel's with a dock: connectors of a DisplayPort hub come and vanish with it.

Capabilities, cursor size and properties as in the report swaywm/sway#2889, formats and modifiers of the first plane as in
xbmc/xbmc#14219. That each pipe has a hub encoder of its own, which a vanished connector holds until it is turned off, is
seen in hyprwm/aquamarine#384. The rest is from memory of the driver's sources.
"""

import errno

from ..device import Device
from ..displays import PANEL, Display
from ..objects import Connector as LiveConnector
from ..pictures import is_scaled
from ..proposal import Proposal
from ..table import CRTC, FILM_COLOURS, ROTATION, Blob, Card, Connector, Encoder, Enum, Plane, Range, zpos

X_TILED, Y_TILED = 0x0100000000000001, 0x0100000000000002
MODIFIERS = (X_TILED, Y_TILED, 0)
PIPES = (0, 1, 2)
FORMATS = ("C8", "RG16", "XR24", "XB24", "XR30", "XB30")
COLOURS = {
    "GAMMA_LUT": Blob(), "DEGAMMA_LUT": Blob(), "CTM": Blob(), "GAMMA_LUT_SIZE": Range(0, 2**32 - 1, 1024, immutable=True),
    "VRR_ENABLED": Range(0, 1),
}
PORT = {
    "Broadcast RGB": Enum({"Automatic": 0, "Full": 1, "Limited 16:235": 2}), "max bpc": Range(6, 12, 12),
    "Colorspace": Enum({"Default": 0, "BT2020_RGB": 9}), "HDR_OUTPUT_METADATA": Blob(),
}


def scalers(proposal: Proposal) -> int:
    """Each pipe has two scalers; they shrink to a third at most, and not what is wider than 4096 pixels."""
    for crtc in proposal.active_crtcs():
        wanting = [plane for plane in proposal.planes_on(crtc) if is_scaled(proposal.of(plane))]
        if len(wanting) > 2 or any(proposal.source(plane)[2] > 4096 for plane in wanting):
            return errno.EINVAL
    return 0


def planes(pipe: int) -> tuple[Plane, ...]:
    turn = {"rotation": ROTATION}
    return (
        Plane("primary", (pipe,), FORMATS, MODIFIERS, zpos=zpos(0), properties=turn, anywhere=False, damage=True),
        Plane("overlay", (pipe,), ("XR24", "XB24", "YUYV", "UYVY", "NV12"), MODIFIERS, (1 / 3, 8.0), zpos(1),
            properties=turn | FILM_COLOURS),
        Plane("cursor", (pipe,), ("AR24",), (0,), zpos=zpos(2), properties=turn),
    )


# First the panel, then the two ports of the laptop, then a hub encoder for each pipe.
ENCODERS = (Encoder("TMDS", PIPES), Encoder("TMDS", PIPES), Encoder("TMDS", PIPES), *(Encoder("DPMST", (pipe,)) for pipe in PIPES))
HUB_ENCODERS = (3, 4, 5)

I915 = Card(
    name="i915", driver="i915", boot=True, cursor=(256, 256), largest=(16384, 16384), bare_crtc=True,
    crtcs=tuple(CRTC(COLOURS) for _ in PIPES), encoders=ENCODERS,
    planes=tuple(plane for pipe in PIPES for plane in planes(pipe)),
    connectors=(
        Connector("eDP", 1, (0,), PANEL, properties=PORT), Connector("DP", 1, (1,), properties=PORT),
        Connector("HDMI-A", 1, (2,), properties=PORT),
    ),
    rules=(scalers,),
    source="swaywm/sway#2889, xbmc/xbmc#14219, hyprwm/aquamarine#384; from memory of the driver's sources",
)


def dock(device: Device, *displays: Display) -> list[LiveConnector]:
    """Plugs the dock in, with displays at its sockets; the connectors' numbers are the lowest that are free."""
    made = []
    for display in displays:
        taken = {c.table.number for c in device.all_connectors() if c.table.kind == "DP"}
        number = next(number for number in range(1, 64) if number not in taken)
        path = Blob(f"mst:{device.connector('DP-1').id}-{len(made) + 1}".encode() + b"\0", immutable=True)
        made.append(device.add_connector(Connector("DP", number, HUB_ENCODERS, display, properties=PORT | {"PATH": path})))
    device.announce(device)
    return made


def undock(device: Device, connectors: list[LiveConnector]) -> None:
    for connector in connectors:
        device.remove_connector(connector)
    device.announce(device)
