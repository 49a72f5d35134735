"""A stock client as the hosted application."""

import json
import shutil
from collections.abc import Callable, Iterable

import numpy

from support.binary import CHECKOUT
from support.protocol_log import ProtocolLog
from support.virtual_service import VirtualService
from support.waiting import eventually

from .client import Client
from .looks import Look
from .pages import Pages
from .spots import Spot

PICTURES = CHECKOUT / ".build" / "clients"
PANEL = (1280, 800)


class Hosted(VirtualService):
    """A context in which the service runs and hosts the client."""

    def __init__(self, client: Client):
        super().__init__(command=[], panel="x".join(map(str, PANEL)))
        self.client = client
        self.protocol = ProtocolLog(self.folder / "client.log")
        self.report_path = self.folder / "report.jsonl"
        self.pages = Pages(client.serves, self.report_path) if client.serves else None
        variables = {"WAYLAND_DEBUG": "client"} | client.environment
        settings = [f"{name}={self.fill(value)}" for name, value in variables.items()]
        words = [self.fill(word) for word in client.command]
        self.command = ["sh", "-c", 'exec "$@" 2>"$0"', str(self.protocol.path), "env", *settings, *words]
        self.patience = max(self.patience, client.patience)

    def fill(self, text: str) -> str:
        places = {
            "{folder}": str(self.folder),
            "{report}": str(self.report_path),
            "{support}": str(CHECKOUT / "Tests" / "EndToEnd" / "support"),
            "{pages}": self.pages.address if self.pages else "",
        }
        for place, value in places.items():
            text = text.replace(place, value)
        return text

    def __exit__(self, *_) -> None:
        super().__exit__(*_)
        if self.pages:
            self.pages.close()

    def log(self) -> str:
        return f"{super().log()}\n--- {self.protocol.path.name}\n{self.protocol.text()[-2000:]}"

    def eventually(self, probe, what: str, last_seen: Callable[[], object] | None = None):
        """Waits as long as the client may take; says what the client itself did last, where it does not come."""
        try:
            return eventually(probe, what, self.client.patience)
        except AssertionError as error:
            seen = f"; {last_seen()}" if last_seen else ""
            raise AssertionError(f"{self.client.name}: {error}{seen}\n{self.log()}") from None

    def printed(self) -> str:
        """What the client has written on its standard output."""
        return (self.folder / "stdout").read_text(errors="replace")

    def reports(self, kind: str) -> list[dict]:
        """What the client has told of itself so far, of one kind."""
        if not self.report_path.exists():
            return []
        lines = self.report_path.read_text().rpartition("\n")[0].splitlines()
        return [report for report in map(json.loads, lines) if report["type"] == kind]

    def stage(self) -> tuple[str, int, int]:
        """The screen that the client is on, and its size."""
        status = self.status()
        name = status["content"]["on"]
        return name, status[name]["width"], status[name]["height"]

    def window(self) -> tuple[str, int, int, int, int]:
        """The screen, and the window's left, top, width and height there."""
        name, width, height = self.stage()
        own_width, own_height = self.client.size(width, height)
        return name, (width - own_width) // 2, (height - own_height) // 2, own_width, own_height

    def window_picture(self) -> numpy.ndarray:
        name, x, y, width, height = self.window()
        return self.screen(name)[y : y + height, x : x + width]

    def window_on_panel(self) -> numpy.ndarray:
        """The window as the controller shows it."""
        _, x, y, width, height = self.window()
        viewport = self.status()["viewport"]
        left, top, right, bottom = (
            round(offset + value * viewport["scale"])
            for offset, value in zip((viewport["x"], viewport["y"]) * 2, (x, y, x + width, y + height))
        )
        return self.screen("panel")[top:bottom, left:right]

    def point(self, spot: Spot) -> tuple[float, float]:
        """A place in the window, in its pixels."""
        return spot(*self.window()[3:])

    def panel_point(self, point: tuple[float, float]) -> tuple[float, float]:
        """Where the panel shows a point of the window."""
        _, x, y, _, _ = self.window()
        viewport = self.status()["viewport"] or {"x": 0, "y": 0, "scale": 1}
        return (
            viewport["x"] + (x + point[0]) * viewport["scale"], viewport["y"] + (y + point[1]) * viewport["scale"]
        )

    def ask(self, command: str, **values) -> dict:
        """The same as a `kagami` command, from the socket itself: many are asked here, and that is quicker."""
        reply = self.raw_request(json.dumps({"command": command} | values).encode() + b"\n")
        if not reply["ok"]:
            raise AssertionError(f"{command} {values}: {reply}")
        return reply

    def touch(self, action: str, point: tuple[float, float] | None = None) -> None:
        place = dict(zip("xy", self.panel_point(point))) if point else {}
        self.ask("virtual.touch", action=action, id=0, **place)

    def move_pointer(self, point: tuple[float, float]) -> None:
        x, y = self.panel_point(point)
        self.ask("virtual.pointer", action="move", x=x, y=y)

    def wait_for_looks(self, looks: Iterable[Look], picture: Callable[[], numpy.ndarray] | None = None) -> None:
        """Waits until the window, or its image on the panel, shows all that it has to."""
        seen: list[str] = []

        def right():
            now = (picture or self.window_picture)()
            seen[:] = [complaint for look in looks if (complaint := look(now))]
            return not seen

        try:
            self.eventually(right, "the right picture", lambda: seen)
        except AssertionError:
            self.keep("wrong")
            raise

    def keep(self, step: str) -> None:
        """Saves what the screens show, for a person to look at."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        status = self.status()
        for name in ("panel", "external"):
            if status[name]:
                file = self.folder / f"{name}.png"
                self.cli("screenshot", name, str(file))
                shutil.copy(file, PICTURES / f"{self.client.name}-{step}-{name}.png")
