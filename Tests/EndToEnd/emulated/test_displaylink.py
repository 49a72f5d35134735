"""A USB display on the kernel's own driver for DisplayLink, as a second card that has no vertical blank."""

import unittest

import numpy

from machine.displaylink import DisplayLink
from machine.keyboard import Keyboard
from support.booted import machine_at_rest
from support.emulated_service import EmulatedService
from support.pictures import check_detail
from support.waiting import eventually

PANEL = (1280, 800)
EXTERNAL = (1024, 768)


class DisplayLinkTests(unittest.TestCase):
    def test_display_is_used_from_the_plug_to_the_unplug(self):
        machine = machine_at_rest()
        service = self.enterContext(EmulatedService(machine, "displaylink"))
        service.wait_for_content(*PANEL, "panel")
        process = eventually(service.terminal.start, "the terminal's program runs", 60)["pid"]
        for turn in range(2):
            with DisplayLink(machine, service.folder, service.seen_as, *EXTERNAL) as display:
                service.wait_for_content(*EXTERNAL, "external")
                Keyboard(machine.monitor).type(f"turn {turn}")
                eventually(lambda: service.terminal.typed().endswith(f"turn {turn}"), "the keys have arrived", 30)
                self.check_shown(service, display)
            service.wait_for_content(*PANEL, "panel")
        self.assertEqual(service.terminal.start()["pid"], process)
        self.assertEqual(service.end(), 0, service.log())

    def check_shown(self, service: EmulatedService, display: DisplayLink) -> None:
        """The display has been sent what the screenshot says, in as many bits as it has."""
        eventually(lambda: self.shows_the_screenshot(service, display), "the display shows the screenshot", 30, interval=0.5)
        check_detail(service.screenshot("external"))

    def shows_the_screenshot(self, service: EmulatedService, display: DisplayLink) -> bool:
        service.wait_until_still()
        red, green, blue = service.screenshot("external").astype("u2").transpose(2, 0, 1)[:3]
        return numpy.array_equal(display.shown(), red >> 3 << 11 | green >> 2 << 5 | blue >> 3)
