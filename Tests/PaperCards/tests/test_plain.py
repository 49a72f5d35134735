"""The card without surprises."""

from paper import oracles
from paper.cards.plain import PLAIN
from paper.displays import FULL_HD, ULTRA_HD

from .case import PaperCase


class PlainCardTests(PaperCase):
    def test_panel_and_external_show_what_screenshots_say(self):
        with self.running(PLAIN) as service:
            service.terminal_ready()
            oracles.check(service)
            service.bench.plug("HDMI-A-1", ULTRA_HD)
            service.wait_for_content(3840, 2160, "external")
            oracles.check_shown(service, "eDP-1", "HDMI-A-1")
            oracles.check(service)
            service.check_pictures()

    def test_plugging_ten_times_leaks_nothing(self):
        with self.running(PLAIN) as service:
            service.terminal_ready()
            holdings = []
            for _ in range(10):
                service.bench.plug("HDMI-A-1", FULL_HD)
                service.wait_for_content(1920, 1080, "external")
                oracles.check_shown(service, "eDP-1", "HDMI-A-1")
                service.bench.plug("HDMI-A-1", None)
                service.wait_for_content(1280, 800, "panel")
                service.wait_until_still()
                with service.bench.lock:
                    holdings.append(oracles.Holdings.of(service.bench.device))
            self.assertEqual(holdings[1:], holdings[:1] * 9)
            oracles.check(service)

    def test_seat_taken_away_and_given_back(self):
        with self.running(PLAIN.with_displays(HDMI_A_1=FULL_HD)) as service:
            service.wait_for_content(1920, 1080, "external")
            oracles.check(service)
            bench = service.bench
            bench.seat.take()
            service.wait_for("the seat is let go", lambda status: bench.seat.released == 1)
            with bench.lock:
                refused = [line for line in bench.device.history if "EACCES" in line]
            bench.seat.give()
            service.wait_for_content(1920, 1080, "external")
            oracles.check(service)
            self.assertEqual(refused, [])

    def test_one_wrong_pixel_is_seen(self):
        """The oracle of pictures can fail."""
        with self.running(PLAIN) as service:
            service.terminal_ready()
            service.wait_until_still()
            oracles.check(service)
            device = service.bench.device
            with service.bench.lock:
                shown = device.framebuffers[device.state[device.planes[self.plane(service)].id]["FB_ID"]]
                pixel = 400 * shown.pitches[0] + 600 * 4
                pixels = shown.memory[0].bytes()
                pixels[pixel] ^= 0xFF
            with self.assertRaisesRegex(AssertionError, "another picture"):
                oracles.check_scanout(service)

    def plane(self, service) -> int:
        """The place of the panel's primary plane."""
        _, crtc = service.crtc("eDP-1")
        return crtc.index
