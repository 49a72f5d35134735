"""An external that drops out for a moment, as waking televisions and KVM switches let it, moves nothing."""

import unittest

from support.pictures import keep
from support.requirements import require_programs
from support.virtual_service import EventStream, VirtualService
from support.waiting import eventually


def setUpModule():
    require_programs("foot")


class HoldTests(unittest.TestCase):
    def start(self, milliseconds: int) -> tuple[int, int]:
        self.service = self.enterContext(VirtualService(configuration=f"[external]\nhold_ms = {milliseconds}\n"))
        small = self.service.terminal_ready()
        self.service.plug(1920, 1080)
        return eventually(
            lambda: self.service.terminal.size() if self.service.terminal.size() != small else None, "it is laid out")

    def type(self, text: str) -> None:
        before = self.service.terminal.typed()
        self.service.cli("virtual", "key", "type", text)
        eventually(lambda: self.service.terminal.typed() == before + text, f"{text} has arrived")

    def test_nothing_moves_while_it_is_away(self):
        size = self.start(60_000)
        self.service.wait_until_still()
        before = self.service.screen("panel")
        with EventStream(self.service) as events:
            self.service.cli("virtual", "touch", "down", "0", "400", "300")
            self.service.cli("virtual", "unplug", "HDMI-A-1")
            # The controller goes on, with the content's new pictures and a sign.
            self.type("still here")
            status = self.service.wait_until_still()
            away = self.service.screen("panel")
            keep(hold_away=away)
            self.assertGreater((away != before)[100:].any(axis=2).sum(), 100, "words on the panel")
            self.assertGreater((away != before)[:60].any(axis=2).sum(), 300, "a sign on the panel")
            self.assertEqual(status["state"], "mirroring")
            self.assertEqual((status["content"]["width"], status["content"]["height"]), (1920, 1080))
            self.service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
            self.service.cli("virtual", "touch", "move", "0", "420", "300")
            self.service.cli("virtual", "touch", "up", "0")
            self.type(" and back")
            self.service.wait_until_still()
            self.assertEqual(events.of("content-moved"), [])
            self.assertEqual(len(events.of("unplugged")), 1)
        self.assertEqual(self.service.terminal.size(), size)
        self.assertGreater(self.service.screen("external").max(), 60, "the display shows the content again")

    def test_the_content_comes_home_after_the_time(self):
        self.start(300)
        with EventStream(self.service) as events:
            self.service.cli("virtual", "unplug", "HDMI-A-1")
            self.service.wait_for_content(1280, 800, "panel")
            eventually(lambda: len(events.of("content-moved")) == 1, "one move")
        self.assertEqual(self.service.status()["state"], "panel-only")

