"""What a Wayland client says and is told, as libwayland itself writes it down with WAYLAND_DEBUG=client."""

import re
from dataclasses import dataclass
from pathlib import Path

# An event has its arguments in the order of the protocol. Newer versions write "#" where older ones write "@".
EVENT = re.compile(r"\] +(?:\{[^}]*\} +)?(\w+)[@#](\d+)\.(\w+)\(([^)]*)\)")


@dataclass(frozen=True)
class ClientTouch:
    """A touch event as a client got it; positions are surface coordinates."""

    kind: str
    finger: int | None = None
    x: float | None = None
    y: float | None = None


class ProtocolLog:
    """Reads the protocol log of one client, which may still grow."""

    def __init__(self, path: Path):
        self.path = path

    def text(self) -> str:
        return self.path.read_text(errors="replace") if self.path.exists() else ""

    def events(self, interface: str) -> list[tuple[str, list[str]]]:
        """The events of an interface so far: their names and arguments."""
        return [
            (name, [argument.strip() for argument in arguments.split(",")])
            for kind, _, name, arguments in EVENT.findall(self.text())
            if kind == interface
        ]

    def touches(self) -> list[ClientTouch]:
        """The touch events so far, without those that end a frame."""
        found = [client_touch(name, arguments) for name, arguments in self.events("wl_touch")]
        return [touch for touch in found if touch.kind in ("down", "motion", "up", "cancel")]

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

    def fewest_outputs(self) -> int:
        """The smallest number of outputs that any list of the client's has had since its first one; 0 without one."""
        now: dict[str, set[str]] = {}
        fewest: list[int] = []
        for kind, number, name, text in EVENT.findall(self.text()):
            if kind != "wl_registry":
                continue
            arguments = [argument.strip().strip('"') for argument in text.split(",")]
            outputs = now.setdefault(number, set())
            if name == "global" and arguments[1] == "wl_output":
                outputs.add(arguments[0])
            elif name == "global_remove" and arguments[0] in outputs:
                outputs.remove(arguments[0])
                fewest.append(len(outputs))
        fewest += [len(outputs) for outputs in now.values() if outputs]
        return min(fewest, default=0)

    def errors(self) -> list[str]:
        """The protocol errors that the client was told of: each has ended it."""
        return [", ".join(values) for name, values in self.events("wl_display") if name == "error"]


def client_touch(kind: str, values: list[str]) -> ClientTouch:
    match kind:
        case "down":
            return ClientTouch(kind, int(values[3]), float(values[4]), float(values[5]))
        case "motion":
            return ClientTouch(kind, int(values[1]), float(values[2]), float(values[3]))
        case "up":
            return ClientTouch(kind, int(values[2]))
    return ClientTouch(kind)
