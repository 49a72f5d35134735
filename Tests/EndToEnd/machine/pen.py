"""A pen on a display tablet that the guest makes through uinput."""

from .agent import Agent
from .touch import scaled

PRESSURE_MAXIMUM = 4095


class PenTablet:
    """A context in which the guest has a tablet over a panel of `width` by `height` pixels."""

    def __init__(self, agent: Agent, width: int, height: int, name: str = "Kagami test pen"):
        self.agent = agent
        self.width = width
        self.height = height
        self.name = name

    def __enter__(self) -> "PenTablet":
        self.node = self.agent.ask("pen.create", name=self.name)["node"]
        return self

    def __exit__(self, *_) -> None:
        self.agent.ask("pen.remove", name=self.name)

    def move(self, x: float, y: float, pressure: float = 0, button: bool = False) -> None:
        """Brings the pen near a point in panel pixels; with pressure, from 0 to 1, its tip touches."""
        self.agent.ask(
            "pen.frame", name=self.name, near=True, x=scaled(x, self.width), y=scaled(y, self.height),
            pressure=round(pressure * PRESSURE_MAXIMUM), button=button
        )

    def leave(self) -> None:
        self.agent.ask("pen.frame", name=self.name, near=False, x=0, y=0, pressure=0)
