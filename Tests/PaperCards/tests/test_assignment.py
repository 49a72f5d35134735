"""CRTCs that are not alike."""

from paper import oracles
from paper.cards.rk3399 import RK3399, RK3399_LARGE_FIRST
from paper.displays import ULTRA_HD

from .case import PaperCase


class AssignmentTests(PaperCase):
    def test_large_display_gets_the_large_crtc(self):
        with self.running(RK3399) as service:
            service.terminal_ready()
            service.bench.plug("HDMI-A-1", ULTRA_HD)
            service.wait_for_content(3840, 2160, "external")
            oracles.check(service)

    def test_both_from_the_start(self):
        with self.running(RK3399.with_displays(HDMI_A_1=ULTRA_HD)) as service:
            service.wait_for_content(3840, 2160, "external")
            oracles.check(service)

    def test_panel_took_the_large_crtc(self):
        """The panel moves to the little one, whatever the order in which the card lists them."""
        with self.running(RK3399_LARGE_FIRST) as service:
            service.terminal_ready()
            service.bench.plug("HDMI-A-1", ULTRA_HD)
            service.wait_for_content(3840, 2160, "external")
            oracles.check(service)

    def test_both_from_the_start_with_the_large_crtc_first(self):
        with self.running(RK3399_LARGE_FIRST.with_displays(HDMI_A_1=ULTRA_HD)) as service:
            service.wait_for_content(3840, 2160, "external")
            oracles.check(service)
