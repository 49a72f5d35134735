"""A laptop's lid: closed, the panel below it is not used while an external is there."""

import json
import unittest

from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually


def setUpModule():
    require_programs("foot")


class LidTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService())
        self.service.terminal_ready()
        # The lid is there as long as the connection that adds it.
        self.channel = self.enterContext(self.service.connect())
        self.replies = self.enterContext(self.channel.makefile("rb"))

    def move_lid(self, is_closed: bool) -> None:
        event = {"type": "lid", "time_us": 1, "device": 3, "closed": is_closed}
        self.channel.sendall(json.dumps({"command": "input.inject", "events": [event]}).encode() + b"\n")
        self.assertEqual(json.loads(self.replies.readline()), {"ok": True})

    def enabled(self) -> set[str]:
        return {output["name"] for output in json.loads(self.service.cli("outputs", "--json")) if output["current_mode"]}

    def test_the_panel_is_off_beneath_a_closed_lid_and_comes_back(self):
        self.move_lid(True)
        self.assertEqual(self.enabled(), {"DSI-1"}, "without an external nothing changes")
        self.move_lid(False)
        self.service.plug()
        self.move_lid(True)
        self.assertEqual(self.enabled(), {"HDMI-A-1"})
        self.service.cli("virtual", "key", "type", "closed")
        eventually(lambda: self.service.terminal.typed() == "closed", "the content goes on")
        self.assertEqual(self.service.status()["content"]["width"], 3840)
        self.move_lid(False)
        self.service.wait_for_content(3840, 2160, "external")
        self.assertEqual(self.enabled(), {"DSI-1", "HDMI-A-1"})
        self.service.wait_until_still()
        self.service.check_pictures()

    def test_the_content_comes_home_to_the_panel_below_the_lid(self):
        self.move_lid(True)
        self.service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
        eventually(lambda: self.enabled() == {"HDMI-A-1"}, "the external serves alone")
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for_content(1280, 800, "panel")
        self.assertEqual(self.enabled(), {"DSI-1"})


if __name__ == "__main__":
    unittest.main()
