"""Fingers on the picture in picture."""

import unittest

from support.pip import Place, PiPService, check_ground, check_picture
from support.requirements import require_programs
from support.waiting import eventually


def setUpModule():
    require_programs("foot", "wev")


class TouchTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(PiPService())
        self.service.terminal_ready()
        self.service.plug()
        self.place = Place.of(self.service.start_pip("external"))
        self.service.wait_until_still()

    def test_a_drag_snaps_to_the_nearest_corner(self):
        x, y = self.place.middle
        self.service.touch("down", 0, x, y)
        for step in range(1, 11):
            self.service.touch("move", 0, x - 60 * step, y - 40 * step)
        held = Place.of(self.service.pip())
        self.assertEqual((held.x, held.y), (self.place.x - 600, self.place.y - 400))
        self.service.hold_still()
        self.service.touch("up", 0)
        rested = self.service.wait_for_place("the corner", lambda place: (place.x, place.y) == (16, 16))
        self.service.wait_until_still()
        # The buttons are still there: only the lower half is the source's alone.
        panel, external = self.service.screen("panel"), self.service.screen("external")
        half = Place(rested.x, rested.y + 126, rested.width, 126)
        check_picture(panel, half, external[540:])
        check_ground(panel, rested)

    def test_a_fling_hides_it_and_the_tab_brings_it_back(self):
        x, y = self.place.middle
        self.service.swipe((x, y), (x + 60, y), (x + 140, y), (x + 220, y))
        pip = self.service.wait_for_pip("it is hidden", lambda pip: pip["stashed"] and pip["x"] == 1280)
        self.service.wait_until_still()
        panel = self.service.screen("panel")
        middle = pip["y"] + pip["height"] // 2
        # Nine millimetres by sixteen on a panel that is taken for seven inches.
        tab = Place(1203, min(middle - 68, 664), 77, 136)
        check_ground(panel, tab)
        self.assertFalse((tab.cut(panel) == (0x20, 0x50, 0x80)).all())
        self.assertFalse((panel[tab.y + 68, tab.x] == (0x20, 0x50, 0x80)).all(), "it is as wide as a finger")
        self.service.swipe((1210, middle))
        self.service.wait_for_pip("it is back", lambda pip: not pip["stashed"] and pip["x"] == self.place.x)

    def test_a_pinch_keeps_the_aspect_within_bounds(self):
        x, y = self.place.middle
        self.service.touch("down", 0, x - 40, y)
        self.service.touch("down", 1, x + 40, y)
        self.service.touch("move", 0, x - 60, y)
        self.service.touch("move", 1, x + 60, y)
        self.assertAlmostEqual(self.service.pip()["width"], 672, delta=2)
        self.service.touch("move", 0, 1, y)
        widest = Place.of(self.service.pip())
        self.assertEqual((widest.width, widest.height), (1024, 576))
        self.service.touch("up", 0)
        self.service.touch("up", 1)
        rested = self.service.wait_until_rested()
        self.assertEqual((rested.width, rested.height), (1024, 576))

    def test_a_double_tap_changes_the_size(self):
        x, y = self.place.middle
        self.service.touch("tap", x, y)
        self.service.touch("tap", x, y)
        self.service.wait_for_place("the next size", lambda place: place.width == 640)

    def test_the_buttons_come_with_a_touch_and_fade(self):
        before = self.place.cut(self.service.screen("panel"))
        self.service.touch("tap", *self.place.middle)
        corner = Place(self.place.x + 8, self.place.y + 8, 48, 48)
        shown = self.service.screen("panel")
        self.assertTrue((corner.cut(shown) != before[8:56, 8:56]).any())
        eventually(
            lambda: (self.place.cut(self.service.screen("panel")) == before).all(), "the buttons have faded", timeout=20
        )

    def test_the_buttons_work(self):
        self.service.tap_twice(self.place.middle, (self.place.x + self.place.width - 32, self.place.y + 32))
        self.service.wait_for("the external is in full view", lambda status: status["viewport"])
        place = Place.of(self.service.start_pip("external"))
        self.service.tap_twice(place.middle, (place.x + 32, place.y + 32))
        self.service.wait_for_pip("it is closed", lambda pip: pip["source"] is None)
        self.assertIsNone(self.service.status()["viewport"])

    def test_the_pointer_shows_the_buttons_and_drags(self):
        x, y = self.place.middle
        before = self.place.cut(self.service.screen("panel"))
        self.service.cli("virtual", "pointer", "move", str(x), str(y))
        eventually(lambda: (self.place.cut(self.service.screen("panel")) != before).any(), "the buttons are there")
        self.service.cli("virtual", "pointer", "button", "left", "press")
        self.service.cli("virtual", "pointer", "move", str(x - 500), str(y - 400))
        self.service.hold_still()
        self.service.cli("virtual", "pointer", "button", "left", "release")
        self.service.wait_for_place("the corner", lambda place: (place.x, place.y) == (16, 16))


class ForwardTests(unittest.TestCase):
    def test_touches_inside_reach_the_external(self):
        self.check("external", is_plugged=True)

    def test_touches_inside_reach_the_content(self):
        self.check("content", is_plugged=False)

    def test_touches_inside_reach_the_window(self):
        self.check("window:wev", is_plugged=True)

    def check(self, source: str, is_plugged: bool) -> None:
        service = self.enterContext(PiPService('[pip]\nanimation_ms = 60\ninteraction = "forward"\n'))
        service.terminal_ready()
        if is_plugged:
            service.plug()
        viewer = service.start_viewer()
        service.start_pip(source)
        place = service.wait_until_rested()
        before = len(viewer.touches())
        service.touch("tap", *place.middle)
        down = eventually(lambda: viewer.touches()[before:], "wev is touched")[0]
        self.assertEqual(down.kind, "down")
        width, height = (1920, 1080) if is_plugged else (1280, 800)
        # A pixel of the picture is several of the source.
        self.assertAlmostEqual(down.x, width / 2, delta=width / place.width)
        self.assertAlmostEqual(down.y, height / 2, delta=height / place.height)
        self.assertEqual(Place.of(service.pip()), place)
        self.assertEqual(service.pip()["interaction"], "forward")
