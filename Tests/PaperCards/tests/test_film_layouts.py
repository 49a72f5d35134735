"""Films laid out as hardware decoders do it: a Raspberry Pi's columns, on a plane that reads them and where none does."""

import signal
from dataclasses import replace

from paper import oracles, pictures
from paper.cards.vc4 import PI4
from paper.table import LINEAR
from support.effort import thorough
from support.raw.film import samples, seen

from .film_case import FilmCase, linear

FILM = (1200, 500)
# Whole macroblocks of brightness, and half as much of colours.
COLUMN_HEIGHT = 512 * 3 // 2


class FilmLayoutTests(FilmCase):
    @thorough
    def test_a_film_in_columns_is_shown_as_it_lies(self):
        """A Raspberry Pi's decoder cuts rows up: the plane puts them together, and so does what is drawn."""
        with self.running(linear(PI4), **self.film("--columns")) as service:
            self.mirroring(service)
            self.on_plane(service)
            self.assertEqual(self.planes(service), ["primary"])
            self.assertEqual(self.column_heights(service), [COLUMN_HEIGHT])
            for number in range(3):
                if number:
                    self.signal(service, signal.SIGUSR1)
                    service.wait_until_still()
                self.check_colours(service, seen(*samples(*FILM, number)))
                self.assertLess(oracles.check_scanout(service, edge=1)["external"].mean, 4)
            self.on_plane(service)
            service.wait_for("a plane shows the snapshot", lambda status: status["snapshot"]["path"] == "plane")
            self.check_conversions(service, *FILM)

    def test_a_film_in_columns_is_drawn_where_planes_lack_them(self):
        planes = tuple(replace(plane, layouts=plane.layouts | {"NV12": LINEAR}) for plane in linear(PI4).planes)
        with self.running(PI4.having(planes=planes), **self.film("--columns")) as service:
            self.mirroring(service)
            self.composed(service, "the plane lacks its memory layout")
            self.check_colours(service, seen(*samples(*FILM, 0)))
            self.check_conversions(service, *FILM)

    def column_heights(self, service) -> list[int | None]:
        """Of the framebuffers on the external's planes that are as high as the film."""
        device, crtc = service.crtc("HDMI-A-1")
        with service.bench.lock:
            shown = [device.framebuffers[device.state[plane.id]["FB_ID"]] for plane in pictures.stack(device, crtc)]
            return [framebuffer.column_height for framebuffer in shown if framebuffer.height == FILM[1]]
