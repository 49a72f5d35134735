"""Commands of the user's that run when something happens."""

import os
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from support.binary import CHECKOUT
from support.processes import open_descriptors
from support.requirements import require_programs
from support.virtual_service import EventStream, VirtualService
from support.waiting import eventually


def setUpModule():
    require_programs("foot")


class HookTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def start(self, hooks: str) -> None:
        self.service = self.enterContext(VirtualService(configuration=f"[hooks]\n{hooks}\n"))
        self.service.terminal_ready()

    def text(self, name: str) -> str:
        path = self.folder / name
        return path.read_text() if path.exists() else ""

    def pids(self) -> list[int]:
        return [int(word) for word in self.text("pids").split()]

    def errors(self) -> str:
        return (self.service.folder / "stderr").read_text()

    def test_a_command_gets_the_event_in_its_environment(self):
        self.start(
            f"plugged = ['sh', '-c', 'echo $KAGAMI_EVENT $KAGAMI_OUTPUT > {self.folder}/plugged']\n"
            f"content-moved = ['sh', '-c', 'echo $KAGAMI_ON $KAGAMI_WIDTH $KAGAMI_HEIGHT >> {self.folder}/moved']")
        self.service.plug(1920, 1080)
        eventually(lambda: self.text("plugged") == "plugged HDMI-A-1\n", "the plug is reported")
        eventually(lambda: "external 1920 1080\n" in self.text("moved"), "the content's move is reported")

    def test_no_more_than_four_run(self):
        self.start(f"timeout_s = 1000\nplugged = ['sh', '-c', 'echo $$ >> {self.folder}/pids; exec sleep 1000']")
        eventually(lambda: len(self.pids()) == 1, "the panel's runs")
        for number in range(1, 7):
            self.service.cli("virtual", "plug", f"HDMI-A-{number}", "1920x1080")
        eventually(lambda: len(self.pids()) == 4, "four run")
        for number in range(5, 8):
            self.service.status()
            self.assertEqual(len(self.pids()), number - 1)
            os.kill(self.pids()[0 if number == 5 else number - 2], signal.SIGKILL)
            eventually(lambda: len(self.pids()) == number, "the next follows")

    def test_a_week_of_plugs_runs_each_once_and_leaves_nothing(self):
        self.start("\n".join(
            f"{event} = ['sh', '-c', 'echo $KAGAMI_EVENT $KAGAMI_OUTPUT >> {self.folder}/told']" for event in ("plugged", "unplugged")))
        told = ["plugged DSI-1"]
        before = None
        for day in range(7):
            for event, words in [("plugged", ("plug", "DP-1", "800x600")), ("unplugged", ("unplug", "DP-1"))] * 4:
                self.service.cli("virtual", *words)
                told.append(f"{event} DP-1")
                eventually(lambda: self.text("told").splitlines() == told, f"on day {day}, {told[-1]} is told, and nothing twice")
            if before is None:
                eventually(lambda: len(self.children()) == 1, "the application is the only child")
                before = self.holdings()
            eventually(lambda: self.holdings() == before, f"after day {day}, no process and no descriptor is left")

    def children(self) -> list[str]:
        process = self.service.process.pid
        return Path(f"/proc/{process}/task/{process}/children").read_text().split()

    def holdings(self) -> tuple[list[str], int]:
        return self.children(), open_descriptors(self.service.process.pid)

    def test_a_command_that_hangs_is_killed(self):
        self.start(f"timeout_s = 1\nplugged = ['sh', '-c', 'echo $$ >> {self.folder}/pids; exec sleep 1000']")
        eventually(lambda: len(self.pids()) == 1, "the panel's runs")
        self.service.plug(1920, 1080)
        eventually(lambda: self.errors().count("hook took too long") == 2, "both are killed")
        eventually(lambda: self.errors().count("was killed by signal 9") == 2, "both have ended")
        self.assertFalse([pid for pid in self.pids() if Path(f"/proc/{pid}").exists()])

    def test_a_command_that_is_missing_or_fails_is_one_line(self):
        self.start("plugged = '/nowhere/to/be/found'\nunplugged = 'false'")
        self.service.plug(1920, 1080)
        eventually(lambda: "hook not started" in self.errors(), "the missing one is in the log")
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        eventually(lambda: "hook failed" in self.errors(), "the failed one is in the log")

    def test_a_failure_is_told_once_and_not_of_the_hook_of_failures(self):
        # The second one fails too, and nobody is told that as an event of the first kind again and again.
        self.start(f"frozen = ['sh', '-c', 'exit 3']\nhook-failed = ['sh', '-c', "
                   f"'echo $KAGAMI_HOOK $KAGAMI_PROGRAM $KAGAMI_STATUS >> {self.folder}/failed; exit 4']")
        self.service.plug(1920, 1080)
        with EventStream(self.service) as stream:
            self.service.cli("freeze", "on")
            eventually(lambda: len(stream.of("hook-failed")) == 2, "both are told")
            told = [(event["hook"], event["status"], event["reason"]) for event in stream.of("hook-failed")]
            self.assertEqual(told, [("frozen", 3, "exited with status 3"), ("hook-failed", 4, "exited with status 4")])
        self.service.wait_until_still()
        self.assertEqual(self.text("failed"), "frozen sh 3\n")
        self.assertEqual(self.errors().count("hook failed"), 2)

    def test_the_tools_socket_is_named(self):
        self.start(f"frozen = ['sh', '-c', 'echo $WAYLAND_DISPLAY $KAGAMI_TOOLS_DISPLAY > {self.folder}/names']")
        self.service.plug(1920, 1080)
        self.service.cli("freeze", "on")
        eventually(lambda: self.text("names") == "wayland-0 kagami-tools\n", "the hook has both names")

    def test_what_still_runs_ends_with_the_service(self):
        self.start(f"timeout_s = 1000\nplugged = ['sh', '-c', 'echo $$ > {self.folder}/pid; exec sleep 1000']")
        self.service.plug(1920, 1080)
        eventually(lambda: self.text("pid"), "the hook runs")
        pid = int(self.text("pid"))
        self.assertEqual(self.service.end(), 0)
        self.assertFalse(Path(f"/proc/{pid}").exists())


class PauseNotificationsTests(unittest.TestCase):
    SCRIPT = CHECKOUT / "data" / "hooks" / "pause-notifications"

    def run_with(self, event: str, programs: dict[str, str]) -> tuple[int, str]:
        """The script's status and the calls of stand-ins for the daemons' own commands."""
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            for name, body in programs.items():
                path = Path(folder) / name
                path.write_text(f'#!/bin/sh\necho "{name} $*" >> {log}\n{body}\n')
                path.chmod(0o755)
            environment = {"PATH": f"{folder}:/usr/bin:/bin", "KAGAMI_EVENT": event}
            status = subprocess.run([self.SCRIPT], env=environment, stderr=subprocess.DEVNULL).returncode
            return status, log.read_text() if log.exists() else ""

    def test_it_speaks_to_the_daemon_that_runs(self):
        running = {"makoctl": "exit 0", "dunstctl": "exit 0"}
        self.assertEqual(
            self.run_with("pip-did-start", running), (0, "makoctl mode -a do-not-disturb\n"))
        self.assertEqual(
            self.run_with("pip-did-stop", running), (0, "makoctl mode -r do-not-disturb\n"))
        other = {"makoctl": "exit 1", "dunstctl": "exit 0"}
        self.assertEqual(
            self.run_with("pip-did-start", other),
            (0, "makoctl mode -a do-not-disturb\ndunstctl is-paused\ndunstctl set-paused true\n"))
        self.assertEqual(self.run_with("pip-did-stop", {})[0], 0)

    def test_it_says_where_it_belongs(self):
        self.assertEqual(self.run_with("plugged", {}), (2, ""))
