"""A second external beside the first, on a real kernel."""

import json
import unittest

from machine.machine import Machine
from support.booted import EXTERNAL_HEAD, OTHER_HEAD, machine_at_rest
from support.emulated_service import EmulatedService
from support.waiting import eventually

PANEL = (1280, 800)
FIRST = (1920, 1080)
SECOND = (2560, 1440)


def setUpModule():
    TwoExternalsTests.machine = machine_at_rest()


class TwoExternalsTests(unittest.TestCase):
    machine: Machine

    def setUp(self):
        for head in (EXTERNAL_HEAD, OTHER_HEAD):
            self.addCleanup(self.machine.heads[head].unplug)
        self.service = self.enterContext(EmulatedService(self.machine, "externals", '[external]\npolicy = "first"\n'))
        self.service.wait_for_content(*PANEL, "panel")
        self.terminal = eventually(self.service.terminal.start, "the terminal's program runs", 60)["pid"]

    def roles(self) -> dict[int, str]:
        """The roles of the connected displays, by head."""
        outputs = json.loads(self.service.cli("outputs", "--json"))
        return {int(output["name"].rpartition("-")[2]) - 1: output["role"] for output in outputs if output["connected"]}

    def check_on(self, head: int, size: tuple[int, int]) -> None:
        """The content is on this head, the controller shows it, and the other head shows a copy where there is one."""
        self.service.wait_for_content(*size, "external")
        self.service.heads["external"] = head
        self.service.check_pictures()
        roles = {0: "panel", EXTERNAL_HEAD: "copy", OTHER_HEAD: "copy"} | {head: "external"}
        self.assertLessEqual(self.roles().items(), roles.items())
        self.assertEqual(self.service.terminal.start()["pid"], self.terminal)

    def test_content_goes_from_one_to_the_other_and_home(self):
        first, second = self.machine.heads[EXTERNAL_HEAD], self.machine.heads[OTHER_HEAD]
        first.plug(*FIRST)
        self.check_on(EXTERNAL_HEAD, FIRST)
        second.plug(*SECOND)
        eventually(lambda: len(self.roles()) == 3, "the second display is known", 20)
        self.check_on(EXTERNAL_HEAD, FIRST)
        self.service.cli("externals", "use", f"Virtual-{OTHER_HEAD + 1}")
        self.check_on(OTHER_HEAD, SECOND)
        second.unplug()
        self.check_on(EXTERNAL_HEAD, FIRST)
        first.unplug()
        self.service.wait_for_content(*PANEL, "panel")
        self.assertEqual(self.service.terminal.start()["pid"], self.terminal)
