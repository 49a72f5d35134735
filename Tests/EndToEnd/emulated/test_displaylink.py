"""A USB display on the kernel's own driver for DisplayLink, as a second card that has no vertical blank."""

import unittest

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
        service.wait_until_still()
        picture = service.screenshot("external")
        check_detail(picture)
        red, green, blue = (picture[..., channel].astype("u2") for channel in range(3))
        expected = red >> 3 << 11 | green >> 2 << 5 | blue >> 3
        eventually(lambda: not (display.shown() != expected).any(), "the display shows the screenshot", 30, interval=0.5)
