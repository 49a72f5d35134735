"""The external is set up in wdisplays, a window with buttons, by fingers on its picture on the panel."""

import subprocess
import unittest

import numpy
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

EXTERNAL = (1920, 1080)
# Places in the window of Debian 12's wdisplays 1.1 where it fills the external, in pixels of that.
EXTERNAL_TAB = (1742, 72)
LARGER_SCALE = (1714, 240)
TRANSFORMS, QUARTER_TURN = (1737, 408), (1717, 488)
MODES, SECOND_MODE = (1893, 323), (1881, 405)
APPLY = (1850, 12)
CONTROLS = 1450
NOWHERE = (700, 700)


def setUpModule():
    require_programs("foot", "wdisplays")


class WdisplaysTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService(configuration="[external]\nhold_ms = 0\n"))
        self.service.terminal_ready()
        self.service.plug(*EXTERNAL)
        environment = self.service.environment | {"WAYLAND_DISPLAY": self.service.tools, "HOME": str(self.service.folder), "LANG": "C.UTF-8"}
        with (self.service.folder / "wdisplays.log").open("wb") as log:
            self.window = subprocess.Popen(["wdisplays"], env=environment, stdout=log, stderr=log)
        self.service.others.append(self.window)
        self.service.wait_for("its window", lambda status: status["content"]["app_id"] == "wdisplays")
        self.press(EXTERNAL_TAB)

    def controls(self):
        """The part of the window with buttons: the rest is a picture of the display, drawn again and again."""
        return self.service.screen("external")[:, CONTROLS:]

    def settle(self):
        """Waits until the controls are there and have not changed for as long as a menu takes to open; returns their picture."""
        pictures = []

        def is_at_rest() -> bool:
            pictures.append(self.controls())
            alike = [numpy.array_equal(picture, pictures[-1]) for picture in pictures[-3:]]
            return bool(pictures[-1].std() > 0) and len(alike) == 3 and all(alike)

        eventually(is_at_rest, "the controls are at rest", 20, interval=0.25)
        return pictures[-1]

    def press(self, place: tuple[int, int]) -> None:
        """A finger on that place's picture on the panel, to which the window reacts."""
        before = self.settle()
        viewport = self.service.status()["viewport"]
        x, y = (viewport[axis] + at * viewport["scale"] for axis, at in zip("xy", place))
        self.service.cli("virtual", "touch", "tap", str(round(x)), str(round(y)))
        eventually(lambda: not numpy.array_equal(self.controls(), before), f"an effect at {place}")

    def apply(self) -> None:
        """The button is there, in the colour that suggests it, once there is something to apply."""

        def is_blue() -> bool:
            red, _, blue = map(int, self.service.screen("external")[APPLY[1], APPLY[0]][:3])
            return blue > red + 80

        eventually(is_blue, "the button to apply")
        self.press(APPLY)

    def check(self) -> None:
        self.window.terminate()
        self.window.wait()
        self.service.wait_until_still()
        self.service.check_pictures()

    def test_scale(self):
        self.press(LARGER_SCALE)
        self.apply()
        self.service.wait_for("the scale", lambda status: status["external"]["scale"] == 1.1)
        self.check()

    def test_transform(self):
        self.press(TRANSFORMS)
        self.press(QUARTER_TURN)
        self.press(NOWHERE)
        self.apply()
        self.service.wait_for_content(1080, 1920, "external")
        self.assertEqual(self.service.status()["external"]["transform"], "90")
        self.check()

    def test_mode(self):
        self.press(MODES)
        self.press(SECOND_MODE)
        self.press(NOWHERE)
        self.apply()
        self.service.wait_for_content(1280, 720, "external")
        self.check()

    def test_a_mode_that_is_refused_changes_nothing(self):
        self.service.cli("virtual", "refuse", "HDMI-A-1", "1280x720")
        self.press(MODES)
        self.press(SECOND_MODE)
        self.press(NOWHERE)
        self.apply()
        self.settle()
        self.check()
        external = self.service.status()["external"]
        self.assertEqual((external["width"], external["height"]), EXTERNAL)
