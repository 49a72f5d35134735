"""A board with little memory that displays can read."""

from paper import oracles
from paper.cards.vc4 import PI4
from paper.displays import ULTRA_HD

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
