"""Further displays that show a copy of what the external does."""

import unittest

from support.pictures import Viewport, check_detail, check_snapshot, keep
from support.requirements import require_programs
from support.virtual_service import EventStream, VirtualService
from support.waiting import eventually

RULES = '[[display]]\nconnector = "DP-*"\nrole = "copy"\n'


def setUpModule():
    require_programs("foot")


class CopyTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService(configuration=RULES))
        self.service.terminal_ready()

    def plug(self, name: str, size: str, role: str) -> None:
        self.service.cli("virtual", "plug", name, size)
        eventually(lambda: self.role(name) == role, f"{name} is the {role}")

    def role(self, name: str) -> str | None:
        return next((output["role"] for output in self.service.outputs() if output["name"] == name), None)

    def check_copy(self, name: str, place: Viewport) -> None:
        """The display comes to show the external, as large as it fits, between black bars."""
        failure = None
        for _ in range(4):
            self.service.wait_until_still()
            external, copy = self.service.screen("external"), self.service.screen(name)
            check_detail(external)
            try:
                check_snapshot(copy, external, place)
                return
            except AssertionError as error:
                failure = error
        self.fail(f"{name}: {failure}; see {keep(external=external, copy=copy)}")

    def test_copies_show_the_external_at_their_own_modes(self):
        self.plug("HDMI-A-1", "3840x2160", "external")
        self.plug("DP-1", "1920x1200", "copy")
        self.plug("DP-2", "1024x768", "copy")
        self.service.wait_for_content(3840, 2160, "external")
        self.check_copy("DP-1", Viewport(0, 60, 1920, 1080))
        self.check_copy("DP-2", Viewport(0, 96, 1024, 576))
        self.service.cli("virtual", "key", "type", "echo seen by all")
        eventually(lambda: self.service.terminal.typed() == "echo seen by all", "the text has arrived")
        self.check_copy("DP-1", Viewport(0, 60, 1920, 1080))
        self.service.check_pictures()

    def test_its_plugs_move_nothing_and_it_takes_over(self):
        self.plug("HDMI-A-1", "1920x1080", "external")
        with EventStream(self.service) as events:
            self.plug("DP-1", "1280x720", "copy")
            self.service.cli("virtual", "unplug", "DP-1")
            self.plug("DP-1", "1280x720", "copy")
            self.check_copy("DP-1", Viewport(0, 0, 1280, 720))
            self.assertEqual(events.of("content-moved"), [])
            self.service.cli("virtual", "unplug", "HDMI-A-1")
            status = self.service.wait_for_content(1280, 720, "external")
            self.assertEqual(status["external"]["name"], "DP-1")
            self.service.check_pictures()
            self.assertEqual([event["output"] for event in events.of("content-moved")], ["DP-1"])

    def test_the_audience_at_a_copy_sees_what_the_audience_does(self):
        self.plug("HDMI-A-1", "1920x1080", "external")
        self.plug("DP-1", "1280x720", "copy")
        self.check_copy("DP-1", Viewport(0, 0, 1280, 720))
        frozen = self.service.screen("DP-1")
        self.service.cli("freeze", "on")
        self.service.cli("virtual", "key", "type", "unseen")
        eventually(lambda: self.service.terminal.typed() == "unseen", "the text has arrived")
        self.service.wait_until_still()
        still = self.service.screen("DP-1")
        self.assertLess(abs(still.astype(int) - frozen).mean(), 1, f"see {keep(still=still, before=frozen)}")
        self.service.cli("freeze", "off")
        self.check_copy("DP-1", Viewport(0, 0, 1280, 720))
        self.service.cli("blank", "on", "--external")
        self.service.wait_until_still()
        self.assertFalse(self.service.screen("DP-1").any(), "black")
        self.service.cli("blank", "off")
        self.check_copy("DP-1", Viewport(0, 0, 1280, 720))

    def test_a_picture_of_what_is_not_there_is_refused_in_words(self):
        refused = self.service.attempt("screenshot", "DP-1", "x.png")
        self.assertEqual((refused.status, len(refused.error.splitlines())), (1, 1))
        self.assertIn("no DP-1 to take a picture of", refused.error)


if __name__ == "__main__":
    unittest.main()
