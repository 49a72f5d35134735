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

OUTPUTS = "[application]\noutputs = 2\n"

RULE = OUTPUTS + """
[[window_rule]]
title = "Pympress Presenter"
panel = true

[[window_rule]]
title = "pdfpc - presenter*"
panel = true
"""

# A flat OpenDocument presentation with the first two slides.
NAMES = {
    "office": "office", "style": "style", "draw": "drawing", "fo": "xsl-fo-compatible", "presentation": "presentation"}
DECK = f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document
{" ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{word}:1.0"' for name, word in NAMES.items())}
 office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.presentation">
<office:automatic-styles>
<style:page-layout style:name="page"><style:page-layout-properties fo:page-width="28cm" fo:page-height="15.75cm"/></style:page-layout>
{"".join(
    f'<style:style style:name="slide{index}" style:family="drawing-page"><style:drawing-page-properties draw:background-size="border"'
    f' draw:fill="solid" draw:fill-color="#{bytes(colour).hex()}"/></style:style>' for index, colour in enumerate(SLIDES[:2]))}
</office:automatic-styles>
<office:master-styles><style:master-page style:name="master" style:page-layout-name="page"/></office:master-styles>
<office:body><office:presentation>
{"".join(
    f'<draw:page draw:name="{index + 1}" draw:style-name="slide{index}" draw:master-page-name="master"/>' for index in range(2))}
</office:presentation></office:body></office:document>
"""


def setUpModule():
    require_programs("foot", "mpv", "pdfpc", "pympress", "soffice")


def share(picture: numpy.ndarray, colour: tuple[int, ...]) -> float:
    """How much of the picture is of a colour, 0 to 1."""
    return float((numpy.abs(picture.astype(int) - colour).max(axis=2) <= 3).mean())


class TalkCase(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="kagami-two-outputs-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        write_deck(self.folder / "deck.pdf")

    def wait_for_slide(self, service: VirtualService, number: int) -> None:
        def is_there() -> bool:
            status = service.status()
            return status["external"] is not None and share(service.screen("external"), SLIDES[number]) > 0.9

        eventually(is_there, f"slide {number} is on the external", 60)

    def wait_for_presenter(self, service: VirtualService, number: int) -> None:
        """The panel shows the presenter's window, with a slide and more."""
        service.wait_for("the presenter is on the panel", lambda status: status["panel_foreground"] == "application")
        eventually(
            lambda: 0.05 < share(service.screen("panel"), SLIDES[number]) < 0.8, f"the presenter's window shows slide {number}", 60)

    def come_home(self, service: VirtualService) -> None:
        """At the unplug all windows are on the panel."""
        service.cli("virtual", "unplug", "HDMI-A-1")
        service.wait_for_content(1280, 800, "panel")
        self.assertEqual(service.status()["panel_foreground"], "content")


class PympressTests(TalkCase):
    def test_slides_are_on_the_external_and_the_presenter_on_the_panel(self):
        with VirtualService(command=["pympress", str(self.folder / "deck.pdf")], configuration=RULE) as service:
            service.wait_for("the viewer is there", lambda status: status["content"] is not None)
            for _ in range(2):
                service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
                self.wait_for_slide(service, 0)
                self.wait_for_presenter(service, 0)
                # The presenter has the keyboard. Its first key does nothing, as does this one on the first page.
                service.cli("virtual", "key", "pageup")
                service.cli("virtual", "key", "pagedown")
                self.wait_for_slide(service, 1)
                keep(pympress_external=service.screen("external"), pympress_panel=service.screen("panel"))
                service.cli("virtual", "key", "pageup")
                self.wait_for_slide(service, 0)
                self.come_home(service)


class PdfpcTests(TalkCase):
    """It makes a window for the audience when the external comes, and names the external for it."""

    def test_slides_are_on_the_external_and_the_presenter_stays_on_the_panel(self):
        with VirtualService(command=["pdfpc", str(self.folder / "deck.pdf")], configuration=RULE) as service:
            service.wait_for("the presenter is there", lambda status: status["content"] is not None)
            for _ in range(2):
                service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
                self.wait_for_presenter(service, 0)
                service.cli("virtual", "key", "pagedown")
                self.wait_for_slide(service, 1)
                self.wait_for_presenter(service, 1)
                keep(pdfpc_external=service.screen("external"), pdfpc_panel=service.screen("panel"))
                service.cli("virtual", "key", "pageup")
                self.wait_for_slide(service, 0)
                self.come_home(service)


class ImpressTests(TalkCase):
    """A show that starts beside an external has its slides there and its presenter console on the panel."""

    def test_the_console_is_on_the_panel(self):
        (self.folder / "deck.fodp").write_text(DECK)
        command = [
            "env", "SAL_USE_VCLPLUGIN=gtk3", "soffice", "--norestore", "--nologo", "--nofirststartwizard",
            f"-env:UserInstallation=file://{self.folder}/profile", str(self.folder / "deck.fodp")]
        with VirtualService(command=command, configuration=OUTPUTS) as service:
            eventually(lambda: share(service.screen("panel"), SLIDES[0]) > 0.1, "the editor shows the slide", 120)
            service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
            service.wait_for_content(1920, 1080, "external")
            service.cli("virtual", "key", "f5")
            self.wait_for_slide(service, 0)
            self.wait_for_presenter(service, 0)
            service.cli("virtual", "key", "pagedown")
            self.wait_for_slide(service, 1)
            self.wait_for_presenter(service, 1)
            keep(impress_external=service.screen("external"), impress_panel=service.screen("panel"))
            self.come_home(service)


class MpvTests(unittest.TestCase):
    def test_a_film_goes_to_the_output_of_its_name(self):
        with VirtualService(configuration=OUTPUTS) as service:
            service.terminal_ready()
            service.plug(1920, 1080)
            service.cli(
                "launch", "--", "mpv", "--no-config", "--no-terminal", "--vo=wlshm", "--fs", "--fs-screen-name=DSI-1", "--loop",
                "av://lavfi:color=c=0x2040a0:size=640x400:rate=5")
            service.wait_for("the film is on the panel", lambda status: status["panel_foreground"] == "application")
            eventually(lambda: share(service.screen("panel"), (32, 64, 160)) > 0.9, "the film fills the panel", 30)
            self.assertLess(share(service.screen("external"), (32, 64, 160)), 0.1)
            keep(mpv_external=service.screen("external"), mpv_panel=service.screen("panel"))
