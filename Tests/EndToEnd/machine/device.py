"""Input devices that the guest makes through uinput."""

from .agent import Agent


class Device:
    """A context in which the guest has the device."""

    kind: str

    def __init__(self, agent: Agent, name: str, **properties):
        self.agent = agent
        self.name = name
        self.properties = properties

    def __enter__(self):
        self.agent.ask("device.create", kind=self.kind, name=self.name, **self.properties)
        return self

    def __exit__(self, *_) -> None:
        self.agent.ask("device.remove", name=self.name)

    def do(self, action: str, **arguments):
        return self.agent.ask("device.do", name=self.name, action=action, **arguments)["result"]


class GamePad(Device):
    """A game pad with sticks and buttons."""

    kind = "gamepad"

    def press(self) -> None:
        self.do("press")

    def shake(self, share: float, seconds: float) -> None:
        """Moves a stick to and fro all the time, by this share of its reach."""
        self.do("shake", share=share, seconds=seconds)


class Lid(Device):
    """The switch below a laptop's lid."""

    kind = "lid"

    def move(self, closed: bool) -> None:
        self.do("move", closed=closed)


class LitKeyboard(Device):
    """A keyboard with lights for its locks."""

    kind = "keyboard"

    def press(self, code: int) -> None:
        """Presses a key, by its Linux event code, and lets it go."""
        self.do("press", code=code)

    def lights(self) -> list[str]:
        """Which of `num`, `caps` and `scroll` are on."""
        return self.do("lights")
