"""Displays come and go, and the hosted terminal with them."""

import unittest

from support.pictures import Viewport, check_detail
from support.requirements import require_programs
from support.virtual_service import EventStream, VirtualService
from support.waiting import eventually

BIG = (3840, 2160)


def setUpModule():
    require_programs("foot")


class HotplugTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService())
        self.terminal = self.service.terminal
        self.small = self.service.terminal_ready()

    def plug(self, width: int, height: int, name: str = "HDMI-A-1") -> dict:
        self.service.cli("virtual", "plug", name, f"{width}x{height}")
        return self.service.wait_for_content(width, height, "external")

    def unplug(self, name: str = "HDMI-A-1") -> dict:
        self.service.cli("virtual", "unplug", name)
        return self.service.wait_for_content(1280, 800, "panel")

    def wait_for_terminal(self, what: str, holds) -> tuple[int, int]:
        def probe():
            size = self.terminal.size()
            return size if holds(size) else None

        return eventually(probe, what)

    def test_terminal_is_laid_out_at_the_externals_resolution(self):
        status = self.plug(*BIG)
        self.assertEqual(status["state"], "mirroring")
        self.assertEqual(status["external"]["name"], "HDMI-A-1")
        self.assertEqual((status["external"]["width"], status["external"]["height"]), BIG)
        columns, rows = self.wait_for_terminal("more columns", lambda size: size[0] > self.small[0])
        # Three times as wide and 2.7 times as high, give or take the cells that do not fit.
        self.assertAlmostEqual(columns, self.small[0] * 3, delta=3)
        self.assertAlmostEqual(rows, self.small[1] * 2.7, delta=3)

    def test_panel_shows_the_externals_area_average_between_bars(self):
        for width, height, expected in [
            (3840, 2160, Viewport(0, 40, 1280, 720)),
            (2560, 1600, Viewport(0, 0, 1280, 800)),
            (1920, 1080, Viewport(0, 40, 1280, 720)),
            (1600, 1200, Viewport(107, 0, 1067, 800)),
        ]:
            with self.subTest(external=(width, height)):
                self.plug(width, height)
                status = self.service.wait_until_still()
                viewport = Viewport.of(status)
                self.assertLessEqual(abs(viewport.x - expected.x), 1)
                self.assertLessEqual(abs(viewport.width - expected.width), 1)
                self.assertEqual((viewport.y, viewport.height), (expected.y, expected.height))
                self.assertAlmostEqual(status["viewport"]["scale"], min(1280 / width, 800 / height), places=4)
                self.service.check_pictures()
                self.unplug()

    def test_small_external_is_not_blown_up(self):
        status = self.plug(640, 480)
        self.assertEqual(status["viewport"], {"x": 320, "y": 160, "width": 640, "height": 480, "scale": 1})

    def test_unplug_brings_the_same_terminal_home(self):
        before = self.service.screen("panel")
        check_detail(before)
        self.plug(*BIG)
        self.wait_for_terminal("more columns", lambda size: size[0] > self.small[0])
        status = self.unplug()
        self.assertEqual(status["state"], "panel-only")
        self.assertIsNone(status["external"])
        self.assertIsNone(status["viewport"])
        self.wait_for_terminal("the old size", lambda size: size == self.small)
        # The same process shows the same lines: nothing was lost on the way.
        self.assertEqual(len(self.terminal.records("start")), 1)
        eventually(lambda: not (self.service.screen("panel") != before).any(), "the old picture")

    def test_replug_at_another_size(self):
        self.plug(*BIG)
        self.unplug()
        self.plug(1920, 1080)
        columns, _ = self.wait_for_terminal("1.5 times the columns", lambda size: 1.4 < size[0] / self.small[0] < 1.6)
        self.assertAlmostEqual(columns, self.small[0] * 1.5, delta=3)

    def test_twenty_quick_cycles_leave_everything_as_it_was(self):
        for _ in range(20):
            self.service.cli("virtual", "plug", "HDMI-A-1", "3840x2160")
            self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for("panel only", lambda status: status["state"] == "panel-only")
        self.service.wait_for_content(1280, 800, "panel")
        self.wait_for_terminal("the old size", lambda size: size == self.small)
        self.assertEqual(len(self.terminal.records("start")), 1)
        self.plug(*BIG)

    def test_refused_mode_falls_to_the_next(self):
        with EventStream(self.service) as stream:
            self.service.cli("mirror", "off")
            self.service.cli("virtual", "plug", "HDMI-A-1", "3840x2160")
            self.service.cli("virtual", "refuse", "HDMI-A-1", "3840x2160")
            self.service.cli("mirror", "on")
            self.service.wait_for_content(2560, 1440, "external")
            self.assertEqual(self.service.status()["counters"]["mode_refusals"], 1)
            refused = eventually(lambda: stream.of("mode-refused"), "an event of the refusal")
        self.assertEqual((refused[0]["mode"]["width"], refused[0]["output"]), (3840, "HDMI-A-1"))

    def test_display_is_tried_again_after_a_passing_shortage(self):
        with EventStream(self.service) as stream:
            self.service.cli("virtual", "refuse", "HDMI-A-1", "640x480", "--tries", "2")
            self.service.cli("virtual", "plug", "HDMI-A-1", "640x480")
            # Nobody does anything any more.
            self.service.wait_for_content(640, 480, "external")
            postponed = [(event["output"], event["retry_ms"]) for event in stream.of("output-postponed")]
        self.assertEqual(postponed, [("HDMI-A-1", 500), ("HDMI-A-1", 1000)])
        self.assertEqual(self.service.status()["counters"]["mode_refusals"], 2)

    def test_without_any_display_the_content_is_parked_and_comes_back(self):
        self.service.cli("virtual", "unplug", "DSI-1")
        status = self.service.wait_for("no output", lambda status: status["state"] == "no-output")
        self.assertIsNone(status["panel"])
        self.service.cli("virtual", "plug", "DSI-1", "1280x800")
        self.service.wait_for_content(1280, 800, "panel")
        self.assertEqual(self.service.status()["state"], "panel-only")
        self.assertEqual(len(self.terminal.records("start")), 1)

    def test_mirror_off_keeps_the_content_on_the_panel(self):
        self.plug(*BIG)
        self.service.cli("mirror", "off")
        status = self.service.wait_for_content(1280, 800, "panel")
        self.assertEqual(status["state"], "disabled")
        self.service.cli("mirror", "on")
        self.assertEqual(self.service.wait_for_content(*BIG, "external")["state"], "mirroring")

    def test_best_of_two_externals_carries_the_content(self):
        self.plug(1920, 1080)
        self.plug(*BIG, name="DP-1")
        roles = {output["name"]: output["role"] for output in self.service.outputs()}
        self.assertEqual(roles, {"DSI-1": "panel", "HDMI-A-1": "copy", "DP-1": "external"})
        self.service.cli("virtual", "unplug", "DP-1")
        self.service.wait_for_content(1920, 1080, "external")
