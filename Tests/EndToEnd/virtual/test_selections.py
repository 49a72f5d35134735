"""What is copied and marked goes between sockets, and stays when displays come and go; an on-screen keyboard types."""

import subprocess
import unittest

from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

TEXT = "Häuser ✓ [42]"


def setUpModule():
    require_programs("foot", "wl-copy", "wl-paste", "wvkbd-mobintl")


class ToolSocketTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService())
        self.service.terminal_ready()
        self.tools = next(self.service.folder.glob("wayland-*-tools")).name
        self.applications = self.tools.removesuffix("-tools")

    def start(self, display: str, *command: str) -> subprocess.Popen:
        """A program that goes on until the test's end, its output in a file called `output`."""
        with open(self.service.folder / "output", "ab") as output:
            process = subprocess.Popen(
                command, env=self.service.environment | {"WAYLAND_DISPLAY": display}, cwd=self.service.folder,
                stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
        self.service.others.append(process)
        return process

    def output(self) -> str:
        return (self.service.folder / "output").read_text()

    def plug(self) -> None:
        self.service.plug(1920, 1080)

    def unplug(self) -> None:
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for_content(1280, 800, "panel")


class SelectionTests(ToolSocketTests):
    def paste(self, display: str, *options: str) -> str:
        result = subprocess.run(
            ["wl-paste", "--no-newline", *options], env=self.service.environment | {"WAYLAND_DISPLAY": display},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30
        )
        return result.stdout

    def copy(self, display: str, text: str, *options: str) -> None:
        """Keeps the text ready for pasting until the test ends."""
        self.start(display, "wl-copy", "--foreground", *options, text)
        eventually(lambda: self.paste(self.tools, *options) == text, "the text is there to be pasted")

    def test_copies_go_between_the_sockets(self):
        for options in ([], ["--primary"]):
            for source in (self.tools, self.applications):
                with self.subTest(source=source, options=options):
                    text = f"{TEXT} {source} {options}"
                    self.copy(source, text, *options)
                    self.assertEqual(self.paste(self.applications, *options), text)

    def test_copies_outlast_displays(self):
        self.copy(self.applications, "copied")
        self.copy(self.tools, "marked", "--primary")
        for change in (self.plug, self.unplug):
            change()
            for display in (self.tools, self.applications):
                with self.subTest(change=change.__name__, display=display):
                    self.assertEqual(self.paste(display), "copied")
                    self.assertEqual(self.paste(display, "--primary"), "marked")

    def test_watching_sees_every_copy(self):
        self.start(self.tools, "wl-paste", "--watch", "sh", "-c", "cat; echo")
        for text in ("first", "second"):
            self.copy(self.applications, text)
            eventually(lambda: self.output().rstrip("\n").endswith(text), "the watcher is told")

    def test_the_middle_button_pastes(self):
        self.copy(self.tools, TEXT, "--primary")
        for change in (lambda: None, self.plug):
            change()
            before = self.service.terminal.typed()
            self.service.cli("virtual", "pointer", "move", "640", "400")
            self.service.cli("virtual", "pointer", "button", "middle")
            eventually(lambda: self.service.terminal.typed() == before + TEXT, "the text is pasted")


class OnScreenKeyboardTests(ToolSocketTests):
    def test_a_tap_on_a_key_types(self):
        rows = self.service.terminal.size()[1]
        self.start(self.tools, "wvkbd-mobintl", "-L", "240", "-l", "simple", "--landscape-layers", "simple")
        eventually(lambda: self.service.terminal.size()[1] < rows, "the window makes room for the keyboard")
        for x, y, text in ((122, 590, "q"), (794, 650, "qh"), (640, 770, "qh ")):
            self.service.cli("virtual", "touch", "tap", str(x), str(y))
            eventually(lambda: self.service.terminal.typed() == text, f"{text!r} has been typed")
