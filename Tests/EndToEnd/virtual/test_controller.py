"""The controller on the panel: zooming, and what fingers and damage mean while it is zoomed."""

import math
import unittest

import numpy
from PIL import Image

from support.pictures import Difference, Viewport, area_average, check_detail, check_snapshot, keep
from support.protocol_log import ClientTouch
from support.raw.commands import picture_client
from support.raw.pattern import channels, pattern
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

# The snapshot of a 1920x1080 display on a 640x400 panel: a third of its size, below a letterbox of 20 pixels.
EXTERNAL = (1920, 1080)


def setUpModule():
    require_programs("foot", "wev")


class ControllerTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService(panel="640x400"))
        self.terminal = self.service.terminal
        self.service.terminal_ready(640, 400)

    def plug(self) -> None:
        self.service.cli("virtual", "plug", "HDMI-A-1", "{}x{}".format(*EXTERNAL))
        self.service.wait_for_content(*EXTERNAL, "external")
        self.service.wait_until_still()

    def zoom(self, *arguments) -> dict:
        self.service.cli("controller", "zoom", *map(str, arguments))
        return self.service.wait_until_still()["controller"]

    def zoom_until_the_minimap_is_gone(self, *arguments) -> dict:
        self.zoom(*arguments)
        # It goes after a second.
        self.service.rest(1)
        return self.service.wait_until_still()["controller"]

    def touch(self, *arguments) -> None:
        self.service.cli("virtual", "touch", *map(str, arguments))

    def screens(self) -> tuple:
        panel, external = self.service.screen("panel"), self.service.screen("external")
        check_detail(external)
        return panel, external

    def test_pixels_at_their_own_size_are_the_same(self):
        self.plug()
        self.assertEqual(
            self.zoom_until_the_minimap_is_gone(3, 320, 200),
            {"mode": "direct", "zoom": 3, "x": 0, "y": 0, "width": 640, "height": 400, "aim": None}
        )
        panel, external = self.screens()
        keep(controller_zoomed=panel)
        numpy.testing.assert_array_equal(panel, external[:400, :640])

    def test_below_that_they_are_averaged(self):
        self.plug()
        self.zoom_until_the_minimap_is_gone(2, 500, 300)
        panel, external = self.screens()
        check_snapshot(panel, external, Viewport.of(self.service.status()))

    def test_above_that_they_are_smoothed(self):
        self.plug()
        self.zoom_until_the_minimap_is_gone(6, 160, 100)
        panel, external = self.screens()
        keep(controller_close=panel)
        # The panel shows 320x200 pixels; what is smoothed at the right and the bottom looks at more.
        large = Image.fromarray(external[:202, :322]).resize((644, 404), Image.Resampling.BILINEAR)
        self.assertLessEqual(Difference.between(panel, numpy.asarray(large)[:400, :640]).largest, 2)

    def test_region_is_shown(self):
        self.plug()
        self.service.cli("controller", "region", "960,540,480x100")
        controller = self.service.status()["controller"]
        self.assertLessEqual(controller["x"], 960)
        self.assertGreaterEqual(controller["x"] + controller["width"], 1440)
        self.assertAlmostEqual(self.service.status()["viewport"]["scale"], 640 / 480)

    def test_window_is_shown(self):
        self.plug()
        self.zoom(3)
        self.service.cli("controller", "region", "window", "foot")
        self.assertEqual(self.service.status()["controller"]["zoom"], 1)
        refused = self.service.attempt("controller", "region", "window", "nothing")
        self.assertEqual(refused.status, 1)
        self.assertIn("no window nothing", refused.error)

    def test_view_follows_the_text_cursor(self):
        self.service.configuration.write_text('[controller]\nfollow = "text"\n')
        self.service.cli("config", "reload")
        self.plug()
        away = self.zoom(3, 1600, 100)
        self.service.cli("virtual", "key", "type", "typed")
        # The terminal is full: its prompt is in the lower left corner.
        there = self.service.wait_for("the text cursor in sight", lambda status: status["controller"]["x"] < away["x"])
        self.assertGreater(there["controller"]["y"], away["y"])

    def test_pad_of_keys_types(self):
        viewer = self.service.start_viewer()
        self.plug()
        self.service.cli("controller", "keys")
        # Three rows of 9 mm and the gaps around them, on 7 inches; the notice has to go.
        height = round((3 * 9 + 4 * 1.2) * math.hypot(640, 400) / (7 * 25.4))
        status = self.service.wait_for("less snapshot", lambda status: status["viewport"]["height"] <= 400 - height)
        self.assertEqual(self.service.status()["content"]["width"], EXTERNAL[0])
        self.service.rest(3)
        panel, external = self.service.screen("panel"), self.service.screen("external")
        keep(controller_keys=panel)
        check_snapshot(panel[:400 - height], external, Viewport.of(status))
        for code, column, row in ((109, 4, 1), (103, 2, 0), (164, 4, 2)):
            x, y = (column + 0.5) / 6 * 640, 400 - height + (row + 0.5) / 3 * height
            before = len(viewer.keys())
            self.touch("tap", x, y)
            eventually(lambda: viewer.keys()[before:] == [(code, True), (code, False)], f"key {code}")

    def test_drag_to_an_edge_goes_on(self):
        viewer = self.service.start_viewer()
        self.plug()
        self.zoom(3, 960, 540)
        self.touch("down", 0, 320, 200)
        for x in (400, 500, 600, 639):
            self.touch("move", 0, x, 200)
        self.service.wait_for("the right edge", lambda status: status["controller"]["x"] == 1920 - 640)
        self.touch("up", 0)
        kinds = eventually(
            lambda: [touch for touch in viewer.touches() if touch.kind == "up"] and viewer.touches(), "the end of it"
        )
        self.assertNotIn("cancel", [touch.kind for touch in kinds])
        self.assertGreater(kinds[-2].x, 1900)

    def test_changes_out_of_sight_cost_the_panel_nothing(self):
        self.plug()
        self.zoom_until_the_minimap_is_gone(3, 1600, 200)
        before = self.service.status()["counters"]
        self.service.cli("virtual", "key", "type", "hidden")
        self.service.wait_for("a frame of the external", lambda status: (
            status["counters"]["external"]["frames_presented"] > before["external"]["frames_presented"]
        ))
        self.service.wait_until_still()
        self.assertEqual(
            self.service.status()["counters"]["panel"]["frames_presented"], before["panel"]["frames_presented"]
        )

    def test_touch_lands_on_the_pixel_under_the_finger(self):
        viewer = self.service.start_viewer()
        self.plug()
        self.zoom(6, 1000, 500)
        self.touch("down", 0, 330, 190)
        self.touch("up", 0)
        down, _ = eventually(lambda: len(viewer.touches()) == 2 and viewer.touches(), "a touch")
        self.assertAlmostEqual(down.x, 1005, delta=0.3)
        self.assertAlmostEqual(down.y, 495, delta=0.3)

    def test_two_fingers_zoom_and_their_touch_is_cancelled(self):
        viewer = self.service.start_viewer()
        self.plug()
        self.touch("down", 0, 300, 200)
        self.touch("down", 1, 340, 200)
        self.touch("move", 0, 260, 200)
        self.touch("move", 1, 380, 200)
        self.touch("up", 0)
        self.touch("up", 1)
        down, cancel = eventually(lambda: len(viewer.touches()) == 2 and viewer.touches(), "a touch that is cancelled")
        self.assertEqual((down.kind, cancel), ("down", ClientTouch("cancel", cancel.finger)))
        self.service.wait_until_still()
        controller = self.service.status()["controller"]
        self.assertAlmostEqual(controller["zoom"], 3, delta=0.05)
        # What was between the fingers still is.
        self.assertAlmostEqual(controller["x"] + controller["width"] / 2, 960, delta=12)

    def test_letterbox_is_a_handle(self):
        self.plug()
        self.zoom(1.05, 960, 540)
        self.touch("down", 0, 320, 5)
        self.touch("move", 0, 200, 5)
        held = self.service.status()["viewport"]
        self.assertLess(held["x"], -32)
        self.touch("up", 0)
        self.service.wait_for("its edge back at the panel's", lambda status: status["viewport"]["x"] == -32)

    def test_another_display_begins_at_fit(self):
        self.plug()
        self.zoom(3)
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for_content(640, 400, "panel")
        self.assertIsNone(self.service.status()["controller"])
        refused = self.service.attempt("controller", "zoom", "2")
        self.assertEqual(refused.status, 1)
        self.assertIn("no controller", refused.error)
        self.service.plug(1280, 1024)
        self.assertEqual(self.service.status()["controller"]["zoom"], 1)

    def test_trackpad_clicks_where_the_pointer_is(self):
        viewer = self.service.start_viewer()
        self.plug()
        self.service.cli("controller", "trackpad")
        self.assertEqual(self.service.status()["controller"]["mode"], "trackpad")
        self.touch("down", 0, 300, 200)
        for x in range(310, 360, 10):
            self.touch("move", 0, x, 200)
        self.touch("up", 0)
        eventually(lambda: len(self.pointer(viewer, "motion")) >= 2, "the pointer moves")
        self.touch("tap", 300, 200, "--hold", 20)
        buttons = eventually(
            lambda: len(self.pointer(viewer, "button")) == 2 and self.pointer(viewer, "button"), "a click"
        )
        # BTN_LEFT pressed and released.
        self.assertEqual([values[2:] for values in buttons], [["272", "1"], ["272", "0"]])
        self.assertEqual(viewer.touches(), [])

    def pointer(self, viewer, name: str) -> list[list[str]]:
        """The arguments of the pointer's events of one kind."""
        return [values for event, values in viewer.events("wl_pointer") if event == name]


class LargeWindowTests(unittest.TestCase):
    """A window that cannot be as small as the panel, with no external."""

    def test_it_is_seen_whole_and_pixel_by_pixel(self):
        with VirtualService(picture_client("--least", "1358x770"), panel="800x480") as service:
            service.wait_for_content(1358, 815, "panel")
            service.wait_until_still()
            picture = channels(pattern(1358, 815))
            whole = area_average(picture, 800, 480)
            self.assertLessEqual(numpy.abs(service.screen("panel").astype(int) - whole).max(), 1)
            self.assertEqual(service.status()["controller"]["zoom"], 1)
            service.cli("controller", "zoom", str(1358 / 800), "1358", "815")
            service.rest(1.1)
            service.wait_until_still()
            panel = service.screen("panel")
            keep(large_window=panel)
            numpy.testing.assert_array_equal(panel, picture[815 - 480 :, 1358 - 800 :])
            service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
            service.wait_for_content(1920, 1080, "external")
            service.cli("virtual", "unplug", "HDMI-A-1")
            service.wait_for_content(1358, 815, "panel")

    def test_one_that_only_keeps_to_its_size_is_seen_whole_too(self):
        with VirtualService(picture_client("--kept", "1600x960"), panel="800x480") as service:
            service.wait_for("a larger screen", lambda status: status["controller"] and status["controller"]["zoom"] == 1)
            service.wait_until_still()
            whole = area_average(channels(pattern(1600, 960)), 800, 480)
            eventually(lambda: numpy.abs(service.screen("panel").astype(int) - whole).max() <= 1, "all of it is seen")


class ControllerScaleTests(unittest.TestCase):
    """`[external] scale = "controller"` with a window that follows the scale."""

    def test_a_small_button_is_as_wide_as_a_finger_needs(self):
        panel, external, logical = (1024, 600), (3840, 2160), (904, 508)
        density = math.hypot(*panel) / (7 * 25.4)
        with VirtualService(panel="{}x{}".format(*panel), configuration='[external]\nscale = "controller"\n') as service:
            service.terminal_ready(*panel)
            viewer = service.start_viewer()
            service.cli("virtual", "plug", "HDMI-A-1", "{}x{}".format(*external))
            service.wait_for("the external's scale", lambda status: (status["external"] or {}).get("scale") == 4.25)

            def size() -> list:
                return [values[:2] for name, values in viewer.events("xdg_toplevel") if name == "configure"][-1]

            eventually(lambda: size() == list(map(str, logical)), "the window has its size")
            service.wait_until_still()
            # Two taps as far apart on the panel as the button is wide there: 24 of the window's own pixels.
            width = 24 * panel[0] / logical[0]
            self.assertGreaterEqual(width / density, 4)
            for x in (400, 400 + width):
                service.cli("virtual", "touch", "tap", str(x), "300")

            def taps() -> list:
                downs = [touch for touch in viewer.touches() if touch.kind == "down"]
                return downs if len(downs) == 2 else []

            first, second = eventually(taps, "both taps have arrived")
            self.assertAlmostEqual(second.x - first.x, 24, delta=0.2)
