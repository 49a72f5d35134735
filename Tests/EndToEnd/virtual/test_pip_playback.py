"""Skip and play-pause: over the control socket, and to a real player on a session bus of its own."""

import json
import socket
import subprocess
import unittest
from pathlib import Path

from support.pip import PiPService, request
from support.requirements import missing, require_programs
from support.session_bus import SessionBus
from support.waiting import eventually

PLUGIN = Path("/usr/lib/mpv-mpris/mpris.so")


class ControllerTests(unittest.TestCase):
    def setUp(self):
        require_programs("foot")
        self.service = self.enterContext(PiPService())
        self.service.terminal_ready()
        self.service.start_pip("content")

    def controller(self):
        channel = self.enterContext(socket.socket(socket.AF_UNIX))
        channel.settimeout(10)
        channel.connect(str(self.service.socket_path))
        lines = self.enterContext(channel.makefile("rb"))
        channel.sendall(b'{"command":"pip","action":"control","source":"content"}\n')
        self.assertTrue(json.loads(lines.readline())["ok"])
        return channel, lines

    def test_a_source_without_a_timeline_says_so(self):
        result = self.service.attempt("pip", "play-pause")
        self.assertEqual((result.status, result.error), (1, "kagami: the source has no timeline"))
        self.assertFalse(self.service.pip()["timeline"])

    def test_a_controller_is_asked_and_acknowledges(self):
        _, lines = self.controller()
        self.assertTrue(self.service.pip()["timeline"])
        asker = self.service.run_aside("pip", "skip", "-15")
        line = json.loads(lines.readline())
        self.assertEqual((line["type"], line["action"], line["seconds"]), ("playback", "skip", -15))
        self.service.cli("pip", "acknowledge", str(line["number"]))
        self.assertEqual(asker.wait(10), 0)

    def test_a_refusal_and_a_silence_are_told(self):
        _, lines = self.controller()
        asker = self.service.run_aside("pip", "play-pause")
        number = json.loads(lines.readline())["number"]
        self.assertTrue(request(self.service, action="acknowledge", number=number, error="nothing is loaded")["ok"])
        self.assertEqual(asker.wait(10), 1)
        result = self.service.attempt("pip", "play-pause")
        self.assertEqual((result.status, result.error), (1, "kagami: the source did not answer in time"))

    def test_a_controller_that_leaves_takes_the_timeline_with_it(self):
        channel, _ = self.controller()
        channel.shutdown(socket.SHUT_RDWR)
        self.service.wait_for_pip("no timeline", lambda pip: not pip["timeline"])


class PlayerTests(unittest.TestCase):
    """mpv, with its plugin for MPRIS, as the hosted application."""

    def setUp(self):
        require_programs("mpv", "dbus-daemon", "ffmpeg")
        if not PLUGIN.exists():
            missing("mpv-mpris is not installed (make setup)")
        bus = self.enterContext(SessionBus())
        film = bus.folder / "film.mkv"
        subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=320x180:rate=10", "-t", "120", "-c:v", "mpeg4",
             str(film)], check=True
        )
        self.report = bus.folder / "mpv.sock"
        mpv = [
            "mpv", "--no-config", "--vo=wlshm", "--no-audio", "--pause", f"--script={PLUGIN}",
            f"--input-ipc-server={self.report}", "--wayland-app-id=mpv", str(film),
        ]
        self.service = self.enterContext(
            PiPService(command=["env", f"DBUS_SESSION_BUS_ADDRESS={bus.address}", *mpv], bus=bus.address)
        )
        self.service.wait_for("mpv is shown", lambda status: status["content"])

    def mpv(self, name: str):
        with socket.socket(socket.AF_UNIX) as channel:
            channel.settimeout(10)
            channel.connect(str(self.report))
            channel.sendall(json.dumps({"command": ["get_property", name]}).encode() + b"\n")
            for line in channel.makefile("rb"):
                reply = json.loads(line)
                if "error" in reply:
                    return reply.get("data")

    def test_the_buttons_drive_mpv(self):
        self.service.start_pip("window:mpv")
        self.service.wait_for_pip("its timeline is found", lambda pip: pip["timeline"])
        self.service.cli("pip", "skip", "30")
        eventually(lambda: abs(self.mpv("time-pos") - 30) < 1.5, "mpv has skipped")
        self.service.cli("pip", "skip", "-15")
        eventually(lambda: abs(self.mpv("time-pos") - 15) < 1.5, "mpv has skipped back")
        self.assertTrue(self.mpv("pause"))
        self.service.wait_for_pip("it has paused", lambda pip: pip["playing"] is False)
        self.service.cli("pip", "play-pause")
        eventually(lambda: not self.mpv("pause"), "mpv plays")
        self.service.wait_for_pip("it plays", lambda pip: pip["playing"])

    def test_its_button_plays_the_content(self):
        self.service.start_pip("content")
        self.service.wait_for_pip("its timeline is found", lambda pip: pip["timeline"])
        place = self.service.wait_until_rested()
        self.assertTrue(self.mpv("pause"))
        self.service.tap_twice(place.middle, (place.middle[0], place.y + place.height - 32))
        eventually(lambda: not self.mpv("pause"), "mpv plays")
