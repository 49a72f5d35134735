"""The cursor on planes of its own: moving it draws nothing, and it is in every picture that is taken of a screen."""

import json
import time
import unittest

import numpy

from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

# The snapshot of a 3840x2160 display on a 1280x800 panel: a third of its size, below a bar of 40 pixels.
BAR = 40
FACTOR = 3
# No cursor of foot's is larger, in pixels of the external.
CURSOR = 64


def setUpModule():
    require_programs("foot")


class CursorTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService())
        self.service.terminal_ready()
        self.service.plug()
        self.service.wait_until_still()

    def point(self, x: int, y: int) -> None:
        """Moves the mouse to a point of the panel."""
        request = {"command": "virtual.pointer", "action": "move", "x": x, "y": y}
        self.assertTrue(self.service.raw_request(json.dumps(request).encode() + b"\n")["ok"])

    def cursor(self, screen: str) -> dict | None:
        layers = self.service.status()[screen]["layers"]
        self.assertEqual((layers[0]["kind"], layers[0]["path"]), ("content", "composed"))
        # The panel's picture is the controller, which no client has a buffer of: nothing was refused.
        self.assertEqual(layers[0]["reason"] is None, screen == "panel")
        return next((layer for layer in layers if layer["kind"] == "cursor"), None)

    def wait_for_cursor(self, path: str) -> None:
        for screen in "external", "panel":
            eventually(
                lambda: (self.cursor(screen) or {}).get("path") == path, f"the {screen}'s cursor is on its {path}"
            )

    def rest(self, x: int, y: int) -> dict:
        self.point(x, y)
        return self.service.wait_until_still()

    def changed_box(self, before, after) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of what differs."""
        rows, columns = numpy.nonzero((before != after).any(axis=2))
        return columns.min(), rows.min(), columns.max() + 1, rows.max() + 1

    def test_a_thousand_moves_draw_nothing(self):
        # The first motion makes foot choose its cursor.
        self.rest(100, 100)
        self.wait_for_cursor("plane")
        before = self.service.wait_until_still()["counters"]
        began = time.monotonic()
        for step in range(1000):
            self.point(200 + step % 800, 200 + step // 2)
        refreshes = (time.monotonic() - began) * 60
        after = self.service.wait_until_still()["counters"]
        self.assertEqual(after["frames_composed"], before["frames_composed"])
        for screen in "external", "panel":
            self.assertEqual(after[screen]["damaged_pixels"], before[screen]["damaged_pixels"], screen)
            moves = after[screen]["cursor_moves"] - before[screen]["cursor_moves"]
            # Not every refresh on a busy machine, but the moves were shown as they came.
            self.assertGreater(moves, refreshes / 2, screen)
            # One commit a refresh, whatever the number of moves.
            self.assertLessEqual(moves, after[screen]["frames_presented"] - before[screen]["frames_presented"])

    def test_pictures_have_the_cursor_in_its_place(self):
        pictures = {}
        for name, (x, y) in {"left": (400, 300), "right": (900, 500)}.items():
            self.rest(x, y)
            self.wait_for_cursor("plane")
            pictures[name] = {screen: self.service.screen(screen) for screen in ("external", "panel")}
        for screen, size, places in [
            ("external", CURSOR, [((x * FACTOR), ((y - BAR) * FACTOR)) for x, y in [(400, 300), (900, 500)]]),
            ("panel", CURSOR // FACTOR + 1, [(400, 300), (900, 500)]),
        ]:
            left, top, right, bottom = self.changed_box(pictures["left"][screen], pictures["right"][screen])
            for value, place in [(left, places[0][0]), (top, places[0][1]), (right, places[1][0]), (bottom, places[1][1])]:
                self.assertLess(abs(value - place), size, (screen, left, top, right, bottom))
            # Without the cursor the same pixels show what is below.
            between = pictures["left"][screen].copy()
            x, y = places[0]
            box = (slice(max(y - size, 0), y + size), slice(max(x - size, 0), x + size))
            self.assertTrue((between[box] != pictures["right"][screen][box]).any(), screen)

    def test_below_a_bar_the_cursor_is_drawn(self):
        self.rest(640, 60)
        self.wait_for_cursor("plane")
        before = self.service.wait_until_still()["counters"]["frames_composed"]
        self.service.cli("hud", "show", "--as", "external-top")
        self.addCleanup(self.service.attempt, "hud", "hide")
        self.service.wait_until_still()
        # At the top of the external, half below the bar.
        self.rest(640, 50)
        status = self.service.status()
        if status["external"]["layers"][1:]:
            self.assertEqual(status["external"]["layers"][1]["path"], "composed")
            self.assertIn("in front", status["external"]["layers"][1]["reason"])
        self.assertGreater(status["counters"]["frames_composed"], before)
        self.rest(640, 500)
        self.wait_for_cursor("plane")
