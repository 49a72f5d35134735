"""Displays that are set up by kanshi whenever one is plugged in."""

import subprocess

from support.requirements import require_programs
from support.waiting import eventually

from .test_display_settings import RandrCase


def setUpModule():
    require_programs("foot", "kanshi")


class KanshiTests(RandrCase):
    def start_kanshi(self, profiles: str) -> None:
        configuration = self.service.folder / "kanshi.config"
        configuration.write_text(profiles)
        self.errors = self.service.folder / "kanshi.log"
        with self.errors.open("wb") as log:
            self.service.others.append(
                subprocess.Popen(
                    ["kanshi", "-c", configuration], cwd=self.service.folder, stdout=log, stderr=log,
                    env=self.service.environment | {"WAYLAND_DISPLAY": self.socket.name}))

    def said(self, text: str) -> bool:
        return text in self.errors.read_text()

    def test_a_profile_is_applied_whenever_its_displays_are_there(self):
        service = self.start("[external]\nhold_ms = 0\n")
        self.start_kanshi(
            "profile desk {\n"
            "    output HDMI-A-1 mode 1280x720@60Hz scale 1.5 transform 90\n"
            "}\n"
            "profile alone {\n"
            "    output DSI-1 scale 2\n"
            "}\n")
        service.wait_for("the panel's scale", lambda status: status["panel"]["scale"] == 2)
        self.plug(720, 1280)
        service.wait_for(
            "the external's settings",
            lambda status: (status["external"]["scale"], status["external"]["transform"]) == (1.5, "90"))
        self.assertEqual(self.current_mode(), (1280, 720, 60_000))
        service.wait_until_still()
        service.check_pictures()
        service.cli("virtual", "key", "type", "desk")
        eventually(lambda: service.terminal.typed() == "desk", "the content is used on the external")
        self.unplug()
        self.plug(720, 1280)
        self.assertFalse(self.said("failed"), self.errors.read_text())

    def test_a_profile_that_a_display_refuses_leaves_all_as_it_was(self):
        service = self.start()
        service.plug(1920, 1080)
        service.cli("virtual", "refuse", "HDMI-A-1", "1280x720")
        before = service.wait_until_still()
        self.start_kanshi(
            "profile desk {\n"
            "    output HDMI-A-1 mode 1280x720@60Hz scale 2 transform 180\n"
            "}\n")
        eventually(lambda: self.said("failed to apply"), "kanshi is refused")
        after = service.wait_until_still()
        for key in ("state", "panel", "external", "content"):
            self.assertEqual(after[key], before[key])
        service.check_pictures()
