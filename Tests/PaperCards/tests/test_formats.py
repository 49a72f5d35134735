"""Cards whose planes do not know XR24."""

from paper import oracles
from paper.cards.tilcdc import TILCDC, TILCDC_24
from paper.cards.zynqmp import ZYNQMP, ZYNQMP_AR24

from .case import PaperCase


class FormatTests(PaperCase):
    def check(self, card, width, height):
        with self.running(card) as service:
            service.wait_for_content(width, height, "panel")
            oracles.check(service)

    def test_rgb565(self):
        self.check(TILCDC, 1280, 720)

    def test_bgr888(self):
        self.check(TILCDC_24, 1280, 720)

    def test_argb8888_and_others(self):
        self.check(ZYNQMP, 1920, 1080)

    def test_argb8888_alone(self):
        self.check(ZYNQMP_AR24, 1920, 1080)
