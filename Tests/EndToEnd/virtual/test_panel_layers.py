"""Tools' bars on the panel and on the external, each on the output that it names."""

import subprocess
import unittest

import numpy

from support.pictures import Difference, Viewport, check_snapshot, keep, load
from support.raw.commands import layer_client, screen_client
from support.raw.pattern import channels, pattern
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

ABOVE, BELOW, NOTES = 1, 2, 3
# Logical pixels.
HEIGHT = 40


def setUpModule():
    require_programs("foot", "grim")


class PanelLayerTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService(configuration="[application]\noutputs = 2\n"))
        self.service.terminal_ready()
        self.service.plug(1920, 1080)

    def start(self, name: str, command: list[str], display: str) -> None:
        """Starts a client, whose words go to a file of its name."""
        with open(self.service.folder / name, "wb") as words:
            self.service.others.append(subprocess.Popen(
                command, env=self.service.environment | {"WAYLAND_DISPLAY": display}, stdout=words))

    def start_bar(self, name: str, seed: int, output: str) -> None:
        bar = layer_client("--seed", str(seed), "--output", output, "--height", str(HEIGHT))
        self.start(name, bar, self.service.tools)
        self.wait_to_hear(name, "enter", output)
        self.service.wait_until_still()

    def heard(self, name: str, *words: object) -> bool:
        return " ".join(map(str, words)) in (self.service.folder / name).read_text().splitlines()

    def wait_to_hear(self, name: str, *words: object) -> None:
        eventually(lambda: self.heard(name, *words), f"{name} hears {words}")

    def wait_for_content(self, screen: str) -> None:
        self.service.wait_for(f"the content is on the {screen}", lambda status: (status["content"] or {}).get("on") == screen)

    def check_bar(self, screen: str, seed: int) -> numpy.ndarray:
        """The screen has a bar's picture at its top, pixel for pixel; returns the whole picture."""
        picture, status = self.service.screen(screen), self.service.status()
        rows = round(HEIGHT * status[screen]["scale"])
        expected = channels(pattern(picture.shape[1], rows, seed))
        self.assertEqual(Difference.between(picture[:rows], expected), Difference(0, 0), screen)
        return picture

    def check_controller(self) -> None:
        """The panel shows the bar, and below it all of the external."""
        status = self.service.wait_until_still()
        panel, external = self.check_bar("panel", BELOW), self.check_bar("external", ABOVE)
        keep(panel_layers_panel=panel, panel_layers_external=external)
        viewport, rows = Viewport.of(status), round(HEIGHT * status["panel"]["scale"])
        self.assertGreaterEqual(viewport.y, rows)
        rest = panel.copy()
        rest[:rows] = 0
        check_snapshot(rest, external, viewport)

    def copy(self, output: str) -> numpy.ndarray:
        subprocess.run(
            ["grim", "-o", output, "copy.png"], env=self.service.environment | {"WAYLAND_DISPLAY": self.service.tools},
            cwd=self.service.folder, check=True, timeout=30)
        return load(self.service.folder / "copy.png")

    def test_bars_over_plug_use_unplug_and_plug(self):
        self.start_bar("above", ABOVE, "HDMI-A-1")
        self.start_bar("below", BELOW, "DSI-1")
        self.check_controller()
        for output, screen in (("HDMI-A-1", "external"), ("DSI-1", "panel")):
            numpy.testing.assert_array_equal(self.copy(output), self.service.screen(screen))

        # A finger on the panel's bar is the bar's, in its own coordinates; one below it is the content's.
        scale = self.service.status()["panel"]["scale"]
        self.service.cli("virtual", "touch", "tap", "320", "20")
        self.wait_to_hear("below", "touch", round(320 / scale), round(20 / scale))
        self.service.cli("virtual", "key", "type", "a")
        eventually(lambda: self.service.terminal.typed() == "a", "the keyboard is still the content's")
        self.assertFalse((self.service.folder / "above").read_text().count("touch"))

        # Before the panel's windows it is as before the controller.
        self.start("notes", screen_client("--seed", str(NOTES), "--output", "DSI-1"), self.service.application_display())
        self.service.wait_for("the notes are there", lambda status: status["panel_foreground"] == "application")
        self.service.wait_until_still()
        panel = self.check_bar("panel", BELOW)
        rows = round(HEIGHT * scale)
        notes = channels(pattern(1280, 800, NOTES))
        self.assertEqual(Difference.between(panel[rows:], notes[rows:]), Difference(0, 0))
        keep(panel_layers_notes=panel)
        self.service.cli("virtual", "touch", "tap", "640", "30")
        self.wait_to_hear("below", "touch", round(640 / scale), round(30 / scale))
        self.service.cli("panel", "show", "content")
        self.check_controller()

        # Both bars are on the panel without the external; the panel's stays there with the next.
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.wait_for_content("panel")
        self.service.wait_until_still()
        keep(panel_layers_unplugged=self.service.screen("panel"))
        self.assertFalse(self.heard("below", "closed") or self.heard("above", "closed"))
        self.service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
        self.wait_for_content("external")
        self.service.wait_for("the notes are back", lambda status: status["panel_foreground"] == "application")
        self.service.cli("panel", "show", "content")
        self.check_controller()
