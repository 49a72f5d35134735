"""Films as decoders leave them, brightness and colours apart, on a real graphics driver: drawn from where they lie."""

import numpy

from support.gl_case import GLCase
from support.pictures import Viewport, area_average
from support.raw.film import MEANINGS, film, largest_difference
from support.waiting import eventually

# What OpenGL ES may be off, and what a film is that has been shrunk.
ROUNDING, SHRUNK = 3, 4
# Larger than the external by half, and in how many parts the two are compared, across and down.
FILM = (1920, 1080)
PARTS = (32, 18)


def blocks(picture: numpy.ndarray, width: int, height: int) -> numpy.ndarray:
    """The averages of so many parts of a picture."""
    rows, columns = picture.shape[0] // height, picture.shape[1] // width
    return picture.astype(float).reshape(height, rows, width, columns, -1).mean(axis=(1, 3))


class FilmTests(GLCase):
    """The driver imports each plane of a film by itself, and converts nothing."""

    def show(self, format: str, *options: str):
        # A new one each time: the guest may not see for a moment that a file has been removed outside.
        self.log = self.service.folder / f"film-{len(list(self.service.folder.glob('film-*')))}.log"
        return self.service.raw_client("yuv_client", f"--implicit --format {format} {' '.join(options)}", self.log.name)

    def uploaded(self) -> int:
        return self.service.status()["counters"]["bytes"]["uploaded"]["read"]

    def wait_until_shown(self) -> dict:
        eventually(lambda: self.log.exists() and self.log.read_text(), "the film", 60)
        self.assertEqual(self.log.read_text(), "shown\n")
        return self.service.wait_until_still()

    def test_films_are_sampled_where_they_lie(self):
        for format in ("NV12", "P010", "YU12", "YV12"):
            with self.subTest(format), self.show(format):
                status = self.wait_until_shown()
                before = self.uploaded()
                external, panel = self.screenshot("external"), self.screenshot("panel")
                expected = film(format, external.shape[1], external.shape[0])
                self.assertLessEqual(largest_difference(external, expected), ROUNDING)
                place = Viewport.of(status)
                snapshot = panel[place.y : place.y + place.height, place.x : place.x + place.width]
                smaller = area_average(expected, place.width, place.height)
                self.assertLessEqual(largest_difference(snapshot, smaller), SHRUNK)
                self.assertEqual(self.uploaded(), before)
                self.assertEqual(self.service.status()["renderer"], "gles", self.service.log())

    def test_a_players_word_on_its_films_numbers_counts(self):
        for format, meaning in (("NV12", "bt709-full"), ("P010", "bt2020-limited"), ("YU12", "bt601-full")):
            with self.subTest(format, meaning=meaning), self.show(format, "--meaning", meaning):
                self.wait_until_shown()
                external = self.screenshot("external")
                expected = film(format, external.shape[1], external.shape[0], MEANINGS[meaning][1])
                self.assertLessEqual(largest_difference(external, expected), ROUNDING)

    def test_a_film_of_high_definition_has_its_standards_colours(self):
        width, height = FILM
        with self.show("NV12", "--size", f"{width}x{height}"):
            self.wait_until_shown()
            expected = blocks(film("NV12", width, height), *PARTS)
            self.assertLessEqual(largest_difference(blocks(self.screenshot("external"), *PARTS), expected), SHRUNK)

    def test_a_driver_that_overlooks_where_planes_begin_gets_none_that_begin_late(self):
        """Shown all the same, all planes would be the first."""
        self.machine.run("chmod a+rw /dev/dri/card0")
        with self.show("NV12", "--card", "pci"):
            eventually(lambda: self.log.exists() and self.log.read_text() == "refused\n", "the film is refused", 60)
