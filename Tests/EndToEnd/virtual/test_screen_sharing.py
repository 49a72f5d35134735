"""The screen is shared through Debian's xdg-desktop-portal-wlr and PipeWire, as browsers and recorders ask for it."""

import re
import subprocess
import unittest

import numpy

from support.pictures import load
from support.portals import WLR, WLR_NAME, start_portal
from support.requirements import require_programs
from support.sound import SoundSession
from support.virtual_service import VirtualService
from support.waiting import eventually

SESSION = "/org/freedesktop/portal/desktop/session/test/1"
EMBEDDED_CURSOR = 2


def setUpModule():
    require_programs("busctl", "dbus-daemon", "foot", "gst-launch-1.0", "pipewire", "wireplumber", str(WLR))


class ScreenSharingTests(unittest.TestCase):
    def setUp(self):
        self.session = self.enterContext(SoundSession())
        self.service = self.enterContext(VirtualService())
        self.service.terminal_ready()

    def call(self, member: str, *arguments: str) -> str:
        """What the portal answers to one of the steps of a screen cast; its first number is 0 for success."""
        answer = subprocess.run(
            ["busctl", "--user", "call", WLR_NAME, "/org/freedesktop/portal/desktop",
             "org.freedesktop.impl.portal.ScreenCast", member, *arguments],
            env=self.session.environment, capture_output=True, text=True, timeout=30)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertTrue(answer.stdout.startswith("ua{sv} 0 "), answer.stdout + self.log.read_text())
        return answer.stdout

    def share(self) -> int:
        """Begins a screen cast; returns the number of its PipeWire node."""
        request = "/org/freedesktop/portal/desktop/request/test/1"
        self.call("CreateSession", "oosa{sv}", request, SESSION, "test", "0")
        self.call("SelectSources", "oosa{sv}", request, SESSION, "test", "1", "cursor_mode", "u", str(EMBEDDED_CURSOR))
        answer = self.call("Start", "oossa{sv}", request, SESSION, "test", "", "0")
        return int(re.search(r'"streams" a\(ua\{sv\}\) 1 (\d+)', answer).group(1))

    def picture(self, node: int) -> numpy.ndarray:
        """What a recorder gets of the stream. It may miss the first picture, and gets the next with the screen's next change."""
        path = self.session.folder / "shared.png"
        path.unlink(missing_ok=True)
        recorder = self.session.start(
            "gst-launch-1.0", "-q", "pipewiresrc", f"path={node}", "num-buffers=1", "!", "videoconvert", "!", "pngenc",
            "!", "filesink", f"location={path}")
        for _ in range(10):
            try:
                self.assertEqual(recorder.wait(4), 0)
                return load(path)
            except subprocess.TimeoutExpired:
                self.service.cli("virtual", "key", "type", ".")
                self.service.wait_until_still()
        self.fail(f"no picture came\n{self.log.read_text()[-4000:]}")

    def check_picture(self, node: int) -> None:
        for _ in range(3):
            shared, shown = (picture[:, :, :3] for picture in (self.picture(node), self.service.screen("external")))
            if numpy.array_equal(shared, shown):
                return
        numpy.testing.assert_array_equal(shared, shown)

    def test_a_recorder_sees_what_the_screen_shows(self):
        self.service.plug(1920, 1080)
        self.service.wait_until_still()
        self.log = start_portal(self.session, self.service)
        node = self.share()
        self.check_picture(node)
        self.service.cli("virtual", "key", "type", "shared")
        eventually(lambda: self.service.terminal.typed().endswith("shared"), "the text has arrived")
        self.service.wait_until_still()
        self.check_picture(node)
