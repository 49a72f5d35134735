"""A board of Qualcomm's: planes that float, each to any CRTC, and no cursor planes.

From memory of the driver's sources.
"""

import errno

from ..displays import PANEL
from ..proposal import Proposal
from ..table import CRTC, ROTATION, Blob, Card, Connector, Encoder, Plane, zpos

FORMATS = ("XR24", "AR24", "XB24", "AB24", "RG24", "BG24", "RG16", "BG16")
PIPES = (0, 1)
# Pixels that one plane's pipe reads in a line.
WIDEST = 2560


def wide_pictures(proposal: Proposal) -> int:
    """What is wider than a pipe's line buffer needs the pipe's second rectangle, which XR24 and its like can have."""
    for crtc in proposal.active_crtcs():
        for plane in proposal.planes_on(crtc):
            if proposal.source(plane)[2] > 2 * WIDEST:
                return errno.E2BIG
    return 0


PLANE = dict(crtcs=PIPES, formats=FORMATS, modifiers=(0x0500000000000001, 0), properties={"rotation": ROTATION})

MSM = Card(
    name="msm with floating planes", driver="msm", bus="platform", slot="ae01000.display-controller", largest=(16383, 16383),
    bare_crtc=True, crtcs=tuple(CRTC({"CTM": Blob()}) for _ in PIPES),
    encoders=(Encoder("DSI", PIPES), Encoder("TMDS", PIPES)),
    planes=(
        *(Plane("primary", scaling=(0.25, 4.0), zpos=zpos(index, 0, 255), **PLANE) for index in range(2)),
        *(Plane("overlay", scaling=(0.25, 4.0), zpos=zpos(index, 0, 255), **PLANE) for index in range(2, 4)),
    ),
    connectors=(Connector("DSI", 1, (0,), PANEL), Connector("DP", 1, (1,))),
    rules=(wide_pictures,), source="from memory of the driver's sources",
)
