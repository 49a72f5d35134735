"""A finger that misses by millimetres presses a button of 24 pixels on a 4K screen.

The panel is one of 7 inches with 1024x600 pixels; a finger comes down with a normal error of 2 mm in any direction. A
finger that slides goes as far as its owner wants up to a twentieth of the way, or a third of a millimetre.
"""

import json
import math
import random
import time
import unittest

from support.effort import cases
from support.protocol_log import EVENT
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

PANEL, EXTERNAL = (1024, 600), (3840, 2160)
PIXELS_PER_MILLIMETRE = math.hypot(*PANEL) / (7 * 25.4)
# The distance from where it is meant, as its root mean square.
ERROR = 2 * PIXELS_PER_MILLIMETRE
SLIDE_SHARE, SLIDE_ERROR = 0.05, 0.3 * PIXELS_PER_MILLIMETRE
BUTTON = 24
TRIALS = cases(sample=30, whole=100)


def setUpModule():
    require_programs("foot", "wev")


class FingerTests(unittest.TestCase):
    def setUp(self):
        self.random = random.Random(2160)
        self.service = self.enterContext(VirtualService(panel="{}x{}".format(*PANEL)))
        self.service.terminal_ready(*PANEL)
        self.viewer = self.service.start_viewer()
        self.service.cli("virtual", "plug", "HDMI-A-1", "{}x{}".format(*EXTERNAL))
        self.service.wait_for_content(*EXTERNAL, "external")
        self.service.wait_until_still()
        channel = self.enterContext(self.service.connect())
        self.channel, self.replies = channel, channel.makefile("rb")

    def ask(self, command: str, **values) -> dict:
        self.channel.sendall(json.dumps({"command": command, **values}).encode() + b"\n")
        reply = json.loads(self.replies.readline())
        self.assertTrue(reply["ok"], reply)
        return reply

    def touch(self, action: str, x: float | None = None, y: float | None = None) -> None:
        self.ask("virtual.touch", action=action, id=0, **({} if x is None else {"x": x, "y": y}))

    def targets(self):
        """The middles of buttons anywhere on the screen."""
        for _ in range(TRIALS):
            yield tuple(self.random.uniform(BUTTON, side - BUTTON) for side in EXTERNAL)

    def tap_at(self, target: tuple) -> None:
        """A finger on the panel where a pixel of the external is seen, as well as it can."""
        viewport = self.ask("status")["status"]["viewport"]
        place = [viewport[side] + length * viewport["scale"] for side, length in zip("xy", target)]
        self.touch("down", *(self.missed(length, side) for length, side in zip(place, PANEL)))
        self.touch("up")

    def missed(self, length: float, side: int) -> float:
        return on_panel(length + self.random.gauss(0, ERROR / math.sqrt(2)), side)

    def hits(self, targets: list) -> int:
        def taps() -> list:
            touches = self.viewer.touches()
            found = [touch for touch, end in zip(touches, touches[1:]) if (touch.kind, end.kind) == ("down", "up")]
            return found if len(found) >= len(targets) else None

        return sum(is_on(target, tap.x, tap.y) for target, tap in zip(targets, eventually(taps, "all taps have arrived")))

    def test_at_fit_it_misses(self):
        targets = list(self.targets())
        for target in targets:
            self.tap_at(target)
        hits = self.hits(targets)
        print(f"\n{hits} of {TRIALS} at fit", flush=True)
        self.assertLess(hits, TRIALS // 2)

    def test_zoomed_in_it_hits(self):
        targets = list(self.targets())
        for x, y in targets:
            self.ask("controller.zoom", factor=1000, x=x, y=y)
            self.tap_at((x, y))
        hits = self.hits(targets)
        print(f"\n{hits} of {TRIALS} zoomed in", flush=True)
        self.assertLessEqual(TRIALS - hits, 1)

    def test_as_a_trackpad_it_hits(self):
        self.ask("controller.mode", mode="trackpad")
        self.drag(40, 0)
        hits = sum(self.click_at(target) for target in self.targets())
        print(f"\n{hits} of {TRIALS} as a trackpad", flush=True)
        self.assertLessEqual(TRIALS - hits, 1)

    def test_with_the_loupe_it_hits(self):
        # The shortest rest: a hundred of the usual length take half a minute.
        self.service.configuration.write_text("[controller]\nlong_press_ms = 100\n")
        self.service.cli("config", "reload")
        targets = list(self.targets())
        for target in targets:
            self.aim_at(target)
        hits = self.hits(targets)
        print(f"\n{hits} of {TRIALS} with the loupe", flush=True)
        self.assertLessEqual(TRIALS - hits, 1)

    def aim_at(self, target: tuple) -> None:
        """Rests on the panel as near as it gets, and slides until the loupe's cross is seen on the button."""
        status = self.ask("status")["status"]
        viewport = status["viewport"]
        place = [viewport[side] + length * viewport["scale"] for side, length in zip("xy", target)]
        finger = self.rest_near(place)
        for _ in range(12):
            aim = self.aim()
            away = [(wanted - seen) * viewport["scale"] for wanted, seen in zip(target, (aim["x"], aim["y"]))]
            if max(map(abs, away)) < BUTTON / 3 * viewport["scale"]:
                break
            # Its owner knows that the spot moves a quarter as far as the finger.
            finger = [
                on_panel(length + self.slid(4 * way), side) for length, way, side in zip(finger, away, PANEL)
            ]
            self.touch("move", *finger)
        self.touch("up")

    def rest_near(self, place: list[float]) -> list[float]:
        """Where the finger has come down and rests; beside the picture it shows no loupe and is lifted again."""
        for _ in range(5):
            finger = [self.missed(length, side) for length, side in zip(place, PANEL)]
            self.touch("down", *finger)
            until = time.monotonic() + 3
            while time.monotonic() < until:
                if self.aim() is not None:
                    return finger
                time.sleep(0.005)
            self.touch("up")
        self.fail(f"no loupe near {place}")

    def aim(self) -> dict | None:
        return self.ask("status")["status"]["controller"]["aim"]

    def slid(self, way: float) -> float:
        """How far a finger slides that is to go so far."""
        return way + self.random.gauss(0, max(abs(way) * SLIDE_SHARE, SLIDE_ERROR))

    def click_at(self, target: tuple) -> bool:
        """Moves the pointer until it is seen to be on the button, and taps; whether the click was on the button."""
        is_there = False
        for _ in range(60):
            x, y = self.pointer()
            away = (target[0] - x, target[1] - y)
            was_there, is_there = is_there, max(map(abs, away)) < BUTTON / 3
            if is_there and was_there:
                break
            if is_there:
                # A second look, as before any click.
                self.wait_until_seen(0.05)
                continue
            # The finger moves as far as its owner thinks that it has to.
            self.drag(*(length * PANEL[0] / EXTERNAL[0] * self.random.uniform(0.7, 1.1) for length in away))
        before = self.viewer.path.stat().st_size
        self.touch("down", *(side / 2 for side in PANEL))
        self.touch("up")
        eventually(lambda: len(self.lately("button", before)) == 2, "a click")
        return is_on(target, *self.pointer())

    def drag(self, dx: float, dy: float) -> None:
        """A finger that is put down, moves so far once it counts as moving, and is lifted."""
        slop = 2 * PIXELS_PER_MILLIMETRE
        x, y = PANEL[0] / 2, PANEL[1] / 2
        self.touch("down", x, y)
        x += slop
        self.touch("move", x, y)
        for step in (1, 2, 3):
            self.touch("move", on_panel(x + dx * step / 3, PANEL[0]), on_panel(y + dy * step / 3, PANEL[1]))
        self.touch("up")
        self.wait_until_seen()

    def wait_until_seen(self, interval: float = 0.01) -> None:
        """Until the application has nothing more to say about the pointer."""
        sizes = []

        def probe() -> bool:
            sizes.append(self.viewer.path.stat().st_size)
            return sizes[-1:] * 2 == sizes[-2:]

        # The first look never ends it, so at least one interval passes.
        eventually(probe, "the pointer stands still", interval=interval)

    def lately(self, name: str, since: int) -> list[list[str]]:
        """The pointer's events of one kind since the log had that size."""
        with open(self.viewer.path, "rb") as log:
            log.seek(since)
            found = EVENT.findall(log.read().decode(errors="replace"))
        return [values.split(",") for kind, _, event, values in found if (kind, event) == ("wl_pointer", name)]

    def pointer(self) -> tuple[float, float]:
        """Where the pointer is for the application."""
        *_, last = self.lately("motion", max(0, self.viewer.path.stat().st_size - 4096))
        return float(last[-2]), float(last[-1])


def on_panel(length: float, side: int) -> float:
    return min(max(length, 0), side - 1)


def is_on(target: tuple, x: float, y: float) -> bool:
    return abs(x - target[0]) <= BUTTON / 2 and abs(y - target[1]) <= BUTTON / 2
