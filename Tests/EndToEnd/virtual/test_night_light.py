"""Displays are tinted for the night by wlsunset and gammastep, and as they were once those have ended."""

import subprocess
import unittest

import numpy

from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually


def setUpModule():
    require_programs("foot", "gammastep", "wlsunset")


# The same warm light at every hour.
TOOLS = (("wlsunset", "-t", "3000", "-T", "3001", "-l", "0", "-L", "0"), ("gammastep", "-m", "wayland", "-r", "-O", "3000"))


class NightLightTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService())
        self.service.terminal_ready()
        self.service.plug(1920, 1080)
        self.service.wait_until_still()

    def start(self, *command: str) -> subprocess.Popen:
        tool = subprocess.Popen(
            command, cwd=self.service.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=self.service.environment | {"WAYLAND_DISPLAY": self.service.tools})
        self.service.others.append(tool)
        return tool

    def colours(self, screen: str) -> numpy.ndarray:
        """The sums of red, green and blue."""
        return self.service.screen(screen).astype(int).sum(axis=(0, 1))

    def wait_for_tint(self, screen: str, plain: numpy.ndarray) -> None:
        def is_tinted() -> bool:
            red, green, blue = self.colours(screen) / plain
            return red > 0.98 and blue < 0.7 and blue < green < red

        eventually(is_tinted, f"the {screen} is tinted")

    def test_the_night_is_on_both_screens_until_the_tool_ends(self):
        for command in TOOLS:
            with self.subTest(command[0]):
                plain = {screen: self.colours(screen) for screen in ("external", "panel")}
                tool = self.start(*command)
                for screen, colours in plain.items():
                    self.wait_for_tint(screen, colours)
                tool.terminate()
                tool.wait(timeout=10)
                for screen, colours in plain.items():
                    eventually(lambda: (self.colours(screen) == colours).all(), f"the {screen} is as it was")

    def test_a_display_that_comes_later_is_tinted_too(self):
        plain = self.colours("external")
        tool = self.start(*TOOLS[0])
        self.wait_for_tint("external", plain)
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for("it has gone", lambda status: not status["external"])
        self.service.plug(1920, 1080)
        self.service.wait_until_still()
        self.wait_for_tint("external", plain)
        tool.kill()
        tool.wait(timeout=10)
        eventually(lambda: (self.colours("external") == plain).all(), "the external is as it was")
