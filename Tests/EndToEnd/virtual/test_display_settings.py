"""Displays that are set up while the service runs, by wlr-randr."""

import re

from support.requirements import require_programs
from support.virtual_service import VirtualService

from .test_tools import ToolCase


def setUpModule():
    require_programs("foot", "wlr-randr")


class RandrCase(ToolCase):
    """Sets displays up as a user of wlr-randr does."""

    def start(self, configuration: str = "") -> VirtualService:
        self.service = self.enterContext(VirtualService(configuration=configuration))
        self.service.terminal_ready()
        self.find_socket()
        return self.service

    def set(self, *options: str, name: str = "HDMI-A-1") -> None:
        self.tool("wlr-randr", "--output", name, *options)

    def assert_refused(self, *options: str, name: str = "HDMI-A-1") -> None:
        result = self.run_on(self.socket.name, "wlr-randr", "--output", name, *options)
        self.assertNotEqual(result.returncode, 0, result.stdout)

    def current_mode(self, name: str = "HDMI-A-1") -> tuple[int, int, int]:
        """The mode that the display has, in pixels scanned out."""
        output = next(output for output in self.service.outputs() if output["name"] == name)
        mode = output["current_mode"]
        return mode["width"], mode["height"], mode["refresh_mhz"]


class SettingTests(RandrCase):
    def test_all_modes_are_listed_with_the_present_one(self):
        service = self.start()
        service.plug(1920, 1080)
        text = self.tool("wlr-randr")
        modes = dict(re.findall(r"(\d+x\d+) px, 60\.0+ Hz(.*)", text))
        self.assertEqual(
            modes, {"1920x1080": " (preferred, current)", "1280x720": "", "1024x768": "", "640x480": ""})

    def test_mode_scale_and_transform_of_the_external(self):
        service = self.start()
        service.plug(1920, 1080)
        self.set("--mode", "1280x720")
        service.wait_for_content(1280, 720, "external")
        self.assertEqual(self.current_mode(), (1280, 720, 60_000))
        self.assertIn("1280x720 px, 60.000000 Hz (current)", self.tool("wlr-randr"))
        self.set("--scale", "1.5")
        service.wait_for("the scale", lambda status: status["external"]["scale"] == 1.5)
        self.assertEqual(self.current_mode(), (1280, 720, 60_000))
        self.set("--transform", "90")
        service.wait_for_content(720, 1280, "external")
        status = service.wait_until_still()
        self.assertEqual(status["external"]["transform"], "90")
        self.assertIn("Transform: 90", self.tool("wlr-randr"))
        service.check_pictures()
        self.set("--preferred", "--transform", "normal", "--scale", "1")
        service.wait_for_content(1920, 1080, "external")
        service.wait_until_still()
        service.check_pictures()

    def test_the_panel_alone(self):
        service = self.start()
        self.set("--scale", "2", "--transform", "270", name="DSI-1")
        service.wait_for_content(800, 1280, "panel")
        status = service.wait_until_still()
        self.assertEqual((status["panel"]["scale"], status["panel"]["transform"]), (2, "270"))
        service.cli("virtual", "key", "type", "turned")
        service.wait_until_still()
        self.assertEqual(service.terminal.typed(), "turned")

    def test_a_refused_mode_leaves_all_as_it_was(self):
        service = self.start()
        service.plug(1920, 1080)
        service.cli("virtual", "refuse", "HDMI-A-1", "1280x720")
        before = service.wait_until_still()
        self.assert_refused("--mode", "1280x720", "--scale", "2")
        self.assert_refused("--custom-mode", "800x600")
        self.assert_refused("--scale", "20")
        self.assert_refused("--off")
        after = service.wait_until_still()
        for key in ("state", "panel", "external", "content"):
            self.assertEqual(after[key], before[key])
        service.check_pictures()

    def test_a_test_changes_nothing(self):
        service = self.start()
        service.plug(1920, 1080)
        service.cli("virtual", "refuse", "HDMI-A-1", "1280x720")
        before = service.wait_until_still()
        self.tool("wlr-randr", "--dryrun", "--output", "HDMI-A-1", "--mode", "640x480")
        result = self.run_on(self.socket.name, "wlr-randr", "--dryrun", "--output", "HDMI-A-1", "--mode", "1280x720")
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(service.wait_until_still()["external"], before["external"])

    def test_what_was_set_by_hand_comes_before_the_file(self):
        service = self.start('[external]\nhold_ms = 0\nmode = "1024x768"\n')
        service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
        service.wait_for_content(1024, 768, "external")
        self.set("--mode", "1280x720")
        service.wait_for_content(1280, 720, "external")
        service.cli("virtual", "unplug", "HDMI-A-1")
        service.wait_for_content(1280, 800, "panel")
        service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
        service.wait_for_content(1024, 768, "external")
