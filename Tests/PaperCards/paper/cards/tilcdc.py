"""The LCD controller of TI's AM335x (BeagleBone Black): one CRTC, one plane that knows two formats, HDMI.

Driver, connector, capabilities and the largest picture as in meta-flutter/meta-flutter#461; the formats (with the wiring of
that board: 16 bits, or 24 as blue, green, red) and the pixel clock from memory of the driver's sources.
"""

from ..displays import display
from ..table import CRTC, LINEAR, Card, Connector, Encoder, Plane

MONITOR = display(1280, 720, (1024, 768, 60), (800, 600, 60), (640, 480, 60), millimetres=(390, 220))

TILCDC = Card(
    name="tilcdc", driver="tilcdc", bus="platform", slot="4830e000.lcdc", largest=(2048, 2048), pitch_alignment=8,
    crtcs=(CRTC(widest=2048, highest_clock=126_000),), encoders=(Encoder("TMDS", (0,)),),
    planes=(Plane("primary", (0,), ("RG16", "BG24"), LINEAR, anywhere=False),),
    connectors=(Connector("HDMI-A", 1, (0,), MONITOR),), depths=(16, 24, 32),
    source="meta-flutter/meta-flutter#461; formats from memory of the driver's sources",
)

# A board whose LCD is wired for 24 bits alone.
TILCDC_24 = TILCDC.having(name="tilcdc with 24 bits", planes=(Plane("primary", (0,), ("BG24",), LINEAR, anywhere=False),))
