"""A finger on a touch screen that the guest makes through uinput."""

from .agent import Agent
from .device import Device

# Positions go from 0 to this over the device; libinput takes the device to be one unit longer.
MAXIMUM = 32767


class TouchScreen(Device):
    """A context in which the guest has a multi-touch screen over a panel of `width` by `height` pixels."""

    kind = "touch"

    def __init__(self, agent: Agent, width: int, height: int, name: str = "Kagami test touch screen", **properties):
        """`millimetres`, among the properties, is the size of its glass."""
        super().__init__(agent, name, **properties)
        self.width = width
        self.height = height

    def touch(self, finger: int, x: float, y: float) -> None:
        """Puts a finger down, or moves it, in panel pixels."""
        self.report([finger, scaled(x, self.width), scaled(y, self.height)])

    def lift(self, finger: int) -> None:
        self.report([finger, None, None])

    def report(self, *contacts: list) -> None:
        """One frame of the device with all of these contacts in it."""
        self.do("frame", contacts=list(contacts))


def scaled(position: float, length: int) -> int:
    return min(max(round(position * (MAXIMUM + 1) / length), 0), MAXIMUM)
