"""Cards that know only the calls from before atomic commits."""

import errno
import time

from paper import oracles
from paper.cards import WITHOUT_ATOMIC
from paper.cards.nouveau import NOUVEAU
from paper.displays import FULL_HD, display
from support.waiting import eventually

from .case import PaperCase

SMALL = display(1024, 768, (800, 600, 60))


class WithoutAtomicTests(PaperCase):
    def test_what_is_drawn_is_shown(self):
        for card in WITHOUT_ATOMIC:
            with self.subTest(card.name), self.running(card) as service:
                service.terminal_ready(1920, 1080)
                oracles.check(service)
                for _ in range(3):
                    before = service.scanout("DVI-I-1")
                    service.draw("more ")
                    eventually(lambda: (service.scanout("DVI-I-1") != before).any(), f"it is shown\n{service.log()}")
                oracles.check(service)

    def test_refused_mode(self):
        """The next mode shows; the display that is on already goes on showing."""
        with self.running(NOUVEAU) as service:
            service.terminal_ready(1920, 1080)
            bench = service.bench
            with bench.lock:
                bench.device.faults.commit_rule = lambda proposal: errno.EINVAL if any(
                    proposal.is_active(crtc) and proposal.mode(crtc).hdisplay == 1024
                    for crtc in bench.device.crtcs) else 0
            bench.plug("HDMI-A-1", SMALL)
            oracles.check_shown(service, "DVI-I-1", "HDMI-A-1", timeout=5)
            status = service.wait_for("the external is on", lambda status: status["external"])
            self.assertEqual(status["external"]["width"], 800)
            oracles.check(service)

    def test_both_crtcs_refused(self):
        """A display that no CRTC takes stays dark, and the other one is as before."""
        with self.running(NOUVEAU) as service:
            service.terminal_ready(1920, 1080)
            bench = service.bench
            with bench.lock:
                bench.device.faults.commit_rule = lambda proposal: (
                    errno.EINVAL if len(proposal.active_crtcs()) > 1 else 0)
            bench.plug("HDMI-A-1", SMALL)
            time.sleep(1)
            oracles.check(service)
            self.assertIsNone(service.crtc("HDMI-A-1"))

    def test_seat_taken_away_and_given_back(self):
        with self.running(NOUVEAU.with_displays(HDMI_A_1=FULL_HD)) as service:
            service.wait_for("two screens", lambda status: status["panel"] and status["external"])
            oracles.check(service)
            bench = service.bench
            bench.seat.take()
            service.wait_for("the seat is let go", lambda status: bench.seat.released == 1)
            bench.seat.give()
            service.wait_for("two screens", lambda status: status["panel"] and status["external"])
            oracles.check(service)
            with bench.lock:
                self.assertEqual([line for line in bench.device.history if "EACCES" in line], [])

    def test_card_pulled_out(self):
        """A card in a dock or a box goes, and comes back."""
        with self.running(NOUVEAU) as service:
            service.terminal_ready(1920, 1080)
            bench = service.bench
            bench.remove_card(bench.device)
            service.wait_for("no screen is left", lambda status: not status["panel"])
            bench.add_card(NOUVEAU, announce=True)
            service.wait_for_content(1920, 1080, "panel")
            oracles.check(service)
