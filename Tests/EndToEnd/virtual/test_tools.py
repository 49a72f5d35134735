"""Tools on the socket beside the applications' copy the screen and type; applications cannot."""

import stat
import subprocess
import unittest

import numpy

from support.pictures import load
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually


def setUpModule():
    require_programs("foot", "grim", "wayland-info", "wlr-randr", "wtype")


class ToolTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService())
        self.service.terminal_ready()
        self.socket = next(self.service.folder.glob("wayland-*-tools"))

    def run_on(self, display: str, *command: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            command, env=self.service.environment | {"WAYLAND_DISPLAY": display}, cwd=self.service.folder,
            capture_output=True, text=True, timeout=30
        )

    def tool(self, *command: str) -> str:
        result = self.run_on(self.socket.name, *command)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def plug(self) -> None:
        self.service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
        self.service.wait_for_content(1920, 1080, "external")
        self.service.wait_until_still()

    def test_only_the_user_may_connect(self):
        self.assertEqual(stat.S_IMODE(self.socket.stat().st_mode), 0o600)

    def test_applications_can_neither_copy_nor_type(self):
        applications = self.socket.name.removesuffix("-tools")
        for command in (["grim", "stolen.png"], ["wtype", "x"]):
            with self.subTest(command[0]):
                self.assertNotEqual(self.run_on(applications, *command).returncode, 0)
        self.assertFalse((self.service.folder / "stolen.png").exists())

    def test_a_copy_shows_what_the_screen_shows(self):
        for name in ("panel", "external"):
            with self.subTest(name):
                if name == "external":
                    self.plug()
                self.tool("grim", "copy.png")
                numpy.testing.assert_array_equal(load(self.service.folder / "copy.png"), self.service.screen(name))

    def test_the_output_is_the_display_that_the_application_is_on(self):
        self.assertIn("1280x800 px, 60.000000 Hz (preferred, current)", self.tool("wlr-randr"))
        self.plug()
        text = self.tool("wlr-randr")
        self.assertIn("HDMI-A-1", text)
        self.assertIn("1920x1080 px, 60.000000 Hz (preferred, current)", text)

    def test_applications_see_one_output_with_the_mode_of_the_display(self):
        self.assert_one_output("1280 px, height: 800 px")
        self.plug()
        self.assert_one_output("1920 px, height: 1080 px")

    def assert_one_output(self, mode: str) -> None:
        text = self.run_on(self.socket.name.removesuffix("-tools"), "wayland-info").stdout
        self.assertEqual(text.count("interface: 'wl_output'"), 1, text)
        self.assertIn(f"width: {mode}, refresh: 60.000 Hz", text)

    def test_typed_text_comes_with_its_own_layout(self):
        text = "Häuser ✓ [42]"
        self.tool("wtype", text)
        eventually(lambda: self.service.terminal.typed() == text, "the text has arrived")
