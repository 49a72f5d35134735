"""The stock event viewer wev, which takes every kind of input that its seat has."""

import re
from dataclasses import dataclass
from pathlib import Path

# A line of libwayland's own log of events, which has an event's arguments in the order of the protocol.
EVENT = re.compile(r"\] +(wl_\w+)@\d+\.(\w+)\(([^)]*)\)")


@dataclass(frozen=True)
class ClientTouch:
    """A touch event as a client got it; positions are surface coordinates."""

    kind: str
    finger: int | None = None
    x: float | None = None
    y: float | None = None


class EventViewer:
    """Knows wev's command line and reads the protocol log that it leaves in a folder."""

    def __init__(self, folder: Path, seen_as: str | None = None, log_name: str = "viewer.log"):
        """`seen_as` is the folder's path where wev runs."""
        self.log = folder / log_name
        self.log_seen_as = f"{seen_as or folder}/{log_name}"

    def command(self) -> str:
        """A shell command line for a Wayland client on its own."""
        return f"WAYLAND_DEBUG=client exec wev >/dev/null 2>'{self.log_seen_as}'"

    def events(self, interface: str) -> list[tuple[str, list[str]]]:
        """The events of an interface so far: their names and arguments."""
        log = self.log.read_text(errors="replace") if self.log.exists() else ""
        return [
            (name, [argument.strip() for argument in arguments.split(",")])
            for kind, name, arguments in EVENT.findall(log)
            if kind == interface
        ]

    def touches(self) -> list[ClientTouch]:
        """The touch events so far, without those that end a frame."""
        found = [client_touch(name, arguments) for name, arguments in self.events("wl_touch")]
        return [touch for touch in found if touch.kind != "frame"]

    def keys(self) -> list[tuple[int, bool]]:
        """The keys so far by their Linux event codes, and whether they went down."""
        return [(int(values[2]), values[3] == "1") for name, values in self.events("wl_keyboard") if name == "key"]

    def buttons(self) -> list[tuple[int, bool]]:
        """The same of the pointer's buttons."""
        return [(int(values[2]), values[3] == "1") for name, values in self.events("wl_pointer") if name == "button"]

    def pointer(self) -> tuple[float, float] | None:
        """Where the pointer is on the surface."""
        places = [values[-2:] for name, values in self.events("wl_pointer") if name in ("enter", "motion")]
        return (float(places[-1][0]), float(places[-1][1])) if places else None

    def is_shown(self) -> bool:
        """Whether it has drawn itself."""
        return any(name == "enter" for name, _ in self.events("wl_keyboard"))


def client_touch(kind: str, values: list[str]) -> ClientTouch:
    match kind:
        case "down":
            return ClientTouch(kind, int(values[3]), float(values[4]), float(values[5]))
        case "motion":
            return ClientTouch(kind, int(values[1]), float(values[2]), float(values[3]))
        case "up":
            return ClientTouch(kind, int(values[2]))
    return ClientTouch(kind)
