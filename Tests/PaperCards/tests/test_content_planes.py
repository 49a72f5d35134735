"""A film between black bars: the client's buffer on a plane of the external, through the display controller's scaler."""

import errno
import signal
import time
from dataclasses import replace

from paper import oracles, pictures
from paper.cards.i915 import I915
from paper.cards.plain import PLAIN
from paper.cards.rk3399 import RK3399
from paper.cards.vc4 import PI4
from paper.displays import FULL_HD
from paper.table import BACKGROUND, FILM_COLOURS, Card
from support.effort import thorough
from support.raw.film import BT601, BT709, BT2020, Meaning, samples, seen
from support.raw.pattern import channels, pattern
from support.waiting import eventually

from .film_case import FilmCase, linear, quarters

FILM = (1200, 500)
# As large as fits on 1920x1080.
PLACE = (0, 140, 1920, 800)


class ContentPlaneTests(FilmCase):
    def check_picture(self, service, number: int, place=PLACE) -> None:
        """The display is sent the film's picture in its place, and black elsewhere."""
        oracles.check_shown(service, "eDP-1" if "eDP-1" in self.names(service) else "DSI-1", "HDMI-A-1")
        # Scalers round in their own ways; a picture in another place, or of another part, is much further off.
        self.assertLess(oracles.check_scanout(service, edge=1)["external"].mean, 4)
        x, y, width, height = place
        film = channels(pattern(*FILM, number)).astype(float)

        def difference() -> float:
            scanout = service.scanout("HDMI-A-1")
            around = scanout.copy()
            around[y : y + height, x : x + width] = 0
            self.assertFalse(around.any(), "black bars")
            # Colours, whatever the scaler does to the noise.
            return max(
                abs(scanout[y : y + height, x : x + width][part].mean() - film[other].mean())
                for part, other in zip(quarters(width, height), quarters(*FILM)))

        eventually(lambda: difference() < 2, "the film's colours are where they belong")

    @thorough
    def test_a_film_as_decoders_leave_it_is_shown_with_its_own_colours(self):
        """One of high definition and one from before, whose numbers mean other colours, on a plane that reads them itself."""
        for card, planes in ((PI4, ["primary"]), (I915, ["primary", "overlay"])):
            for size in (FILM, (1280, 720)):
                with self.subTest(card.name, size=size), self.running(
                        linear(card), **self.film("--decoded", "--size", f"{size[0]}x{size[1]}")) as service:
                    self.mirroring(service)
                    self.on_plane(service)
                    self.assertEqual(self.planes(service), planes)
                    for number in range(3):
                        if number:
                            self.signal(service, signal.SIGUSR1)
                            service.wait_until_still()
                        self.check_colours(service, seen(*samples(*size, number)))
                    self.check_conversions(service, *size)

    @thorough
    def test_a_film_of_three_planes_is_shown_as_one_of_two(self):
        for format in ("YU12", "YV12"):
            for card in (PI4, I915):
                with self.subTest(format, card=card.name), self.running(linear(card), **self.film("--decoded", format)) as service:
                    self.mirroring(service)
                    # Intel's planes lack the format.
                    self.on_plane(service) if card is PI4 else self.composed(service, "the plane lacks its pixel format")
                    self.check_colours(service, seen(*samples(*FILM, 0)))
                    self.check_conversions(service, *FILM)

    def test_a_players_word_on_its_films_numbers_counts(self):
        """On a plane where that can be told so, drawn where not, and one after the other without another picture."""
        film = samples(*FILM, 0)
        options = ("--decoded", "--size", f"{FILM[0]}x{FILM[1]}", "--meaning", "bt709-full", "--meaning", "bt2020-limited",
                   "--meaning", "bt601-full")
        for card in (PI4, I915):
            with self.subTest(card.name), self.running(linear(card), **self.film(*options)) as service:
                self.mirroring(service)
                self.on_plane(service)
                self.check_colours(service, seen(*film, Meaning(BT709.shares, is_full=True)))
                self.signal(service, signal.SIGWINCH)
                self.composed(service, "the plane lacks its colour encoding")
                self.check_colours(service, seen(*film, BT2020))
                self.signal(service, signal.SIGWINCH)
                self.on_plane(service)
                self.check_colours(service, seen(*film, Meaning(BT601.shares, is_full=True)))
                self.signal(service, signal.SIGWINCH)
                service.wait_until_still()
                self.on_plane(service)
                self.check_colours(service, seen(*film, Meaning(BT709.shares, is_full=True)))

    def test_a_panel_whose_planes_lack_the_encoding_has_the_snapshot_drawn(self):
        """What the external's plane can be told, those of the panel cannot."""
        planes = tuple(
            plane if plane.kind == "primary" and plane.crtcs == (1,)
            else replace(plane, properties={name: kind for name, kind in plane.properties.items() if name not in FILM_COLOURS})
            for plane in linear(PI4).planes)
        with self.running(PI4.having(planes=planes), **self.film("--decoded", "--meaning", "bt709-full")) as service:
            self.mirroring(service)
            self.on_plane(service)
            film = seen(*samples(*FILM, 0), Meaning(BT709.shares, is_full=True))
            self.check_colours(service, film)
            snapshot = next(layer for layer in service.status()["panel"]["layers"] if layer["kind"] == "snapshot")
            self.assertEqual((snapshot["path"], snapshot["reason"]), ("composed", "the plane lacks its colour encoding"))
            view = service.status()["viewport"]
            x, y, width, height = (round(number * view["scale"]) for number in PLACE)
            picture = service.scanout("DSI-1")[view["y"] + y : view["y"] + y + height, view["x"] + x : view["x"] + x + width]
            for part, other in zip(quarters(width, height), quarters(*FILM)):
                self.assertLess(abs(picture[part].mean(axis=(0, 1)) - film[other].mean(axis=(0, 1))).max(), 2)

    def check_film(self, card: Card, planes: list[str], **options) -> None:
        with self.running(card, **self.film(), **options) as service:
            self.mirroring(service)
            self.on_plane(service)
            self.assertEqual(self.planes(service), planes)
            self.check_picture(service, 0)
            before = service.status()["counters"]
            for number in range(1, 6):
                self.signal(service, signal.SIGUSR1)
                service.wait_until_still()
                self.check_picture(service, number)
            after = service.status()["counters"]
            self.assertEqual(after["frames_composed"], before["frames_composed"])
            self.assertEqual(after["external"]["client_buffers"] - before["external"]["client_buffers"], 5)
            self.on_plane(service)

    def test_the_primary_scales_by_itself(self):
        for card in (PI4, RK3399):
            with self.subTest(card.name):
                self.check_film(linear(card), ["primary"])

    @thorough
    def test_an_overlay_in_front_of_black_where_the_primary_has_to_cover(self):
        self.check_film(linear(I915), ["primary", "overlay"])

    @thorough
    def test_bars_that_are_the_background_of_the_display(self):
        """Where the kernel has a colour for what no plane covers, no black picture is read for the bars."""
        self.check_film(with_background(linear(I915)), ["overlay"])

    @thorough
    def test_the_background_is_black_whoever_left_it_otherwise(self):
        self.check_film(with_background(linear(PI4)), ["primary"])

    @thorough
    def test_a_background_is_of_no_use_where_the_primary_has_to_be_on(self):
        self.check_film(with_background(linear(I915)).having(bare_crtc=False), ["primary", "overlay"])

    def test_the_primary_comes_back_for_what_is_drawn(self):
        """From the background to drawn frames and back, and through a modeset, a blank and another part of the film."""
        with self.running(with_background(linear(I915)), **self.film()) as service:
            self.mirroring(service)
            self.on_plane(service)
            self.assertEqual(self.planes(service), ["overlay"])
            for _ in range(2):
                service.cli("hud", "show", "--as", "external-bottom")
                service.wait_for("the film is drawn", lambda status: self.content(service)["path"] == "composed")
                self.assertEqual(self.planes(service), ["primary"])
                oracles.check_scanout(service, edge=1)
                service.cli("hud", "hide")
                self.on_plane(service)
                self.assertEqual(self.planes(service), ["overlay"])
                self.check_picture(service, 0)
            self.go_dark_and_come_back(service)
            self.check_picture(service, 0)
            service.bench.plug("DP-1", FULL_HD)
            service.wait_until_still()
            self.on_plane(service)
            self.check_picture(service, 0)

    def test_without_a_scaler_the_film_is_drawn(self):
        with self.running(PLAIN, **self.film()) as service:
            self.mirroring(service)
            self.composed(service, "the hardware refused it in a test")
            oracles.check_scanout(service, edge=1)
            self.assertEqual(self.planes(service), ["primary"])
            self.assertIn("the hardware refused it in a test", service.cli("outputs", "--planes"))

    def test_without_scaling_a_film_of_the_screens_width_is_shown(self):
        size = "1920x804"
        with self.running(PLAIN, **self.film("--size", size)) as service:
            self.mirroring(service)
            self.on_plane(service)
            oracles.check_scanout(service, edge=1)
            scanout = service.scanout("HDMI-A-1")
            self.assertTrue((scanout[138:942] == channels(pattern(1920, 804))).all(), "pixel by pixel")
            self.assertFalse(scanout[:138].any() or scanout[942:].any())

    def test_a_still_picture_is_asked_about_again_by_itself(self):
        """A part of it is refused, for it has to be scaled, and all of it follows at once, while that refusal holds."""
        with self.running(PLAIN, **self.film("--size", "1920x804")) as service:
            self.mirroring(service)
            self.on_plane(service)
            self.signal(service, signal.SIGUSR2)
            self.composed(service, "the hardware refused it in a test")
            self.signal(service, signal.SIGUSR2)
            self.on_plane(service)
            service.wait_until_still()
            oracles.check_scanout(service, edge=1)
            before = service.status()["counters"]["frames_composed"]
            self.signal(service, signal.SIGUSR2)
            self.composed(service, "the hardware refused it in a test")
            service.wait_until_still()
            # Nothing is asked, or drawn, again and again.
            self.assertLessEqual(service.status()["counters"]["frames_composed"] - before, 2)

    def test_another_part_and_another_window_in_front(self):
        """The path changes from frame to frame, and each shows the right picture."""
        with self.running(linear(I915), **self.film()) as service:
            self.mirroring(service)
            self.on_plane(service)
            self.signal(service, signal.SIGUSR2)
            # Two that come at once are one.
            time.sleep(0.1)
            self.signal(service, signal.SIGUSR2)
            service.wait_until_still()
            self.check_picture(service, 2)
            self.signal(service, signal.SIGUSR2)
            service.wait_until_still()
            oracles.check_scanout(service, edge=1)
            self.on_plane(service)
            service.cli("hud", "show", "--as", "external-bottom")
            service.wait_for("the film is drawn", lambda status: self.content(service)["path"] == "composed")
            service.wait_until_still()
            oracles.check_scanout(service, edge=1)
            self.assertEqual(self.planes(service), ["primary"])
            service.cli("hud", "hide")
            self.on_plane(service)
            service.wait_until_still()
            oracles.check_scanout(service, edge=1)

    def test_the_panel_shows_the_same_buffer_between_bars_that_are_drawn(self):
        with self.running(linear(PI4), **self.film()) as service:
            self.mirroring(service)
            self.on_plane(service)
            service.wait_for("a plane shows the snapshot", lambda status: status["snapshot"]["path"] == "plane")
            device, panel = service.crtc("DSI-1")
            with service.bench.lock:
                shown = pictures.scaled_planes(device, panel)
                framebuffers = {device.state[plane.id]["FB_ID"] for plane in shown}
                external = {device.state[plane.id]["FB_ID"] for plane in pictures.scaled_planes(*service.crtc("HDMI-A-1"))}
            self.assertEqual(framebuffers, external)
            for number in range(1, 4):
                self.signal(service, signal.SIGUSR1)
                service.wait_until_still()
                self.check_picture(service, number)
            self.signal(service, signal.SIGUSR2)
            service.wait_until_still()
            oracles.check_scanout(service, edge=1)

    def test_a_film_that_fills_the_screen_out_of_shape(self):
        with self.running(linear(PI4), **self.film("--stretched")) as service:
            self.mirroring(service)
            self.on_plane(service)
            self.check_picture(service, 0, (0, 0, 1920, 1080))

    def test_a_kernel_that_begins_to_refuse(self):
        with self.running(linear(I915), **self.film()) as service:
            self.mirroring(service)
            self.on_plane(service)
            device = service.bench.device

            def rule(proposal) -> int:
                scaled = [plane for plane in device.planes if plane.id in proposal.touched and proposal.of(plane)["FB_ID"]
                          and pictures.is_scaled(proposal.of(plane))]
                return errno.ENOSPC if scaled else 0

            with service.bench.lock:
                device.faults.commit_rule = rule
            self.signal(service, signal.SIGUSR1)
            self.composed(service, "the hardware refused it in a test")
            oracles.check_scanout(service, edge=1)
            with service.bench.lock:
                device.faults.commit_rule = None

    def test_a_display_that_goes_dark_and_comes_back(self):
        with self.running(linear(I915), **self.film()) as service:
            self.mirroring(service)
            self.on_plane(service)
            self.go_dark_and_come_back(service)
            self.check_picture(service, 0)

    def test_another_display_takes_nothing_from_the_film(self):
        """A modeset beside it leaves the planes as they are."""
        with self.running(linear(PI4), **self.film()) as service:
            self.mirroring(service)
            self.on_plane(service)
            service.bench.plug("HDMI-A-2", FULL_HD)
            service.wait_until_still()
            self.on_plane(service)
            self.check_picture(service, 0)


def with_background(card: Card) -> Card:
    return card.having(crtcs=tuple(replace(crtc, properties=crtc.properties | BACKGROUND) for crtc in card.crtcs))
