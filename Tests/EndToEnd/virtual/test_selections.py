"""What is copied and marked goes between sockets, and stays when displays come and go; an on-screen keyboard types."""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from support.binary import CHECKOUT
from support.requirements import require_programs
from support.terminal import Terminal
from support.virtual_service import VirtualService
from support.waiting import eventually

TEXT = "Häuser ✓ [42]"


def setUpModule():
    require_programs("foot", "wl-copy", "wl-paste", "wvkbd-mobintl")


class ToolSocketTests(unittest.TestCase):
    def setUp(self):
        self.begin(VirtualService())

    def begin(self, service: VirtualService) -> None:
        self.service = self.enterContext(service)
        self.service.terminal_ready()
        self.tools = self.service.tools
        self.applications = self.service.status()["sockets"]["content"]

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


class CopyCase(ToolSocketTests):
    def paste(self, display: str, *options: str) -> str:
        result = subprocess.run(
            ["wl-paste", "--no-newline", *options], env=self.service.environment | {"WAYLAND_DISPLAY": display},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30
        )
        return result.stdout

    def copy(self, display: str, text: str, *options: str) -> subprocess.Popen:
        """Keeps the text ready for pasting until the program or the test ends."""
        process = self.start(display, "wl-copy", "--foreground", *options, text)
        eventually(lambda: self.paste(self.tools, *options) == text, "the text is there to be pasted")
        return process


class SelectionTests(CopyCase):
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

    def test_copies_outlast_the_program_that_copied(self):
        marked = self.copy(self.tools, "marked", "--primary")
        for source in (self.tools, self.applications):
            with self.subTest(source=source):
                process = self.copy(source, TEXT)
                process.terminate()
                process.wait()
                for display in (self.tools, self.applications):
                    eventually(lambda: self.paste(display) == TEXT, "the service offers the text on")
                self.assertEqual(self.paste(self.tools), TEXT, "as often as it is wanted")
        marked.terminate()
        eventually(lambda: self.paste(self.tools, "--primary") == "", "what is marked ends with its program")

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


class SharedSelectionTests(CopyCase):
    """Content and panel application, each with a Wayland server of its own."""

    def setUp(self):
        """The service starts in each test, as configured there."""

    def begin_with(self, configuration: str) -> None:
        folder = Path(tempfile.mkdtemp(prefix="kagami-panel-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.panel = Terminal(folder, checkout=CHECKOUT)
        self.begin(VirtualService(panel_command=self.panel.command(), configuration=configuration))
        self.panels = eventually(self.panel.start, "the panel application's program runs")["WAYLAND_DISPLAY"]

    def paste_in_the_panel_application(self) -> None:
        self.service.cli("panel", "show", "application")
        self.service.cli("virtual", "key", "leftctrl+leftshift+v")

    def test_what_is_copied_in_one_is_pasted_in_the_other(self):
        self.begin_with("")
        self.copy(self.applications, TEXT)
        self.paste_in_the_panel_application()
        eventually(lambda: self.panel.typed() == TEXT, "the content's text is pasted in the panel application")
        self.start(self.panels, "wl-copy", "--foreground", "from the panel")
        eventually(lambda: self.paste(self.tools) == "from the panel", "the panel application's text is there for the content")

    def test_each_keeps_its_own_where_that_is_configured(self):
        self.begin_with("[panel]\nshare_clipboard = false\n")
        self.copy(self.applications, TEXT)
        self.paste_in_the_panel_application()
        self.service.cli("virtual", "key", "type", "own")
        eventually(lambda: self.panel.typed() == "own", "what is typed has arrived, and nothing before it")


class OnScreenKeyboardTests(ToolSocketTests):
    def test_a_tap_on_a_key_types(self):
        rows = self.service.terminal.size()[1]
        self.start(self.tools, "wvkbd-mobintl", "-L", "240", "-l", "simple", "--landscape-layers", "simple")
        eventually(lambda: self.service.terminal.size()[1] < rows, "the window makes room for the keyboard")
        for x, y, text in ((122, 590, "q"), (794, 650, "qh"), (640, 770, "qh ")):
            self.service.cli("virtual", "touch", "tap", str(x), str(y))
            eventually(lambda: self.service.terminal.typed() == text, f"{text!r} has been typed")
