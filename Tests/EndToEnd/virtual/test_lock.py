"""A locked session: swaylock hides everything, on every screen and from every program, until it lets the user in."""

import json
import re
import signal
import subprocess
import unittest
from pathlib import Path

from support.binary import CHECKOUT
from support.locker import COMMAND, handles_unlocking
from support.requirements import require_programs
from support.virtual_service import EventStream, VirtualService
from support.waiting import eventually

REFUSED = (
    "screenshot panel out.png", "pip start hud", "hud show", "menu show", "launch -- true", "input record out.jsonl", "mirror off",
    "blank on", "panel show content", "windows", "config reload", "present pen", "freeze on", "brightness 50", "ask Start?",
)


def setUpModule():
    require_programs("foot", "grim", "kanshi", "swaylock", "wlr-randr")


class Lock:
    """swaylock on a service."""

    def __init__(self, service: VirtualService):
        self.process = subprocess.Popen(
            COMMAND, env=service.environment | {"WAYLAND_DISPLAY": service.tools}, cwd=service.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        service.others.append(self.process)
        self.service = service

    def wait(self) -> "Lock":
        self.service.wait_for("the session is locked", lambda status: status["locked"])
        return self

    def is_ready(self) -> bool:
        assert self.process.poll() is None, f"swaylock has ended: {self.process.returncode}"
        return handles_unlocking(Path(f"/proc/{self.process.pid}/status").read_text())

    def unlock(self) -> None:
        eventually(self.is_ready, "the locker has the lock", 20)
        self.process.send_signal(signal.SIGUSR1)
        self.service.wait_for("the session is unlocked", lambda status: not status["locked"])
        self.process.wait(10)

    def die(self) -> None:
        self.process.kill()
        self.process.wait(10)


class LockTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService())
        self.service.terminal_ready()

    def type(self, text: str) -> None:
        self.service.cli("virtual", "key", "type", text)

    def test_nothing_reaches_what_is_behind_the_lock(self):
        with EventStream(self.service) as stream:
            lock = Lock(self.service).wait()
            self.type("secret")
            lock.unlock()
            self.type("open")
            eventually(lambda: self.service.terminal.typed() == "open", "the terminal has the keyboard again")
            eventually(lambda: stream.of("unlocked"), "the events")
            self.assertEqual([event["type"] for event in stream.events if "locked" in event["type"]], ["locked", "unlocked"])

    def test_programs_get_no_picture_and_no_say(self):
        lock = Lock(self.service).wait()
        for command in REFUSED:
            with self.subTest(command):
                finished = self.service.attempt(*command.split())
                self.assertNotEqual(finished.status, 0)
                self.assertIn("the session is locked: unlock it first", finished.error)
        self.assertFalse((self.service.folder / "out.png").exists())
        copy = subprocess.run(
            ["grim", "copy.png"], env=self.service.environment | {"WAYLAND_DISPLAY": self.service.tools}, cwd=self.service.folder,
            capture_output=True, timeout=30)
        self.assertNotEqual(copy.returncode, 0)
        self.assertIn("locked", self.service.cli("status", "--json"))
        lock.unlock()
        self.service.cli("screenshot", "panel", "out.png")

    def test_a_recording_that_goes_on_hears_no_key(self):
        with self.service.connect() as channel, channel.makefile("rb") as lines:
            channel.sendall(b'{"command":"input.record"}\n')
            self.assertTrue(json.loads(lines.readline())["ok"])
            lock = Lock(self.service).wait()
            self.type("secret")
            lock.unlock()
            self.type("z")
            codes = []
            while 44 not in codes:  # KEY_Z
                event = json.loads(lines.readline())
                codes += [event["code"]] if event["type"] == "key" else []
            self.assertEqual(set(codes), {44})

    def test_a_locker_that_dies_leaves_it_locked_until_another_comes(self):
        lock = Lock(self.service).wait()
        self.assertEqual(self.service.status()["locker"], "running")
        self.assertRegex(self.service.cli("status"), r"(?m)^locked +all screens, until the locker unlocks them$")
        with EventStream(self.service) as stream:
            lock.die()
            eventually(lambda: stream.of("locker-lost"), "the event")
            self.assertEqual(stream.of("locker-lost")[0]["pid"], lock.process.pid)
        self.type("secret")
        status = self.service.status()
        self.assertEqual((status["locked"], status["locker"]), (True, "lost"))
        self.assertIn("the locker has ended", self.service.cli("status"))
        self.assertIn("the locker has ended without unlocking", self.service.log())
        self.assertEqual(self.service.terminal.typed(), "")
        Lock(self.service).unlock()
        self.assertIsNone(self.service.status()["locker"])
        self.type("open")
        eventually(lambda: self.service.terminal.typed() == "open", "the terminal has the keyboard again")

    def test_displays_come_and_go_meanwhile(self):
        lock = Lock(self.service).wait()
        self.service.cli("virtual", "plug", "HDMI-A-1", "3840x2160")
        self.service.wait_for("the locker is on the external", lambda status: status["state"] == "mirroring")
        lock.unlock()
        # What was behind the lock draws itself for the display that came meanwhile.
        self.service.wait_for_content(3840, 2160, "external")
        lock = Lock(self.service).wait()
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for("it is home", lambda status: status["external"] is None)
        self.assertIsNone(lock.process.poll(), "the locker has drawn each size")
        lock.unlock()
        self.service.wait_for_content(1280, 800, "panel")

    def test_sizes_that_follow_each_other_do_not_end_the_locker(self):
        """swaylock acknowledges a size at once, and goes on with its old picture while it has no free buffer."""
        lock = Lock(self.service).wait()
        eventually(lock.is_ready, "the locker has the lock", 20)
        environment = self.service.environment | {"WAYLAND_DISPLAY": self.service.tools}
        for scale in ("2", "1", "1.5", "2"):
            command = ["wlr-randr", "--output", "DSI-1", "--scale", scale]
            subprocess.run(command, env=environment, check=True, capture_output=True, timeout=30)
        profiles = self.service.folder / "kanshi.config"
        profiles.write_text("profile desk {\n    output HDMI-A-1 mode 1920x1080@60Hz scale 1.5\n}\n")
        self.service.others.append(
            subprocess.Popen(
                ["kanshi", "-c", profiles], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        self.service.cli("virtual", "plug", "HDMI-A-1", "3840x2160")
        self.service.wait_for(
            "kanshi's scale", lambda status: status["external"] is not None and status["external"]["scale"] == 1.5)
        self.service.wait_until_still()
        self.assertIsNone(lock.process.poll(), "the locker is alive")
        lock.unlock()


class LockCommandTests(unittest.TestCase):
    """`[lock] command` starts a locker again when one has ended without unlocking."""

    def lost(self, script: str) -> VirtualService:
        service = self.enterContext(VirtualService(configuration=f"[lock]\ncommand = ['sh', '-c', {json.dumps(script)}]\n"))
        service.terminal_ready()
        Lock(service).wait().die()
        return service

    def test_a_locker_is_started_again(self):
        service = self.lost("exec swaylock --config /dev/null --color 0000c0 --no-unlock-indicator")
        eventually(lambda: "has ended without unlocking" in service.log(), "the loss is noticed")
        service.wait_for("another locker", lambda status: (status["locked"], status["locker"]) == (True, "running"))
        self.assertEqual(service.end(), 0)

    def test_one_that_does_not_stay_is_started_three_times(self):
        service = self.lost('echo started >> "$XDG_RUNTIME_DIR/started"; exit 3')
        eventually(lambda: "no locker is started any more" in service.log(), "it gives up")
        self.assertEqual((service.folder / "started").read_text(), "started\n" * 3)
        status = service.status()
        self.assertEqual((status["locked"], status["locker"]), (True, "lost"))


class LockHookTests(unittest.TestCase):
    def test_the_documented_hook_locks_beside_a_panel_application(self):
        hooks = re.search(r"^sleep = (.*swaylock.*)$", (CHECKOUT / "docs/configuration.md").read_text(), re.MULTILINE)
        # Of an event that needs no logind.
        configuration = f"[hooks]\npanel-foreground = {hooks[1]}\n"
        with VirtualService(configuration=configuration, panel_command=["sleep", "1000"]) as service:
            service.terminal_ready()
            service.cli("panel", "show", "application")
            service.wait_for("the session is locked", lambda status: status["locked"])


if __name__ == "__main__":
    unittest.main()
