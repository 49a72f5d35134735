"""A second application for the panel, in a world of its own beside the content's."""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy

from support.binary import CHECKOUT
from support.event_viewer import EventViewer
from support.pictures import check_detail
from support.requirements import require_programs
from support.service import plain
from support.terminal import Terminal
from support.virtual_service import QUESTION_WAKEUPS, EventStream, VirtualService
from support.waiting import eventually

BLUE = (32, 64, 160)
GREY = (36, 36, 36)
# The height of foot's lines with the terminal's font, in pixels.
LINE = 20


def setUpModule():
    require_programs("foot", "wayland-info", "wev")


def is_shown(picture: numpy.ndarray, colour: tuple[int, int, int]) -> bool:
    """Most of the picture has the terminal's background."""
    return bool((numpy.abs(picture.astype(int) - colour).max(axis=2) <= 2).mean() > 0.5)


class PanelApplicationTests(unittest.TestCase):
    def setUp(self):
        folder = Path(tempfile.mkdtemp(prefix="kagami-panel-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.panel = Terminal(folder, checkout=CHECKOUT, background="2040a0")
        self.service = self.enterContext(VirtualService(panel_command=self.panel.command()))
        self.content = self.service.terminal
        self.service.terminal_ready()
        self.small = eventually(self.panel.size, "the panel application's program runs")

    def plug(self) -> dict:
        return self.service.plug()

    def show(self, choice: str) -> dict:
        self.service.cli("panel", "show", choice)
        self.assertEqual(self.service.status()["panel_foreground"], choice)
        return self.service.wait_until_still()

    def type(self, text: str, terminal: Terminal) -> None:
        before = terminal.typed()
        self.service.cli("virtual", "key", "type", text)
        eventually(lambda: terminal.typed() == before + text, f"'{text}' has arrived")

    def test_panel_application_waits_behind_the_content(self):
        status = self.service.status()
        self.assertEqual(status["panel_foreground"], "content")
        self.assertEqual(status["content"]["on"], "panel")
        application = status["panel_application"]
        self.assertEqual(
            (application["app_id"], application["width"], application["height"], application["on"]),
            ("foot", 1280, 800, "background"),
        )
        self.assertTrue(is_shown(self.service.screen("panel"), GREY))

    def frames(self, choice: str) -> int:
        """How many frames the panel shows until the other application has come to rest on it."""
        before = self.service.wait_until_still()["counters"]["panel"]["frames_presented"]
        return self.show(choice)["counters"]["panel"]["frames_presented"] - before

    def test_the_former_picture_slides_out_where_motion_is_wanted(self):
        self.assertGreater(self.frames("application"), 4)
        self.assertTrue(is_shown(self.service.screen("panel"), BLUE))
        before, after = self.service.rest(1)
        self.assertEqual(after["counters"]["panel"], before["counters"]["panel"])
        self.assertLessEqual(after["counters"]["wakeups"] - before["counters"]["wakeups"], QUESTION_WAKEUPS)
        self.service.configuration.write_text(plain("[interface]\nhints = false\nmotion = false\n"))
        self.service.cli("config", "reload")
        self.assertLess(self.frames("content"), 4)
        self.assertTrue(is_shown(self.service.screen("panel"), GREY))

    def test_panel_shows_either_and_keys_go_to_what_it_shows(self):
        self.type("a", self.content)
        status = self.show("application")
        self.assertEqual(status["content"]["on"], "background")
        self.assertEqual(status["panel_application"]["on"], "panel")
        picture = self.service.screen("panel")
        self.assertTrue(is_shown(picture, BLUE))
        check_detail(picture)
        self.type("b", self.panel)
        self.show("content")
        self.assertTrue(is_shown(self.service.screen("panel"), GREY))
        self.type("c", self.content)
        self.assertEqual((self.content.typed(), self.panel.typed()), ("ac", "b"))

    def test_each_has_its_screen_while_an_external_is_plugged_in(self):
        self.show("application")
        status = self.plug()
        self.assertEqual(status["state"], "mirroring")
        self.assertEqual(status["panel_foreground"], "application")
        self.assertIsNone(status["viewport"])
        self.service.wait_until_still()
        self.assertTrue(is_shown(self.service.screen("panel"), BLUE))
        self.assertTrue(is_shown(self.service.screen("external"), GREY))
        self.assertEqual(self.panel.size(), self.small)
        self.type("x", self.panel)
        status = self.show("content")
        self.assertEqual((status["viewport"]["width"], status["viewport"]["height"]), (1280, 720))
        self.service.check_pictures()
        self.type("y", self.content)

    def test_unplugged_behind_the_panel_application_the_content_comes_back_whole(self):
        self.plug()
        self.show("application")
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for_content(1280, 800, "background")
        self.assertTrue(is_shown(self.service.screen("panel"), BLUE))
        status = self.show("content")
        self.assertEqual(status["content"]["on"], "panel")
        picture = self.service.screen("panel")
        self.assertTrue(is_shown(picture, GREY))
        check_detail(picture)

    def test_content_behind_the_panel_application_draws_nothing(self):
        def frames() -> int:
            return self.service.status()["counters"]["frames_composed"]

        def shout(text: str) -> None:
            Path(f"/proc/{self.content.start()['pid']}/fd/1").write_text(text)

        before = frames()
        shout("hello\n")
        eventually(lambda: frames() > before, "what is printed on the panel is drawn")
        old = self.service.wait_until_still() and self.service.screen("panel")
        self.show("application")
        before = frames()
        # The terminal answers the question after the lines, so it has dealt with these by then.
        shout("nobody\nsees\nthis\n\x1b[5n")
        eventually(lambda: "\x1b[0n" in self.content.typed(), "the terminal answers")
        self.service.wait_until_still()
        self.assertEqual(frames(), before)
        self.show("content")
        self.assertTrue((self.service.screen("panel") != old).any(), "the lines printed meanwhile are not there")

    def test_neither_sees_the_others_output(self):
        self.plug()
        for terminal, name, other in [(self.content, "HDMI-A-1", "3840"), (self.panel, "VIRTUAL-1", "1280")]:
            display = terminal.start()["WAYLAND_DISPLAY"]
            text = subprocess.run(
                ["wayland-info"], env=self.service.environment | {"WAYLAND_DISPLAY": display}, capture_output=True,
                text=True, check=True
            ).stdout
            outputs = [line for line in text.splitlines() if "interface: 'wl_output'" in line]
            self.assertEqual(len(outputs), 1, text)
            self.assertIn(f"width: {other} px", text)
            self.assertIn(self.panel_name() if terminal is self.panel else name, text)
        self.assertNotEqual(self.content.start()["WAYLAND_DISPLAY"], self.panel.start()["WAYLAND_DISPLAY"])

    def test_the_content_has_the_first_name(self):
        names = {"content": "wayland-0", "panel_application": "wayland-1", "tools": "kagami-tools"}
        self.assertEqual(self.service.status()["sockets"], names)
        self.assertEqual(self.content.start()["WAYLAND_DISPLAY"], "wayland-0")
        self.assertEqual(self.panel.start()["WAYLAND_DISPLAY"], "wayland-1")
        self.assertIn("content wayland-0, panel app wayland-1, tools kagami-tools", self.service.cli("status"))
        self.assertIn("WAYLAND_DISPLAY=kagami-tools", self.service.attempt("doctor").output)

    def panel_name(self) -> str:
        return self.service.status()["panel"]["name"]

    def test_the_end_of_the_panel_application_is_not_the_services(self):
        self.show("application")
        with EventStream(self.service) as stream:
            subprocess.run(["kill", str(self.panel.start()["parent"])], check=True)
            eventually(lambda: stream.of("panel-application-exited"), "its end is told")
            eventually(lambda: stream.of("panel-foreground"), "the foreground changes")
            self.assertEqual(stream.of("panel-foreground")[0]["to"], "content")
        self.service.wait_until_still()
        self.assertTrue(is_shown(self.service.screen("panel"), GREY))
        self.type("z", self.content)
        result = self.service.attempt("panel", "show", "application")
        self.assertEqual(result.status, 1)
        self.assertIn("no panel application is running", result.error)

    def test_the_end_of_the_content_ends_both(self):
        pid = self.panel.start()["parent"]
        self.assertEqual(self.service.end(), 0)
        eventually(lambda: not Path(f"/proc/{pid}").exists(), "the panel application has gone")

    def test_two_quiet_applications_cost_no_wakeups(self):
        self.plug()
        self.show("application")
        self.service.wait_until_still()
        # Longer than a second: whatever ticks shows itself.
        before, after = self.service.rest(1.2)
        self.assertLessEqual(after["counters"]["wakeups"] - before["counters"]["wakeups"], QUESTION_WAKEUPS)

    def test_a_typed_character_repaints_its_line_on_the_panel_alone(self):
        self.plug()
        before = self.show("application")["counters"]
        self.type("x", self.panel)
        after = self.service.wait_until_still()["counters"]
        painted = after["panel"]["damaged_pixels"] - before["panel"]["damaged_pixels"]
        self.assertGreater(painted, 0)
        self.assertLessEqual(painted, 1280 * LINE)
        self.assertEqual(after["external"]["damaged_pixels"], before["external"]["damaged_pixels"])


class PanelInputTests(unittest.TestCase):
    """wev on either side, which writes down what it is told."""

    def setUp(self):
        folder = Path(tempfile.mkdtemp(prefix="kagami-panel-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.panel = EventViewer(folder, log_name="panel.log")
        self.content = EventViewer(folder, log_name="content.log")
        self.service = self.enterContext(
            VirtualService(
                command=["sh", "-c", self.content.command()], panel_command=["sh", "-c", self.panel.command()]
            )
        )
        for viewer in (self.content, self.panel):
            eventually(viewer.is_shown, "the event viewer is shown")
        self.service.wait_for("both fill the panel", self.fills)
        self.service.wait_until_still()

    @staticmethod
    def fills(status: dict) -> bool:
        windows = (status["content"], status["panel_application"])
        return all(window and (window["width"], window["height"]) == (1280, 800) for window in windows)

    def act(self) -> None:
        """One touch, one click and one key, a little apart from each other."""
        self.service.cli("virtual", "touch", "tap", "300", "200")
        self.service.cli("virtual", "pointer", "move", "500", "400")
        self.service.cli("virtual", "pointer", "button", "left")
        self.service.cli("virtual", "key", "a")

    def heard(self, viewer: EventViewer) -> tuple[int, int, int]:
        return len(viewer.touches()), len(viewer.buttons()), len(viewer.keys())

    def check(self, content: int, panel: int) -> None:
        """Each has heard of so many acts: a down and an up of each kind."""
        wanted = [(2 * count, 2 * count, 2 * count) for count in (content, panel)]
        eventually(
            lambda: [self.heard(self.content), self.heard(self.panel)] == wanted, f"{content} and {panel} acts are heard"
        )

    def test_input_goes_to_what_the_panel_shows(self):
        self.act()
        self.check(1, 0)
        self.service.cli("panel", "show", "application")
        self.act()
        self.check(1, 1)
        down = self.panel.touches()[0]
        self.assertEqual((down.x, down.y), (300, 200))
        self.service.plug()
        self.act()
        self.check(1, 2)
        self.service.cli("panel", "show", "content")
        self.act()
        self.check(2, 2)
        # The panel shows the external at a third of its size, below a bar of 40 rows.
        down = self.content.touches()[2]
        self.assertEqual((down.x, down.y), (300 * 3, (200 - 40) * 3))

    def test_a_finger_is_cancelled_when_the_other_application_comes(self):
        self.service.cli("panel", "show", "application")
        self.service.cli("virtual", "touch", "down", "0", "300", "200")
        eventually(self.panel.touches, "the finger is heard of")
        self.service.cli("panel", "show", "content")
        self.service.cli("virtual", "touch", "move", "0", "310", "200")
        self.service.cli("virtual", "touch", "up", "0")
        eventually(lambda: [touch.kind for touch in self.panel.touches()] == ["down", "cancel"], "it is cancelled")
        self.act()
        eventually(lambda: self.heard(self.content) == (2, 2, 2), "the content hears of what comes after")
