"""The menu on the panel's glass: how it opens, what its entries do, and that nothing is left behind."""

from support.menu import MenuCase
from support.pictures import keep
from support.requirements import require_programs
from support.waiting import eventually


def setUpModule():
    require_programs("foot", "wev")


class GlassCase(MenuCase):
    def key(self, *names: str) -> None:
        for name in names:
            self.service.cli("virtual", "key", name)

    def choose(self, item: str) -> None:
        """Opens the menu by its handle, and taps an entry."""
        self.tap(self.menu()["handle"])
        self.tap(self.entries()[item])

    def focused(self) -> str | None:
        return next((item for item, entry in self.entries().items() if entry["focused"]), None)


class MenuTests(GlassCase):
    def test_the_handle_opens_it_by_a_tap_and_by_a_drag(self):
        self.start()
        before = self.service.screen("panel")
        handle = self.menu()["handle"]
        # Unknown sizes count as seven inches: nine millimetres are 60 pixels.
        self.assertGreaterEqual(handle["height"], 60)
        self.tap(handle)
        self.assertTrue(self.is_open())
        self.service.wait_until_still()
        open_panel = self.service.screen("panel")
        keep(menu_open=open_panel)
        self.assertGreater((open_panel != before).any(axis=2).sum(), 50_000)
        self.assertFalse((self.service.screen("external") == 0).all())
        # The tap beside the menu closes it and is nobody's.
        viewer = self.service.start_viewer()
        touches = len(viewer.touches())
        self.service.cli("virtual", "touch", "tap", "40", "300")
        self.assertFalse(self.is_open())
        x, y = handle["x"] + handle["width"] // 2, handle["y"] + handle["height"] // 2
        self.service.cli("virtual", "touch", "down", "0", str(x), str(y))
        self.service.cli("virtual", "touch", "move", "0", str(x - 60), str(y))
        self.assertTrue(self.is_open())
        self.service.cli("virtual", "touch", "up", "0")
        self.assertTrue(self.is_open())
        self.service.cli("menu", "hide")
        self.service.cli("virtual", "touch", "tap", "40", "300")
        eventually(lambda: len(viewer.touches()) == touches + 2, "only the last tap is the application's")

    def test_commands_and_keys_open_and_close_it(self):
        self.start()
        self.service.cli("menu", "show")
        self.assertEqual(self.focused(), "mode")
        self.service.cli("menu", "show")
        self.service.cli("menu", "hide")
        self.assertFalse(self.is_open())
        self.key("meta+o")
        self.key("right", "down", "tab")
        self.assertTrue(self.is_open())
        self.key("esc")
        self.assertFalse(self.is_open())
        self.key("meta+o", "meta+o")
        self.assertFalse(self.is_open())
        # The keys of the menu were nobody else's.
        self.key("x")
        eventually(lambda: self.service.terminal.typed() == "x", "the next key is typed")

    def test_entries_show_their_state_and_act(self):
        self.start()
        self.tap(self.menu()["handle"])
        self.assertEqual(self.entries()["mode"]["value"], "Direct")
        self.tap(self.entries()["mode"])
        self.assertEqual(self.service.status()["controller"]["mode"], "trackpad")
        self.assertEqual(self.entries()["mode"]["value"], "Trackpad")
        self.tap(self.entries()["mode"])
        self.tap(self.entries()["mode"])
        self.tap(self.entries()["mode"])
        self.assertEqual(self.entries()["mode"]["value"], "Direct")
        self.tap(self.entries()["presenter"])
        self.assertEqual(self.service.status()["presenter"]["tool"], "laser")
        self.assertEqual(self.entries()["presenter"]["value"], "Laser")
        for _ in range(4):
            self.tap(self.entries()["presenter"])
        self.assertEqual(self.entries()["presenter"]["value"], "Off")
        self.tap(self.entries()["close"])
        self.assertFalse(self.is_open())

        self.choose("zoom")
        self.service.wait_for("a zoomed controller", lambda status: status["controller"]["zoom"] > 1.5)
        zoom = self.service.wait_until_still()["controller"]["zoom"]
        self.tap(self.menu()["handle"])
        self.assertEqual(self.entries()["zoom"]["value"], f"{zoom:.1f}\u00d7")
        self.tap(self.entries()["zoom"])
        self.service.wait_for("all of the content", lambda status: status["controller"]["zoom"] == 1)

        self.choose("blank-external")
        eventually(lambda: not self.service.screen("external").any(), "the external is black")
        self.choose("blank-external")
        eventually(lambda: self.service.screen("external").any(), "the external is seen again")

        self.choose("mirror")
        self.service.wait_for_content(*map(int, self.panel.split("x")), "panel")
        # Without an external and a panel application there is no handle.
        self.assertIsNone(self.menu()["handle"])
        self.service.cli("menu", "show")
        self.assertFalse(self.entries()["mode"]["available"])
        self.assertEqual(self.entries()["mirror"]["value"], "Off")
        self.tap(self.entries()["mirror"])
        self.service.wait_for_content(1920, 1080, "external")

        self.choose("blank")
        eventually(lambda: not self.service.screen("panel").any(), "the panel is black")
        self.service.cli("virtual", "touch", "tap", "300", "300")
        self.assertIsNone(self.service.status()["blank"])

    def test_picture_in_picture_and_the_panel_application(self):
        self.start(panel_command=["foot", "--config=/dev/null"])
        self.choose("panel-application")
        self.assertEqual(self.service.status()["panel_foreground"], "application")
        self.choose("pip")
        self.service.wait_for("a picture", lambda status: status["pip"]["state"] == "active")
        self.tap(self.menu()["handle"])
        self.assertEqual(self.entries()["pip"]["value"], "On")
        self.assertEqual(self.entries()["panel-application"]["value"], "In front")
        self.tap(self.entries()["pip"])
        self.service.wait_for("no picture", lambda status: status["pip"]["state"] == "possible")

    def test_the_external_is_chosen_where_there_are_several(self):
        self.start(panel_command=["foot", "--config=/dev/null"])
        self.tap(self.menu()["handle"])
        self.assertNotIn("external", self.entries())
        self.service.cli("menu", "hide")
        self.service.cli("virtual", "plug", "DP-1", "1280x720")
        self.tap(self.menu()["handle"])
        self.assertEqual(self.entries()["external"]["value"], "HDMI-A-1")
        self.tap(self.entries()["external"])
        self.service.wait_for_content(1280, 720, "external")
        self.tap(self.menu()["handle"])
        self.assertEqual(self.entries()["external"]["value"], "DP-1")
        self.service.wait_until_still()
        keep(menu_full=self.service.screen("panel"))
        self.tap(self.entries()["external"])
        self.service.wait_for_content(1920, 1080, "external")

    def test_pictures_by_themselves_are_switched_at_run_time(self):
        self.start(panel_command=["foot", "--config=/dev/null"], plug=False)
        self.choose("pip-auto")
        self.service.cli("panel", "show", "application")
        self.service.wait_for("a picture", lambda status: status["pip"]["state"] == "active")
        self.assertTrue(self.service.status()["pip"]["auto_start"])
        self.service.cli("panel", "show", "content")
        self.service.wait_for("no picture", lambda status: (status["pip"] or {}).get("state") != "active")
        self.service.cli("pip", "auto", "off")
        self.tap(self.menu()["handle"])
        self.assertEqual(self.entries()["pip-auto"]["value"], "Off")

    def test_commands_of_ones_own(self):
        self.start(
            '[[menu_entry]]\nname = "Mark"\ncommand = ["sh", "-c", "kagami=$KAGAMI_SOCKET; echo $kagami > ~/mark"]\n\n'
            '[[menu_entry]]\nname = "Broken"\ncommand = "/nowhere/to/be/found"\n\n[menu]\n')
        self.tap(self.menu()["handle"])
        self.assertEqual(self.entries()["command-1"]["name"], "Mark")
        self.tap(self.entries()["command-1"])
        mark = self.service.folder / "mark"
        eventually(lambda: mark.exists() and mark.read_text().strip(), "the command runs")
        self.assertEqual(mark.read_text().strip(), str(self.service.socket_path))
        self.choose("command-2")
        self.assertFalse(self.is_open())
        self.service.wait_until_still()
        keep(menu_failed=self.service.screen("panel"))

    def test_a_screenshot_is_saved(self):
        self.start()
        self.choose("screenshot")
        pictures = eventually(lambda: list(self.service.folder.glob("kagami-*.png")), "a picture")
        self.assertEqual(len(pictures), 1)
        eventually(lambda: pictures[0].stat().st_size > 1000, "it is written")

    def test_a_switch_scans(self):
        self.start('[menu]\nscan_ms = 2000\n\n[bindings]\npanel_menu = "f8"\n')
        self.key("f8")
        self.assertEqual(self.focused(), "mode")
        eventually(lambda: self.focused() == "zoom", "the next entry is highlighted")
        self.key("f8")
        self.service.wait_for("a zoomed controller", lambda status: status["controller"]["zoom"] > 1.5)
        self.assertFalse(self.is_open())

    def test_a_mouse_works_on_it_though_the_panel_shows_the_controller(self):
        self.start()
        viewer = self.service.start_viewer()
        self.service.cli("virtual", "pointer", "motion", "10", "10")
        self.service.cli("menu", "show")
        entry = self.entries()["mode"]
        self.service.cli("virtual", "pointer", "motion", "-5000", "-5000")
        self.service.cli(
            "virtual", "pointer", "motion", str(entry["x"] + entry["width"] // 2), str(entry["y"] + entry["height"] // 2))
        self.service.cli("virtual", "pointer", "button", "left")
        self.assertEqual(self.service.status()["controller"]["mode"], "trackpad")
        self.service.cli("menu", "hide")
        self.assertEqual([name for name, _ in viewer.events("wl_pointer") if name == "button"], [])

    def test_the_content_goes_on_behind_it_and_an_open_menu_costs_nothing(self):
        self.start()
        self.service.cli("menu", "show")
        self.service.wait_until_still()
        before, after = self.service.rest(1)
        self.assertEqual(before["counters"]["panel"]["frames_presented"], after["counters"]["panel"]["frames_presented"])
        self.service.start_viewer()
        self.service.wait_for("frames of the external", lambda status: (
            status["counters"]["external"]["frames_presented"] > after["counters"]["external"]["frames_presented"]))
        self.assertTrue(self.is_open())

    def test_japanese_and_high_contrast_and_large(self):
        self.start('[interface]\nlanguage = "ja"\ncontrast = "high"\nsize = 1.5\nhints = false\n[menu]\n')
        self.service.cli("menu", "show")
        self.assertEqual(self.entries()["mode"]["name"], "指の操作")
        # Too large for one page: the others come after the entry that leads to them.
        first = set(self.entries())
        self.assertIn("more", first)
        self.tap(self.entries()["more"])
        self.assertNotEqual(set(self.entries()), first)
        self.service.wait_until_still()
        keep(menu_japanese=self.service.screen("panel"))


class HintTests(GlassCase):
    def hint(self) -> str | None:
        return self.menu()["hint"]

    def test_hints_go_when_they_are_followed_or_dismissed(self):
        self.start("[menu]\n[interface]\n")
        self.assertEqual(self.hint(), "handle")
        keep(hint_handle=self.service.screen("panel"))
        self.tap(self.menu()["handle"])
        self.assertIsNone(self.hint())
        self.service.cli("menu", "hide")
        self.assertEqual(self.hint(), "two-fingers")
        self.service.wait_until_still()
        keep(hint_two_fingers=self.service.screen("panel"))
        self.service.cli("controller", "zoom", "2")
        self.assertIsNone(self.hint())
        file = self.service.folder / ".local" / "state" / "kagami" / "hints"
        self.assertEqual(file.read_text(), "handle\ntwo-fingers\n")
        self.service.cli("controller", "zoom", "1")
        self.assertIsNone(self.hint())
        self.service.cli("hints", "reset")
        self.assertEqual(self.hint(), "handle")
        self.assertEqual(file.read_text(), "")


class SmallMenuTests(MenuTests):
    """The same on a smaller panel, with fewer pixels to the millimetre."""

    panel = "800x480"
