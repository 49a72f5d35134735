"""A board with little memory that displays can read."""

import errno

from paper import oracles
from paper.cards.vc4 import PI4
from paper.displays import FULL_HD, ULTRA_HD

from .case import PaperCase


class MemoryBudgetTests(PaperCase):
    def test_display_falls_to_a_mode_that_fits(self):
        """Two pictures of 3840x2160 are 66 MB, more than there is: a smaller mode shows, none stays black."""
        with self.running(PI4) as service:
            service.terminal_ready(800, 480)
            service.bench.plug("HDMI-A-1", ULTRA_HD)
            oracles.check_shown(service, "DSI-1", "HDMI-A-1", timeout=5)
            status = service.wait_for("the content is on the external", lambda status: status["external"])
            self.assertLess(status["external"]["width"], 3840)
            oracles.check(service)

    def test_flips_that_fail_for_long_give_the_display_up(self):
        """A display whose frames are refused goes dark, and the content is on the panel until it is tried again."""
        with self.running(PI4) as service:
            service.terminal_ready(800, 480)
            bench = service.bench
            bench.plug("HDMI-A-1", FULL_HD)
            service.wait_for_content(1920, 1080, "external")
            service.wait_until_still()
            _, crtc = service.crtc("HDMI-A-1")
            with bench.lock:
                bench.device.faults.commit_rule = lambda proposal: (
                    errno.ENOMEM if not proposal.allow_modeset and crtc in proposal.crtcs() else 0)
            service.draw("more ")
            service.wait_for_content(800, 480, "panel")
            with bench.lock:
                bench.device.faults.commit_rule = None
            lines = (service.folder / "stderr").read_text().splitlines()
            said = [line for line in lines if "HDMI-A-1" in line and "frame not shown" not in line]
            self.assertEqual(len(said), 1, lines)
            service.wait_for_content(1920, 1080, "external")
            oracles.check(service)
