"""A presenter points at the content on the external and draws over it; the application is not touched."""

import unittest

from support.requirements import require_programs
from support.virtual_service import VirtualService
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
