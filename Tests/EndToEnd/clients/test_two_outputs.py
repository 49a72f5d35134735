"""Programs for two screens, with their windows on the external and the panel."""

import shutil
import tempfile
import unittest
from pathlib import Path

import numpy

from support.pictures import keep
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

from .test_slides import SLIDES, write_deck

RULE = """
[application]
outputs = 2

[[window_rule]]
title = "Pympress Presenter"
panel = true
"""


def setUpModule():
    require_programs("foot", "mpv", "pympress")


def share(picture: numpy.ndarray, colour: tuple[int, ...]) -> float:
    """How much of the picture is of a colour, 0 to 1."""
    return float((numpy.abs(picture.astype(int) - colour).max(axis=2) <= 3).mean())


class PympressTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="kagami-two-outputs-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        write_deck(self.folder / "deck.pdf")

    def test_slides_are_on_the_external_and_the_presenter_on_the_panel(self):
        with VirtualService(command=["pympress", str(self.folder / "deck.pdf")], configuration=RULE) as service:
            service.wait_for("the viewer is there", lambda status: status["content"] is not None)
            for _ in range(2):
                service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
                self.wait_for_slide(service, 0)
                service.wait_for("the presenter is on the panel", lambda status: status["panel_foreground"] == "application")
                self.assertLess(share(service.screen("panel"), SLIDES[0]), 0.8, "the presenter's window has more than the slide")
                # The presenter has the keyboard. Its first key does nothing, as does this one on the first page.
                service.cli("virtual", "key", "pageup")
                service.cli("virtual", "key", "pagedown")
                self.wait_for_slide(service, 1)
                keep(pympress_external=service.screen("external"), pympress_panel=service.screen("panel"))
                service.cli("virtual", "key", "pageup")
                self.wait_for_slide(service, 0)
                service.cli("virtual", "unplug", "HDMI-A-1")
                service.wait_for_content(1280, 800, "panel")
                self.assertEqual(service.status()["panel_foreground"], "content")

    def wait_for_slide(self, service: VirtualService, number: int) -> None:
        def is_there() -> bool:
            status = service.status()
            return status["external"] is not None and share(service.screen("external"), SLIDES[number]) > 0.9

        eventually(is_there, f"slide {number} is on the external", 60)


class MpvTests(unittest.TestCase):
    def test_a_film_goes_to_the_output_of_its_name(self):
        with VirtualService(configuration="[application]\noutputs = 2\n") as service:
            service.terminal_ready()
            service.plug(1920, 1080)
            service.cli(
                "launch", "--", "mpv", "--no-config", "--no-terminal", "--vo=wlshm", "--fs", "--fs-screen-name=DSI-1", "--loop",
                "av://lavfi:color=c=0x2040a0:size=640x400:rate=5")
            service.wait_for("the film is on the panel", lambda status: status["panel_foreground"] == "application")
            eventually(lambda: share(service.screen("panel"), (32, 64, 160)) > 0.9, "the film fills the panel", 30)
            self.assertLess(share(service.screen("external"), (32, 64, 160)), 0.1)
            keep(mpv_external=service.screen("external"), mpv_panel=service.screen("panel"))
