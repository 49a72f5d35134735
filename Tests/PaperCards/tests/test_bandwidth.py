"""Sums of modes that the card has no bandwidth for."""

import errno

from paper import oracles
from paper.cards.plain import PLAIN
from paper.displays import FULL_HD, ULTRA_HD

from .case import PaperCase

# Kilohertz, between those of the panel with 2560x1440 and with 3840x2160.
MOST = 500_000


def bandwidth(proposal) -> int:
    return errno.ENOSPC if sum(proposal.mode(crtc).clock for crtc in proposal.active_crtcs()) > MOST else 0


class BandwidthTests(PaperCase):
    def test_external_falls_to_a_mode_that_fits(self):
        with self.running(PLAIN.having(rules=(bandwidth,))) as service:
            service.terminal_ready()
            service.bench.plug("HDMI-A-1", ULTRA_HD)
            oracles.check_shown(service, "eDP-1", "HDMI-A-1", timeout=5)
            service.wait_for("the content is on the external", lambda status: status["external"])
            device, crtc = service.crtc("HDMI-A-1")
            with service.bench.lock:
                self.assertLess(device.mode_of(crtc).clock, MOST)
            oracles.check(service)

    def test_bandwidth_that_is_free_again_later(self):
        """A display that no mode fits for is tried again by itself."""
        with self.running(PLAIN) as service:
            service.terminal_ready()
            bench = service.bench
            with bench.lock:
                bench.device.faults.commit_rule = lambda proposal: (
                    errno.ENOSPC if proposal.allow_modeset and len(proposal.active_crtcs()) > 1 else 0)
            bench.plug("HDMI-A-1", FULL_HD)
            service.wait_for(
                "the external is refused", lambda status: any("ENOSPC" in line for line in bench.device.history))
            oracles.check(service)
            with bench.lock:
                bench.device.faults.commit_rule = None
            service.wait_for_content(1920, 1080, "external")
            oracles.check(service)
