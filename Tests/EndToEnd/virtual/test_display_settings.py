"""Displays that are set up while the service runs, by wlr-randr."""

import re
import shutil

from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

from .test_tools import ToolCase


def setUpModule():
    require_programs("foot", "wlr-randr")


class RandrCase(ToolCase):
    """Sets displays up as a user of wlr-randr does."""

    def start(self, configuration: str = "") -> VirtualService:
        self.service = self.enterContext(VirtualService(configuration=configuration))
        self.service.terminal_ready()
        self.find_socket()
        return self.service

    def plug(self, width: int, height: int, name: str = "HDMI-A-1") -> None:
        """Plugs in a display of 1920x1080, which then has another mode."""
        self.service.cli("virtual", "plug", name, "1920x1080")
        self.service.wait_for_content(width, height, "external")

    def unplug(self, name: str = "HDMI-A-1") -> None:
        self.service.cli("virtual", "unplug", name)
        self.service.wait_for_content(1280, 800, "panel")

    def set(self, *options: str, name: str = "HDMI-A-1") -> None:
        self.tool("wlr-randr", "--output", name, *options)

    def assert_refused(self, *options: str, name: str = "HDMI-A-1") -> None:
        result = self.run_on(self.socket.name, "wlr-randr", "--output", name, *options)
        self.assertNotEqual(result.returncode, 0, result.stdout)

    def current_mode(self, name: str = "HDMI-A-1") -> tuple[int, int, int]:
        """The mode that the display has, in pixels scanned out."""
        output = next(output for output in self.service.outputs() if output["name"] == name)
        mode = output["current_mode"]
        return mode["width"], mode["height"], mode["refresh_mhz"]


class SettingTests(RandrCase):
    def test_all_modes_are_listed_with_the_present_one(self):
        service = self.start()
        service.plug(1920, 1080)
        text = self.tool("wlr-randr")
        modes = dict(re.findall(r"(\d+x\d+) px, 60\.0+ Hz(.*)", text))
        self.assertEqual(
            modes, {"1920x1080": " (preferred, current)", "1280x720": "", "1024x768": "", "640x480": ""})

    def test_mode_scale_and_transform_of_the_external(self):
        service = self.start()
        service.plug(1920, 1080)
        self.set("--mode", "1280x720")
        service.wait_for_content(1280, 720, "external")
        self.assertEqual(self.current_mode(), (1280, 720, 60_000))
        self.assertIn("1280x720 px, 60.000000 Hz (current)", self.tool("wlr-randr"))
        self.set("--scale", "1.5")
        service.wait_for("the scale", lambda status: status["external"]["scale"] == 1.5)
        self.assertEqual(self.current_mode(), (1280, 720, 60_000))
        self.set("--transform", "90")
        service.wait_for_content(720, 1280, "external")
        status = service.wait_until_still()
        self.assertEqual(status["external"]["transform"], "90")
        self.assertIn("Transform: 90", self.tool("wlr-randr"))
        service.check_pictures()
        self.set("--preferred", "--transform", "normal", "--scale", "1")
        service.wait_for_content(1920, 1080, "external")
        service.wait_until_still()
        service.check_pictures()

    def test_the_panel_alone(self):
        service = self.start()
        self.set("--scale", "2", "--transform", "270", name="DSI-1")
        service.wait_for_content(800, 1280, "panel")
        status = service.wait_until_still()
        self.assertEqual((status["panel"]["scale"], status["panel"]["transform"]), (2, "270"))
        service.cli("virtual", "key", "type", "turned")
        service.wait_until_still()
        self.assertEqual(service.terminal.typed(), "turned")

    def test_a_refused_mode_leaves_all_as_it_was(self):
        service = self.start()
        service.plug(1920, 1080)
        service.cli("virtual", "refuse", "HDMI-A-1", "1280x720")
        before = service.wait_until_still()
        self.assert_refused("--mode", "1280x720", "--scale", "2")
        self.assert_refused("--custom-mode", "800x600")
        self.assert_refused("--scale", "20")
        self.assert_refused("--off")
        after = service.wait_until_still()
        for key in ("state", "panel", "external", "content"):
            self.assertEqual(after[key], before[key])
        service.check_pictures()

    def test_a_test_changes_nothing(self):
        service = self.start()
        service.plug(1920, 1080)
        service.cli("virtual", "refuse", "HDMI-A-1", "1280x720")
        before = service.wait_until_still()
        self.tool("wlr-randr", "--dryrun", "--output", "HDMI-A-1", "--mode", "640x480")
        result = self.run_on(self.socket.name, "wlr-randr", "--dryrun", "--output", "HDMI-A-1", "--mode", "1280x720")
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(service.wait_until_still()["external"], before["external"])

    def test_what_was_set_by_hand_comes_before_the_file(self):
        service = self.start('[external]\nhold_ms = 0\nmode = "1024x768"\n')
        self.plug(1024, 768)
        self.set("--mode", "1280x720")
        service.wait_for_content(1280, 720, "external")
        self.unplug()
        self.plug(1024, 768)


class OverscanTests(RandrCase):
    """A television that cuts its edges off, a twentieth of each length at either side."""

    def shown(self) -> tuple[int, int, int, int]:
        """The left, top, right and bottom of what is not black on the external."""
        rows, columns = self.service.screen("external").any(axis=2).nonzero()
        return columns.min(), rows.min(), columns.max() + 1, rows.max() + 1

    def test_windows_are_within_what_is_seen(self):
        service = self.start()
        service.plug(1920, 1080)
        service.cli("overscan", "5")
        service.wait_for_content(1728, 972, "external")
        status = service.wait_until_still()
        self.assertEqual(self.shown(), (96, 54, 1824, 1026))
        service.check_pictures()
        # The finger's place on the panel is the same place of the external.
        viewer = service.start_viewer()
        viewport = status["viewport"]
        factor = viewport["width"] / 1920
        service.cli("virtual", "touch", "tap", str(viewport["x"] + 960 * factor), str(viewport["y"] + 540 * factor))
        touch = eventually(viewer.touches, "the touch has arrived")[0]
        self.assertAlmostEqual(touch.x, 960 - 96, delta=2)
        self.assertAlmostEqual(touch.y, 540 - 54, delta=2)

    def test_it_is_remembered_for_the_display(self):
        service = self.start()
        service.plug(1920, 1080)
        service.cli("overscan", "3")
        service.wait_for_content(1804, 1016, "external")
        self.unplug()
        self.plug(1804, 1016)
        service.cli("overscan", "0")
        service.wait_for_content(1920, 1080, "external")
        self.unplug()
        self.plug(1920, 1080)

    def test_a_rule_gives_it(self):
        self.start('[external]\nhold_ms = 0\n[[display]]\nconnector = "HDMI-A-*"\noverscan = 5\n')
        self.plug(1728, 972)


class MemoryTests(RandrCase):
    """What was set comes back with the display."""

    def remembered(self, name: str = "HDMI-A-1") -> dict | None:
        return next(output for output in self.service.outputs() if output["name"] == name)["remembered"]

    def restart(self, configuration: str = "") -> VirtualService:
        """The service again, with the state that the last one left."""
        old = self.service
        self.service = VirtualService(configuration=configuration)
        state = old.folder / ".local" / "state"
        if state.exists():
            shutil.copytree(state, self.service.folder / ".local" / "state")
        self.assertEqual(old.end(), 0)
        self.enterContext(self.service)
        self.service.terminal_ready()
        self.find_socket()
        return self.service

    def test_a_television_is_offered_larger_text_once(self):
        explained = '[interface]\nhints = true\n'

        def plug(service: VirtualService) -> None:
            service.cli("virtual", "plug", "HDMI-A-1", "1920x1080", "--size-mm", "1000x560")
            service.wait_for_content(1920, 1080, "external")

        def entry(service: VirtualService) -> dict:
            service.cli("menu", "show")
            return next(entry for entry in service.status()["menu"]["entries"] if entry["item"] == "larger-text")

        def tap(service: VirtualService, place: dict) -> None:
            service.cli(
                "virtual", "touch", "tap", str(place["x"] + place["width"] // 2), str(place["y"] + place["height"] // 2))

        service = self.start(explained)
        plug(service)
        eventually(lambda: self.remembered(), "the offer is remembered")
        self.assertEqual({key for key, value in self.remembered().items() if value is not None}, {"larger_text_offered"})
        self.assertEqual(service.status()["external"]["scale"], 1)
        self.assertEqual(entry(service)["value"], "Off")
        tap(service, entry(service))
        service.wait_for("larger text", lambda status: status["external"]["scale"] == 1.5)
        eventually(lambda: "scale: 1.5" in self.tool("wlr-randr").lower(), "tools see the scale")
        # The display keeps it, over a restart as well.
        service = self.restart(explained)
        plug(service)
        service.wait_for("larger text again", lambda status: status["external"]["scale"] == 1.5)
        self.assertEqual(entry(service)["value"], "On")
        tap(service, entry(service))
        service.wait_for("the default scale", lambda status: status["external"]["scale"] == 1)
        # A monitor is no television.
        service.cli("virtual", "unplug", "HDMI-A-1")
        service.wait_for_content(1280, 800, "panel")
        service.cli("virtual", "plug", "DP-1", "1920x1080")
        service.wait_for_content(1920, 1080, "external")
        self.assertIsNone(self.remembered("DP-1"))
        service.cli("menu", "show")
        self.assertNotIn("larger-text", [entry["item"] for entry in service.status()["menu"]["entries"]])

    def test_unplugged_and_plugged_in_again(self):
        service = self.start()
        self.plug(1920, 1080)
        self.assertIsNone(self.remembered())
        self.set("--mode", "1280x720", "--scale", "1.5")
        service.wait_for_content(1280, 720, "external")
        self.unplug()
        self.plug(1280, 720)
        status = service.wait_until_still()
        self.assertEqual(status["external"]["scale"], 1.5)
        mode = {"width": 1280, "height": 720, "refresh_mhz": 60_000}
        self.assertEqual(self.remembered(), {"mode": mode, "scale": 1.5, "transform": None, "vrr": None, "controller": None, "overscan": None, "zoom": None, "volume": None, "larger_text_offered": None, "role": None})
        self.assertIn("remembered  1280x720  60 Hz  scale 1.5", service.cli("outputs"))
        # So does what fingers on the controller do.
        service.cli("controller", "trackpad")
        self.assertEqual(self.remembered(), {
            "mode": mode, "scale": 1.5, "transform": None, "vrr": None, "controller": "trackpad", "overscan": None, "zoom": None, "volume": None, "larger_text_offered": None, "role": None})
        self.unplug()
        service.wait_for("the panel alone", lambda status: status["state"] == "panel-only")
        self.plug(1280, 720)
        service.cli("controller", "direct")
        # And which part of the content the controller shows.
        service.cli("controller", "zoom", "2", "300", "200")
        zoomed = service.status()["controller"]
        self.assertEqual(self.remembered()["zoom"]["factor"], 2)
        self.unplug()
        self.plug(1280, 720)
        service.wait_for("mode and zoom", lambda status: status["controller"] == zoomed)
        self.assertEqual((zoomed["mode"], zoomed["zoom"]), ("direct", 2))
        # Another display has settings of its own.
        self.unplug()
        self.plug(1920, 1080, "DP-1")
        service.check_pictures()

    def test_a_restart(self):
        self.start()
        self.set("--scale", "2", name="DSI-1")
        self.plug(1920, 1080)
        self.set("--mode", "1280x720", "--transform", "180")
        self.service.wait_for_content(1280, 720, "external")
        service = self.restart()
        status = service.wait_until_still()
        self.assertEqual(status["panel"]["scale"], 2)
        self.plug(1280, 720)
        self.assertEqual(service.wait_until_still()["external"]["transform"], "180")

    def test_the_file_comes_first_and_can_turn_the_memory_off(self):
        self.start()
        self.plug(1920, 1080)
        self.set("--mode", "1280x720", "--transform", "180")
        self.service.wait_for_content(1280, 720, "external")
        service = self.restart('[external]\nhold_ms = 0\nmode = "1024x768"\n')
        self.plug(1024, 768)
        self.assertEqual(service.wait_until_still()["external"]["transform"], "180")
        self.restart("[external]\nhold_ms = 0\nremember = false\n")
        self.plug(1920, 1080)
        self.set("--mode", "640x480")
        self.service.wait_for_content(640, 480, "external")
        self.unplug()
        self.plug(1920, 1080)

    def test_a_damaged_file_is_ignored_in_one_line(self):
        self.start()
        self.set("--scale", "2", name="DSI-1")
        file = self.service.folder / ".local" / "state" / "kagami" / "displays.json"
        self.assertTrue(file.read_text().startswith('{"displays":[{'))
        file.write_text('{"displays": [{]')
        service = self.restart()
        self.assertEqual(service.wait_until_still()["panel"]["scale"], 1)
        lines = [line for line in service.log().splitlines() if "displays.json" in line]
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("not JSON", lines[0])
        self.set("--scale", "2.5", name="DSI-1")
        self.assertEqual(self.restart().wait_until_still()["panel"]["scale"], 2.5)

    def test_forgetting(self):
        service = self.start()
        self.plug(1920, 1080)
        self.set("--mode", "1280x720")
        service.wait_for_content(1280, 720, "external")
        self.unplug()
        service.cli("outputs", "forget", "HDMI-A-1")
        self.assertIn("nothing was set by hand", service.attempt("outputs", "forget", "HDMI-A-1").error)
        self.plug(1920, 1080)
        self.set("--mode", "1280x720", "--scale", "2")
        service.wait_for_content(1280, 720, "external")
        service.cli("outputs", "forget", "--all")
        service.wait_for_content(1920, 1080, "external")
        self.assertEqual(service.wait_until_still()["external"]["scale"], 1)
        service.check_pictures()
