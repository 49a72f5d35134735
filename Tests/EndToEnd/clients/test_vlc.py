"""VLC keeps the screens lit while a film plays in its window, and no longer when it is paused."""

import os
import shutil
import subprocess
import unittest
from pathlib import Path

from support.requirements import require_programs
from support.session_bus import BusService, SessionBus, require_bus
from support.waiting import eventually

PLAYER = ("org.mpris.MediaPlayer2.vlc", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")


class FilmTests(unittest.TestCase):
    def setUp(self):
        require_bus()
        require_programs("vlc", "ffmpeg")
        self.bus = self.enterContext(SessionBus())
        film = self.bus.folder / "film.mkv"
        subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=320x180:rate=5", "-t", "300", "-c:v", "mpeg4", str(film)],
            check=True)
        self.service = self.enterContext(BusService(
            self.bus, "[idle]\nblank_after_s = 2\n",
            command=[
                self.vlc(), "--intf=dummy", "--no-audio", "--no-video-title-show", "--quiet", "--loop", str(film)
            ]))

    def vlc(self) -> str:
        """VLC will not run as root, as whom continuous integration runs: a copy asks for another number than the user's."""
        installed = shutil.which("vlc")
        if os.geteuid() != 0:
            return installed
        copy = self.bus.folder / "vlc"
        copy.write_bytes(Path(installed).read_bytes().replace(b"geteuid", b"getppid"))
        copy.chmod(0o755)
        return str(copy)

    def inhibitors(self) -> list[tuple]:
        return [(one["source"], one["program"]) for one in self.service.status()["idle_inhibitors"]]

    def test_a_film_keeps_the_screens_lit_until_it_is_paused(self):
        self.service.wait_for("VLC is shown", lambda status: status["content"])
        program = self.bus.program()
        eventually(lambda: self.inhibitors() == [("screensaver", "vlc")], "VLC has asked for light", 30)
        self.service.cli("virtual", "key", "a")
        self.service.rest(4)
        self.assertEqual(self.service.status()["idle"], [])
        self.assertRegex(self.service.cli("status"), "kept lit +by vlc: Playing some media")
        program.call(*PLAYER, "Pause")
        eventually(lambda: self.service.status()["idle"] == ["blank"], "the film has paused")
        self.assertEqual(self.inhibitors(), [])
        program.call(*PLAYER, "Play")
        eventually(lambda: self.inhibitors() == [("screensaver", "vlc")], "the film goes on")


if __name__ == "__main__":
    unittest.main()
