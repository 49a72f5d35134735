"""What displays are sent while the session is locked, which no screenshot can tell."""

import numpy
from paper.cards.plain import PLAIN
from paper.displays import FULL_HD
from support.requirements import require_programs
from support.waiting import eventually
from virtual.test_lock import Lock

from .case import PaperCase

GREEN = (0, 192, 0)


class LockTests(PaperCase):
    def setUp(self):
        require_programs("swaylock")

    def share(self, service, name: str, color: tuple[int, int, int]) -> float:
        """How much of a display has a colour, give or take rounding."""
        picture = service.scanout(name)[..., :3].astype(int)
        return float((numpy.abs(picture - color).max(axis=2) <= 2).mean())

    def test_every_display_shows_the_locker_alone(self):
        with self.running(PLAIN.with_displays(HDMI_A_1=FULL_HD)) as service:
            service.wait_for_content(1920, 1080, "external")
            service.cli("hud", "show")
            service.cli("pip", "start", "hud")
            service.wait_until_still()
            before = {name: service.scanout(name) for name in ("eDP-1", "HDMI-A-1")}
            lock = Lock(service).wait()
            eventually(lambda: self.share(service, "HDMI-A-1", GREEN) > 0.999, "the external shows the locker")
            # The snapshot of a screen that is wider than the panel leaves black above and below.
            eventually(
                lambda: self.share(service, "eDP-1", GREEN) + self.share(service, "eDP-1", (0, 0, 0)) > 0.999
                and self.share(service, "eDP-1", GREEN) > 0.85, "and the panel its snapshot, with nothing above")
            lock.die()
            for name in before:
                # But for the line that says what has happened.
                eventually(lambda: 0.9 < self.share(service, name, (0, 0, 0)) < 1, f"{name} is black with a line", 10)
            lock = Lock(service)
            eventually(lambda: self.share(service, "HDMI-A-1", GREEN) > 0.999, "another locker is shown")
            lock.unlock()
            for name, picture in before.items():
                eventually(lambda: (service.scanout(name) == picture).mean() > 0.99, f"{name} shows what it did", 10)
