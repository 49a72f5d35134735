"""Flips whose events are lost, late, or that never happen."""

import time

from paper import oracles
from paper.cards.plain import PLAIN
from paper.displays import FULL_HD
from support.waiting import eventually

from .case import PaperCase


class LostFlipTests(PaperCase):
    def check_recovers(self, service):
        """What is drawn after the flip that goes wrong is shown within 4 s."""
        service.draw("first ")
        time.sleep(0.3)
        before = service.scanout("HDMI-A-1")
        service.draw("second ")
        eventually(
            lambda: (service.scanout("HDMI-A-1") != before).any(), f"what is drawn is shown\n{service.log()}", timeout=4)
        oracles.check(service)

    def test_lost_event(self):
        with self.running(PLAIN.with_displays(HDMI_A_1=FULL_HD)) as service:
            service.wait_for_content(1920, 1080, "external")
            service.wait_until_still()
            with service.bench.lock:
                service.bench.device.faults.flips_to_lose = 1
            self.check_recovers(service)

    def test_flip_that_the_kernel_gives_up(self):
        with self.running(PLAIN.with_displays(HDMI_A_1=FULL_HD)) as service:
            service.wait_for_content(1920, 1080, "external")
            service.wait_until_still()
            with service.bench.lock:
                service.bench.device.faults.flips_to_stick = 1
                service.bench.device.faults.stuck_seconds = 1.5
            self.check_recovers(service)

    def test_flip_that_never_happens(self):
        """The kernel waits for it for long; after that what is drawn is shown, on this display or on the panel."""
        with self.running(PLAIN.with_displays(HDMI_A_1=FULL_HD)) as service:
            service.wait_for_content(1920, 1080, "external")
            service.wait_until_still()
            with service.bench.lock:
                service.bench.device.faults.flips_to_stick = 1
                service.bench.device.faults.stuck_seconds = 9
            service.draw("first ")
            time.sleep(0.3)
            before = service.scanout("HDMI-A-1")
            service.draw("second ")
            eventually(
                lambda: service.crtc("HDMI-A-1") is None or (service.scanout("HDMI-A-1") != before).any(),
                f"the display shows what is drawn, or is given up\n{service.log()}", timeout=15)
            oracles.check(service)

    def test_late_event(self):
        with self.running(PLAIN.with_displays(HDMI_A_1=FULL_HD)) as service:
            service.wait_for_content(1920, 1080, "external")
            service.wait_until_still()
            with service.bench.lock:
                service.bench.device.faults.flips_to_delay = 1
                service.bench.device.faults.flip_seconds = 3
            self.check_recovers(service)
