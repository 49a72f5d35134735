"""What the service keeps in memory of its own: little beside a frame of each display, whatever is shown."""

import signal

from paper.cards.i915 import I915
from paper.cards.plain import PLAIN
from paper.displays import ULTRA_HD

from .film_case import FilmCase

MOST_BYTES = 15_000_000
FILM = (1920, 1080)
# Of each display, and of the film as the processor draws it, on the panel at least.
FRAMES = 4 * (3840 * 2160 + 1280 * 800 + FILM[0] * FILM[1])


class OwnMemoryTests(FilmCase):
    def own_memory(self, service) -> int:
        """The bytes of the service's own: neither its program, nor memory of displays and clients."""
        with open(f"/proc/{service.process.pid}/status") as status:
            return 1024 * int(next(line.split()[1] for line in status if line.startswith("RssAnon")))

    def test_little_is_kept_beside_frames(self):
        film = self.film("--decoded", "NV12", "--size", "{}x{}".format(*FILM))
        for card in (PLAIN, I915):
            with self.subTest(card.name), self.running(card, **film) as service:
                service.wait_for("the film is there", lambda status: status["content"])
                seen = [self.own_memory(service)]
                for _ in range(2):
                    self.mirroring(service, ULTRA_HD)
                    self.signal(service, signal.SIGUSR1)
                    service.cli("menu", "show")
                    service.wait_until_still()
                    seen.append(self.own_memory(service))
                    service.cli("menu", "hide")
                    service.cli("hud", "show", "--as", "pip")
                    service.wait_until_still()
                    seen.append(self.own_memory(service))
                    service.cli("hud", "hide")
                    service.bench.plug("HDMI-A-1", None)
                    service.wait_for_content(1280, 800, "panel")
                    seen.append(self.own_memory(service))
                print(f"\nthe service's own memory on {card.name} in MB:", *(f"{bytes / 1e6:.1f}" for bytes in seen), flush=True)
                self.assertLess(max(seen), FRAMES + MOST_BYTES)
