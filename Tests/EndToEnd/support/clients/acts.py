"""What a user does to a window on the panel."""

import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from .effects import Effect, Reports, is_at
from .spots import Spot

if TYPE_CHECKING:
    from .hosted import Hosted

# BTN_LEFT of linux/input-event-codes.h.
LEFT = 0x110


class Act(ABC):
    """Something done on the panel that reaches the client, and its effects."""

    effects: tuple[Effect, ...]

    def perform(self, hosted: "Hosted") -> None:
        for effect in self.effects:
            effect.before(hosted)
        point = self.do(hosted)
        for effect in self.effects:
            effect.after(hosted, point)

    @abstractmethod
    def do(self, hosted: "Hosted") -> tuple[float, float] | None:
        """Does it, waits until the client has been told, and returns where it was, in the window's pixels."""


class Tap(Act):
    """A finger goes down and up."""

    def __init__(
        self, spot: Spot, *effects: Effect, drag: tuple[float, float] | None = None, on_popup: bool = False
    ):
        """`drag` is how far it moves before it goes up, in the window's pixels; a popup counts from its own corner."""
        self.spot = spot
        self.effects = effects
        self.drag = drag
        self.on_popup = on_popup

    def do(self, hosted):
        point = hosted.point(self.spot)
        count = len(hosted.protocol.touches())
        hosted.touch("down", point)
        if self.drag:
            for step in range(1, 6):
                hosted.touch("move", (point[0] + self.drag[0] * step / 5, point[1] + self.drag[1] * step / 5))
        hosted.touch("up")

        def told():
            touches = hosted.protocol.touches()[count:]
            return touches if any(touch.kind == "up" for touch in touches) else None

        down = hosted.eventually(told, "the client is told of the finger")[0]
        if down.kind != "down" or not (self.on_popup or is_at((down.x, down.y), point)):
            raise AssertionError(f"the finger went down at {point}, the client was told {down}")
        return point


class Hover(Act):
    """The pointer goes there and rests."""

    def __init__(self, spot: Spot, *effects: Effect):
        self.spot = spot
        self.effects = effects

    def do(self, hosted):
        point = hosted.point(self.spot)
        # From elsewhere, so that there is a motion whatever was before.
        hosted.move_pointer((point[0] - 3, point[1] - 3))
        hosted.move_pointer(point)
        return point


class Click(Act):
    """The pointer goes there and its left button is clicked."""

    def __init__(self, spot: Spot, *effects: Effect):
        self.spot = spot
        self.effects = effects

    def do(self, hosted):
        point = hosted.point(self.spot)
        count = len(hosted.protocol.buttons())
        hosted.move_pointer(point)
        hosted.cli("virtual", "pointer", "button", "left")
        expected = [(LEFT, True), (LEFT, False)]
        hosted.eventually(lambda: hosted.protocol.buttons()[count:] == expected, "the client is told of the click")
        return point


class Drag(Act):
    """The pointer goes there, and from there with its left button held: drag and drop."""

    def __init__(self, spot: Spot, distance: tuple[float, float], *effects: Effect):
        self.spot = spot
        self.distance = distance
        self.effects = effects

    def do(self, hosted):
        x, y = hosted.point(self.spot)
        count = len(hosted.protocol.buttons())
        drags = len(self.targets(hosted))
        hosted.move_pointer((x, y))
        hosted.cli("virtual", "pointer", "button", "left", "press")
        hosted.eventually(lambda: len(hosted.protocol.buttons()) > count, "the client is told of the press")
        for step in range(1, 6):
            hosted.move_pointer((x + self.distance[0] * step / 5, y + self.distance[1] * step / 5))
        # A drop before the place has said that it takes it is none.
        hosted.eventually(
            lambda: self.targets(hosted)[drags:][-1:] not in ([], ["nil"]), "the drag has come to a place that takes it"
        )
        hosted.cli("virtual", "pointer", "button", "left", "release")
        return (x, y)

    def targets(self, hosted) -> list[str]:
        """What the places that were dragged over would take it as, "nil" for nothing."""
        return [values[0] for name, values in hosted.protocol.events("wl_data_source") if name == "target"]


class Rest(Act):
    """Nothing is done for a while: GTK 3 ignores the click on a menu's item half a second after it was opened."""

    effects = ()

    def __init__(self, seconds: float):
        self.seconds = seconds

    def do(self, hosted):
        time.sleep(self.seconds)


class Key(Act):
    """A key is pressed and let go of, by its name and Linux event code."""

    def __init__(self, name: str, code: int, *effects: Effect):
        self.name = name
        self.code = code
        self.effects = effects

    def do(self, hosted):
        count = len(hosted.protocol.keys())
        hosted.cli("virtual", "key", self.name)
        expected = [(self.code, True), (self.code, False)]
        hosted.eventually(lambda: hosted.protocol.keys()[count:] == expected, f"the client is told of {self.name}")


class Text(Act):
    """A text is typed; the client reports it, whole or in pieces."""

    def __init__(self, text: str, kind: str):
        self.text = text
        self.effects = (Reports(kind, lambda news: "".join(report["text"] for report in news).endswith(text)),)

    def do(self, hosted):
        hosted.cli("virtual", "key", "type", self.text)
