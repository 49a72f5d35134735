"""What draws on Raspberry Pis from the 4 on: a device of its own beside that of the displays, with a render node and no displays.

The kernel gives it the number of a card all the same, and often the first. It draws in memory of many pieces, which the display
controller of a Pi 4 does not read: a client that wants its buffers shown as they are has vc4 make them. All from memory of the
sources of v3d and of Mesa.
"""

from ..table import Card

V3D = Card(
    name="v3d", driver="v3d", bus="platform", slot="fec00000.gpu", has_displays=False, draws=True, crtcs=(), encoders=(), planes=(),
    connectors=(), source="from memory of the driver's sources",
)
