"""The service killed at any moment, and started again: nothing is left behind, and nothing that it keeps is torn."""

import json
import os
import random
import signal
import threading
import time
import unittest
from pathlib import Path

from kagami import Client, CommandRefused
from support.effort import cases
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

# KAGAMI_TORTURE=kills asks for many.
MOMENTS = 50 if os.environ.get("KAGAMI_TORTURE") == "kills" else cases(4, 10)
CONFIGURATION = '[application]\nrestart = "on-failure"\n[hooks]\nplugged = "sleep 1000"\n'
PLUG = {"command": "virtual.plug", "name": "HDMI-A-1", "width": 1280, "height": 720}
# Each is written to the file of the displays' settings.
MODES = [{"command": "controller.mode", "mode": mode} for mode in ("trackpad", "view", "keys", "direct")]
REQUESTS = [
    *MODES,
    {"command": "virtual.plug", "name": "DP-1", "width": 640, "height": 480},
    {"command": "virtual.unplug", "name": "DP-1"},
    {"command": "hud", "action": "show", "place": "panel-top"},
    {"command": "menu.show"},
    {"command": "launch", "words": ["sleep", "1000"]},
]


def setUpModule():
    require_programs("foot")


class Use(threading.Thread):
    """Somebody who asks for one thing after the other, until the service is gone."""

    def __init__(self, path: Path, seed: int):
        super().__init__(daemon=True)
        self.path = path
        self.random = random.Random(seed)
        self.is_over = False
        self.done = 0

    def run(self) -> None:
        first = [PLUG, MODES[0]]
        while not self.is_over:
            request = dict(first[0] if first else self.random.choice(REQUESTS))
            try:
                Client(self.path).request(**request)
                self.done += 1
            except CommandRefused:
                # Such as a display that is plugged in already.
                pass
            except OSError:
                # Nobody listens yet, or any more.
                time.sleep(0.005)
                continue
            first = first[1:]


class KillTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService(configuration=CONFIGURATION))
        self.state = self.service.folder / ".local" / "state" / "kagami"
        self.killed: set[int] = set()
        self.addCleanup(self.end_others)

    def processes(self) -> dict[int, str]:
        """Those that run in the service's folder, as all do that it has started."""
        mark = f"XDG_RUNTIME_DIR={self.service.folder}\0".encode()
        found = {}
        for place in Path("/proc").iterdir():
            try:
                if place.name.isdigit() and mark in (place / "environ").read_bytes():
                    command = (place / "cmdline").read_bytes()
                    found[int(place.name)] = command.replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                # It has ended meanwhile, or belongs to somebody else.
                pass
        return found

    def end_others(self) -> None:
        for process in self.processes().keys() - {self.service.process.pid}:
            os.kill(process, signal.SIGKILL)

    def assert_ended(self, when: str) -> None:
        left = {}

        def have_ended() -> bool:
            left.clear()
            left.update(self.processes())
            return not left

        try:
            eventually(have_ended, f"{when}, all that the service has started has ended", 20)
        except AssertionError as error:
            raise AssertionError(f"{error}: {list(left.values())}") from None

    def x_displays(self) -> dict[int, int]:
        """The processes that hold the numbers of X displays on this computer, by number."""
        held = {}
        for path in Path("/tmp").glob(".X*-lock"):
            try:
                held[int(path.name[2:].removesuffix("-lock"))] = int(path.read_text())
            except (OSError, ValueError):
                # Another service's, which is just starting or ending.
                pass
        return held

    def kill(self, seed: int) -> None:
        """Kills the service at a moment of its start, or while it works."""
        service, moment = self.service, random.Random(seed).uniform(0, 0.6)
        use = Use(service.socket_path, seed)
        use.start()
        try:
            if seed % 2:
                eventually(lambda: use.done >= 2, "the service has done something", 30)
            time.sleep(moment)
            service.process.kill()
            service.process.wait(10)
        finally:
            use.is_over = True
            use.join()
        self.killed.add(service.process.pid)

    def settings(self) -> list[dict]:
        """What a service that is gone has kept."""
        if not self.state.exists():
            return []
        self.assertEqual([path.name for path in self.state.glob("*.damaged*")], [])
        file = self.state / "displays.json"
        return json.loads(file.read_text())["displays"] if file.exists() else []

    def test_at_any_moment(self):
        for seed in range(MOMENTS):
            self.kill(seed)
            self.assert_ended(f"after the kill of seed {seed}")
            if self.settings() == []:
                self.assertEqual(seed % 2, 0, f"seed {seed}: the setting is lost")
            self.service.spawn()
        service = self.service
        eventually(service.answers, "the service answers", 30)
        application = service.wait_for("the application has a window", lambda status: status["content"])["application"]
        self.assertEqual((application["state"], application["restarts"]), ("running", 0))
        sockets = {path.name for path in service.folder.iterdir() if path.is_socket()}
        self.assertEqual(sockets, {"kagami.sock", "wayland-0", "kagami-tools"})
        displays = self.x_displays()
        own = next((number for number, process in displays.items() if process == service.process.pid), None)
        # Another number is taken only where another service has made a lower one free meanwhile.
        left = [number for number, process in displays.items() if process in self.killed]
        self.assertEqual([number for number in left if own is None or number < own], [])
        self.assertEqual(service.end(), 0)
        left = {path.name for path in service.folder.iterdir() if path.is_socket() or path.suffix == ".lock"}
        self.assertEqual(left, set())
        self.assertEqual({path.name for path in self.state.iterdir()} - {"displays.json", "hints"}, set())
        self.assert_ended("at the end")
