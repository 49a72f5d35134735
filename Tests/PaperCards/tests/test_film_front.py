"""Subtitles, controls and the status bar in front of a film: two planes of the external, and nothing is drawn for a frame."""

import errno
import signal
import time
from dataclasses import replace

import numpy
from paper import oracles, pictures
from paper.cards.i915 import I915
from paper.cards.plain import PLAIN
from paper.cards.rk3399 import RK3399
from paper.cards.vc4 import PI4
from paper.displays import OLD_MONITOR
from paper.table import Card, zpos
from support.effort import thorough
from support.raw.film import samples, seen
from support.raw.pattern import channels, pattern
from support.raw.subtitles import ALPHA, box, colors
from support.waiting import eventually

from .film_case import FilmCase, linear, quarters

FILM = (1200, 500)
SCREEN = (1920, 1080)


def with_overlays(card: Card) -> Card:
    """Newer hardware of Intel's has more planes to each pipe, of which all scale: one more is enough here."""
    overlays = tuple(
        replace(plane, formats=(*plane.formats, "AR24"), zpos=zpos(depth)) for plane in card.planes if plane.kind == "overlay"
        for depth in (1, 2))
    others = tuple(
        replace(plane, zpos=zpos(3)) if plane.kind == "cursor" else plane for plane in card.planes if plane.kind != "overlay")
    return card.having(planes=others + overlays)


class FilmFrontTests(FilmCase):
    def check_picture(self, service, film: numpy.ndarray, number: int | None, screen: tuple[int, int] = SCREEN) -> None:
        """The display is sent the film, with subtitles of this number in front, and black beside it."""
        oracles.check_scanout(service, edge=1)
        x, y, width, height = box(*screen)
        middle = x + width // 2
        down = screen[0] * film.shape[0] // film.shape[1]
        top = (screen[1] - down) // 2

        def difference() -> float:
            scanout = service.scanout("HDMI-A-1").astype(float)
            self.assertFalse(scanout[:top].any() or scanout[top + down :, :x].any(), "black bars")
            differences = [
                abs(scanout[top : top + down][part][: y - top].mean(axis=(0, 1)) - film[other].mean(axis=(0, 1))).max()
                for part, other in zip(quarters(screen[0], down)[:2], quarters(film.shape[1], film.shape[0])[:2])]
            if number is None:
                return max(differences)
            opaque, thin = colors(number)
            self.assertTrue((scanout[y : y + height, x:middle] == opaque).all(), "what nothing shows through")
            # The rows of the film that are under the box, black beside the film.
            under = numpy.zeros((height, width - width // 2, 3))
            shown = slice(y - top, min(y + height, top + down) - top)
            rows = film[shown.start * film.shape[0] // down : shown.stop * film.shape[0] // down]
            columns = slice(middle * film.shape[1] // screen[0], (x + width) * film.shape[1] // screen[0])
            split = shown.stop - shown.start
            under[:split] = rows[:, columns].mean(axis=(0, 1))
            expected = numpy.array(thin) + under * (255 - ALPHA) / 255
            found = scanout[y : y + height, middle : x + width]
            differences += [
                abs(found[rows].mean(axis=(0, 1)) - expected[rows].mean(axis=(0, 1))).max()
                for rows in (slice(0, split), slice(split, None)) if found[rows].size]
            return max(differences)

        eventually(lambda: difference() < 2, "film and subtitles are where they belong")

    def film_picture(self, number: int) -> numpy.ndarray:
        return channels(pattern(*FILM, number)).astype(float)

    def check_film(self, card: Card, planes: list[str], *options: str, decoded: bool = False) -> None:
        film = (lambda number: seen(*samples(*FILM, number))) if decoded else self.film_picture
        with self.running(card, **self.film(*(["--decoded"] if decoded else []), *options)) as service:
            self.mirroring(service)
            self.on_plane(service)
            self.assertEqual(self.planes(service), planes)
            self.check_picture(service, film(0), 0)
            before = service.status()["counters"]
            for number in (1, 2):
                self.signal(service, signal.SIGUSR1)
                service.wait_until_still()
                self.check_picture(service, film(number), 0)
            for number in (1, 2):
                self.signal(service, signal.SIGHUP)
                service.wait_until_still()
                self.on_plane(service)
                self.check_picture(service, film(2), number)
            after = service.status()["counters"]
            self.assertEqual(self.planes(service), planes)
            if "all" not in options:
                self.assertEqual(after["frames_composed"], before["frames_composed"], "nothing is drawn")
            self.signal(service, signal.SIGALRM)
            service.wait_until_still()
            self.check_picture(service, film(2), None)
            self.assertEqual(self.planes(service), planes[:-1], "the plane is turned off")
            self.signal(service, signal.SIGALRM)
            service.wait_until_still()
            self.check_picture(service, film(2), 3)
            self.assertEqual(self.planes(service), planes)

    def test_an_overlay_in_front_of_a_primary_that_scales(self):
        for card in (PI4, RK3399):
            with self.subTest(card.name):
                self.check_film(linear(card), ["primary", "overlay"], "--subtitles", "below")

    @thorough
    def test_a_film_as_decoders_leave_it(self):
        self.check_film(linear(PI4), ["primary", "overlay"], "--subtitles", "below", decoded=True)

    @thorough
    def test_two_overlays_where_the_primary_has_to_cover(self):
        self.check_film(linear(with_overlays(I915)), ["primary", "overlay", "overlay"], "--subtitles", "below")

    def test_a_transparent_picture_as_large_as_the_screen(self):
        """As players make it. While it keeps changing all is drawn, since making one for each frame would cost more."""
        # Few pixels: what changes four times in a second keeps changing, and a slow computer has to draw it as often.
        with self.running(linear(PI4), **self.film("--subtitles", "all")) as service:
            self.mirroring(service, OLD_MONITOR)
            self.on_plane(service)
            self.assertEqual(self.planes(service), ["primary", "overlay"])
            self.check_picture(service, self.film_picture(0), 0, (1024, 768))
            reasons = set()

            def is_restless() -> bool:
                # A frame or so for each: signals that come quicker are one.
                for _ in range(8):
                    self.signal(service, signal.SIGHUP)
                    time.sleep(0.015)
                reasons.add(self.content(service)["reason"])
                return "what lies in front keeps changing" in reasons

            eventually(is_restless, "subtitles that keep changing are seen")
            self.assertLessEqual(len(reasons), 2, reasons)
            service.wait_until_still()
            oracles.check_scanout(service, edge=1)
            self.signal(service, signal.SIGUSR1)
            self.on_plane(service)
            oracles.check_scanout(service, edge=1)

    def test_the_status_bar_in_front(self):
        with self.running(linear(PI4), **self.film()) as service:
            self.mirroring(service)
            self.on_plane(service)
            self.assertEqual(self.planes(service), ["primary"])
            service.cli("hud", "show", "--as", "external-bottom")
            eventually(lambda: self.planes(service) == ["primary", "overlay"], "a plane shows the bar")
            self.on_plane(service)
            for _ in range(2):
                self.signal(service, signal.SIGUSR1)
                service.wait_until_still()
                oracles.check_scanout(service, edge=1)
            self.assertIn("its picture is on several planes", service.cli("outputs", "--planes"))
            service.cli("hud", "hide")
            eventually(lambda: self.planes(service) == ["primary"], "the bar is gone")
            oracles.check_scanout(service, edge=1)

    @thorough
    def test_without_a_plane_for_it_all_is_drawn(self):
        for card in (I915, PLAIN):
            with self.subTest(card.name), self.running(linear(card), **self.film("--subtitles", "below")) as service:
                self.mirroring(service)
                self.composed(service, "something drawn lies in front")
                self.assertEqual(self.planes(service), ["primary"])
                oracles.check_scanout(service, edge=1)
                self.assertIn("something drawn lies in front", service.cli("outputs", "--planes"))
                self.signal(service, signal.SIGALRM)
                service.wait_until_still()
                oracles.check_scanout(service, edge=1)

    def test_a_kernel_that_begins_to_refuse_the_plane_in_front(self):
        with self.running(linear(PI4), **self.film("--subtitles", "below")) as service:
            self.mirroring(service)
            self.on_plane(service)
            device = service.bench.device

            def rule(proposal) -> int:
                kinds = {plane.table.kind for crtc in proposal.active_crtcs() for plane in proposal.planes_on(crtc)}
                return errno.ENOSPC if "overlay" in kinds else 0

            with service.bench.lock:
                device.faults.commit_rule = rule
            self.signal(service, signal.SIGUSR1)
            self.composed(service, "the hardware refused it in a test")
            self.assertEqual(self.planes(service), ["primary"])
            oracles.check_scanout(service, edge=1)
            with service.bench.lock:
                device.faults.commit_rule = None

    def test_a_display_that_goes_dark_and_comes_back(self):
        with self.running(linear(PI4), **self.film("--subtitles", "below")) as service:
            self.mirroring(service)
            self.on_plane(service)
            self.go_dark_and_come_back(service)
            self.check_picture(service, self.film_picture(0), 0)

    def test_each_frame_is_right_at_a_change_of_path(self):
        """Whatever is committed while the plane in front comes and goes, the film is seen in its place, in all frames."""
        with self.running(linear(PI4), **self.film("--subtitles", "below")) as service:
            self.mirroring(service)
            self.on_plane(service)
            device = service.bench.device
            film, means = self.film_picture(0), []
            place = slice(200, 500), slice(0, 1920)

            def look(proposal) -> int:
                means.append(pictures.shown(device, service.crtc("HDMI-A-1")[1], cursor=False)[place].mean())
                return 0

            with service.bench.lock:
                device.faults.commit_rule = look
            for _ in range(4):
                self.signal(service, signal.SIGALRM)
                service.wait_until_still()
            with service.bench.lock:
                device.faults.commit_rule = None
            self.assertGreaterEqual(len(means), 4)
            expected = film[60 * 500 // 800 : 360 * 500 // 800].mean()
            self.assertLess(max(abs(mean - expected) for mean in means), 1, means)
