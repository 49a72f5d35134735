"""A desktop with a card of AMD's: four CRTCs, each with a primary, a cursor, and one overlay for whichever wants it.

Capabilities and properties as in ValveSoftware/SteamOS#1136, formats as in pop-os/cosmic-comp#2621 and niri-wm/niri#807. That
a cursor cannot be on without the primary, and shares its scale, is from memory of the driver's sources.
"""

import errno

from ..displays import FULL_HD
from ..proposal import Proposal
from ..table import CRTC, Blob, Card, Connector, Encoder, Enum, Plane, Range, zpos

FORMATS = ("XR24", "AR24", "XR30", "XB30", "AR30", "AB30", "XB24", "AB24", "RG16")
PIPES = (0, 1, 2, 3)
# Without modifiers the driver tiles as it likes; these are what newer ones name.
MODIFIERS = (0x0200000000000901, 0)
COLOURS = {"GAMMA_LUT": Blob(), "DEGAMMA_LUT": Blob(), "CTM": Blob(), "VRR_ENABLED": Range(0, 1)}
PORT = {
    "scaling mode": Enum({"None": 0, "Full": 1, "Center": 2, "Full aspect": 3}), "max bpc": Range(8, 16, 8),
    "vrr_capable": Range(0, 1, 0, immutable=True), "HDR_OUTPUT_METADATA": Blob(),
}


def cursor_needs_primary(proposal: Proposal) -> int:
    for crtc in proposal.active_crtcs():
        kinds = {plane.table.kind for plane in proposal.planes_on(crtc)}
        if "cursor" in kinds and "primary" not in kinds:
            return errno.EINVAL
    return 0


AMDGPU = Card(
    name="amdgpu", driver="amdgpu", boot=True, slot="0000:0c:00.0", cursor=(256, 256), largest=(16384, 16384),
    bare_crtc=True, pitch_alignment=256,
    crtcs=tuple(CRTC(COLOURS) for _ in PIPES),
    encoders=tuple(Encoder("TMDS", PIPES) for _ in PIPES),
    planes=(
        *(Plane("primary", (pipe,), FORMATS, MODIFIERS, (0.25, 16.0), zpos(0)) for pipe in PIPES),
        *(Plane("cursor", (pipe,), ("AR24",), (0,), zpos=zpos(255)) for pipe in PIPES),
        Plane("overlay", PIPES, FORMATS, MODIFIERS, (0.25, 16.0), zpos(1, 1, 254)),
    ),
    connectors=(
        Connector("DP", 1, (0,), FULL_HD, properties=PORT), Connector("DP", 2, (1,), properties=PORT),
        Connector("HDMI-A", 1, (2,), properties=PORT), Connector("DVI-D", 1, (3,), properties=PORT),
    ),
    rules=(cursor_needs_primary,),
    source="ValveSoftware/SteamOS#1136, pop-os/cosmic-comp#2621, niri-wm/niri#807; from memory of the driver's sources",
)
