"""Displays that drop out for a second, as waking televisions and KVM switches do."""

import time

from paper import oracles
from paper.cards.plain import PLAIN
from paper.displays import FULL_HD, ULTRA_HD, Display
from paper.table import Card
from support.effort import thorough
from support.virtual_service import EventStream

from .boards import BOARDS
from .case import PaperCase

# Longer than any drop here.
HOLD = "[external]\nhold_ms = 20000\n"


class GlitchTests(PaperCase):
    def test_display_that_comes_back_finds_all_as_it_was(self):
        self.check((PLAIN.with_displays(HDMI_A_1=ULTRA_HD),), "eDP-1", ULTRA_HD)

    @thorough
    def test_small_boards(self):
        for board in BOARDS:
            with self.subTest(board.name):
                self.check(board.having(HDMI_A_1=FULL_HD), board.panel, FULL_HD, times=1)

    def check(self, cards: tuple[Card, ...], panel: str, display: Display, times: int = 3):
        with self.running(*cards, configuration=f'{HOLD}[panel]\noutput = "{panel}"\n') as service:
            service.wait_for_content(display.modes[0].width, display.modes[0].height, "external")
            service.wait_until_still()
            size = service.terminal.size()
            with EventStream(service) as events:
                for _ in range(times):
                    service.bench.plug("HDMI-A-1", None)
                    service.wait_for("it is off", lambda status: service.crtc("HDMI-A-1") is None)
                    service.draw("while it was away ")
                    time.sleep(1)
                    service.bench.plug("HDMI-A-1", display)
                    service.wait_for("it is on again", lambda status: service.crtc("HDMI-A-1") is not None)
                    oracles.check_shown(service, panel, "HDMI-A-1")
                    oracles.check(service)
                self.assertEqual(events.of("content-moved"), [])
            self.assertEqual(service.terminal.size(), size)

    def test_another_display_in_its_place_gets_its_own_layout(self):
        with self.running(PLAIN.with_displays(HDMI_A_1=ULTRA_HD), configuration=HOLD) as service:
            service.wait_for_content(3840, 2160, "external")
            service.bench.plug("HDMI-A-1", None)
            service.wait_for("it is off", lambda status: service.crtc("HDMI-A-1") is None)
            service.bench.plug("HDMI-A-1", FULL_HD)
            service.wait_for_content(1920, 1080, "external")
            oracles.check(service)
