"""A touch monitor that is plugged in with its USB cable: its own glass acts on the external, with no configuration."""

import json
import unittest

from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

GLASS = {
    "type": "device-added", "time_us": 1, "device": 5, "name": "WaveShare WaveShare", "capabilities": ["touch"],
    "sensor": {"bus": "usb", "vendor": 0x0EEF},
}
DOWN = {"type": "touch-down", "time_us": 2, "device": 5, "slot": 0, "x": 0.25, "y": 0.75}
UP = {"type": "touch-up", "time_us": 3, "device": 5, "slot": 0}


def setUpModule():
    require_programs("wev")


class TouchMonitorTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService())
        self.service.terminal_ready()
        self.viewer = self.service.start_viewer()
        # Devices last as long as the connection that adds them.
        self.channel = self.enterContext(self.service.connect())
        self.replies = self.enterContext(self.channel.makefile("rb"))

    def inject(self, *events: dict) -> None:
        self.channel.sendall(json.dumps({"command": "input.inject", "events": events}).encode() + b"\n")
        self.assertEqual(json.loads(self.replies.readline()), {"ok": True})

    def glass(self) -> dict[str, list]:
        """The touchscreens of each display, and why they are its own."""
        outputs = json.loads(self.service.cli("outputs", "--json"))
        return {
            output["name"]: [(touch["name"], touch["reason"], touch["matches"]) for touch in output["touchscreens"]]
            for output in outputs
        }

    def touch(self) -> list:
        """The touches after those until now."""
        before = len(self.viewer.touches())
        self.inject(DOWN, UP)
        return eventually(lambda: len(self.viewer.touches()) >= before + 2, "a touch") and self.viewer.touches()[before:]

    def test_the_monitors_own_glass_acts_on_the_external_directly(self):
        panels = ("Virtual touchscreen", "default", [])
        self.inject(GLASS)
        self.assertEqual(self.glass(), {"DSI-1": [panels]})
        text = self.service.cli("outputs")
        self.assertIn("touch  WaveShare WaveShare  its display is not connected", text)

        self.service.plug()
        self.service.wait_until_still()
        self.assertEqual(
            self.glass(), {"DSI-1": [panels], "HDMI-A-1": [("WaveShare WaveShare", "match", ["bus"])]})
        down = self.touch()[0]
        self.assertAlmostEqual(down.x, 3840 / 4, delta=2)
        self.assertAlmostEqual(down.y, 2160 * 3 / 4, delta=2)
        doctor = self.service.attempt("doctor")
        self.assertIn("WaveShare WaveShare on HDMI-A-1 (same bus)", doctor.output)

        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for_content(1280, 800, "panel")
        self.assertEqual(self.glass(), {"DSI-1": [panels], "HDMI-A-1": []})

    def test_a_rule_comes_first(self):
        self.service.configuration.write_text('[[device]]\nname = "WaveShare WaveShare"\noutput = "panel"\n')
        self.service.cli("config", "reload")
        self.service.plug()
        self.inject(GLASS)
        self.assertIn(("WaveShare WaveShare", "rule", []), self.glass()["DSI-1"])


if __name__ == "__main__":
    unittest.main()
