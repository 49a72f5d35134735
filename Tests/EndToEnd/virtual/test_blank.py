"""Screens that are black by wish, or because nobody does anything."""

import unittest

from support.requirements import require_programs
from support.virtual_service import QUESTION_WAKEUPS, VirtualService
from support.waiting import eventually


def setUpModule():
    require_programs("foot")


class BlankTests(unittest.TestCase):
    def start(self, configuration: str = "") -> VirtualService:
        self.service = self.enterContext(VirtualService(configuration=configuration))
        self.service.terminal_ready()
        return self.service

    def is_black(self, name: str) -> bool:
        return not self.service.screen(name).any()

    def test_both_screens_are_black_until_the_user_does_something(self):
        service = self.start()
        service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
        service.wait_for_content(1920, 1080, "external")
        service.wait_until_still()
        before = service.screen("external")
        service.cli("blank", "on")
        self.assertEqual(service.status()["blank"], "all")
        eventually(lambda: self.is_black("panel") and self.is_black("external"), "both are black")
        service.cli("virtual", "key", "a")
        self.assertIsNone(service.status()["blank"])
        service.wait_until_still()
        self.assertTrue((service.screen("external") == before).all(), "nothing was typed")
        service.check_pictures()
        service.cli("virtual", "key", "b")
        eventually(lambda: service.terminal.typed() == "b", "the next key is typed")

    def test_the_external_alone_is_black_until_it_is_switched_off(self):
        service = self.start()
        service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
        service.wait_for_content(1920, 1080, "external")
        service.cli("blank", "on", "--external")
        eventually(lambda: self.is_black("external"), "it is black")
        service.cli("virtual", "key", "a")
        eventually(lambda: service.terminal.typed() == "a", "the content goes on")
        self.assertTrue(self.is_black("external"))
        service.cli("blank", "off")
        eventually(lambda: not self.is_black("external"), "it is seen again")
        self.assertEqual(service.attempt("blank", "off", "--external").status, 64)

    def test_screens_are_black_when_nobody_does_anything(self):
        service = self.start("[idle]\nblank_after_s = 1\n")
        eventually(lambda: service.status()["blank"] == "all", "it has become black")
        service.wait_until_still()
        # Longer than a second: whatever ticks shows itself.
        before, after = service.rest(1.2)
        wakeups = after["counters"]["wakeups"] - before["counters"]["wakeups"]
        self.assertLessEqual(wakeups, QUESTION_WAKEUPS, "idle costs nothing")
        service.cli("virtual", "touch", "tap", "100", "100")
        self.assertIsNone(service.status()["blank"])
        eventually(lambda: not self.is_black("panel"), "the panel is seen again")
        eventually(lambda: service.status()["blank"] == "all", "and again")

    def test_nothing_reaches_what_black_or_the_menu_covers(self):
        service = self.start("[menu]\n")
        service.plug(1920, 1080)
        viewer = service.start_viewer()
        service.wait_until_still()

        def do(*commands: str) -> None:
            for command in commands:
                service.cli(*command.split())

        def check(what: str) -> None:
            """Nothing but the key that comes after it has reached the viewer."""
            before = len(viewer.keys())
            do("virtual key b")
            eventually(lambda: len(viewer.keys()) > before, "the viewer has got what comes after")
            scrolled = [values for name, values in viewer.events("wl_pointer") if name == "axis"]
            self.assertEqual((viewer.buttons(), viewer.touches(), scrolled), ([], [], []), what)

        for steps in (
            ["pointer button left"], ["touch down 0 640 400", "touch down 1 700 400", "touch up 1", "touch up 0"],
            ["pen near 640 400", "pen down 640 400", "pen up", "pen away"], ["pointer scroll 0 2"],
        ):
            do("blank on", *(f"virtual {step}" for step in steps))
            self.assertIsNone(service.status()["blank"])
            check(steps[-1])
        # In a corner the menu has no entry, and a click closes it.
        do("virtual pointer move 3 3", "menu show", "virtual pointer button left")
        self.assertIsNone(service.status()["menu"]["entries"])
        check("the menu")
        do("virtual pointer move 640 400", "virtual pointer button right", "virtual touch tap 640 400")
        eventually(lambda: viewer.buttons() == [(0x111, True), (0x111, False)] and viewer.touches(), "they come through")
