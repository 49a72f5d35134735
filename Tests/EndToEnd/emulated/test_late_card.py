"""A card that is plugged into the running machine and pulled out, displays that are forced on, and ones that drop out."""

import time
import unittest

from machine.machine import Machine
from support.booted import EXTERNAL_HEAD, machine_at_rest
from support.emulated_service import EmulatedService
from support.pictures import check_detail
from support.waiting import eventually

PANEL = (1280, 800)
EXTERNAL = (1600, 900)
# Longer than any display is away here.
HOLD = "[external]\nhold_ms = 60000\n"


class LateCardTests(unittest.TestCase):
    machine: Machine

    @classmethod
    def setUpClass(cls):
        cls.machine = machine_at_rest()

    def service(self, configuration: str = "") -> EmulatedService:
        service = self.enterContext(EmulatedService(self.machine, self._testMethodName, configuration))
        self.addCleanup(self.machine.heads[EXTERNAL_HEAD].unplug)
        service.wait_for_content(*PANEL, "panel")
        eventually(service.terminal.start, "the terminal's program runs", 60)
        return service

    def test_card_that_is_plugged_in_and_pulled_out_while_running(self):
        """Once: QEMU 7.2 itself ends when a display card is plugged in where one was pulled out."""
        service = self.service()
        process = service.terminal.start()["pid"]
        self.machine.monitor.execute("device_add", driver="bochs-display", id="late", bus="plug", xres=1024, yres=768)
        status = service.wait_for("the new card's display", lambda status: status["state"] == "mirroring")
        service.wait_for_content(status["external"]["width"], status["external"]["height"], "external")
        service.wait_until_still()
        check_detail(service.screenshot("external"))
        self.machine.monitor.execute("device_del", id="late")
        service.wait_for("the panel alone", lambda status: status["state"] == "panel-only")
        service.wait_for_content(*PANEL, "panel")
        eventually(lambda: "card1" not in self.machine.run("ls /dev/dri").output, "the card is gone", 30)
        self.assertEqual(service.terminal.start()["pid"], process)
        self.assertEqual(service.end(), 0, service.log())

    def test_display_that_says_nothing_is_used_when_it_is_forced_on(self):
        service = self.service()
        connector = "/sys/class/drm/card0-Virtual-2/status"
        self.addCleanup(self.machine.run, f"echo detect >{connector}")
        self.machine.run(f"echo on >{connector} && udevadm trigger --action=change /sys/class/drm/card0")
        status = service.wait_for("mirroring", lambda status: status["state"] == "mirroring")
        self.assertEqual(status["external"]["name"], "Virtual-2")
        service.wait_for_content(status["external"]["width"], status["external"]["height"], "external")
        self.machine.run(f"echo detect >{connector} && udevadm trigger --action=change /sys/class/drm/card0")
        service.wait_for_content(*PANEL, "panel")

    def test_display_that_drops_out_for_a_second_finds_all_as_it_was(self):
        service = self.service(HOLD)
        head = self.machine.heads[EXTERNAL_HEAD]
        head.plug(*EXTERNAL)
        service.wait_for_content(*EXTERNAL, "external")
        size = eventually(service.terminal.size, "the terminal's size")
        moves = len(service.events("content-moved"))
        for turn in range(1, 3):
            head.unplug()
            eventually(lambda: len(service.events("unplugged")) == turn, "it is away", service.patience)
            time.sleep(1)
            head.plug(*EXTERNAL)
            eventually(lambda: len(service.events("plugged")) == turn + 1, "it is back", service.patience)
        service.wait_until_still()
        self.assertEqual(len(service.events("content-moved")), moves)
        self.assertEqual(service.terminal.size(), size)
