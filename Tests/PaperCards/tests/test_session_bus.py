"""What the session bus starts finds Kagami's sockets, and the name of the desktop."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from paper.bench import Bench
from paper.cards.plain import PLAIN
from paper.service import PaperService
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

from .case import PaperCase

NAME = "org.example.Asked"


class SessionBusTests(PaperCase):
    def setUp(self):
        super().setUp()
        require_programs("dbus-daemon", "busctl")
        self.folder = Path(tempfile.mkdtemp(prefix="kagami-bus-"))
        self.addCleanup(shutil.rmtree, self.folder)
        services = self.folder / "data" / "dbus-1" / "services"
        services.mkdir(parents=True)
        self.found = self.folder / "found"
        (services / f"{NAME}.service").write_text(
            f"[D-BUS Service]\nName={NAME}\nExec=/bin/sh -c 'env > {self.found}.new; mv {self.found}.new {self.found}'\n")
        self.bus = f"unix:path={self.folder / 'bus'}"
        self.environment = {
            "PATH": os.environ["PATH"], "XDG_DATA_DIRS": str(self.folder / "data"), "DBUS_SESSION_BUS_ADDRESS": self.bus,
            "XDG_RUNTIME_DIR": str(self.folder)}
        daemon = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", f"--address={self.bus}"], env=self.environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(daemon.wait)
        self.addCleanup(daemon.terminate)
        eventually((self.folder / "bus").exists, "the session bus is there")

    def on_bus(self, service: VirtualService) -> VirtualService:
        service.variables = lambda: {"DBUS_SESSION_BUS_ADDRESS": self.bus}
        return service

    def surroundings(self) -> dict[str, str]:
        """The environment of a program that the bus starts."""
        self.found.unlink(missing_ok=True)
        subprocess.run(
            ["busctl", "--user", "call", NAME, "/", "org.freedesktop.DBus.Peer", "Ping", "--timeout=1"],
            env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=30)
        lines = eventually(lambda: self.found.exists() and self.found.read_text(), "the bus has started it")
        return dict(line.split("=", 1) for line in lines.splitlines() if "=" in line)

    def test_portals_find_the_sockets_and_the_desktop(self):
        with Bench(PLAIN) as bench, self.on_bus(PaperService(bench)) as service:
            service.wait_for_content(1280, 800, "panel")
            found = self.surroundings()
            self.assertEqual(service.end(), 0, service.log())
        self.assertEqual(found["WAYLAND_DISPLAY"], "wayland-0")
        self.assertEqual(found["KAGAMI_TOOLS_DISPLAY"], "kagami-tools")
        self.assertEqual(found["XDG_CURRENT_DESKTOP"], "kagami")
        self.assertEqual(found["XDG_SESSION_TYPE"], "wayland")
        self.assertNotIn("KAGAMI_SOCKET", found)

    def test_virtual_displays_leave_the_desktop_around_them_alone(self):
        with self.on_bus(VirtualService()) as service:
            service.terminal_ready()
            self.assertNotIn("WAYLAND_DISPLAY", self.surroundings())
