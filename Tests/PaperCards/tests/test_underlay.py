"""A film behind the drawn picture, which has a hole where it is: on cards whose overlay lies behind the primary plane, or can."""

import errno
import signal
import time
from dataclasses import replace

import numpy
from paper import oracles, pictures
from paper.cards.i915 import I915
from paper.cards.meson import MESON_WITH_USB_PANEL
from paper.table import Card, Enum, zpos
from support.effort import thorough
from support.raw.film import samples, seen
from support.raw.letterbox_client import beside
from support.raw.subtitles import box, colors

from .film_case import BESIDE as FILM
from .film_case import SCREEN, BesideCase, linear

BLEND = {"pixel blend mode": Enum({"None": 2, "Pre-multiplied": 0, "Coverage": 1})}
BEHIND, IN_FRONT = ["overlay", "primary"], ["primary", "overlay"]


def with_places(card: Card, overlay, primary=zpos(1), formats: tuple[str, ...] = ("AR24",), properties=BLEND) -> Card:
    """The card with one overlay for each CRTC at a place of the stack, and a primary plane that blends in front of the lowest."""
    crtcs, planes = set(), []
    for plane in card.planes:
        if plane.kind == "primary":
            planes.append(replace(
                plane, zpos=primary, formats=(*plane.formats, *formats), properties=plane.properties | properties))
        elif plane.kind == "cursor":
            planes.append(replace(plane, zpos=zpos(9)))
        elif not crtcs.intersection(plane.crtcs):
            crtcs.update(plane.crtcs)
            planes.append(replace(plane, zpos=overlay))
    return card.having(planes=tuple(planes))


# As Amlogic's, whose plane for films is always at the back; one whose place can be chosen; one that goes behind a primary plane
# which makes room for it.
BACK = with_places(linear(I915), zpos(0))
MOVABLE = with_places(linear(I915), zpos(0, 0, 2))
MAKING_ROOM = with_places(linear(I915), zpos(0), zpos(0, 0, 2))


class UnderlayTests(BesideCase):
    def play_behind(self, service, planes: list[str] = BEHIND) -> None:
        self.play(service)
        self.assertEqual(self.planes(service), planes)

    def alpha(self, service) -> numpy.ndarray:
        """Of what the primary plane of the external shows."""
        device, crtc = service.crtc("HDMI-A-1")
        with service.bench.lock:
            plane = next(plane for plane in pictures.stack(device, crtc) if plane.table.kind == "primary")
            return pictures.decode(device.framebuffers[device.state[plane.id]["FB_ID"]])[..., 3].copy()

    def check_hole(self, service, has_text: bool = False) -> None:
        """Transparent where the film is, but for subtitles, and nowhere else."""
        alpha = self.alpha(service)
        x, y = beside(*SCREEN)
        film = alpha[y : y + FILM[1], x : x + FILM[0]]
        around = alpha.copy()
        around[y : y + FILM[1], x : x + FILM[0]] = 255
        self.assertTrue((around == 255).all(), "beside the film")
        left, top, width, height = box(*SCREEN)
        seen = numpy.zeros_like(alpha)
        if has_text:
            seen[top : top + height, left : left + width // 2] = 255
            seen[top : top + height, left + width // 2 : left + width] = 128
        self.assertTrue((film == seen[y : y + FILM[1], x : x + FILM[0]]).all(), "the hole")

    def test_a_frame_of_the_film_is_a_commit_and_nothing_is_drawn(self):
        for card in (BACK, MAKING_ROOM):
            with self.subTest(card.name), self.running(card, **self.beside()) as service:
                self.mirroring(service)
                self.play_behind(service)
                self.check_picture(service)
                self.check_hole(service)
                self.check_frames_are_commits(service)
                self.assertEqual(self.planes(service), BEHIND)

    def test_what_is_beside_the_film_is_drawn_as_ever(self):
        """A film that goes on keeps its plane, and one at rest is drawn: the hole is filled in each buffer, and made again."""
        with self.running(BACK, **self.beside()) as service:
            self.mirroring(service)
            self.play_behind(service)
            for number in (1, 2):
                self.play(service)
                self.signal(service, signal.SIGURG)
                service.wait_until_still()
                self.assertEqual(self.windows(service), [("plane", None)])
                self.check_picture(service, number)
                self.check_hole(service)
            time.sleep(1.2)
            for number in (3, 4, 5):
                self.signal(service, signal.SIGURG)
                service.wait_for("the film is drawn", lambda status: not self.windows(service))
                service.wait_until_still()
                self.assertEqual(self.planes(service), ["primary"])
                self.check_picture(service, number)
            self.play_behind(service)
            self.check_picture(service, 5)
            self.check_hole(service)

    def test_what_lies_in_front_is_drawn_in_the_hole(self):
        """On an overlay of its own where there is one, and where the film's can be chosen, that changes with it."""
        for card, alone in ((BACK, BEHIND), (MOVABLE, IN_FRONT)):
            with self.subTest(card.name, alone=alone), self.running(card, **self.beside("--subtitles", "below")) as service:
                self.mirroring(service)
                self.play_behind(service)
                oracles.check_scanout(service, edge=1)
                self.check_hole(service, has_text=True)
                for number in (1, 2, 3):
                    self.play(service)
                    self.signal(service, signal.SIGHUP)
                    service.wait_until_still()
                    self.assertEqual(self.planes(service), BEHIND)
                    oracles.check_scanout(service, edge=1)
                    self.check_hole(service, has_text=True)
                    x, y, width, height = box(*SCREEN)
                    opaque, _ = colors(number)
                    self.assertTrue((service.scanout("HDMI-A-1")[y : y + height, x : x + width // 2] == opaque).all())
                for _ in range(2):
                    self.play(service)
                    self.signal(service, signal.SIGALRM)
                    service.wait_until_still()
                    self.play_behind(service, alone)
                    oracles.check_scanout(service, edge=1)
                    self.play(service)
                    self.signal(service, signal.SIGALRM)
                    service.wait_until_still()
                    self.play_behind(service)
                    oracles.check_scanout(service, edge=1)
                    self.check_hole(service, has_text=True)

    def test_a_film_that_is_all_of_the_frame(self):
        """Between black bars, with subtitles and without: on the only plane that scales it."""
        for options in ((), ("--subtitles", "below")):
            with self.subTest(options), self.running(BACK, **self.film(*options)) as service:
                self.mirroring(service)
                self.behind(service)
                service.wait_until_still()
                self.assertEqual(self.planes(service), BEHIND)
                oracles.check_scanout(service, edge=1)
                before = service.status()["counters"]["frames_composed"]
                for _ in range(3):
                    self.signal(service, signal.SIGUSR1)
                    service.wait_until_still()
                    oracles.check_scanout(service, edge=1)
                self.assertEqual(service.status()["counters"]["frames_composed"], before)
                if options:
                    self.signal(service, signal.SIGHUP)
                    service.wait_until_still()
                    oracles.check_scanout(service, edge=1)
                self.assertEqual(self.planes(service), BEHIND)

    def test_a_decoded_film_with_subtitles_on_amlogics(self):
        """Its only plane for films is at the back."""
        with self.running(*map(linear, MESON_WITH_USB_PANEL), **self.film("--decoded", "--subtitles", "below")) as service:
            self.mirroring(service)
            self.behind(service)
            service.wait_until_still()
            before = service.status()["counters"]["frames_composed"]
            for _ in range(3):
                self.signal(service, signal.SIGUSR1)
                service.wait_until_still()
                self.assertEqual(self.planes(service), BEHIND)
                oracles.check_scanout(service, edge=1)
            self.assertEqual(service.status()["counters"]["frames_composed"], before)
            for number in (1, 2):
                self.signal(service, signal.SIGHUP)
                service.wait_until_still()
                self.behind(service)
                oracles.check_scanout(service, edge=1)
                x, y, width, height = box(*SCREEN)
                opaque, _ = colors(number)
                self.assertTrue((service.scanout("HDMI-A-1")[y : y + height, x : x + width // 2] == opaque).all())
            self.signal(service, signal.SIGALRM)
            service.wait_until_still()
            self.behind(service)
            self.check_colours(service, seen(*samples(*FILM, 3)))

    def test_the_snapshot_is_drawn_meanwhile(self):
        with self.running(BACK, **self.beside("--subtitles", "below")) as service:
            self.mirroring(service)
            self.play_behind(service)
            snapshot = next(layer for layer in service.status()["panel"]["layers"] if layer["kind"] == "snapshot")
            self.assertEqual((snapshot["path"], snapshot["reason"]), ("composed", "its picture is on several planes"))
            oracles.check_scanout(service, edge=1)

    def test_cards_that_do_not_blend_draw_it(self):
        """The primary plane has no format with an alpha, or blends in other ways alone."""
        for card in (
                with_places(linear(I915), zpos(0), formats=()),
                with_places(linear(I915), zpos(0), properties={"pixel blend mode": Enum({"None": 2, "Coverage": 1})})):
            with self.subTest(card.name), self.running(card, **self.beside()) as service:
                self.mirroring(service)
                self.play(service, [("composed", "the plane lies too far in front")])
                self.assertEqual(self.planes(service), ["primary"])
                self.check_picture(service)

    def test_a_kernel_that_begins_to_refuse(self):
        with self.running(BACK, **self.beside()) as service:
            self.mirroring(service)
            self.play_behind(service)
            device = service.bench.device

            def rule(proposal) -> int:
                shown = [plane for plane in device.planes if plane.id in proposal.touched and proposal.of(plane)["FB_ID"]]
                return errno.ENOSPC if any(plane.table.kind == "overlay" for plane in shown) else 0

            with service.bench.lock:
                device.faults.commit_rule = rule
            for _ in range(30):
                self.signal(service, signal.SIGUSR1)
                time.sleep(0.08)
                if self.planes(service) == ["primary"]:
                    break
            service.wait_until_still()
            self.assertEqual(self.planes(service), ["primary"])
            self.assertEqual([path for path, _ in self.windows(service)], ["composed"])
            self.check_picture(service)
            with service.bench.lock:
                device.faults.commit_rule = None

    def test_dark_displays_and_other_modes(self):
        with self.running(BACK, **self.beside()) as service:
            self.mirroring(service)
            self.play_behind(service)
            service.cli("blank", "on", "--external")
            service.wait_until_still()
            service.cli("blank", "off")
            service.wait_until_still()
            self.play_behind(service)
            self.check_picture(service)
            self.check_hole(service)

    @thorough
    def test_each_frame_is_right_at_a_change_of_path(self):
        """Whatever is committed while subtitles come and go and the film's plane changes its place, the film is seen."""
        with self.running(MOVABLE, **self.beside("--subtitles", "below")) as service:
            self.mirroring(service)
            self.play_behind(service)
            device = service.bench.device
            x, y = beside(*SCREEN)
            wrong = []

            def look(proposal) -> int:
                shown = pictures.shown(device, service.crtc("HDMI-A-1")[1], cursor=False)
                # Noise about a colour: a hole without a film is black.
                if shown[y : y + 100, x : x + 300].mean() < 20:
                    wrong.append(shown)
                return 0

            with service.bench.lock:
                device.faults.commit_rule = look
            for _ in range(4):
                self.play(service)
                self.signal(service, signal.SIGALRM)
                service.wait_until_still()
            with service.bench.lock:
                device.faults.commit_rule = None
            self.assertFalse(wrong)
