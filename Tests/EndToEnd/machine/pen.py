"""A pen on a display tablet that the guest makes through uinput."""

from .agent import Agent
from .device import Device
from .touch import scaled

PRESSURE_MAXIMUM = 4095


class PenTablet(Device):
    """A context in which the guest has a tablet over a panel of `width` by `height` pixels."""

    kind = "pen"

    def __init__(self, agent: Agent, width: int, height: int, name: str = "Kagami test pen"):
        super().__init__(agent, name)
        self.width = width
        self.height = height

    def move(self, x: float, y: float, pressure: float = 0, button: bool = False) -> None:
        """Brings the pen near a point in panel pixels; with pressure, from 0 to 1, its tip touches."""
        self.do(
            "frame", near=True, x=scaled(x, self.width), y=scaled(y, self.height),
            pressure=round(pressure * PRESSURE_MAXIMUM), button=button
        )

    def leave(self) -> None:
        self.do("frame", near=False, x=0, y=0, pressure=0)
