"""The menu's pages of windows, programs and displays, swipes from window to window, and a second external."""

import json
import shutil
import tempfile
from pathlib import Path

from support.binary import CHECKOUT
from support.menu import MenuCase
from support.pictures import keep
from support.requirements import require_programs
from support.terminal import Terminal
from support.waiting import eventually


def setUpModule():
    require_programs("foot", "wev")


class PageCase(MenuCase):
    def tap_entry(self, item: str) -> None:
        self.tap(self.entries()[item])

    def swipe(self, dx: int, fingers: int = 3) -> None:
        """Fingers that go down one after the other, move together and are lifted."""
        starts = [(300 + 90 * finger, 280) for finger in range(fingers)]
        for finger, (x, y) in enumerate(starts):
            self.touch(action="down", id=finger, x=x, y=y)
        for step in range(1, 7):
            for finger, (x, y) in enumerate(starts):
                self.touch(action="move", id=finger, x=x + dx * step // 6, y=y)
        for finger in range(fingers):
            self.touch(action="up", id=finger)

    def touch(self, **keys) -> None:
        """A finger's step on the socket itself: a swipe is faster than commands are."""
        reply = self.service.raw_request(json.dumps({"command": "virtual.touch", **keys}).encode() + b"\n")
        self.assertTrue(reply["ok"], reply)

    def front(self) -> str:
        return self.service.status()["content"]["app_id"]

    def launch(self, *words: str) -> int:
        return int(self.service.cli("launch", "--", *words))


class WindowPageTests(PageCase):
    def three_windows(self) -> None:
        for name in ("second", "third"):
            self.launch("foot", "--config=/dev/null", f"--app-id={name}", f"--title=The {name} window", "sleep", "1000")
            eventually(lambda: self.front() == name, f"the {name} window")
        self.service.wait_until_still()

    def test_the_menu_lists_windows_by_their_titles(self):
        self.start()
        self.service.cli("menu", "show")
        self.assertNotIn("windows", self.entries())
        self.service.cli("menu", "hide")
        self.three_windows()
        self.service.cli("menu", "show")
        self.assertEqual(self.entries()["windows"]["value"], "The third window")
        self.service.wait_until_still()
        keep(menu_windows_entry=self.service.screen("panel"))
        self.tap_entry("windows")
        names = [entry["name"] for entry in self.entries().values()]
        self.assertEqual(names[:3], ["Back", "The third window", "The second window"])
        self.service.wait_until_still()
        keep(menu_windows=self.service.screen("panel"))
        second = next(item for item, entry in self.entries().items() if entry["name"] == "The second window")
        self.tap_entry(second)
        self.assertEqual(self.entries(), {})
        self.assertEqual(self.front(), "second")
        self.service.cli("menu", "show")
        self.tap_entry("windows")
        self.tap_entry("close-windows")
        self.service.wait_until_still()
        keep(menu_close_windows=self.service.screen("panel"))
        second = next(item for item, entry in self.entries().items() if entry["name"] == "The second window")
        self.tap_entry(second)
        eventually(lambda: second not in self.entries(), "the window has closed, and the menu is open")
        self.assertIn("close-windows", self.entries())

    def test_three_fingers_swipe_from_window_to_window(self):
        self.start()
        self.three_windows()
        for mode in ("direct", "view"):
            with self.subTest(mode):
                self.service.cli("controller", mode)
                before = self.front()
                self.swipe(240)
                self.assertNotEqual(self.front(), before)
                self.swipe(-240)
                self.assertEqual(self.front(), before)
                self.assertEqual(self.service.status()["controller"]["zoom"], 1)
                # A tap of four fingers goes on to the next mode as ever.
                for finger in range(4):
                    self.touch(action="down", id=finger, x=300 + 80 * finger, y=280)
                for finger in range(4):
                    self.touch(action="up", id=finger)
                self.assertNotEqual(self.service.status()["controller"]["mode"], mode)
        self.service.cli("controller", "trackpad")
        before = self.front()
        self.swipe(240)
        self.assertEqual(self.front(), before)
        self.service.cli("controller", "direct")
        self.swipe(240)
        keep(swipe_notice=self.service.screen("panel"))

    def test_fingers_of_the_application_stay_its_own(self):
        self.start('[controller]\ntwo_fingers = "application"\nlong_press = "application"\n')
        viewer = self.service.start_viewer()
        self.swipe(240)
        eventually(lambda: len(viewer.touches()) >= 3, "the application has three touches")
        self.assertEqual(self.front(), "wev")


class LauncherTests(PageCase):
    def add(self, name: str, text: str) -> None:
        folder = self.service.folder / ".local" / "share" / "applications"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"[Desktop Entry]\nType=Application\n{text}\n")

    def test_programs_are_listed_and_started(self):
        self.start("[menu]\nlauncher = true\n")
        self.add("a.desktop", "Name=000 Viewer\nName[ja]=000 ビューア\nExec=wev %U")
        self.add("b.desktop", "Name=001 Broken\nExec=/nowhere/to/be/found")
        self.add("c.desktop", "Name=002 Hidden\nExec=wev\nNoDisplay=true")
        self.add("d.desktop", "Name=003 Shell\nExec=sh\nTerminal=true")
        self.service.cli("menu", "show")
        self.assertNotIn("application-1", self.entries())
        self.tap_entry("applications")
        eventually(lambda: "000 Viewer" in [entry["name"] for entry in self.entries().values()], "the programs")
        names = [entry["name"] for entry in self.entries().values()]
        self.assertEqual(names[:4], ["Back", "000 Viewer", "001 Broken", "003 Shell"])
        self.service.wait_until_still()
        keep(menu_applications=self.service.screen("panel"))
        self.tap_entry("application-1")
        self.assertEqual(self.entries(), {})
        eventually(lambda: self.front() == "wev", "the viewer is started")
        self.service.cli("menu", "show")
        self.tap_entry("applications")
        self.tap_entry("application-2")
        self.service.wait_until_still()
        keep(menu_launch_failed=self.service.screen("panel"))
        self.assertEqual(self.front(), "wev")

    def test_drawings_are_icons(self):
        self.start("[menu]\nlauncher = true\n")
        icons = self.service.folder / ".local" / "share" / "icons" / "hicolor" / "scalable" / "apps"
        icons.mkdir(parents=True)
        # What the library draws on threads, what it draws by itself, and what is broken.
        blur = '<filter id="f"><feGaussianBlur stdDeviation="0.1"/></filter>'
        for name, color, extra in [("pink", "#ff40c0", blur), ("lime", "#40ff00", ""), ("broken", "#fff", "</g>")]:
            (icons / f"{name}.svg").write_text(
                f'<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">{extra}'
                f'<rect width="16" height="16" fill="{color}" filter="url(#f)"/></svg>'.replace(
                    "" if extra == blur else ' filter="url(#f)"', ""
                )
            )
            self.add(f"{name}.desktop", f"Name=000 {name}\nExec=wev\nIcon={name}")
        self.launch("foot", "--config=/dev/null", "--app-id=org.example.pink", "sleep", "1000")
        eventually(lambda: self.front() == "org.example.pink", "the window")

        def shows(color: tuple[int, int, int]) -> int:
            return int((self.service.screen("panel")[..., :3] == color).all(axis=2).sum())

        self.service.cli("menu", "show")
        self.tap_entry("applications")
        eventually(lambda: "000 lime" in [entry["name"] for entry in self.entries().values()], "the programs")
        eventually(lambda: shows((255, 64, 192)) > 300, "the pink icon")
        eventually(lambda: shows((64, 255, 0)) > 300, "the lime icon")
        self.service.wait_until_still()
        keep(menu_drawn_icons=self.service.screen("panel"))
        self.service.cli("menu", "hide")
        self.assertEqual(shows((255, 64, 192)), 0)
        # The window's id has the program's name in it.
        self.service.cli("menu", "show")
        self.tap_entry("windows")
        eventually(lambda: shows((255, 64, 192)) > 300, "the icon of the window's program")
        self.service.wait_until_still()
        keep(menu_window_icons=self.service.screen("panel"))

    def test_the_language_is_the_menus_and_a_reload_switches_it_off(self):
        self.start('[menu]\nlauncher = true\n[interface]\nlanguage = "ja"\nhints = false\n')
        self.add("a.desktop", "Name=000 Viewer\nName[ja]=000 ビューア\nExec=wev %U")
        self.service.cli("menu", "show")
        self.tap_entry("applications")
        eventually(lambda: "000 ビューア" in [entry["name"] for entry in self.entries().values()], "the programs")
        self.service.wait_until_still()
        keep(menu_applications_japanese=self.service.screen("panel"))
        self.service.configuration.write_text("[menu]\n")
        self.service.cli("config", "reload")
        self.service.cli("menu", "show")
        self.assertNotIn("applications", self.entries())


class SecondExternalTests(PageCase):
    def external(self) -> str | None:
        external = self.service.status()["external"]
        return external and external["name"]

    def plug(self, name: str, mode: str) -> None:
        self.service.cli("virtual", "plug", name, mode)

    def test_the_panel_asks_which_display_to_use(self):
        self.start('[external]\npolicy = "ask"\n[menu]\n')
        self.plug("DP-1", "3840x2160")
        self.assertEqual(self.external(), "HDMI-A-1")
        self.assertEqual(list(self.entries()), ["display-HDMI-A-1", "display-DP-1", "close"])
        self.service.wait_until_still()
        keep(menu_external_question=self.service.screen("panel"))
        # A tap beside it keeps the present one.
        self.service.cli("virtual", "touch", "tap", "30", "300")
        self.assertEqual((self.entries(), self.external()), ({}, "HDMI-A-1"))
        self.service.cli("virtual", "unplug", "DP-1")
        self.plug("DP-1", "3840x2160")
        self.tap_entry("display-DP-1")
        self.service.wait_for_content(3840, 2160, "external")
        self.assertEqual(self.external(), "DP-1")

    def test_a_larger_display_leaves_the_panel_alone(self):
        for policy in ("largest", "ask"):
            with self.subTest(policy):
                self.larger_display(policy)

    def larger_display(self, policy: str) -> None:
        folder = Path(tempfile.mkdtemp(prefix="kagami-panel-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        panel = Terminal(folder, checkout=CHECKOUT, background="2040a0")
        self.start(f'[external]\npolicy = "{policy}"\n', panel_command=panel.command())
        eventually(panel.start, "the panel application's program runs")
        self.service.cli("panel", "show", "application")
        display = panel.start()["WAYLAND_DISPLAY"]
        # A viewer beside the terminal that reports the touches.
        viewer = self.service.viewer
        self.service.cli("launch", "--panel", "--", "sh", "-c", viewer.command())
        eventually(viewer.is_shown, "the viewer is shown")
        self.assertTrue(display)
        self.service.cli("pip", "start", "external")
        self.service.wait_for("a picture", lambda status: status["pip"]["state"] == "active")

        def kinds() -> list[str]:
            return [touch.kind for touch in viewer.touches()]

        self.service.cli("virtual", "touch", "down", "0", "200", "300")
        eventually(lambda: kinds().count("down") == 1, "the touch has arrived")
        pip = self.service.status()["pip"]
        counters = self.service.status()["counters"]

        self.plug("DP-1", "3840x2160")
        if policy == "ask":
            place = self.entries()["display-DP-1"]
            x, y = place["x"] + place["width"] // 2, place["y"] + place["height"] // 2
            self.service.cli("virtual", "touch", "down", "1", str(x), str(y))
            self.service.cli("virtual", "touch", "up", "1")
        self.service.wait_for_content(3840, 2160, "external")
        status = self.service.status()
        self.assertEqual(status["external"]["name"], "DP-1")
        self.assertEqual(status["panel_foreground"], "application")
        self.assertEqual((status["pip"]["state"], status["pip"]["source"]), ("active", pip["source"]))
        self.assertEqual(status["counters"]["touches_cancelled"], counters["touches_cancelled"])
        self.service.cli("virtual", "touch", "move", "0", "240", "320")
        self.service.cli("virtual", "touch", "up", "0")
        eventually(lambda: kinds()[-1:] == ["up"], "the touch has ended")
        names = kinds()
        self.assertEqual((names.count("down"), names.count("up"), names.count("cancel")), (1, 1, 0))
        self.assertIn("motion", names)
        # The smaller one again: the same.
        self.service.cli("virtual", "unplug", "DP-1")
        self.service.wait_for_content(1920, 1080, "external")
        status = self.service.status()
        self.assertEqual((status["panel_foreground"], status["pip"]["state"]), ("application", "active"))

    def test_a_touch_of_the_content_ends_once_when_it_moves(self):
        self.start()
        viewer = self.service.start_viewer()

        def kinds() -> list[str]:
            return [touch.kind for touch in viewer.touches()]

        self.service.cli("virtual", "touch", "down", "0", "500", "300")
        eventually(lambda: len(viewer.touches()) >= 1, "the touch has arrived")
        self.plug("DP-1", "3840x2160")
        self.service.wait_for_content(3840, 2160, "external")
        self.service.cli("virtual", "touch", "up", "0")
        eventually(lambda: "cancel" in kinds(), "the touch is cancelled")
        names = kinds()
        self.assertEqual((names.count("down"), names.count("cancel"), names.count("up")), (1, 1, 0))
