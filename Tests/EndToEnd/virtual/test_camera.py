"""A camera as picture in picture, where a terminal plays the player."""

import json
import subprocess
import unittest

from support.pip import PiPService
from support.requirements import require_programs
from support.waiting import eventually

# All green. It takes any device for a camera, and does not look into it.
PLAYER = (
    '["foot", "--config=/dev/null", "--app-id={app_id}", "--title={device}", "--override=colors.background=208040", '
    '"--override=cursor.color=208040 208040", "sleep", "1000"]'
)
GREEN = (0x20, 0x80, 0x40)
CONFIGURATION = f"[pip]\nanimation_ms = 60\ncamera_player = {PLAYER}\n"
SOURCE = "camera:/dev/null"


def setUpModule():
    require_programs("foot")


class CameraTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(PiPService(configuration=CONFIGURATION))
        self.service.terminal_ready()

    def players(self) -> list[dict]:
        windows = json.loads(self.service.cli("windows", "list", "--json"))
        return [window for window in windows if window["app_id"] == "kagami-camera-null"]

    def test_camera_is_shown_and_its_player_ends_with_it(self):
        self.service.plug()
        self.service.start_pip(SOURCE)
        place = self.service.wait_until_rested()
        self.assertEqual(self.service.pip()["source"], SOURCE)
        x, y = place.middle
        self.assertEqual(tuple(self.service.screen("panel")[y, x]), GREEN)
        self.assertEqual(self.service.status()["content"]["app_id"], "foot", "the keyboard stays where it was")
        self.service.cli("virtual", "key", "type", "typed")
        eventually(lambda: self.service.terminal.typed() == "typed", "what is typed arrives in the content")
        self.assertEqual(len(self.players()), 1)
        self.service.cli("pip", "stop")
        eventually(lambda: not self.players(), "the player is gone")

    def test_picture_ends_with_the_player(self):
        self.service.start_pip(SOURCE)
        self.service.wait_until_rested()
        service = str(self.service.process.pid)
        subprocess.run(["pkill", "--parent", service, "--full", "app-id=kagami-camera-null"], check=True)
        self.service.wait_for("no picture", lambda status: not status["pip"] or not status["pip"]["active"])
        self.service.start_pip(SOURCE)
        self.service.wait_until_rested()

    def test_camera_that_is_not_there_is_one_line(self):
        refused = self.service.attempt("pip", "start", "camera:/dev/video99")
        self.assertEqual(refused.status, 1)
        self.assertIn("cannot open the camera /dev/video99: No such file or directory; is it plugged in?", refused.error)
