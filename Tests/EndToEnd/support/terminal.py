"""The stock terminal foot as hosted application, with a program in it that writes down what reaches it."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

PROBE = Path("Tests/EndToEnd/support/terminal_probe.py")
TOUCH = re.compile(r"\] +wl_touch@\d+\.(down|up|motion|cancel|frame)\(([^)]*)\)")


@dataclass(frozen=True)
class ClientTouch:
    """A touch event as the client got it; positions are surface coordinates."""

    kind: str
    finger: int | None = None
    x: float | None = None
    y: float | None = None


class Terminal:
    """Knows foot's command line and reads what its probe and its protocol log leave in a folder."""

    def __init__(self, folder: Path, seen_as: str | None = None, checkout: str | Path = "."):
        self.folder = folder
        self.seen_as = seen_as or str(folder)
        self.checkout = checkout

    def command(self) -> list[str]:
        """A shell command line for `kagami run --`; `exec` keeps foot the hosted process itself."""
        folder = self.seen_as
        foot = (
            "exec foot --config=/dev/null --override=font='DejaVu Sans Mono:pixelsize=16' --override=dpi-aware=no "
            f"/usr/bin/python3 -B '{self.checkout}/{PROBE}' '{folder}/probe.jsonl' 2>'{folder}/protocol.log'"
        )
        return ["sh", "-c", f"export WAYLAND_DEBUG=client; {foot}"]

    def records(self, kind: str) -> list[dict]:
        path = self.folder / "probe.jsonl"
        if not path.exists():
            return []
        whole_lines = path.read_text().rpartition("\n")[0].splitlines()
        return [record for record in map(json.loads, whole_lines) if record["type"] == kind]

    def size(self) -> tuple[int, int] | None:
        """The columns and rows that programs in the terminal see by now."""
        sizes = self.records("size")
        return (sizes[-1]["columns"], sizes[-1]["rows"]) if sizes else None

    def start(self) -> dict | None:
        """The probe's process and environment."""
        starts = self.records("start")
        return starts[0] if starts else None

    def typed(self) -> str:
        return "".join(record["text"] for record in self.records("input"))

    def touches(self, with_frames: bool = False) -> list[ClientTouch]:
        """All touch events that foot has been sent."""
        log = (self.folder / "protocol.log").read_text(errors="replace")
        found = [client_touch(match.group(1), match.group(2)) for match in TOUCH.finditer(log)]
        return [touch for touch in found if with_frames or touch.kind != "frame"]


def client_touch(kind: str, arguments: str) -> ClientTouch:
    """From libwayland's log, which prints a request's arguments in the order of the protocol."""
    values = [value.strip() for value in arguments.split(",")]
    match kind:
        case "down":
            return ClientTouch(kind, int(values[3]), float(values[4]), float(values[5]))
        case "motion":
            return ClientTouch(kind, int(values[1]), float(values[2]), float(values[3]))
        case "up":
            return ClientTouch(kind, int(values[2]))
    return ClientTouch(kind)
