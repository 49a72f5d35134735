"""Flips whose events are lost, late, or that never happen."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from paper import oracles
from paper.cards.nouveau import NOUVEAU
from paper.cards.plain import PLAIN
from paper.displays import FULL_HD
from paper.service import PaperService
from paper.table import Card
from support.waiting import eventually

from .case import PaperCase


class LostFlips:
    card: Card
    # Where the content is.
    role: str
    connector: str

    @contextmanager
    def going_wrong(self, **faults: float) -> Iterator[PaperService]:
        """The service at rest; the next flip goes wrong as these faults say."""
        with self.running(self.card) as service:
            service.wait_for_content(1920, 1080, self.role)
            service.wait_until_still()
            with service.bench.lock:
                for name, value in faults.items():
                    setattr(service.bench.device.faults, name, value)
            yield service

    def check_recovers(self, service):
        """What is drawn after the flip that goes wrong is shown within 4 s."""
        service.draw("first ")
        time.sleep(0.3)
        before = service.scanout(self.connector)
        service.draw("second ")
        eventually(
            lambda: (service.scanout(self.connector) != before).any(), f"what is drawn is shown\n{service.log()}", timeout=4)
        oracles.check(service)

    def test_lost_event(self):
        with self.going_wrong(flips_to_lose=1) as service:
            self.check_recovers(service)

    def test_flip_that_the_kernel_gives_up(self):
        with self.going_wrong(flips_to_stick=1, stuck_seconds=1.5) as service:
            self.check_recovers(service)

    def test_late_event(self):
        with self.going_wrong(flips_to_delay=1, flip_seconds=3) as service:
            self.check_recovers(service)


class LostFlipTests(LostFlips, PaperCase):
    card = PLAIN.with_displays(HDMI_A_1=FULL_HD)
    role = "external"
    connector = "HDMI-A-1"

    def test_flip_that_never_happens(self):
        """The kernel waits for it for long; after that what is drawn is shown, on this display or on the panel."""
        with self.going_wrong(flips_to_stick=1, stuck_seconds=9) as service:
            service.draw("first ")
            time.sleep(0.3)
            before = service.scanout("HDMI-A-1")
            service.draw("second ")
            eventually(
                lambda: service.crtc("HDMI-A-1") is None or (service.scanout("HDMI-A-1") != before).any(),
                f"the display shows what is drawn, or is given up\n{service.log()}", timeout=15)
            oracles.check(service)


class LostFlipWithoutAtomicTests(LostFlips, PaperCase):
    card = NOUVEAU
    role = "panel"
    connector = "DVI-I-1"
