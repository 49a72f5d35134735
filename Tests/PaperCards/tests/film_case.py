"""What tests of films on paper cards share."""

import os
import signal
import time
from dataclasses import replace

from paper import oracles, pictures
from paper.displays import FULL_HD, Display
from paper.table import Card
from support.raw.commands import letterbox_client
from support.raw.letterbox_client import BACK, beside
from support.raw.pattern import channels, pattern
from support.waiting import eventually

from .case import PaperCase

SCREEN = (1920, 1080)
# A film beside other things.
BESIDE = (1200, 500)


class FilmCase(PaperCase):
    def film(self, *options: str) -> dict:
        return {"command": letterbox_client("--memory", "paper", *options), "configuration": "[external]\nscale = 1\n"}

    def content(self, service) -> dict:
        return next(layer for layer in service.status()["external"]["layers"] if layer["kind"] == "content")

    def mirroring(self, service, display: Display = FULL_HD) -> None:
        service.wait_for("the content is shown", lambda status: status["content"])
        service.bench.plug("HDMI-A-1", display)
        mode = display.modes[0]
        service.wait_for_content(mode.width, mode.height, "external")
        service.wait_until_still()

    def on_plane(self, service) -> None:
        service.wait_for("a plane shows the film", lambda status: self.content(service)["path"] == "plane")

    def windows(self, service) -> list[tuple[str, str | None]]:
        return [(layer["path"], layer["reason"]) for layer in service.status()["external"]["layers"] if layer["kind"] == "window"]

    def behind(self, service) -> None:
        service.wait_for("a plane behind what is drawn shows the film", lambda _: self.windows(service) == [("plane", None)])

    def composed(self, service, reason: str) -> None:
        service.wait_for(
            f"the film is drawn because {reason}",
            lambda status: (self.content(service)["path"], self.content(service)["reason"]) == ("composed", reason))

    def go_dark_and_come_back(self, service) -> None:
        service.cli("blank", "on", "--external")
        service.wait_until_still()
        service.cli("blank", "off")
        service.wait_until_still()
        self.on_plane(service)

    def signal(self, service, number: int) -> None:
        pids = [entry for entry in os.listdir("/proc") if entry.isdigit() and self.is_film(entry, service.process.pid)]
        self.assertEqual(len(pids), 1)
        os.kill(int(pids[0]), number)

    def is_film(self, pid: str, service: int) -> bool:
        try:
            with open(f"/proc/{pid}/stat") as stat, open(f"/proc/{pid}/cmdline") as line:
                return int(stat.read().rsplit(")", 1)[1].split()[1]) == service and "letterbox_client" in line.read()
        except OSError:
            return False

    def planes(self, service) -> list[str]:
        """What the external's planes are, from the back to the front."""
        device, crtc = service.crtc("HDMI-A-1")
        with service.bench.lock:
            return [plane.table.kind for plane in pictures.stack(device, crtc) if plane.table.kind != "cursor"]

    def names(self, service) -> list[str]:
        return [connector.name for connector in service.bench.device.connectors]

    def check_conversions(self, service, width: int, height: int) -> None:
        """What the processor has drawn of films of this size was converted, whole pictures each time, and counted."""
        converted = service.status()["counters"]["bytes"]["converted"]
        pictures, rest = divmod(converted["read"], width * height * 3 // 2)
        self.assertGreater(pictures, 0)
        self.assertEqual((rest, converted["written"]), (0, pictures * width * height * 4))

    def check_colours(self, service, film) -> None:
        """Each part of the external has the average colour of the film's, and what is drawn of that for a screenshot as well."""
        height, width = film.shape[:2]
        down = 1920 * height // width
        rows = slice((1080 - down) // 2, (1080 - down) // 2 + down)

        def difference(picture) -> float:
            return max(
                abs(picture[rows][part].mean(axis=(0, 1)) - film[other].mean(axis=(0, 1))).max()
                for part, other in zip(quarters(1920, down), quarters(width, height)))

        eventually(lambda: difference(service.scanout("HDMI-A-1")) < 2, "the plane shows the film's colours")
        self.assertLess(difference(service.screen("external")), 2)


class BesideCase(FilmCase):
    """A film of its own size beside other things."""

    def beside(self, *options: str) -> dict:
        return self.film("--beside", *options)

    def play(self, service, until: list[tuple[str, str | None]] = [("plane", None)]) -> None:
        """Frames follow each other until the film is shown so."""
        for _ in range(60):
            self.signal(service, signal.SIGUSR1)
            time.sleep(0.08)
            if self.windows(service) == until:
                return service.wait_until_still()
        self.fail(f"{self.windows(service)}, not {until}\n{service.log()}")

    def check_frames_are_commits(self, service) -> None:
        """The film goes on for four frames, each of its own look, and nothing is drawn for them."""
        before = service.status()["counters"]
        shown = set()
        for _ in range(4):
            self.signal(service, signal.SIGUSR1)
            service.wait_until_still()
            self.check_picture(service)
            shown.add(service.scanout("HDMI-A-1").tobytes())
        after = service.status()["counters"]
        self.assertEqual(len(shown), 4)
        self.assertEqual(after["frames_composed"], before["frames_composed"])
        self.assertEqual(after["external"]["client_buffers"] - before["external"]["client_buffers"], 4)

    def check_picture(self, service, back: int = 0) -> None:
        """The displays are sent what screenshots show: other things, and the film in its place, pixel by pixel."""
        oracles.check_scanout(service, edge=1)
        scanout = service.scanout("HDMI-A-1")
        x, y = beside(*SCREEN)
        film = scanout[y : y + BESIDE[1], x : x + BESIDE[0]].copy()
        around = channels(pattern(*SCREEN, BACK + back))
        around[y : y + BESIDE[1], x : x + BESIDE[0]] = film
        self.assertTrue((scanout == around).all(), "what is beside the film")
        self.assertTrue(any((film == channels(pattern(*BESIDE, number))).all() for number in range(80)), "a picture of the film")


def linear(card: Card) -> Card:
    """The card with scalers of few taps: what the panel's makes of the film's own pixels is not what ours makes of the external's."""
    return card.having(planes=tuple(replace(plane, filter="linear") for plane in card.planes))


def quarters(width: int, height: int) -> list[tuple[slice, slice]]:
    return [
        (slice(top, top + height // 2), slice(left, left + width // 2)) for top in (0, height // 2) for left in (0, width // 2)]
