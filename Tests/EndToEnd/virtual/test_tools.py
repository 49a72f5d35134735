"""Tools on the socket beside the applications' copy the screen and type; applications cannot."""

import shutil
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy

from support.binary import CHECKOUT
from support.pictures import load
from support.requirements import require_programs
from support.terminal import Terminal
from support.virtual_service import VirtualService
from support.waiting import eventually


def setUpModule():
    require_programs("foot", "grim", "wayland-info", "wlr-randr", "wtype", "wvkbd-mobintl")


class ToolCase(unittest.TestCase):
    """Runs tools on the socket for them."""

    service: VirtualService

    def find_socket(self) -> None:
        self.socket = self.service.folder / self.service.tools

    def run_on(self, display: str, *command: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            command, env=self.service.environment | {"WAYLAND_DISPLAY": display}, cwd=self.service.folder,
            capture_output=True, text=True, timeout=30
        )

    def tool(self, *command: str) -> str:
        result = self.run_on(self.socket.name, *command)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def start(self, *command: str) -> None:
        """A tool that runs until the test ends."""
        self.service.others.append(
            subprocess.Popen(
                command, env=self.service.environment | {"WAYLAND_DISPLAY": self.socket.name},
                cwd=self.service.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        )


class ToolTests(ToolCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService())
        self.service.terminal_ready()
        self.find_socket()

    def plug(self) -> None:
        self.service.plug(1920, 1080)
        self.service.wait_until_still()

    def test_only_the_user_may_connect(self):
        self.assertEqual(stat.S_IMODE(self.socket.stat().st_mode), 0o600)

    def test_applications_can_neither_copy_nor_type(self):
        applications = "wayland-0"
        for command in (["grim", "stolen.png"], ["wtype", "x"]):
            with self.subTest(command[0]):
                self.assertNotEqual(self.run_on(applications, *command).returncode, 0)
        self.assertFalse((self.service.folder / "stolen.png").exists())

    def test_a_copy_shows_what_the_screen_shows(self):
        for name in ("panel", "external"):
            with self.subTest(name):
                if name == "external":
                    self.plug()
                output = self.service.status()[name]["name"]
                numpy.testing.assert_array_equal(self.copy("-o", output), self.service.screen(name))

    def test_every_display_is_copied_by_its_name(self):
        self.plug()
        for output, screen in (("HDMI-A-1", "external"), ("DSI-1", "panel")):
            with self.subTest(output):
                numpy.testing.assert_array_equal(self.copy("-o", output), self.service.screen(screen))
        # A part in the middle of the panel, where the snapshot is.
        shown = self.service.screen("panel")
        numpy.testing.assert_array_equal(
            self.copy("-g", f"{1920 + 400},300 200x100"), shown[300:400, 400:600])
        self.tool("wtype", "on")
        eventually(lambda: self.service.terminal.typed() == "on", "the text has arrived")
        self.service.wait_until_still()
        self.assertTrue((self.service.screen("panel") != shown).any())
        numpy.testing.assert_array_equal(self.copy("-o", "DSI-1"), self.service.screen("panel"))
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for_content(1280, 800, "panel")
        self.service.wait_until_still()
        numpy.testing.assert_array_equal(self.copy("-o", "DSI-1"), self.service.screen("panel"))
        self.assert_unknown("HDMI-A-1")

    def assert_unknown(self, output: str) -> None:
        result = self.run_on(self.socket.name, "grim", "-o", output, "copy.png")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("unknown output", result.stderr)

    def test_a_row_of_displays_is_an_output_and_so_is_each_display(self):
        self.plug()
        self.service.cli("virtual", "plug", "DP-2", "1280x1080")
        self.service.cli("externals", "arrange", "span")
        self.service.wait_for_content(3200, 1080, "external")
        self.service.wait_until_still()
        parts = [self.service.screen(name) for name in ("HDMI-A-1", "DP-2")]
        numpy.testing.assert_array_equal(self.copy("-o", "Row-1"), numpy.concatenate(parts, axis=1))
        for name, part in zip(("HDMI-A-1", "DP-2"), parts, strict=True):
            numpy.testing.assert_array_equal(self.copy("-o", name), part)
        self.service.cli("externals", "arrange", "copy")
        self.service.wait_for_content(1920, 1080, "external")
        self.service.wait_until_still()
        numpy.testing.assert_array_equal(self.copy("-o", "HDMI-A-1"), self.service.screen("external"))
        self.assert_unknown("Row-1")

    def test_a_copy_of_everything_has_the_displays_side_by_side(self):
        self.plug()
        self.service.cli("virtual", "plug", "DP-2", "1280x720")
        eventually(
            lambda: ("DP-2", "copy") in [(output["name"], output["role"]) for output in self.service.outputs()], "a copy")
        everything, external, panel, copy = eventually(self.copy_of_everything, "nothing changes, such as a notice that goes")
        self.assertEqual(everything.shape[:2], (1080, 1920 + 1280 + 1280))
        numpy.testing.assert_array_equal(everything[:, :1920], external)
        numpy.testing.assert_array_equal(everything[:800, 1920:3200], panel)
        numpy.testing.assert_array_equal(everything[:720, 3200:], copy)

    def copy_of_everything(self) -> list[numpy.ndarray] | None:
        """A copy of all displays, and what each of them shows; None if one has changed meanwhile."""
        before, everything, after = self.screens(), self.copy(), self.screens()
        return [everything, *after] if all(map(numpy.array_equal, before, after)) else None

    def screens(self) -> list[numpy.ndarray]:
        return [self.service.screen(name) for name in ("external", "panel", "DP-2")]

    def test_the_controllers_pointer_is_in_a_copy_that_asks_for_it(self):
        self.plug()
        self.service.cli("virtual", "touch", "tap", "640", "300")
        self.service.wait_until_still()
        before = self.copy("-o", "DSI-1")
        self.service.cli("virtual", "pointer", "move", "400", "360")
        self.service.wait_until_still()
        numpy.testing.assert_array_equal(self.copy("-c", "-o", "DSI-1"), self.service.screen("panel"))
        self.assertTrue((self.copy("-c", "-o", "DSI-1") != before).any())
        numpy.testing.assert_array_equal(self.copy("-o", "DSI-1"), before)

    def test_a_copy_without_a_display_is_of_what_goes_on(self):
        self.plug()
        shown = self.copy("-o", "HDMI-A-1")
        self.service.cli("virtual", "unplug", "DSI-1")
        numpy.testing.assert_array_equal(self.copy("-o", "HDMI-A-1"), self.service.screen("panel"))
        self.assert_unknown("DSI-1")
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for("no display is there", lambda status: status["state"] == "no-output")
        numpy.testing.assert_array_equal(self.copy(), shown)
        self.tool("wtype", "on")
        eventually(lambda: self.service.terminal.typed() == "on", "the text has arrived")
        eventually(lambda: (self.copy("-o", "HDMI-A-1") != shown).any(), "the copy shows it")
        typed = self.copy()
        # The display serves alone, in the panel's place.
        self.service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
        self.service.wait_for_content(1920, 1080, "panel")
        self.service.wait_until_still()
        numpy.testing.assert_array_equal(self.copy(), self.service.screen("panel"))
        numpy.testing.assert_array_equal(self.copy(), typed)

    def copy(self, *options: str) -> numpy.ndarray:
        self.tool("grim", *options, "copy.png")
        return load(self.service.folder / "copy.png")

    def test_the_pointer_is_in_a_copy_that_asks_for_it(self):
        """On a plane of its own, and drawn into the frame below a bar."""
        self.plug()
        for is_drawn in (False, True):
            with self.subTest(drawn=is_drawn):
                if is_drawn:
                    self.service.cli("hud", "show", "--as", "external-bottom")
                    self.service.wait_until_still()
                else:
                    self.service.cli("virtual", "touch", "tap", "640", "300")
                    self.service.wait_until_still()
                before = self.copy("-o", "HDMI-A-1")
                x, y = (600, 1078) if is_drawn else (600, 500)
                self.service.cli("virtual", "pointer", "move", *(str(at * 2 / 3 + off) for at, off in ((x, 0), (y, 40))))
                self.service.wait_until_still()
                layers = self.service.status()["external"]["layers"]
                path = next(layer["path"] for layer in layers if layer["kind"] == "cursor")
                self.assertEqual(path, "composed" if is_drawn else "plane")
                with_pointer = self.copy("-c", "-o", "HDMI-A-1")
                numpy.testing.assert_array_equal(with_pointer, self.service.screen("external"))
                self.assertTrue((with_pointer != before).any() or is_drawn)
                numpy.testing.assert_array_equal(self.copy("-o", "HDMI-A-1"), before)
                self.service.cli("virtual", "touch", "tap", "640", "300")

    def test_the_output_is_the_display_that_the_application_is_on(self):
        self.assertIn("1280x800 px, 60.000000 Hz (preferred, current)", self.tool("wlr-randr"))
        self.plug()
        text = self.tool("wlr-randr")
        self.assertIn("HDMI-A-1", text)
        self.assertIn("1920x1080 px, 60.000000 Hz (preferred, current)", text)

    def test_applications_see_one_output_with_the_mode_of_the_display(self):
        self.assert_one_output("1280 px, height: 800 px")
        self.plug()
        self.assert_one_output("1920 px, height: 1080 px")

    def assert_one_output(self, mode: str) -> None:
        text = self.run_on("wayland-0", "wayland-info").stdout
        self.assertEqual(text.count("interface: 'wl_output'"), 1, text)
        self.assertIn(f"width: {mode}, refresh: 60.000 Hz", text)

    def test_typed_text_comes_with_its_own_layout(self):
        text = "Häuser ✓ [42]"
        self.tool("wtype", text)
        eventually(lambda: self.service.terminal.typed() == text, "the text has arrived")


class ToolsBesideAPanelApplicationTests(ToolCase):
    """One socket serves both applications: tools act on the one that has the keyboard."""

    # The rows that the on-screen keyboard asks for.
    KEYBOARD = 240
    BLUE = (32, 64, 160)
    GREY = (36, 36, 36)

    def setUp(self):
        folder = Path(tempfile.mkdtemp(prefix="kagami-panel-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.panel = Terminal(folder, checkout=CHECKOUT, background="2040a0")
        self.service = self.enterContext(VirtualService(panel_command=self.panel.command()))
        self.content = self.service.terminal
        self.service.terminal_ready()
        self.rows = eventually(self.panel.size, "the panel application's program runs")[1]
        self.find_socket()

    def show(self, choice: str) -> None:
        self.service.cli("panel", "show", choice)
        self.service.wait_until_still()

    def type(self, text: str, terminal: Terminal) -> None:
        before = terminal.typed()
        self.tool("wtype", text)
        eventually(lambda: terminal.typed() == before + text, f"'{text}' has arrived")

    def start_keyboard(self) -> None:
        self.start("wvkbd-mobintl", "-L", str(self.KEYBOARD), "-l", "simple", "--landscape-layers", "simple")

    def tap_key(self) -> None:
        self.service.cli("virtual", "touch", "tap", "100", str(800 - self.KEYBOARD + 30))

    def share(self, screen: str, colour: tuple[int, int, int], rows: slice) -> float:
        """How much of some rows has a terminal's background."""
        picture = self.service.screen(screen)[rows].astype(int)
        return float((numpy.abs(picture - colour).max(axis=2) <= 2).mean())

    def keyboard_is_below(self, screen: str, colour: tuple[int, int, int]) -> bool:
        height = self.service.status()[screen]["height"]
        keys = slice(height - self.KEYBOARD, height)
        return self.share(screen, colour, keys) < 0.1 and self.share(screen, colour, slice(0, 100)) > 0.5

    def test_typed_text_goes_to_whoever_has_the_keyboard(self):
        self.type("one", self.content)
        self.show("application")
        self.type("twö", self.panel)
        self.show("content")
        self.type("three", self.content)
        self.service.plug(1920, 1080)
        self.show("application")
        self.type("four", self.panel)
        self.assertEqual((self.content.typed(), self.panel.typed()), ("onethree", "twöfour"))

    def test_an_on_screen_keyboard_serves_both(self):
        self.start_keyboard()
        eventually(lambda: self.keyboard_is_below("panel", self.GREY), "the keyboard is below the content")
        self.tap_key()
        eventually(self.content.typed, "a key has been typed")
        self.show("application")
        eventually(lambda: self.keyboard_is_below("panel", self.BLUE), "it is below the panel application")
        self.assertLess(eventually(self.panel.size, "the panel application knows its size")[1], self.rows)
        self.service.wait_until_still()
        self.tap_key()
        eventually(self.panel.typed, "the panel application has been typed into")
        self.assertEqual(self.panel.typed(), self.content.typed())
        self.show("content")
        eventually(lambda: self.keyboard_is_below("panel", self.GREY), "it is below the content again")
        eventually(lambda: self.panel.size()[1] == self.rows, "the panel application has its whole screen again")

    def test_beside_an_external_the_keyboard_is_on_the_panel_whoever_is_typed_into(self):
        self.service.plug(1920, 1080)
        self.start_keyboard()
        self.service.wait_for("the controller leaves it room", lambda status: status["viewport"]["height"] == 560)
        eventually(lambda: self.share("panel", self.GREY, slice(560, 800)) < 0.1, "it is below the controller")
        self.assertGreater(self.share("external", self.GREY, slice(840, 1080)), 0.9)
        self.tap_key()
        eventually(self.content.typed, "the content has been typed into")
        self.assertEqual(self.panel.typed(), "")
        self.show("application")
        eventually(lambda: self.keyboard_is_below("panel", self.BLUE), "it is below the panel application")
        self.tap_key()
        eventually(self.panel.typed, "the panel application has been typed into")
        self.assertEqual(self.panel.typed(), self.content.typed())
        self.show("content")
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        eventually(lambda: self.keyboard_is_below("panel", self.GREY), "it comes home with the content")

    def test_copies_are_of_both_screens_whichever_has_the_focus(self):
        self.service.plug(1920, 1080)
        for choice, mode in (("application", "1280x800 px"), ("content", "1920x1080 px")):
            self.show(choice)
            for output, screen in (("DSI-1", "panel"), ("HDMI-A-1", "external")):
                with self.subTest(choice, screen=screen):
                    self.tool("grim", "-o", output, "copy.png")
                    numpy.testing.assert_array_equal(load(self.service.folder / "copy.png"), self.service.screen(screen))
            self.assertIn(mode, self.tool("wlr-randr"))
