"""A talk: slides in a document viewer on the external, notes in a terminal on the panel."""

import shutil
import tempfile
import unittest
from pathlib import Path

from support.binary import CHECKOUT
from support.pictures import keep
from support.requirements import require_programs
from support.terminal import Terminal
from support.virtual_service import VirtualService
from support.waiting import eventually

# One slide after another fills its page with one of these.
SLIDES = [(40, 140, 60), (40, 80, 190), (200, 60, 40)]


def setUpModule():
    require_programs("foot", "zathura", "evince")


def write_deck(path: Path) -> None:
    """A PDF of 16:9 pages, each of one colour."""
    kids = " ".join(f"{3 + 2 * index} 0 R" for index in range(len(SLIDES)))
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {len(SLIDES)} >>"]
    for index, colour in enumerate(SLIDES):
        drawing = " ".join(f"{channel / 255:.4f}" for channel in colour) + " rg 0 0 960 540 re f"
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] /Contents {4 + 2 * index} 0 R >>")
        objects.append(f"<< /Length {len(drawing)} >>\nstream\n{drawing}\nendstream")
    text, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(text))
        text += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    text += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    end = text.index("xref\n")
    text += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{end}\n%%EOF\n"
    path.write_text(text)


class SlidesTests(unittest.TestCase):
    viewer = ["zathura", "--mode=presentation"]

    def setUp(self):
        folder = Path(tempfile.mkdtemp(prefix="kagami-slides-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        write_deck(folder / "deck.pdf")
        self.notes = Terminal(folder, checkout=CHECKOUT, background="2040a0")
        self.service = self.enterContext(VirtualService(
            command=[*self.viewer, str(folder / "deck.pdf")], panel_command=self.notes.command()))
        eventually(lambda: self.service.status()["content"] is not None, "the slides are shown", 60)
        eventually(self.notes.size, "the notes are there", 60)
        self.service.plug(1920, 1080)
        self.service.cli("panel", "show", "application")
        self.wait_for_slide(0)

    def slide(self, screen: str = "external") -> tuple[int, ...]:
        picture = self.service.screen(screen)
        return tuple(map(int, picture[picture.shape[0] // 2, picture.shape[1] // 2]))

    def is_slide(self, number: int, screen: str = "external") -> bool:
        return all(abs(left - right) <= 3 for left, right in zip(self.slide(screen), SLIDES[number]))

    def wait_for_slide(self, number: int) -> None:
        eventually(lambda: self.is_slide(number), f"slide {number} is on the external", 30)

    def test_a_talk(self):
        # The notes have the keyboard while pages turn.
        self.service.cli("virtual", "key", "type", "a")
        eventually(lambda: self.notes.typed() == "a", "the notes have the keyboard")
        self.service.cli("present", "next")
        self.wait_for_slide(1)
        self.service.cli("present", "previous")
        self.wait_for_slide(0)
        self.service.cli("virtual", "key", "type", "b")
        eventually(lambda: self.notes.typed() == "ab", "the notes still have the keyboard")

        # Something is pointed at on the controller.
        self.service.cli("panel", "show", "content")
        self.service.cli("present", "laser")
        self.service.cli("virtual", "touch", "down", "0", "320", "400")
        self.service.wait_until_still()
        red, green, blue = map(int, self.service.screen("external")[540, 485])
        self.assertTrue(red > 200 and green < 110 and blue < 110, (red, green, blue))
        self.service.cli("virtual", "touch", "up", "0")
        self.service.cli("present", "off")

        # The audience keeps the slide while the presenter looks ahead.
        self.service.wait_until_still()
        self.service.cli("freeze", "on")
        self.service.cli("present", "timer", "start", "20")
        self.service.cli("present", "next")
        self.service.cli("present", "next")
        eventually(lambda: self.is_slide(2, "panel"), "the panel shows the last slide", 30)
        self.assertTrue(self.is_slide(0), "the external does not")
        keep(slides_panel=self.service.screen("panel"), slides_external=self.service.screen("external"))
        self.service.cli("freeze", "off")
        self.wait_for_slide(2)


class EvinceSlidesTests(SlidesTests):
    """The same with GNOME's viewer, which presents in a full-screen window beside its own."""

    viewer = ["evince", "--presentation"]
