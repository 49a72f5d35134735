"""What the documentation shows for virtual displays is true: its commands are run, and their output is compared."""

import re
import shlex
import signal
import unittest
from dataclasses import dataclass

from PIL import Image

from support.binary import CHECKOUT
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

DOCS = CHECKOUT / "docs"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def setUpModule():
    require_programs("foot")


@dataclass(frozen=True)
class Step:
    """A command, and lines that the page shows of its output."""

    words: list[str]
    shown: list[str]


def steps(page: str) -> list[Step]:
    """The commands of a page, in order. A block of text shows the output of the `kagami status` or `outputs` before it."""
    found: list[Step] = []
    for language, text in BLOCK.findall(page):
        lines = text.splitlines()
        if language == "sh":
            found += [Step(shlex.split(line, comments=True), []) for line in lines]
        elif language == "text":
            printing = [step for step in found if step.words[1] in ("status", "outputs")]
            printing[-1].shown.extend(lines)
    return found


class PageService(VirtualService):
    """The service as a page starts it, without a configuration."""

    def __init__(self, start: list[str]):
        end = start.index("--")
        super().__init__(command=start[end + 1:])
        self.options = start[2:end]
        self.configuration.unlink()

    def backend(self) -> list[str]:
        return self.options


class NoHardwareTests(unittest.TestCase):
    def test_the_commands_do_what_the_page_says(self):
        start, *others = steps((DOCS / "tasks" / "no-hardware.md").read_text())
        self.assertEqual(start.words[:2], ["kagami", "run"])
        self.assertGreater(len(others), 10)
        with PageService(start.words) as service:
            service.wait_for("the terminal is shown", lambda status: status["content"])
            for step in others:
                self.assertEqual(step.words[0], "kagami")
                self.follow(step, service)
            self.check_pictures(service)
            self.assertEqual(service.end(signal.SIGINT), 0)

    def follow(self, step: Step, service: VirtualService) -> None:
        """Does a step as a reader does: goes on when the screens are at rest, and looks again at what is not there yet."""
        service.wait_until_still()
        output = service.cli(*step.words[1:])
        if step.shown:
            eventually(
                lambda: set(step.shown) <= set(service.cli(*step.words[1:]).splitlines()),
                f"{shlex.join(step.words)} prints {step.shown}, and not:\n{output}", service.patience)
        if step.words[1:3] == ["virtual", "plug"]:
            service.wait_for("the terminal moves", lambda status: status["content"]["on"] == "external")
        if step.words[1:3] == ["virtual", "unplug"]:
            service.wait_for("the terminal comes home", lambda status: status["content"]["on"] == "panel")

    def check_pictures(self, service: VirtualService) -> None:
        """The page's pictures have the sizes of their screens and something on them."""
        for name, size in [("external", (3840, 2160)), ("panel", (1280, 800)), ("zoomed", (1280, 800))]:
            with Image.open(service.folder / f"{name}.png") as picture:
                self.assertEqual(picture.size, size)
                self.assertGreater(len(picture.convert("RGB").getcolors(1 << 24)), 2, name)


class OtherPagesTests(unittest.TestCase):
    """Pages about hardware: what they ask of the running service is asked of one with virtual displays, a panel application
    and the page's own configuration."""

    # What starts a service, or is about this computer: its displays, its backlight, its files.
    ELSEWHERE = {"run", "doctor", "brightness"}

    def test_first_steps(self):
        self.follow("first-steps.md", at_least=5)

    def test_first_steps_in_japanese(self):
        self.follow("ja/first-steps.md", at_least=5)

    def test_raspberry_pi(self):
        self.follow("tasks/raspberry-pi.md", at_least=3)

    def test_laptop(self):
        self.follow("tasks/laptop.md", at_least=3)

    def test_industrial_panel(self):
        self.follow("tasks/industrial-panel.md", at_least=3)

    def test_presenter(self):
        self.follow("tasks/presenter.md", at_least=12)

    def test_troubleshooting(self):
        self.follow("troubleshooting.md", at_least=3)

    def follow(self, page: str, at_least: int) -> None:
        text = (DOCS / page).read_text()
        followed = 0
        with VirtualService(command=["foot"], panel_command=["foot"]) as service:
            service.wait_for_content(1280, 800, "panel")
            service.plug(1920, 1080)
            for step in steps(text):
                if step.words[0] != "kagami" or step.words[1] in self.ELSEWHERE:
                    continue
                if step.words[1] == "config":
                    service.configuration.write_text(self.configuration(text))
                service.cli(*step.words[1:])
                if step.words[1:3] == ["present", "pen"]:
                    self.draw(service)
                followed += 1
        self.assertGreaterEqual(followed, at_least)

    @staticmethod
    def configuration(text: str) -> str:
        """What a page says about the configuration, until it says something else about the same section."""
        configuration = ""
        for language, block in BLOCK.findall(text):
            sections = re.findall(r"^\[\w+\]$", block, re.MULTILINE)
            if language == "toml" and not any(section in configuration for section in sections):
                configuration += block
        return configuration

    @staticmethod
    def draw(service: VirtualService) -> None:
        for action in (["down", "0", "600", "400"], ["move", "0", "700", "450"], ["up", "0"]):
            service.cli("virtual", "touch", *action)
        service.wait_for("a stroke", lambda status: status["presenter"] and status["presenter"]["strokes"] == 1)


if __name__ == "__main__":
    unittest.main()
