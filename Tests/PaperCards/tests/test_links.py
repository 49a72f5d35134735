"""Links that are lost, and monitors of several cables."""

import time
from dataclasses import replace

from paper import oracles
from paper.cards.plain import PLAIN
from paper.displays import FULL_HD, Display, Mode
from paper.table import Blob

from .case import PaperCase


class LinkTests(PaperCase):
    def said(self, service, *words: str) -> list[str]:
        lines = (service.folder / "stderr").read_text().splitlines()
        return [line for line in lines if all(word in line for word in words)]

    def lose(self, service, trainings: int) -> None:
        device = service.bench.device
        with service.bench.lock:
            device.faults.bad_trainings["DP-1"] = trainings
            device.lose_link(device.connector("DP-1"))

    def test_link_that_is_trained(self):
        with self.running(PLAIN.with_displays(DP_1=FULL_HD)) as service:
            service.wait_for_content(1920, 1080, "external")
            self.lose(service, 1)
            time.sleep(1)
            device = service.bench.device
            with service.bench.lock:
                self.assertEqual(device.state[device.connector("DP-1").id]["link-status"], 0)
            oracles.check(service)
            self.assertEqual(self.said(service, "cannot be trained"), [])

    def test_link_that_cannot_be_trained(self):
        """The display is given up, one line says why, and when the cable is good again the display shows."""
        with self.running(PLAIN.with_displays(DP_1=FULL_HD)) as service:
            service.wait_for_content(1920, 1080, "external")
            self.lose(service, 3)
            service.wait_for_content(1280, 800, "panel")
            self.assertEqual(len(self.said(service, "DP-1", "cannot be trained")), 1, service.log())
            service.wait_for_content(1920, 1080, "external")
            oracles.check(service)


class TileTests(PaperCase):
    def test_half_a_monitor(self):
        """One line says that half is shown; in a mode for the whole monitor nothing is said."""
        modes = (Mode(1920, 2160, preferred=True), Mode(1280, 720))
        connectors = tuple(
            replace(c, display=Display(modes), properties={"TILE": Blob(b"1:1:2:1:0:0:1920:2160\0", immutable=True)})
            if c.name == "DP-1" else c for c in PLAIN.connectors)
        for wanted, size, count in (("", (1920, 2160), 1), ('mode = "1280x720"\n', (1280, 720), 0)):
            configuration = "[external]\nhold_ms = 0\n" + wanted
            with self.subTest(size), self.running(PLAIN.having(connectors=connectors), configuration=configuration) as service:
                service.wait_for_content(*size, "external")
                lines = (service.folder / "stderr").read_text().splitlines()
                self.assertEqual(len([line for line in lines if "DP-1" in line and "2 cables" in line]), count, lines)
                oracles.check(service)
