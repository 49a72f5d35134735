"""A film beside other things: the client's buffer on an overlay in front of the drawn picture, in which the rest is drawn."""

import errno
import signal
import time

from paper import oracles
from paper.cards.i915 import I915
from paper.cards.plain import PLAIN
from paper.cards.rk3399 import RK3399
from paper.cards.vc4 import PI4
from paper.displays import FULL_HD
from support.effort import thorough
from support.raw.letterbox_client import BACK, SECOND, beside, second
from support.raw.pattern import channels, pattern
from support.raw.subtitles import box, colors
from support.waiting import eventually

from .film_case import BESIDE as FILM
from .film_case import SCREEN, BesideCase, linear
from .test_film_front import with_overlays

# Of two films.
SMALL = (640, 360)


class WindowPlaneTests(BesideCase):
    def on_overlay(self, service) -> None:
        self.play(service)
        self.assertEqual(self.planes(service), ["primary", "overlay"])

    def test_a_frame_of_the_film_is_a_commit_and_nothing_is_drawn(self):
        for card in (I915, PI4, RK3399):
            with self.subTest(card.name), self.running(linear(card), **self.beside()) as service:
                self.mirroring(service)
                self.on_overlay(service)
                self.check_picture(service)
                self.check_frames_are_commits(service)
                self.assertEqual(self.planes(service), ["primary", "overlay"])
                self.assertEqual(self.content(service)["path"], "composed")

    def test_what_is_beside_the_film_is_drawn_as_ever(self):
        """A film that goes on keeps its plane; one at rest is drawn with the next change of something else."""
        with self.running(linear(I915), **self.beside()) as service:
            self.mirroring(service)
            self.on_overlay(service)
            for number in (1, 2):
                self.play(service)
                self.signal(service, signal.SIGURG)
                service.wait_until_still()
                self.assertEqual(self.windows(service), [("plane", None)])
                self.check_picture(service, number)
            time.sleep(1.2)
            self.signal(service, signal.SIGURG)
            service.wait_for("the film is drawn", lambda status: not self.windows(service))
            service.wait_until_still()
            self.assertEqual(self.planes(service), ["primary"])
            self.check_picture(service, 3)
            self.on_overlay(service)
            self.check_picture(service, 3)

    def test_the_snapshot_is_drawn_meanwhile(self):
        """Of a picture on two planes, and on a plane itself again once the film is drawn."""
        with self.running(linear(PI4), **self.beside()) as service:
            self.mirroring(service)
            service.wait_for("a plane shows the snapshot", lambda status: status["snapshot"]["path"] == "plane")
            self.on_overlay(service)
            snapshot = next(layer for layer in service.status()["panel"]["layers"] if layer["kind"] == "snapshot")
            self.assertEqual((snapshot["path"], snapshot["reason"]), ("composed", "its picture is on several planes"))
            self.check_picture(service)
            time.sleep(1.2)
            self.signal(service, signal.SIGURG)
            service.wait_for("a plane shows the snapshot again", lambda status: status["snapshot"]["path"] == "plane")
            service.wait_until_still()
            self.assertEqual((self.windows(service), self.planes(service)), ([], ["primary"]))
            self.check_picture(service, 1)

    def test_the_docked_bar_is_beside_the_film(self):
        with self.running(linear(I915), **self.beside("--size", "1200x400")) as service:
            self.mirroring(service)
            self.on_overlay(service)
            self.play(service)
            service.cli("hud", "show", "--as", "external-bottom")
            service.wait_until_still()
            self.play(service)
            self.assertEqual(self.planes(service), ["primary", "overlay"])
            oracles.check_scanout(service, edge=1)
            service.cli("hud", "hide")
            service.wait_until_still()
            self.play(service)
            oracles.check_scanout(service, edge=1)

    def test_what_lies_in_front_has_a_plane_of_its_own(self):
        """Within the film; where there is one plane alone, the film is drawn."""
        with self.running(with_overlays(linear(I915)), **self.beside("--subtitles", "below")) as service:
            self.mirroring(service)
            self.play(service)
            self.assertEqual(self.planes(service), ["primary", "overlay", "overlay"])
            oracles.check_scanout(service, edge=1)
            before = service.status()["counters"]["frames_composed"]
            for number in (1, 2):
                self.play(service)
                self.signal(service, signal.SIGHUP)
                service.wait_until_still()
                oracles.check_scanout(service, edge=1)
                x, y, width, height = box(*SCREEN)
                opaque, _ = colors(number)
                left = beside(*SCREEN)[0]
                self.assertTrue((service.scanout("HDMI-A-1")[y : y + height, x : x + width // 2] == opaque).all())
                self.assertLess(x, left, "subtitles lie partly beside the film")
            self.assertGreaterEqual(service.status()["counters"]["frames_composed"], before)
        with self.running(linear(I915), **self.beside("--subtitles", "below")) as service:
            self.mirroring(service)
            self.play(service, [("composed", "something drawn lies in front")])
            self.assertEqual(self.planes(service), ["primary"])
            oracles.check_scanout(service, edge=1)

    def check_both(self, service) -> None:
        """The second film, and the first behind it."""
        oracles.check_scanout(service, edge=1)
        scanout = service.scanout("HDMI-A-1")
        found = False
        for number in range(80):
            picture = channels(pattern(*SCREEN, BACK))
            for (x, y), seed in ((beside(*SCREEN), number), (second(*SCREEN), SECOND + number)):
                picture[y : y + SMALL[1], x : x + SMALL[0]] = channels(pattern(*SMALL, seed))
            found = found or (scanout == picture).all()
        self.assertTrue(found, "both films, the second in front")

    def test_two_films_have_a_plane_each(self):
        """In their order; where there is one plane, the first, which lies behind, is drawn."""
        both = [("plane", None), ("plane", None)]
        one = [("composed", "no plane for it"), ("plane", None)]
        size = ("--size", f"{SMALL[0]}x{SMALL[1]}")
        for card, until in ((with_overlays(linear(I915)), both), (linear(PI4), both), (linear(I915), one)):
            with self.subTest(card.name, until=until), self.running(card, **self.beside("--second", *size)) as service:
                self.mirroring(service)
                self.play(service, until)
                self.assertEqual(self.planes(service), ["primary"] + ["overlay"] * until.count(("plane", None)))
                self.check_both(service)
                self.play(service, until)
                before = service.status()["counters"]["frames_composed"]
                for _ in range(5):
                    self.signal(service, signal.SIGUSR1)
                    time.sleep(0.08)
                service.wait_until_still()
                self.assertEqual(self.windows(service), until)
                if until == both:
                    self.assertEqual(service.status()["counters"]["frames_composed"], before)
                self.check_both(service)

    def test_a_card_without_overlays_draws_it(self):
        with self.running(PLAIN, **self.beside()) as service:
            self.mirroring(service)
            self.play(service, [("composed", "no plane for it")])
            self.check_picture(service)
            self.assertIn("no plane for it", service.cli("outputs", "--planes"))

    def test_a_kernel_that_begins_to_refuse(self):
        with self.running(linear(I915), **self.beside()) as service:
            self.mirroring(service)
            self.on_overlay(service)
            device = service.bench.device

            def rule(proposal) -> int:
                shown = [plane for plane in device.planes if plane.id in proposal.touched and proposal.of(plane)["FB_ID"]]
                return errno.ENOSPC if any(plane.table.kind == "overlay" for plane in shown) else 0

            with service.bench.lock:
                device.faults.commit_rule = rule
            self.play(service, [("composed", "the hardware refused it in a test")])
            self.assertEqual(self.planes(service), ["primary"])
            self.check_picture(service)
            with service.bench.lock:
                device.faults.commit_rule = None

    def test_dark_displays_and_other_modes(self):
        with self.running(linear(PI4), **self.beside()) as service:
            self.mirroring(service)
            self.on_overlay(service)
            service.cli("blank", "on", "--external")
            service.wait_until_still()
            service.cli("blank", "off")
            service.wait_until_still()
            self.on_overlay(service)
            self.check_picture(service)
            service.bench.plug("HDMI-A-2", FULL_HD)
            service.wait_until_still()
            self.check_picture(service)
            self.on_overlay(service)
            self.check_picture(service)

    @thorough
    def test_a_film_as_decoders_leave_it(self):
        with self.running(linear(I915), **self.beside("--decoded")) as service:
            self.mirroring(service)
            self.on_overlay(service)
            converted = service.status()["counters"]["bytes"]["converted"]["read"]
            self.signal(service, signal.SIGUSR1)
            service.wait_until_still()
            self.assertEqual(self.planes(service), ["primary", "overlay"])
            self.assertGreaterEqual(service.status()["counters"]["bytes"]["converted"]["read"], converted)
