"""Modes that are asked for: in the configuration, and on the kernel's command line."""

from dataclasses import replace

from paper import oracles
from paper.cards.plain import PLAIN
from paper.displays import FULL_HD, USERDEF, Display, Mode, display

from .case import PaperCase

# A display that does not say what it is, and the driver's guess.
SILENT = Display((Mode(1024, 768), Mode(640, 480)))


class ModeTests(PaperCase):
    def sent(self, service, name):
        """Clock, totals and the beginning of the sync pulse of what a connector is sent."""
        device, crtc = service.crtc(name)
        with service.bench.lock:
            mode = device.mode_of(crtc)
        return mode.clock, mode.hdisplay, mode.hsync_start, mode.htotal, mode.vdisplay, mode.vtotal

    def test_panel_that_says_nothing(self):
        with self.running(PLAIN.with_displays(eDP_1=SILENT), configuration='[panel]\nmode = "1024x600@60"\n') as service:
            service.terminal_ready(1024, 600)
            self.assertEqual(self.sent(service, "eDP-1"), (49000, 1024, 1072, 1312, 600, 624))
            oracles.check(service)

    def test_display_that_lists_others_is_not_guessed_at(self):
        configuration = '[external]\nhold_ms = 0\nmode = "2560x1440@60"\n'
        with self.running(PLAIN.with_displays(HDMI_A_1=FULL_HD), configuration=configuration) as service:
            service.wait_for_content(1920, 1080, "external")
            oracles.check(service)

    def test_reduced_blanking(self):
        configuration = '[external]\nhold_ms = 0\nmode = "1920x1080R@60"\n'
        with self.running(PLAIN.with_displays(HDMI_A_1=FULL_HD), configuration=configuration) as service:
            service.wait_for_content(1920, 1080, "external")
            self.assertEqual(self.sent(service, "HDMI-A-1"), (138500, 1920, 1968, 2080, 1080, 1111))
            oracles.check(service)

    def test_modeline(self):
        line = "74.25 1280 1390 1430 1650 720 725 730 750 +hsync +vsync"
        configuration = f'[external]\nhold_ms = 0\nmode = "{line}"\n'
        with self.running(PLAIN.with_displays(HDMI_A_1=FULL_HD), configuration=configuration) as service:
            service.wait_for_content(1280, 720, "external")
            self.assertEqual(self.sent(service, "HDMI-A-1"), (74250, 1280, 1390, 1650, 720, 750))
            oracles.check(service)

    def test_refused_timing(self):
        """The display's own modes follow where the card cannot make what is asked for."""
        small = tuple(replace(crtc, highest_clock=200_000) for crtc in PLAIN.crtcs)
        configuration = '[external]\nhold_ms = 0\nmode = "3840x2160R@60"\n'
        card = PLAIN.with_displays(HDMI_A_1=FULL_HD).having(crtcs=small)
        with self.running(card, configuration=configuration) as service:
            service.wait_for_content(1920, 1080, "external")
            oracles.check(service)

    def test_kernel_command_line(self):
        asked = display(1920, 1080, (1280, 720, 50, False, USERDEF))
        with self.running(PLAIN.with_displays(HDMI_A_1=asked)) as service:
            service.wait_for_content(1280, 720, "external")
            oracles.check(service)
