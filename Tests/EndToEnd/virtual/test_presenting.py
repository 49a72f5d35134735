"""A presenter points at the content on the external and draws over it; the application is not touched."""

import shutil
import tempfile
import unittest
from pathlib import Path

from support.binary import CHECKOUT
from support.pictures import keep
from support.requirements import require_programs
from support.terminal import Terminal
from support.virtual_service import QUESTION_WAKEUPS, VirtualService
from support.waiting import eventually

GREY = (36, 36, 36)
ORANGE = (255, 128, 0)


def setUpModule():
    require_programs("foot")


class PresentingTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService())
        self.service.terminal_ready()
        self.service.plug()
        self.service.wait_until_still()

    def touch(self, action: str, *arguments: int) -> None:
        self.service.cli("virtual", "touch", action, *map(str, arguments))

    def external(self, x: int, y: int) -> tuple[int, ...]:
        return tuple(self.service.screen("external")[y, x])

    def test_a_laser_is_seen_on_both_screens_while_the_finger_is_down(self):
        self.service.cli("present", "laser")
        self.touch("down", 0, 640, 400)
        self.service.wait_until_still()
        red, green, blue = map(int, self.external(1920 + 9, 1080))
        self.assertTrue(red > 200 and green < 80 and blue < 80, (red, green, blue))
        red, green, blue = map(int, self.service.screen("panel")[400, 642])
        self.assertTrue(red > 150 and green < 120, (red, green, blue))
        self.touch("up", 0)
        self.service.wait_until_still()
        self.assertEqual(self.external(1920 + 9, 1080), GREY)

    def test_a_spotlight_dims_all_else(self):
        self.service.cli("present", "spotlight")
        self.touch("tap", 640, 400)
        self.service.wait_until_still()
        self.assertEqual(self.external(1920, 1080), GREY)
        self.assertLess(max(self.external(3000, 300)), 20)
        self.service.cli("present", "off")
        self.service.wait_until_still()
        self.assertEqual(self.external(3000, 300), GREY)

    def test_strokes_are_drawn_undone_and_cleared(self):
        self.service.cli("present", "pen", "--color", "#ff8000", "--width", "12")
        for row in (300, 500):
            self.touch("down", 0, 600, row)
            self.touch("move", 0, 700, row)
            self.touch("up", 0)
        self.service.cli("present", "off")
        self.service.wait_until_still()
        self.assertEqual(self.external(1950, 3 * (300 - 40)), ORANGE)
        self.assertEqual(self.external(1950, 3 * (500 - 40)), ORANGE)
        self.assertEqual(self.service.status()["presenter"], {"tool": None, "strokes": 2})
        # The application goes on, and is drawn under the strokes.
        self.service.cli("virtual", "key", "type", "word")
        eventually(lambda: self.service.terminal.typed() == "word", "the word has arrived")
        self.service.cli("present", "undo")
        self.service.wait_until_still()
        self.assertEqual(self.external(1950, 3 * (500 - 40)), GREY)
        self.assertEqual(self.external(1950, 3 * (300 - 40)), ORANGE)
        self.service.cli("present", "clear")
        self.service.wait_until_still()
        self.assertEqual(self.external(1950, 3 * (300 - 40)), GREY)
        self.assertIn("no stroke to undo", self.service.attempt("present", "undo").error)

    def test_the_application_is_not_touched(self):
        viewer = self.service.start_viewer()
        self.service.cli("present", "laser")
        self.touch("tap", 640, 400)
        self.service.wait_until_still()
        self.assertEqual(viewer.touches(), [])
        self.service.cli("present", "off")
        self.touch("tap", 640, 400)
        eventually(lambda: len(viewer.touches()) >= 2, "the tap has arrived")

    def test_keys_take_up_one_tool_after_another(self):
        for tool in ("laser", "highlight", "spotlight", "pen"):
            self.service.cli("virtual", "key", "leftmeta+l")
            self.assertEqual(self.service.status()["presenter"]["tool"], tool)
        self.service.cli("virtual", "key", "leftmeta+l")
        self.assertIsNone(self.service.status()["presenter"])

    def test_a_timer_is_seen_on_the_panel_alone(self):
        external, panel = self.service.screen("external"), self.service.screen("panel")
        self.service.cli("present", "timer", "start", "20")
        timer = self.service.status()["timer"]
        self.assertEqual((timer["running"], timer["duration_s"]), (True, 1200))
        self.assertIn(timer["seconds"], (1199, 1200))
        self.service.cli("present", "timer", "stop")
        self.service.wait_until_still()
        shown = self.service.screen("panel")
        keep(timer_panel=shown)
        self.assertTrue((self.service.screen("external") == external).all())
        rows, columns = (shown != panel).any(axis=2).nonzero()
        self.assertGreater(len(rows), 500)
        self.assertTrue(rows.max() < 100 and columns.max() < 300, (rows.max(), columns.max()))
        # It stands still: nothing wakes up.
        before, after = self.service.rest(1.5)
        self.assertLessEqual(after["counters"]["wakeups"] - before["counters"]["wakeups"], QUESTION_WAKEUPS)
        # A countdown of a second is over soon, and goes on below zero; a second costs a wake-up or two with its frame.
        self.service.cli("present", "timer", "start", "0.02")
        self.service.wait_for("a time that is over", lambda status: status["timer"]["seconds"] < 0)
        self.service.cli("present", "timer", "stop")
        self.service.wait_until_still()
        keep(timer_over=self.service.screen("panel"))
        red = (self.service.screen("panel")[:100, :300].astype(int) - (214, 35, 43))
        self.assertGreater((abs(red).max(axis=2) < 12).sum(), 300, "red past the end")
        self.service.cli("present", "timer", "reset")
        self.service.wait_until_still()
        self.assertTrue((self.service.screen("panel") == panel).all())
        self.assertIsNone(self.service.status()["timer"])
        self.assertIn("no timer to stop", self.service.attempt("present", "timer", "stop").error)

    def test_a_running_timer_wakes_up_once_a_second(self):
        self.service.cli("present", "timer", "start")
        self.service.wait_for("a second", lambda status: status["timer"]["seconds"] >= 1)
        before, after = self.service.rest(3)
        # Each second: the timer, the frame's deadline where it has one, and the panel's blank.
        wakeups = after["counters"]["wakeups"] - before["counters"]["wakeups"]
        self.assertLessEqual(wakeups, 4 * 3 + QUESTION_WAKEUPS)
        frames = after["counters"]["panel"]["frames_presented"] - before["counters"]["panel"]["frames_presented"]
        self.assertIn(frames, (2, 3, 4))
        external = [each["counters"]["external"]["frames_presented"] for each in (before, after)]
        self.assertEqual(external[0], external[1])


class NotesTests(unittest.TestCase):
    """The panel shows notes, the external slides."""

    def setUp(self):
        folder = Path(tempfile.mkdtemp(prefix="kagami-notes-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.notes = Terminal(folder, checkout=CHECKOUT, background="2040a0")
        self.service = self.enterContext(
            VirtualService(panel_command=self.notes.command(), configuration='[menu]\nhandle = "always"\n'))
        self.slides = self.service.terminal
        self.service.terminal_ready()
        eventually(self.notes.size, "the panel application's program runs")
        self.service.plug()
        self.service.cli("panel", "show", "application")
        self.service.wait_until_still()

    def test_pages_turn_and_the_keyboard_stays_with_the_notes(self):
        self.service.cli("virtual", "key", "type", "n")
        eventually(lambda: self.notes.typed() == "n", "the notes have the keyboard")
        self.service.cli("present", "next")
        eventually(lambda: self.slides.typed() == "\x1b[6~", "the next page")
        self.service.cli("present", "previous")
        eventually(lambda: self.slides.typed() == "\x1b[6~\x1b[5~", "the previous page")
        self.service.cli("virtual", "key", "type", "o")
        eventually(lambda: self.notes.typed() == "no", "the notes still have the keyboard")
        self.assertEqual(self.slides.typed(), "\x1b[6~\x1b[5~")

    def test_the_menu_turns_pages_and_stays_open(self):
        self.service.cli("menu", "show")
        for _ in range(2):
            entry = next(entry for entry in self.service.status()["menu"]["entries"] if entry["item"] == "next")
            self.service.cli(
                "virtual", "touch", "tap", str(entry["x"] + entry["width"] // 2), str(entry["y"] + entry["height"] // 2))
        eventually(lambda: self.slides.typed() == "\x1b[6~\x1b[6~", "two pages on")
        self.assertEqual(self.notes.typed(), "")
        self.service.wait_until_still()
        keep(presenting_menu=self.service.screen("panel"))

    def test_an_open_menu_follows_the_presenters_commands(self):
        self.service.cli("panel", "show", "content")
        self.service.cli("menu", "show")
        values = lambda: {entry["item"]: entry["value"] for entry in self.service.status()["menu"]["entries"]}
        self.service.cli("present", "laser")
        self.assertEqual(values()["presenter"], "Laser")
        self.service.cli("freeze", "on")
        self.assertEqual(values()["freeze"], "On")
        self.service.cli("present", "timer", "start", "5")
        self.assertIn(values()["timer"], ("5:00", "4:59"))
