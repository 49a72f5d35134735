"""Picture in picture: its sources, its life, and what the panel shows of it."""

import os
import signal
import time
import unittest
from pathlib import Path

from support.pictures import Difference, area_average, check_detail
from support.pip import ROUNDING, Place, PiPService, check_ground, check_picture, names, request
from support.requirements import require_programs
from support.virtual_service import EventStream, VirtualService
from support.waiting import eventually


def setUpModule():
    require_programs("foot", "wev")


class SourceTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(PiPService())
        self.service.terminal_ready()

    def test_the_external_is_shown_above_the_panel_application(self):
        self.service.plug()
        pip = self.service.start_pip("external")
        place = Place.of(pip)
        self.assertEqual((pip["state"], pip["source"], pip["active"]), ("active", "external", True))
        self.assertEqual(place, Place(816, 532, 448, 252))
        self.assertEqual((pip["render_width"], pip["render_height"]), (1920, 1080))
        self.service.wait_until_still()
        external, panel = self.service.screen("external"), self.service.screen("panel")
        check_detail(external)
        check_picture(panel, place, external)
        check_ground(panel, place)

    def test_the_content_is_shown_while_the_panel_application_has_the_panel(self):
        before = self.service.screen("panel")
        check_detail(before)
        pip = self.service.start_pip("content")
        self.assertEqual(self.service.status()["content"]["on"], "pip")
        self.service.wait_until_still()
        panel = self.service.screen("panel")
        check_picture(panel, Place.of(pip), before)
        check_ground(panel, Place.of(pip))

    def test_a_window_is_shown_though_another_hides_it(self):
        self.service.plug()
        before = self.service.screen("external")
        check_detail(before)
        self.service.start_viewer()
        eventually(lambda: self.service.status()["content"]["app_id"] == "wev", "wev is on top")
        pip = self.service.start_pip("window:foot")
        self.service.wait_until_still()
        place = Place.of(pip)
        shown = place.cut(self.service.screen("panel"))
        inside = slice(ROUNDING, -ROUNDING)
        expected = area_average(before, place.width, place.height)
        difference = Difference.between(shown[inside, inside], expected[inside, inside])
        # The terminal has lost the keyboard to the viewer: its cursor is a frame now, and nothing else differs.
        self.assertLess(difference.mean, 0.1)
        self.assertIn("window:wev", pip["possible"])

    def test_it_follows_the_content_live(self):
        self.service.plug()
        place = Place.of(self.service.start_pip("external"))
        before = self.service.screen("panel")
        self.service.cli("virtual", "pointer", "move", "100", "100")
        self.service.cli("panel", "show", "content")
        self.service.cli("virtual", "touch", "tap", "640", "400")
        self.service.cli("virtual", "key", "type", "changed")
        self.service.cli("pip", "start", "external")
        self.service.wait_until_still()
        panel = self.service.screen("panel")
        check_picture(panel, place, self.service.screen("external"))
        self.assertTrue((place.cut(panel) != place.cut(before)).any())

    def test_the_bar_is_shown_at_its_own_size(self):
        self.service.cli("hud", "set", "--comment", "hello", "--viewers", "3")
        for width, height in [(160, 90), (200, 200), (200, 40)]:
            with self.subTest(size=(width, height)):
                self.service.cli("hud", "show", "--as", "pip", "--size", f"{width}x{height}")
                self.service.wait_for_place("the size", lambda place: (place.width, place.height) == (width, height))
                rested = self.service.wait_until_rested()
                self.assertEqual((rested.width, rested.height), (width, height))
                self.assertEqual(self.service.pip()["render_width"], width)
                self.assertEqual(self.service.status()["hud"]["place"], "pip")
        self.service.cli("hud", "hide")
        self.assertIsNone(self.service.pip()["source"])

    def test_a_client_that_stalls_keeps_its_picture(self):
        self.service.plug()
        place = Place.of(self.service.start_pip("external"))
        self.service.wait_until_still()
        before = self.service.screen("panel")
        foot = self.service.process_of_content()
        os.kill(foot, signal.SIGSTOP)
        self.addCleanup(os.kill, foot, signal.SIGCONT)
        stat = Path(f"/proc/{foot}/stat")
        eventually(lambda: stat.read_text().rpartition(")")[2].split()[0] == "T", "the client stands still")
        self.service.cli("pip", "refresh")
        self.service.wait_until_still()
        self.assertTrue((place.cut(self.service.screen("panel")) == place.cut(before)).all())


class LifeTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(PiPService())
        self.service.terminal_ready()
        self.events = self.enterContext(EventStream(self.service))

    def wait_for_names(self, *wanted: str) -> None:
        eventually(lambda: names(self.events) == list(wanted), f"the events {wanted}")

    def test_start_and_stop_are_told_step_by_step(self):
        self.service.start_pip("content")
        self.service.cli("pip", "stop")
        self.wait_for_names("will-start", "did-start", "will-stop:requested", "did-stop:requested")
        self.assertEqual([event["active"] for event in self.events.of("pip-active")], [True, False])
        self.assertEqual(self.service.pip()["state"], "possible")
        self.service.wait_until_still()
        check_ground(self.service.screen("panel"))

    def test_a_second_one_replaces_the_first_without_a_restore(self):
        self.service.plug()
        self.service.start_pip("external")
        self.service.start_pip("window:foot")
        self.wait_for_names(
            "will-start", "did-start", "will-stop:replaced", "did-stop:replaced", "will-start", "did-start"
        )

    def test_a_swap_keeps_the_place(self):
        self.service.plug()
        self.service.start_pip("external")
        self.service.cli("pip", "move", "top-left")
        place = self.service.wait_until_rested()
        self.service.cli("pip", "swap", "window:foot")
        self.assertEqual(self.service.pip()["source"], "window:foot")
        after = Place.of(self.service.pip())
        self.assertEqual((after.x, after.y), (place.x, place.y))

    def test_a_restore_ends_in_full_view(self):
        before = self.service.screen("panel")
        self.service.start_pip("content")
        self.service.cli("pip", "restore")
        self.wait_for_names(
            "will-start", "did-start", "restore-requested", "will-stop:restored", "did-stop:restored"
        )
        self.assertEqual(self.service.status()["content"]["on"], "panel")
        self.service.wait_until_still()
        self.assertTrue((self.service.screen("panel") == before).all())

    def test_full_view_by_another_route_ends_it(self):
        self.service.plug()
        self.service.start_pip("external")
        self.service.cli("panel", "show", "content")
        self.wait_for_names("will-start", "did-start", "will-stop:full-view", "did-stop:full-view")
        self.service.check_pictures()

    def test_commands_end_also_when_nothing_is_shown(self):
        for command in ("stop", "restore"):
            self.assertIn("no picture in picture is shown", self.service.cli("pip", command))
        result = self.service.attempt("pip", "move", "top-left")
        self.assertEqual((result.status, result.error), (1, "kagami: no picture in picture is shown"))

    def test_a_start_waits_for_its_source(self):
        result = self.service.attempt("pip", "start", "external", "--timeout", "0.3")
        self.assertEqual((result.status, result.error), (1, "kagami: no external shows the content"))
        starter = self.service.run_aside("pip", "start", "external", "--timeout", "20")
        self.service.plug()
        self.assertEqual(starter.wait(20), 0)
        self.assertEqual(self.service.pip()["source"], "external")

    def test_toggle_and_its_key(self):
        self.service.start_pip("content")
        self.service.cli("pip", "toggle")
        self.assertIsNone(self.service.pip()["source"])
        self.service.cli("virtual", "key", "leftmeta+p")
        self.service.wait_for_pip("the key starts it", lambda pip: pip["state"] == "active")
        self.service.cli("virtual", "key", "leftmeta+leftshift+p")
        self.service.wait_for_content(1280, 800, "panel")
        self.assertNotIn("p", self.service.terminal.typed())

    def test_an_unplug_ends_it_and_brings_the_content_home(self):
        self.service.plug()
        self.service.start_pip("external")
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for_content(1280, 800, "panel")
        self.assertIn("did-stop:source-gone", names(self.events))

    def test_a_plug_turns_content_into_external(self):
        self.service.start_pip("content")
        self.service.plug()
        pip = self.service.wait_for_pip("it goes on", lambda pip: pip["source"] == "external")
        self.assertEqual(pip["state"], "active")
        self.service.wait_until_still()
        check_picture(self.service.screen("panel"), Place.of(self.service.pip()), self.service.screen("external"))

    def test_what_a_plug_made_of_the_content_is_the_content_again(self):
        self.service.start_pip("content")
        self.service.plug()
        self.service.wait_for_pip("it goes on", lambda pip: pip["source"] == "external")
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        pip = self.service.wait_for_pip("it is the content again", lambda pip: pip["source"] == "content")
        self.assertEqual(pip["state"], "active")
        self.service.wait_for_pip("the content is shown", lambda pip: pip["render_width"] == 1280)
        self.assertEqual(self.service.status()["panel_foreground"], "application")

    def test_a_larger_display_takes_over_and_gives_back_straight(self):
        self.service.plug()
        self.service.start_pip("external")
        before = len(self.events.events)

        def moved_to(name: str, width: int, height: int) -> None:
            self.service.wait_for_content(width, height, "external")
            self.assertEqual(self.service.status()["external"]["name"], name)
            pip = self.service.pip()
            self.assertEqual((pip["state"], pip["source"]), ("active", "external"))
            self.service.wait_until_still()
            check_picture(self.service.screen("panel"), Place.of(self.service.pip()), self.service.screen("external"))

        self.service.cli("virtual", "plug", "DP-2", "2560x1440")
        moved_to("DP-2", 2560, 1440)
        self.service.cli("virtual", "unplug", "DP-2")
        moved_to("HDMI-A-1", 1920, 1080)
        self.service.cli("virtual", "plug", "DP-3", "800x600")
        self.service.cli("externals", "use", "DP-3")
        moved_to("DP-3", 800, 600)
        self.service.cli("externals", "use", "auto")
        moved_to("HDMI-A-1", 1920, 1080)

        told = self.events.events[before:]
        self.assertEqual({event["on"] for event in told if event["type"] == "content-moved"}, {"external"})
        changes = [(event["from"], event["to"]) for event in told if event["type"] == "pip-source-changed"]
        self.assertEqual(changes, [("external", "external")] * 4)
        kinds = {event["type"] for event in told}
        self.assertFalse(kinds & {"panel-foreground", "pip-did-stop", "pip-will-start", "state"})

    def test_a_display_that_cannot_be_used_is_not_chosen(self):
        self.service.plug()
        for name, why in [("DP-9", "nothing is connected there"), ("DSI-1", "that is the panel")]:
            result = self.service.attempt("externals", "use", name)
            self.assertEqual(result.status, 1)
            self.assertIn(why, result.error)
        self.assertEqual(self.service.status()["external"]["name"], "HDMI-A-1")

    def test_toggle_takes_what_is_possible(self):
        self.service.plug()
        self.service.start_pip("external")
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for_content(1280, 800, "panel")
        self.service.cli("pip", "toggle")
        self.assertEqual(self.service.pip()["source"], "content")


class ConfiguredTests(unittest.TestCase):
    def service(self, configuration: str, **arguments) -> PiPService:
        service = self.enterContext(PiPService("[pip]\n" + configuration, **arguments))
        service.terminal_ready()
        return service

    def test_auto_start_and_auto_stop(self):
        service = self.service("auto_start = true\nauto_stop = 1.0\nanimation_ms = 60\n")
        service.cli("panel", "show", "application")
        service.wait_for_pip("it starts by itself", lambda pip: pip["state"] == "active")
        service.wait_for_pip("it stops by itself", lambda pip: pip["source"] is None)

    def test_with_auto_start_an_unplug_goes_on_as_content(self):
        service = self.service("auto_start = true\nanimation_ms = 60\n")
        service.plug()
        service.start_pip("external")
        service.cli("virtual", "unplug", "HDMI-A-1")
        pip = service.wait_for_pip("it goes on", lambda pip: pip["source"] == "content")
        self.assertEqual(pip["state"], "active")
        service.wait_for_pip("the content is shown", lambda pip: pip["render_width"] == 1280)

    def test_it_glides_from_its_origin(self):
        service = self.service("animation_ms = 1500\n")
        starter = service.run_aside("pip", "start", "content", "--from", "10,20,64x40")
        places = []

        def probe():
            pip = service.pip()
            if pip["x"] is not None:
                places.append(Place.of(pip))
            return pip["state"] == "active"

        eventually(probe, "it is there", interval=0.05)
        self.assertEqual(starter.wait(10), 0)
        self.assertLess(places[0].width, 300)
        self.assertGreater(len(set(places)), 5)
        self.assertEqual([place.x for place in places], sorted(place.x for place in places))

    def test_moves_and_sizes_end_when_the_glide_has(self):
        service = self.service("animation_ms = 700\n")
        service.plug()
        service.start_pip("external")
        moves = [
            (("move", "top-left"), Place(16, 16, 448, 252)), (("hide",), Place(-448, 16, 448, 252)),
            (("show",), Place(16, 16, 448, 252)), (("size", "640x640"), Place(16, 16, 640, 360)),
        ]
        for words, place in moves:
            with self.subTest(words):
                begin = time.monotonic()
                self.assertEqual(service.cli("pip", *words).strip(), "")
                self.assertGreater(time.monotonic() - begin, 0.6)
                self.assertEqual(Place.of(service.pip()), place)
        self.assertIn("1024x576", service.cli("pip", "size", "4000x4000"))
        self.assertEqual(Place.of(service.pip()), Place(16, 16, 1024, 576))

    def test_a_key_that_comes_to_nothing_says_why_on_the_panel(self):
        service = self.enterContext(VirtualService())
        service.terminal_ready()
        service.wait_until_still()
        before = service.screen("panel")
        service.cli("virtual", "key", "leftmeta+h")
        eventually(lambda: (service.screen("panel")[:160] != before[:160]).any(), "a line is seen")
        eventually(lambda: (service.screen("panel") == before).all(), "it goes by itself")

    def test_with_reduced_motion_it_is_there_at_once(self):
        service = self.service("animation_ms = 5000\nreduced_motion = true\n")
        begin = time.monotonic()
        service.start_pip("content")
        self.assertLess(time.monotonic() - begin, 2)

    def test_a_window_is_asked_for_the_pictures_size(self):
        service = self.service("ask_for_size = true\nanimation_ms = 60\n")
        service.plug()
        service.start_pip("window:foot")
        pip = service.wait_for_pip("the window draws itself small", lambda pip: pip["render_width"] < 700)
        self.assertLessEqual(abs(pip["render_width"] - pip["width"]), 16)
        service.cli("pip", "restore")
        service.wait_for_content(1920, 1080, "external")


class RateTests(unittest.TestCase):
    # Measures pictures a second.
    alone = True

    def setUp(self):
        require_programs("weston-simple-shm")
        self.service = self.enterContext(PiPService(command=["weston-simple-shm"]))
        self.service.wait_for("the client is shown", lambda status: status["content"])
        self.service.start_pip("content")

    def rate(self, count: int = 40) -> float:
        """How many pictures are drawn in a second, measured over the next `count`."""
        begin, before = time.monotonic(), self.service.pip()["frames"]
        after = self.service.wait_for_pip(f"{count} pictures", lambda pip: pip["frames"] >= before + count)["frames"]
        return (after - before) / (time.monotonic() - begin)

    def test_a_client_that_always_draws_is_shown_at_the_rate(self):
        rate = self.rate()
        # One picture more than the time would hold, at either end.
        self.assertLessEqual(rate, 30 * 42 / 40)
        self.assertGreater(rate, 20)

    def test_paused_it_stands_still_until_it_is_refreshed(self):
        place = self.service.wait_until_rested()
        self.service.cli("pip", "pause")
        self.assertTrue(self.service.pip()["paused"])
        still = place.cut(self.service.screen("panel"))
        # Live, this would be a dozen pictures.
        before, after = self.service.rest(0.4)
        self.assertEqual(after["pip"]["frames"], before["pip"]["frames"])
        self.assertTrue((place.cut(self.service.screen("panel")) == still).all())
        self.service.cli("pip", "refresh")
        eventually(lambda: (place.cut(self.service.screen("panel")) != still).any(), "another picture")
        self.service.cli("pip", "resume")
        self.assertGreater(self.rate(), 20)


class BadInputTests(unittest.TestCase):
    def test_bad_requests_get_an_error_and_change_nothing(self):
        service = self.enterContext(PiPService())
        service.terminal_ready()
        place = Place.of(service.start_pip("content"))
        for fields, error in [
            ({"action": "start", "source": "moon"}, 'bad request: unknown source "moon"'),
            ({"action": "start", "source": "window:" + "a" * 300}, "bad request: unknown source"),
            ({"action": "start"}, "bad request: source is missing"),
            ({"action": "dance"}, 'bad request: unknown action "dance"'),
            ({"action": "size", "width": -5, "height": 5}, "bad request: width must be"),
            ({"action": "skip", "seconds": "x"}, "bad request: seconds must be a number"),
            ({"action": "acknowledge", "number": 1e30}, "bad request: "),
        ]:
            with self.subTest(fields=str(fields)[:60]):
                reply = request(service, **fields)
                self.assertFalse(reply["ok"])
                self.assertTrue(reply["error"].startswith(error), reply["error"])
        self.assertTrue(request(service, action="acknowledge", number=4711)["ok"])
        self.assertEqual(Place.of(service.pip()), place)
        self.assertEqual(service.pip()["state"], "active")
