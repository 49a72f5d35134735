"""The service's memory and descriptors over a life, short or busy."""

import re
import signal
import socket
import unittest
from pathlib import Path

from support.pip import QUICK
from support.processes import open_descriptors
from support.requirements import require_programs
from support.valgrind import ValgrindService
from support.virtual_service import VirtualService

# Valgrind's exit status where it found something.
FOUND = 99
# Debian's valgrind knows no epoll_pwait2, and says so each time; the service then waits by milliseconds.
UNKNOWN_WAIT = re.compile(r"--\d+-- WARNING: unhandled amd64-linux syscall: 441\n(?:--\d+-- (?!WARNING).*\n)+")


class WatchedService(ValgrindService):
    """Under the check of memory."""

    def __init__(self):
        super().__init__(panel="320x200")

    def options(self) -> list:
        # Swift's own run-time library reads uninitialised padding; addresses are what matters here.
        return ["--undef-value-errors=no", "--num-callers=30", f"--error-exitcode={FOUND}", f"--log-file={self.report_path}"]

    @property
    def report_path(self) -> Path:
        return self.folder / "valgrind.log"

    def report(self) -> str:
        return UNKNOWN_WAIT.sub("", self.report_path.read_text()) if self.report_path.exists() else ""


class AccessTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        require_programs("valgrind", "strip")

    def test_short_life_touches_no_freed_memory(self):
        with WatchedService() as service:
            connection = self.enterContext(socket.socket(socket.AF_UNIX))
            connection.connect(str(service.socket_path))
            connection.sendall(b'{"command":"events"}\n')
            self.assertIn(b'"ok":true', connection.recv(1000))
            service.cli("virtual", "plug", "HDMI-A-1", "640x400")
            service.wait_for("the external is lit", lambda status: status["state"] == "mirroring")
            service.cli("hud", "set", "--viewers", "7")
            service.cli("hud", "show", "--as", "panel-top")
            service.cli("pip", "start", "hud")
            service.cli("virtual", "touch", "down", "0", "20", "20")
            service.cli("virtual", "unplug", "HDMI-A-1")
            service.wait_for("the panel is alone", lambda status: status["state"] == "panel-only")
            # The picture, the connection and whatever is timed are there when the service goes.
            status = service.end(signal.SIGTERM)
            self.assertEqual(service.report(), "")
            self.assertEqual(status, 0)


class DescriptorTests(unittest.TestCase):
    def test_busy_picture_in_picture_leaves_no_descriptors(self):
        with VirtualService([], configuration=QUICK) as service:
            before = open_descriptors(service.process.pid)
            with socket.socket(socket.AF_UNIX) as channel:
                channel.connect(str(service.socket_path))
                lines = channel.makefile("rb")
                for _ in range(60):
                    for request in (b'{"command":"pip","action":"start","source":"hud"}\n', b'{"command":"pip","action":"stop"}\n'):
                        channel.sendall(request)
                        lines.readline()
                self.assertLess(open_descriptors(service.process.pid) - before, 20)
