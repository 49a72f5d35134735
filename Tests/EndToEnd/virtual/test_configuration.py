"""Turned panels and scaled displays: the same job by the configuration file."""

import os
import unittest

from support.protocol_log import ClientTouch
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

BAR = 40
FACTOR = 3
TOLERANCE = 1.5 + 1 / 256


def setUpModule():
    require_programs("foot", "wev")


class ConfigurationTests(unittest.TestCase):
    def start(self, panel: str, configuration: str) -> VirtualService:
        service = self.enterContext(VirtualService(panel=panel, configuration=configuration))
        service.terminal_ready()
        service.cli("virtual", "plug", "HDMI-A-1", "3840x2160")
        service.wait_for_content(3840, 2160, "external")
        return service

    def touch(self, service: VirtualService, x: int, y: int) -> ClientTouch:
        viewer = service.start_viewer()
        service.cli("virtual", "touch", "tap", str(x), str(y))
        return eventually(viewer.touches, "a touch")[0]

    def check_turned_panel(self, transform: str, panel: str) -> None:
        """The snapshot is upright, and touches land where they should."""
        service = self.start(panel, f'[panel]\ntransform = "{transform}"\n')
        status = service.wait_until_still()
        self.assertEqual((status["panel"]["width"], status["panel"]["height"]), (1280, 800))
        self.assertEqual(status["panel"]["transform"], transform)
        service.check_pictures()
        touch = self.touch(service, 640, 130)
        self.assertAlmostEqual(touch.x, 640 * FACTOR, delta=TOLERANCE)
        self.assertAlmostEqual(touch.y, (130 - BAR) * FACTOR, delta=TOLERANCE)

    def test_panel_turned_by_90_degrees(self):
        self.check_turned_panel("90", "800x1280")

    def test_panel_turned_by_180_degrees(self):
        self.check_turned_panel("180", "1280x800")

    def test_panel_turned_by_270_degrees(self):
        self.check_turned_panel("270", "800x1280")

    def test_flipped_panel(self):
        self.check_turned_panel("flipped", "1280x800")

    def test_scaled_external_has_larger_cells_and_logical_touches(self):
        service = self.start("1280x800", "[external]\nscale = 2\n")
        status = service.wait_until_still()
        self.assertEqual(status["external"]["scale"], 2)
        service.check_pictures()
        touch = self.touch(service, 640, 400)
        self.assertAlmostEqual(touch.x, 640 * FACTOR / 2, delta=TOLERANCE)
        self.assertAlmostEqual(touch.y, (400 - BAR) * FACTOR / 2, delta=TOLERANCE)

    def test_wrong_configuration_is_told_with_its_place(self):
        with VirtualService(["true"], wait=False, configuration='[panel]\ntransform = "askew"\n') as service:
            self.assertEqual(service.process.wait(10), 1)
            self.assertRegex((service.folder / "stderr").read_text(), r"config\.toml:2:\d+")

    def test_what_cannot_be_read_or_started_is_said_and_ends_nothing(self):
        service = VirtualService(configuration='[screen_keyboard]\ncommand = ["no-such-keyboard"]\n')
        fragments = service.folder / "machine" / "config.toml.d"
        fragments.mkdir(parents=True)
        os.mkfifo(fragments / "10-pipe.toml")
        (fragments / "20-good.toml").write_text("[panel]\nscale = 1.5\n")
        with service:
            self.assertEqual(service.status()["panel"]["scale"], 1.5)
            errors = (service.folder / "stderr").read_text()
            self.assertIn(f"kagami: cannot read {fragments}/10-pipe.toml: it is not a regular file", errors)
            self.assertRegex(errors, r"kagami: no on-screen keyboard.*no-such-keyboard")
            self.assertIn("10-pipe.toml: it is not a regular file", service.cli("config", "reload"))
            checked = service.attempt("config", "check")
            self.assertEqual(checked.status, 1)
            self.assertIn("10-pipe.toml: it is not a regular file", checked.error)
            mandatory = service.folder / "machine" / "mandatory.toml.d"
            mandatory.mkdir()
            os.mkfifo(mandatory / "10-pipe.toml")
            refused = service.attempt("run", "--backend", "virtual", "--socket", f"{service.folder}/other", "--", "true")
            self.assertEqual(refused.status, 1)
            self.assertIn(f"cannot read {mandatory}/10-pipe.toml: it is not a regular file", refused.error)
