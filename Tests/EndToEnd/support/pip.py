"""A service with a panel application, and the picture in picture on its panel."""

import json
import socket
import time
from dataclasses import dataclass
from pathlib import Path

from .pictures import Difference, area_average
from .virtual_service import EventStream, VirtualService

# The panel application fills the panel with one colour.
GROUND = (0x20, 0x50, 0x80)
PANEL_COMMAND = [
    "foot", "--config=/dev/null", "--app-id=panel-app", "--override=colors.background=205080",
    "--override=cursor.color=205080 205080", "sleep", "1000",
]
# A finger that has rested this long flings nothing: a third more than the gestures look back.
STEADY_SECONDS = 0.13
# Two taps this far apart are no double tap: a tenth more than the gestures allow.
APART_SECONDS = 0.33
# The radius of the picture's corners, and how far its shadow falls, on a panel of 1280x800 that is taken for seven inches.
ROUNDING = 12
SHADOW = 14
# As test programs name it: without its own pauses a run would take minutes.
QUICK = "[pip]\nanimation_ms = 60\n"


@dataclass(frozen=True)
class Place:
    """A rectangle on the panel, in panel pixels."""

    x: int
    y: int
    width: int
    height: int

    @staticmethod
    def of(pip: dict) -> "Place":
        return Place(pip["x"], pip["y"], pip["width"], pip["height"])

    def cut(self, picture):
        return picture[self.y : self.y + self.height, self.x : self.x + self.width]

    @property
    def middle(self) -> tuple[int, int]:
        return self.x + self.width // 2, self.y + self.height // 2


class PiPService(VirtualService):
    """Runs foot as the content, and another foot, all blue, as the panel application."""

    def __init__(self, configuration: str = QUICK, bus: str | None = None, **arguments):
        """`bus` is the address of a session bus."""
        arguments.setdefault("panel_command", PANEL_COMMAND)
        super().__init__(configuration=configuration, **arguments)
        self.bus = bus

    def variables(self) -> dict[str, str]:
        return {"DBUS_SESSION_BUS_ADDRESS": self.bus} if self.bus else {}

    def process_of_content(self) -> int:
        """The hosted application's process."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        arguments = {int(pid): Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children}
        return next(pid for pid, line in arguments.items() if b"panel-app" not in line)

    def pip(self) -> dict | None:
        return self.status()["pip"]

    def start_pip(self, source: str, *options: str) -> dict:
        """Starts it and returns what the status says of it."""
        self.cli("pip", "start", source, *options)
        return self.pip()

    def wait_for_pip(self, what: str, holds) -> dict:
        return self.wait_for(what, lambda status: status["pip"] and holds(status["pip"]))["pip"]

    def wait_for_place(self, what: str, holds) -> Place:
        return Place.of(self.wait_for_pip(what, lambda pip: pip["x"] is not None and holds(Place.of(pip))))

    def wait_until_rested(self) -> Place:
        """The place once it moves no more."""
        last = {}

        def rests(pip):
            place = Place.of(pip)
            is_still = last.get("place") == place
            last["place"] = place
            return is_still

        return Place.of(self.wait_for_pip("the picture rests", rests))

    def plug(self, width: int = 1920, height: int = 1080) -> dict:
        self.cli("virtual", "plug", "HDMI-A-1", f"{width}x{height}")
        status = self.wait_for_content(width, height, "external")
        self.wait_until_still()
        return status

    def touch(self, action: str, *arguments) -> None:
        self.cli("virtual", "touch", action, *map(str, arguments))

    def hold_still(self) -> None:
        """The finger or the button that is down rests, so that letting go of it is no fling."""
        time.sleep(STEADY_SECONDS)

    def tap_twice(self, first: tuple[float, float], second: tuple[float, float]) -> None:
        """Two taps that are no double tap."""
        self.touch("tap", *first)
        time.sleep(APART_SECONDS)
        self.touch("tap", *second)

    def swipe(self, *points: tuple[float, float]) -> None:
        """A finger goes through the points within a few milliseconds each, as no command line would."""
        with socket.socket(socket.AF_UNIX) as channel:
            channel.settimeout(10)
            channel.connect(str(self.socket_path))
            replies = channel.makefile("rb")
            for index, (x, y) in enumerate(points):
                action = "move" if index else "down"
                channel.sendall(touch_line(action, x=x, y=y))
                replies.readline()
                time.sleep(0.008)
            channel.sendall(touch_line("up"))
            replies.readline()


def touch_line(action: str, **place: float) -> bytes:
    return json.dumps({"command": "virtual.touch", "action": action, "id": 0} | place).encode() + b"\n"


def check_picture(panel, place: Place, source) -> Difference:
    """Raises `AssertionError` unless the panel shows the source, area-averaged, at the place, inside its edge."""
    inside = slice(ROUNDING, -ROUNDING)
    shown, expected = place.cut(panel), area_average(source, place.width, place.height)
    difference = Difference.between(shown[inside, inside], expected[inside, inside])
    if difference.largest > 3 or difference.mean > 0.8:
        raise AssertionError(f"at {place} is not the source's picture: {difference}")
    return difference


def check_ground(panel, place: Place | None = None) -> None:
    """Raises `AssertionError` unless all around the place is the panel application."""
    outside = (panel != GROUND).any(axis=2)
    if place is not None:
        left, top = max(place.x - SHADOW, 0), max(place.y - SHADOW, 0)
        outside[top : place.y + place.height + SHADOW, left : place.x + place.width + SHADOW] = False
    if outside.any():
        raise AssertionError(f"{outside.sum()} pixels around the picture are not the panel application's")


def names(stream: EventStream) -> list[str]:
    """The picture's life as the events tell it, without what comes between."""
    kinds = {"pip-will-start", "pip-did-start", "pip-failed-to-start", "pip-will-stop", "pip-did-stop",
             "pip-restore-requested"}
    return [
        event["type"].removeprefix("pip-") + (":" + event["reason"] if "reason" in event else "")
        for event in stream.events
        if event["type"] in kinds
    ]


def request(service: VirtualService, **fields) -> dict:
    return service.raw_request(json.dumps({"command": "pip"} | fields).encode() + b"\n")
