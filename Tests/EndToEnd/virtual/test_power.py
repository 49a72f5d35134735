"""Displays that are turned off: by tools, with black screens, and the panel that nobody touches."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy

from support.pictures import Viewport, area_average, check_detail
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

POWER_TOOL = Path(__file__).resolve().parents[1] / "support" / "raw" / "power_tool.py"


def setUpModule():
    require_programs("foot")


class PowerTests(unittest.TestCase):
    def start(self, configuration: str = "") -> VirtualService:
        self.service = self.enterContext(VirtualService(configuration=configuration))
        self.service.terminal_ready()
        return self.service

    def off(self) -> set[str]:
        return {output["name"] for output in json.loads(self.service.cli("outputs", "--json")) if output["off"]}

    def tool(self, mode: str) -> list[str]:
        """What the tool was told of the display."""
        environment = os.environ | {"XDG_RUNTIME_DIR": str(self.service.folder), "WAYLAND_DISPLAY": self.service.tools}
        return subprocess.run(
            [sys.executable, POWER_TOOL, mode], env=environment, check=True, capture_output=True, text=True).stdout.split()

    def test_a_tool_turns_the_external_off_which_is_used_through_the_panel(self):
        service = self.start()
        service.plug()
        self.assertEqual(self.tool("off"), ["on", "off"])
        self.assertEqual(self.off(), {"HDMI-A-1"})
        self.assertIn("turned off", service.cli("outputs"))
        service.cli("virtual", "key", "type", "seen")
        eventually(lambda: service.terminal.typed() == "seen", "the content goes on")
        self.check_panel_beside_the_sign()
        self.assertEqual(self.off(), {"HDMI-A-1"})
        self.assertEqual(self.tool("on"), ["off", "on"])
        self.assertEqual(self.off(), set())
        service.check_pictures()

    def check_panel_beside_the_sign(self):
        """The panel shows the external, and in its upper left corner that it is off."""
        view = Viewport.of(self.service.wait_until_still())
        external, panel = self.service.screen("external"), self.service.screen("panel")
        check_detail(external)
        shown = panel[view.y:view.y + view.height, view.x:view.x + view.width].astype(int)
        difference = numpy.abs(shown - area_average(external, view.width, view.height))
        self.assertGreater(difference[:80, :300].max(), 60)
        difference[:80, :300] = 0
        self.assertLessEqual(difference.max(), 2)

    def test_input_turns_the_panel_on_and_types_nothing(self):
        service = self.start()
        self.assertEqual(self.tool("off"), ["on", "off"])
        self.assertEqual(self.off(), {"DSI-1"})
        service.cli("virtual", "key", "a")
        self.assertEqual(self.off(), set())
        service.cli("virtual", "key", "b")
        eventually(lambda: service.terminal.typed() == "b", "the next key is typed")

    def test_black_screens_are_off_until_the_user_does_something(self):
        service = self.start("[idle]\nblank_after_s = 1\n")
        eventually(lambda: self.off() == {"DSI-1"}, "nobody does anything")
        service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
        eventually(lambda: self.off() == {"DSI-1", "HDMI-A-1"}, "a display that comes wakes nobody")
        service.cli("virtual", "touch", "tap", "640", "400")
        self.assertEqual(self.off(), set())

    def test_stages_follow_each_other_and_input_ends_all(self):
        log = Path(self.enterContext(tempfile.TemporaryDirectory())) / "log"
        service = self.start(
            "[idle]\npanel_off_after_s = 1\nexternal_off_after_s = 2\ncommand_after_s = 3\n"
            f"command = ['sh', '-c', 'echo run >> {log}']\n[hooks]\nactive = ['sh', '-c', 'echo back >> {log}']\n")
        service.plug()
        eventually(lambda: log.exists() and log.read_text() == "run\n", "the command is run")
        self.assertEqual(self.off(), {"DSI-1", "HDMI-A-1"})
        self.assertEqual(service.status()["idle"], ["panel-off", "external-off", "command"])
        service.cli("virtual", "unplug", "HDMI-A-1")
        service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
        eventually(lambda: self.off() == {"DSI-1", "HDMI-A-1"}, "a display that comes wakes nobody")
        service.cli("virtual", "key", "a")
        self.assertEqual(self.off(), set())
        self.assertEqual(service.status()["idle"], [])
        eventually(lambda: log.read_text() == "run\nback\n", "a hook hears of the user's return, once")

    def test_the_panel_that_nobody_touches_is_off_beside_an_external(self):
        service = self.start("[panel]\ndark_after_s = 1\n")
        service.plug()
        eventually(lambda: self.off() == {"DSI-1"}, "nobody touches it")
        eventually(lambda: not service.screen("panel").any(), "it is black")
        service.cli("virtual", "key", "type", "big")
        eventually(lambda: service.terminal.typed() == "big", "the external is used by its keyboard")
        self.assertEqual(self.off(), {"DSI-1"})
        service.cli("virtual", "touch", "tap", "640", "400")
        self.assertEqual(self.off(), set())
        service.cli("virtual", "unplug", "HDMI-A-1")
        service.wait_for_content(1280, 800, "panel")
        service.wait_until_still()
        self.assertEqual(self.off(), set())
        self.assertTrue(service.screen("panel").any())


if __name__ == "__main__":
    unittest.main()
