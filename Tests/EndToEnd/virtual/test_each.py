"""Displays with applications of their own, of which the panel's controller controls one at a time."""

import json
import shutil
import tempfile
import unittest
from pathlib import Path

import numpy

from support.binary import CHECKOUT
from support.event_viewer import EventViewer
from support.pictures import Viewport, check_detail, check_snapshot, keep
from support.requirements import require_programs
from support.terminal import Terminal
from support.virtual_service import EventStream, VirtualService
from support.waiting import eventually

from .test_lock import Lock

GREY = (36, 36, 36)
BLUE = (32, 64, 160)
# The content's display has no command; the others have one.
SIZES = {"HDMI-A-1": (1920, 1080), "DP-1": (1280, 720), "DP-2": (1024, 768)}
# Where the panel of 1280 x 800 shows each of them.
PLACES = {
    "HDMI-A-1": Viewport(0, 40, 1280, 720), "DP-1": Viewport(0, 40, 1280, 720), "DP-2": Viewport(128, 16, 1024, 768),
}


def setUpModule():
    require_programs("foot", "swaylock", "wev", "wvkbd-mobintl")


def is_shown(picture: numpy.ndarray, colour: tuple[int, int, int]) -> bool:
    """Most of the picture has the terminal's background."""
    return bool((numpy.abs(picture.astype(int) - colour).max(axis=2) <= 2).mean() > 0.5)


class EachTests(unittest.TestCase):
    """A terminal on DP-1 and the event viewer on DP-2, beside the content's terminal."""

    def setUp(self):
        folder = Path(tempfile.mkdtemp(prefix="kagami-each-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.blue = Terminal(folder, checkout=CHECKOUT, background="2040a0")
        self.viewer = EventViewer(folder)
        self.start(self.blue.command(), ["sh", "-c", self.viewer.command()])
        self.grey = self.service.terminal

    def start(self, first: list[str], second: list[str], more: str = "", height: int = 800) -> None:
        """`height` is the room that the panel has for the terminal."""
        rules = "".join(
            f'\n[[display]]\nconnector = "{name}"\ncommand = {json.dumps(command)}\n'
            for name, command in [("DP-1", first), ("DP-2", second)])
        self.service = self.enterContext(
            VirtualService(configuration=f'[external]\nhold_ms = 0\narrange = "each"\n{more}{rules}'))
        self.service.terminal_ready(height=height)

    def plug(self, *names: str) -> None:
        for name in names:
            role = "external" if name == "HDMI-A-1" else "own"
            self.service.cli("virtual", "plug", name, "{}x{}".format(*SIZES[name]))
            eventually(lambda name=name, role=role: self.role(name) == role, f"{name} has its role")

    def role(self, name: str) -> str | None:
        return next((output["role"] for output in self.service.outputs() if output["name"] == name), None)

    def control(self, name: str) -> None:
        self.service.cli("externals", "control", name)
        self.assertEqual(self.service.status()["controlled"], None if name == "DSI-1" else name)

    def application(self, index: int) -> dict:
        return self.service.status()["display_applications"][index]

    def wait_for_window(self, index: int) -> dict:
        """The application once it fills its display."""
        width, height = list(SIZES.values())[index + 1]

        def probe():
            application = self.application(index)
            content = application["content"]
            return content and (content["width"], content["height"]) == (width, height) and application

        return eventually(probe, f"application {index} fills its display")

    def check_controller(self, name: str) -> None:
        """The panel comes to show this display, as large as it fits, between black bars."""
        failure = None
        for _ in range(4):
            self.service.wait_until_still()
            panel, shown = self.service.screen("panel"), self.service.screen(name)
            try:
                check_snapshot(panel, shown, PLACES[name])
                return
            except AssertionError as error:
                failure = error
        self.fail(f"{name}: {failure}; see {keep(panel=panel, shown=shown)}")

    def type(self, text: str, terminal: Terminal) -> None:
        before = terminal.typed()
        self.service.cli("virtual", "key", "type", text)
        eventually(lambda: terminal.typed() == before + text, f"'{text}' has arrived")

    def tap(self, x: int, y: int) -> None:
        self.service.cli("virtual", "touch", "tap", str(x), str(y))

    def all_shown(self) -> None:
        self.plug(*SIZES)
        self.service.wait_for_content(1920, 1080, "external")
        self.wait_for_window(0)
        self.wait_for_window(1)

    def test_each_display_shows_its_own_application_at_its_own_mode(self):
        self.assertIsNone(self.application(0)["program"], "it starts with its display")
        self.all_shown()
        self.service.wait_until_still()
        pictures = {name: self.service.screen(name) for name in SIZES}
        for name, (width, height) in SIZES.items():
            self.assertEqual(pictures[name].shape[:2], (height, width))
        self.assertTrue(is_shown(pictures["HDMI-A-1"], GREY))
        self.assertTrue(is_shown(pictures["DP-1"], BLUE))
        check_detail(pictures["DP-1"])
        self.assertFalse(is_shown(pictures["DP-2"], GREY) or is_shown(pictures["DP-2"], BLUE))
        status = self.service.status()
        self.assertEqual(status["controlled"], "HDMI-A-1")
        self.assertEqual([entry["output"] for entry in status["display_applications"]], ["DP-1", "DP-2"])
        self.assertEqual([entry["program"]["state"] for entry in status["display_applications"]], ["running"] * 2)
        self.check_controller("HDMI-A-1")
        for entry in status["display_applications"]:
            variables = Path(f"/proc/{entry['program']['pid']}/environ").read_bytes().split(b"\0")
            self.assertFalse([name for name in variables if name.startswith(b"DISPLAY=")], "X windows would be the content's")
        words = self.service.cli("externals")
        self.assertEqual(words.count("shows its own application"), 2, words)

    def test_the_controller_and_all_input_go_where_the_user_says(self):
        self.all_shown()
        self.tap(640, 400)
        self.type("a", self.grey)
        self.control("DP-1")
        self.check_controller("DP-1")
        self.assertTrue(is_shown(self.service.screen("panel")[40:760], BLUE))
        self.type("b", self.blue)
        # What is typed there is in the snapshot.
        self.check_controller("DP-1")
        self.control("DP-2")
        self.check_controller("DP-2")
        # The snapshot's corner on the panel is at (128, 16), and one pixel of it is one of the display.
        self.tap(228, 216)
        touches = eventually(lambda: (found := self.viewer.touches()) and len(found) >= 2 and found, "a touch arrives")
        self.assertEqual([touch.kind for touch in touches], ["down", "up"])
        self.assertAlmostEqual(touches[0].x, 100, delta=1)
        self.assertAlmostEqual(touches[0].y, 200, delta=1)
        self.service.cli("virtual", "key", "type", "q")
        eventually(lambda: len(self.viewer.keys()) >= 2, "the key arrives")
        self.control("HDMI-A-1")
        self.check_controller("HDMI-A-1")
        self.type("c", self.grey)
        self.assertEqual((self.grey.typed(), self.blue.typed()), ("ac", "b"))

    def test_the_menu_goes_from_display_to_display(self):
        self.all_shown()
        for name in ["DP-1", "DP-2", "HDMI-A-1"]:
            self.service.cli("menu", "show")
            status = self.service.wait_for("the menu's entries", lambda status: status["menu"]["entries"])
            entry = next(entry for entry in status["menu"]["entries"] if entry["item"] == "control")
            self.tap(entry["x"] + entry["width"] // 2, entry["y"] + entry["height"] // 2)
            eventually(lambda name=name: self.service.status()["controlled"] == name, f"{name} is controlled")
            self.service.cli("menu", "hide")
            self.check_controller(name)

    def test_zoom_is_kept_for_each(self):
        self.all_shown()
        self.control("DP-1")
        self.service.cli("controller", "zoom", "2")
        self.control("HDMI-A-1")
        self.assertEqual(self.service.status()["controller"]["zoom"], 1)
        self.control("DP-1")
        self.assertEqual(self.service.status()["controller"]["zoom"], 2)

    def test_another_displays_plugs_disturb_nothing(self):
        self.plug("HDMI-A-1", "DP-2")
        self.service.wait_for_content(1920, 1080, "external")
        self.wait_for_window(1)
        self.control("DP-2")
        self.service.cli("virtual", "touch", "down", "0", "300", "300")
        eventually(self.viewer.touches, "the finger has arrived")
        with EventStream(self.service) as events:
            self.plug("DP-1")
            self.wait_for_window(0)
            self.service.cli("virtual", "unplug", "DP-1")
            self.service.cli("virtual", "touch", "move", "0", "310", "320")
            self.service.cli("virtual", "touch", "up", "0")
            touches = eventually(
                lambda: (found := self.viewer.touches()) and found[-1].kind == "up" and found, "the finger is lifted")
            self.assertEqual(events.of("content-moved"), [])
        self.assertEqual([touch.kind for touch in touches], ["down", "motion", "up"])

    def test_unplugged_it_lives_on_and_comes_back(self):
        self.all_shown()
        self.control("DP-1")
        self.type("kept", self.blue)
        pid = self.application(0)["program"]["pid"]
        self.service.cli("virtual", "unplug", "DP-1")
        # The panel goes back to the content.
        eventually(lambda: self.service.status()["controlled"] == "HDMI-A-1", "the content is controlled")
        self.check_controller("HDMI-A-1")
        self.type("x", self.grey)
        self.assertEqual((self.application(0)["output"], self.application(0)["program"]["pid"]), (None, pid))
        self.plug("DP-1")
        # And so it does to the application.
        eventually(lambda: self.service.status()["controlled"] == "DP-1", "the application is controlled again")
        self.wait_for_window(0)
        self.check_controller("DP-1")
        check_detail(self.service.screen("DP-1"))
        self.type("more", self.blue)
        self.assertEqual((self.blue.typed(), self.grey.typed()), ("keptmore", "x"))
        self.assertEqual(self.application(0)["program"]["pid"], pid)

    def test_without_an_external_the_content_is_at_home(self):
        self.all_shown()
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for_content(1280, 800, "panel")
        self.service.wait_until_still()
        self.assertTrue(is_shown(self.service.screen("panel"), GREY))
        self.assertTrue(is_shown(self.service.screen("DP-1"), BLUE))
        self.control("DP-1")
        self.check_controller("DP-1")
        self.assertEqual(self.service.status()["content"]["on"], "background")
        self.type("b", self.blue)
        self.control("DSI-1")
        self.service.wait_for_content(1280, 800, "panel")
        self.service.wait_until_still()
        picture = self.service.screen("panel")
        self.assertTrue(is_shown(picture, GREY))
        check_detail(picture)
        self.type("a", self.grey)
        for name in ["DP-1", "DP-2"]:
            self.service.cli("virtual", "unplug", name)
        self.service.wait_until_still()
        self.assertTrue(is_shown(self.service.screen("panel"), GREY))
        self.assertEqual((self.grey.typed(), self.blue.typed()), ("a", "b"))

    def test_the_user_chooses_otherwise(self):
        self.all_shown()
        # A copy instead of its own application, until that is forgotten.
        self.service.cli("externals", "copy", "DP-1")
        eventually(lambda: self.role("DP-1") == "copy", "it shows a copy")
        self.service.wait_until_still()
        self.assertTrue(is_shown(self.service.screen("DP-1"), GREY))
        self.service.cli("outputs", "forget", "DP-1")
        eventually(lambda: self.role("DP-1") == "own", "it shows its own again")
        # The content instead of its own application.
        self.control("DP-1")
        self.service.cli("externals", "use", "DP-1")
        self.assertEqual(self.service.wait_for_content(1280, 720, "external")["controlled"], "DP-1")
        self.check_controller("DP-1")
        self.assertTrue(is_shown(self.service.screen("DP-1"), GREY))
        self.service.cli("externals", "use", "auto")
        self.service.wait_for_content(1920, 1080, "external")
        self.service.cli("externals", "arrange", "copy")
        eventually(lambda: self.role("DP-2") == "copy", "both show copies")
        self.service.cli("externals", "arrange", "each")
        eventually(lambda: self.role("DP-2") == "own", "both show their own")
        self.service.wait_until_still()
        self.assertTrue(is_shown(self.service.screen("DP-1"), BLUE))
        for name, why in [("DP-9", "nothing is connected"), ("DSI-1", "that is the panel")]:
            refused = self.service.attempt("externals", "control", name)
            self.assertEqual((refused.status, len(refused.error.splitlines())), (1, 1))
            self.assertIn(why, refused.error)

    def test_black_and_off_cover_them_too(self):
        self.all_shown()
        self.service.cli("blank", "on", "--external")
        self.service.wait_until_still()
        for name in SIZES:
            self.assertFalse(self.service.screen(name).any(), name)
        self.service.cli("blank", "off")
        self.service.wait_until_still()
        self.assertTrue(is_shown(self.service.screen("DP-1"), BLUE))
        refused = self.service.attempt("blank", "on", "DP-1")
        self.assertIn("an application of its own", refused.error)

    def test_an_on_screen_keyboard_types_into_the_controlled_one(self):
        self.start(
            self.blue.command(), ["true"],
            '\n[screen_keyboard]\ncommand = ["wvkbd-mobintl", "-L", "240", "-l", "simple", "--landscape-layers", "simple"]\n',
            height=560)
        self.plug("HDMI-A-1", "DP-1")
        self.wait_for_window(0)
        self.control("DP-1")
        self.service.wait_for("a keyboard below the controller", lambda status: status["viewport"]["height"] == 560)
        self.service.wait_until_still()
        for x in (190, 320, 450):
            self.tap(x, 584)
        eventually(lambda: self.blue.typed() == "wer", "three letters have arrived")
        self.assertEqual(self.service.terminal.typed(), "")

    def test_a_locker_covers_them_too(self):
        self.all_shown()
        self.control("DP-1")
        self.type("a", self.blue)
        lock = Lock(self.service).wait()
        self.assertEqual(self.service.status()["controlled"], "HDMI-A-1", "the locker is on the content's displays")
        self.service.cli("virtual", "key", "type", "secret")
        lock.unlock()
        self.assertEqual(self.service.status()["controlled"], "DP-1")
        self.type("b", self.blue)
        self.check_controller("DP-1")
        self.assertEqual((self.blue.typed(), self.grey.typed()), ("ab", ""))

    def test_an_application_that_ends_is_started_again_as_the_hosted_one_is(self):
        self.start(["false"], ["sh", "-c", "exit 0"], '\n[application]\nrestart = "on-failure"\nrestart_limit = 1\n')
        self.plug("DP-1", "DP-2")
        eventually(lambda: self.application(0)["program"]["state"] == "gave-up", "it is not started for ever")
        self.assertEqual(self.application(0)["program"]["restarts"], 1)
        self.assertEqual(self.application(1)["program"]["restarts"], 0)
        self.assertIn("[[display]] command: false", (self.service.folder / "stderr").read_text())
        # It starts again with its display.
        self.service.cli("virtual", "unplug", "DP-1")
        self.plug("DP-1")
        eventually(lambda: self.application(0)["program"]["restarts"] >= 2, "it is started again")


if __name__ == "__main__":
    unittest.main()
