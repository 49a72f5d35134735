"""The cursor on planes of its own: moving it draws nothing, and it is in every picture that is taken of a screen."""

import json
import struct
import sys
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


class ThemeTests(unittest.TestCase):
    """The pointer has the pictures of an installed theme, at the screen's scale."""

    PINK, GREEN = 0xFFFF00FF, 0xFF00FF00

    def start(self, configuration: str) -> VirtualService:
        # An application that chooses no cursor, and is asked what it finds in its environment.
        service = VirtualService(
            [sys.executable, "-c", "import os; open(os.environ['HOME'] + '/surroundings', 'w').write(repr(dict(os.environ))); "
             "os.execvp('weston-simple-shm', ['weston-simple-shm'])"], configuration=configuration)
        self.theme = service.folder / ".icons" / "Pink" / "cursors"
        self.theme.mkdir(parents=True)
        pictures = {24: self.PINK, 48: self.GREEN}
        # The pointing pixel is in the middle.
        table, images = b"", b""
        for side, pixel in pictures.items():
            table += struct.pack("<3I", 0xFFFD0002, side, 16 + 12 * len(pictures) + len(images))
            images += struct.pack("<9I", 36, 0xFFFD0002, side, 1, side, side, side // 2, side // 2, 0)
            images += struct.pack("<I", pixel) * side * side
        (self.theme / "left_ptr").write_bytes(struct.pack("<4I", 0x72756358, 16, 0x10000, len(pictures)) + table + images)
        return self.enterContext(service)

    def box(self, service: VirtualService, screen: str, pixel: int) -> tuple[int, int, int, int] | None:
        """Left, top, right and bottom of what has a colour."""
        colour = [pixel >> shift & 255 for shift in (16, 8, 0)]
        rows, columns = numpy.nonzero((service.screen(screen)[:, :, :3] == colour).all(axis=2))
        return (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1) if len(rows) else None

    def test_the_picture_of_a_theme_is_shown_as_large_as_the_screen_wants(self):
        require_programs("weston-simple-shm")
        service = self.start("[panel]\nscale = 1\n[external]\nscale = 2\n[pointer]\ntheme = \"Pink\"\n")
        service.wait_for("the application is there", lambda status: status["content"])
        service.cli("virtual", "pointer", "move", "640", "400")
        eventually(lambda: self.box(service, "panel", self.PINK) == (628, 388, 652, 412), "24 pixels at a scale of 1")
        service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
        service.wait_for("it has moved", lambda status: status["content"]["on"] == "external")
        service.cli("virtual", "pointer", "move", "640", "400")
        eventually(lambda: self.box(service, "external", self.GREEN) == (936, 516, 984, 564), "48 pixels at a scale of 2")

    def test_applications_find_the_theme_in_their_environment(self):
        require_programs("weston-simple-shm")
        service = self.start("[pointer]\ntheme = \"Pink\"\nsize = 48\n")
        surroundings = service.folder / "surroundings"
        found = eventually(lambda: surroundings.exists() and surroundings.read_text(), "the application runs")
        self.assertIn("'XCURSOR_THEME': 'Pink'", found)
        self.assertIn("'XCURSOR_SIZE': '48'", found)
