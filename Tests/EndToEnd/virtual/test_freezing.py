"""The external keeps its last picture while the user works on."""

import unittest

from support.pictures import keep
from support.requirements import require_programs
from support.virtual_service import EventStream, VirtualService
from support.waiting import eventually


def setUpModule():
    require_programs("foot", "wev")


class FreezingTests(unittest.TestCase):
    def start(self, **options) -> None:
        self.service = self.enterContext(VirtualService(**options))
        self.service.terminal_ready()
        self.service.plug(1920, 1080)
        self.service.wait_until_still()

    def type(self, text: str) -> None:
        before = self.service.terminal.typed()
        self.service.cli("virtual", "key", "type", text)
        eventually(lambda: self.service.terminal.typed() == before + text, f"{text} has arrived")

    def is_same(self, left, right) -> bool:
        return left.shape == right.shape and bool((left == right).all())

    def frames(self) -> int:
        return self.service.status()["counters"]["external"]["frames_presented"]

    def test_the_audience_keeps_the_picture_and_the_user_sees_all(self):
        self.start()
        self.type("before")
        self.service.wait_until_still()
        external, panel = self.service.screen("external"), self.service.screen("panel")
        with EventStream(self.service) as events:
            self.service.cli("freeze", "on")
            self.assertTrue(self.service.status()["frozen"])
            self.service.wait_until_still()
            self.assertTrue(self.is_same(self.service.screen("external"), external))
            frames = self.frames()
            self.type(" and after")
            # The cursor and a presenter's marks are the user's alone, too.
            self.service.cli("virtual", "pointer", "motion", "300", "200")
            self.service.cli("present", "pen")
            self.service.cli("virtual", "touch", "down", "0", "500", "500")
            self.service.cli("virtual", "touch", "move", "0", "700", "500")
            self.service.cli("virtual", "touch", "up", "0")
            self.service.wait_until_still()
            self.assertTrue(self.is_same(self.service.screen("external"), external))
            self.assertEqual(self.frames(), frames, "no page flips for the content")
            live = self.service.screen("panel")
            keep(freeze_panel=live, freeze_external=external)
            self.assertGreater((live != panel)[60:].any(axis=2).sum(), 300, "words and a stroke on the panel")
            self.service.cli("freeze", "off")
            eventually(lambda: [event["output"] for event in events.of("unfrozen")] == ["HDMI-A-1"], "it is announced")
            self.assertEqual([event["output"] for event in events.of("frozen")], ["HDMI-A-1"])
            self.assertEqual(events.of("content-moved"), [])
        self.service.wait_until_still()
        self.assertGreater((self.service.screen("external") != external).any(axis=2).sum(), 300)

    def test_the_application_gets_its_frames_and_nothing_wakes_up_without(self):
        self.start()
        self.service.cli("freeze", "on")
        self.service.wait_until_still()
        composed = self.service.status()["counters"]["frames_composed"]
        frames = self.frames()
        for count, letter in enumerate("each", 1):
            self.type(letter)
            self.service.wait_for(
                "a frame for each letter", lambda status: status["counters"]["frames_composed"] >= composed + count)
        self.assertEqual(self.frames(), frames)
        # Asleep again when nothing changes.
        self.service.wait_until_still()
        before, after = self.service.rest(1)
        self.assertLessEqual(after["counters"]["wakeups"] - before["counters"]["wakeups"], 4)

    def test_black_above_the_picture_and_back(self):
        self.start()
        external = self.service.screen("external")
        self.service.cli("freeze", "on")
        self.type("unseen")
        self.service.cli("blank", "on", "--external")
        eventually(lambda: not self.service.screen("external").any(), "the external is black")
        self.assertGreater(self.service.screen("panel")[200:600].max(), 60, "the controller is not")
        self.service.cli("blank", "off")
        eventually(lambda: self.is_same(self.service.screen("external"), external), "the picture is back")
        self.service.cli("blank", "on")
        eventually(lambda: not self.service.screen("panel").any(), "all is black")
        self.service.cli("virtual", "touch", "tap", "300", "300")
        eventually(lambda: self.is_same(self.service.screen("external"), external), "the picture is back again")
        # Frozen while black: the picture is that of the content.
        self.service.cli("freeze", "off")
        self.service.wait_until_still()
        content = self.service.screen("external")
        self.service.cli("blank", "on", "--external")
        self.service.cli("freeze", "on")
        self.service.cli("blank", "off")
        eventually(lambda: self.is_same(self.service.screen("external"), content), "the content as it was")

    def test_it_ends_with_the_external(self):
        self.start()
        for end, again in ((("virtual", "unplug", "HDMI-A-1"), ("virtual", "plug", "HDMI-A-1", "1920x1080")),
                           (("mirror", "off"), ("mirror", "on"))):
            self.service.cli("freeze", "on")
            self.type("x")
            self.service.cli(*end)
            self.service.wait_for_content(1280, 800, "panel")
            self.assertFalse(self.service.status()["frozen"])
            self.assertIn("no external to freeze", self.service.attempt("freeze", "on").error)
            self.service.cli(*again)
            self.service.wait_for_content(1920, 1080, "external")
            self.assertFalse(self.service.status()["frozen"])
            self.service.check_pictures()

    def test_key_and_menu(self):
        self.start(configuration='[menu]\nhandle = "always"\n')
        self.service.cli("virtual", "key", "leftmeta+f")
        self.assertTrue(self.service.status()["frozen"])
        self.service.cli("menu", "show")
        entry = next(entry for entry in self.service.status()["menu"]["entries"] if entry["item"] == "freeze")
        self.assertEqual(entry["value"], "On")
        self.service.wait_until_still()
        keep(freeze_menu=self.service.screen("panel"))
        self.service.cli(
            "virtual", "touch", "tap", str(entry["x"] + entry["width"] // 2), str(entry["y"] + entry["height"] // 2))
        self.assertFalse(self.service.status()["frozen"])
