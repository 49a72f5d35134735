"""Pens, gestures and pointers that applications hold, as stock clients see them."""

import re
import subprocess
import unittest

from support.binary import CHECKOUT
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

# The snapshot of a 3840x2160 display on a 1280x800 panel: a third of its size, below a bar of 40 pixels.
BAR = 40
FACTOR = 3
EVENT = re.compile(r"\] +(\w+)@\d+\.(\w+)\(([^)]*)\)")


def setUpModule():
    require_programs("foot", "weston-confine")


class PointingTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService())
        self.service.terminal_ready()
        self.log = self.service.folder / "client.log"

    def start(self, *command: str) -> None:
        """Starts a client that leaves its protocol log."""
        display = eventually(self.service.terminal.start, "the terminal's program runs")["WAYLAND_DISPLAY"]
        environment = self.service.environment | {"WAYLAND_DISPLAY": display, "WAYLAND_DEBUG": "client"}
        with open(self.log, "wb") as log:
            self.service.others.append(
                subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=log)
            )

    def events(self, interface: str) -> list[tuple[str, list[str]]]:
        log = self.log.read_text(errors="replace")
        return [
            (name, [argument.strip() for argument in arguments.split(",")])
            for kind, name, arguments in EVENT.findall(log)
            if kind == interface
        ]

    def wait_for(self, interface: str, name: str, what: str) -> list[str]:
        """The arguments of the last such event."""
        found = lambda: [arguments for event, arguments in self.events(interface) if event == name]
        return eventually(found, what, 30)[-1]

    def virtual(self, *arguments) -> None:
        self.service.cli("virtual", *map(str, arguments))

    def test_weston_confine_holds_the_pointer(self):
        self.start("weston-confine")
        self.wait_for("wl_keyboard", "enter", "the window has the keyboard")
        self.service.wait_until_still()
        # The window's region is somewhere around its middle; a click there makes it ask for confinement.
        self.virtual("pointer", "move", 640, 400)
        self.virtual("pointer", "button", "left")
        self.virtual("pointer", "move", 641, 401)
        self.wait_for("zwp_confined_pointer_v1", "confined", "the pointer is confined")
        self.virtual("plug", "HDMI-A-1", "3840x2160")
        self.service.wait_for_content(3840, 2160, "external")
        self.wait_for("zwp_confined_pointer_v1", "unconfined", "the move to another display lets the pointer go")

    def test_a_pen_draws_through_the_snapshot_into_a_gtk_application(self):
        self.start("/usr/bin/python3", str(CHECKOUT / "Tests/EndToEnd/support/pen_application.py"))
        self.wait_for("wl_keyboard", "enter", "the window has the keyboard")
        self.virtual("plug", "HDMI-A-1", "3840x2160")
        self.service.wait_for_content(3840, 2160, "external")
        self.service.wait_until_still()
        self.virtual("pen", "near", 640, 400)
        self.virtual("pen", "down", 640, 400, "--pressure", 0.25)
        self.virtual("pen", "move", 700, 500, "--pressure", 0.5, "--tilt-x", -20)
        self.virtual("pen", "up")
        self.virtual("pen", "away")
        self.wait_for("zwp_tablet_tool_v2", "proximity_out", "the pen has gone")
        events = self.events("zwp_tablet_tool_v2")
        names = [name for name, _ in events if name in ("proximity_in", "down", "up", "proximity_out")]
        self.assertEqual(names, ["proximity_in", "down", "up", "proximity_out"])
        x, y = [float(value) for value in [arguments for name, arguments in events if name == "motion"][-1]]
        self.assertAlmostEqual(x, 700 * FACTOR, delta=1.5)
        self.assertAlmostEqual(y, (500 - BAR) * FACTOR, delta=1.5)
        pressures = [int(arguments[0]) for name, arguments in events if name == "pressure"]
        self.assertEqual(pressures[-2:], [round(0.25 * 65535), round(0.5 * 65535)])
        tilts = [tuple(map(float, arguments)) for name, arguments in events if name == "tilt"]
        self.assertEqual(tilts[-1], (-20, 0))

    def test_a_display_that_goes_lifts_the_pen(self):
        self.start("/usr/bin/python3", str(CHECKOUT / "Tests/EndToEnd/support/pen_application.py"))
        self.wait_for("wl_keyboard", "enter", "the window has the keyboard")
        self.virtual("plug", "HDMI-A-1", "3840x2160")
        self.service.wait_for_content(3840, 2160, "external")
        self.service.wait_until_still()
        self.virtual("pen", "near", 640, 400)
        self.virtual("pen", "down", 640, 400)
        self.wait_for("zwp_tablet_tool_v2", "down", "the tip is down")
        self.virtual("unplug", "HDMI-A-1")
        self.wait_for("zwp_tablet_tool_v2", "proximity_out", "the pen has gone")
        names = [name for name, _ in self.events("zwp_tablet_tool_v2") if name in ("down", "up", "proximity_out")]
        self.assertEqual(names, ["down", "up", "proximity_out"])
