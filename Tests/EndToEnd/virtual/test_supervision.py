"""The hosted application started again after it has ended, and what is left when the service ends."""

import os
import signal
import subprocess
import time
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy

from support.requirements import require_programs
from support.virtual_service import EventStream, VirtualService
from support.waiting import eventually


def setUpModule():
    require_programs("foot")


class SupervisionCase(unittest.TestCase):
    def start(self, script: str, keys: str) -> None:
        """Hosts a shell script, which finds a file for a line of each of its runs in $0."""
        folder = Path(self.enterContext(TemporaryDirectory()))
        self.runs_file = folder / "runs"
        self.service = self.enterContext(VirtualService(
            command=["sh", "-c", 'echo run >> "$0"\n' + script, str(self.runs_file)],
            configuration=f"[application]\n{keys}\n"))

    def runs(self) -> int:
        return len(self.runs_file.read_text().splitlines()) if self.runs_file.exists() else 0

    def application(self) -> dict:
        return self.service.status()["application"]

    def wait_for(self, state: str) -> dict:
        eventually(lambda: self.application()["state"] == state, f"the application is {state}")
        return self.application()

    def errors(self) -> str:
        return (self.service.folder / "stderr").read_text()


class RestartTests(SupervisionCase):
    def test_an_application_that_crashes_three_times_runs_in_the_end(self):
        self.start(
            '[ "$(wc -l < "$0")" -gt 3 ] || kill -SEGV $$\nexec sleep 1000',
            'restart = "on-failure"\nrestart_delay_ms = 10')
        eventually(lambda: self.runs() == 4, "the fourth run has begun")
        application = self.wait_for("running")
        self.assertEqual((application["program"], application["restarts"], application["last_signal"]), ("sh", 3, 11))
        os.kill(application["pid"], 0)
        self.assertIsNone(self.service.process.poll())

    def test_too_many_crashes_end_in_giving_up_until_somebody_asks(self):
        self.start(
            'case "$(wc -l < "$0")" in 1|2|3) exit 7;; esac\nexec sleep 1000',
            'restart = "always"\nrestart_limit = 2\nrestart_delay_ms = 10')
        application = self.wait_for("gave-up")
        self.assertEqual(
            (application["pid"], application["restarts"], application["last_status"], self.runs()), (None, 2, 7, 3))
        self.assertIn("kagami: sh ended with status 7; kagami restart starts it again\n", self.errors())
        self.assertIn("gave up", self.service.cli("status"))
        self.service.cli("restart")
        self.wait_for("running")
        eventually(lambda: self.runs() == 4, "the fourth run has begun")

    def test_restart_ends_what_runs_and_starts_it_again(self):
        self.start("exec sleep 1000", 'restart = "never"')
        first = self.wait_for("running")["pid"]
        self.service.cli("restart")
        eventually(lambda: self.runs() == 2, "the second run has begun")
        second = self.wait_for("running")
        self.assertNotEqual(second["pid"], first)
        self.assertEqual((second["restarts"], second["last_signal"]), (1, signal.SIGTERM))
        # By default the service still ends with its application, with its status.
        os.kill(second["pid"], signal.SIGKILL)
        self.assertEqual(self.service.process.wait(20), 128 + signal.SIGKILL)

    def test_on_failure_an_application_that_is_done_ends_the_service(self):
        self.start("sleep 0.3; exit 0", 'restart = "on-failure"')
        self.assertEqual(self.service.process.wait(20), 0)
        self.assertEqual(self.runs(), 1)

    def test_with_a_limit_of_none_the_user_is_asked_at_once(self):
        self.start('exec sleep 1000', 'restart = "always"\nrestart_limit = 0')
        os.kill(self.wait_for("running")["pid"], signal.SIGTERM)
        self.wait_for("gave-up")
        self.assertEqual(self.service.end(), 0)


class PanelRestartTests(SupervisionCase):
    """The panel application, which the service does without meanwhile."""

    def start(self, script: str, keys: str) -> None:
        folder = Path(self.enterContext(TemporaryDirectory()))
        self.runs_file = folder / "runs"
        self.service = self.enterContext(VirtualService(
            panel_command=["sh", "-c", 'echo run >> "$0"\n' + script, str(self.runs_file)],
            configuration=f"[panel]\n{keys}\n"))
        eventually(lambda: self.runs() >= 1, "the panel application runs")

    def foreground(self) -> str:
        return self.service.status()["panel_foreground"]

    def test_one_that_crashes_comes_back_to_the_front(self):
        self.start('exec sleep 1000', 'restart = "on-failure"\nrestart_delay_ms = 10')
        self.service.cli("panel", "show", "application")
        events = self.enterContext(EventStream(self.service))
        service = str(self.service.process.pid)
        subprocess.run(["pkill", "--signal", "SEGV", "--parent", service, "--exact", "sleep"], check=True)
        eventually(lambda: self.runs() == 2, "the second run has begun")
        eventually(lambda: self.foreground() == "application", "it is in front again")
        [end] = events.of("panel-application-exited")
        self.assertEqual(end["signal"], 11)

    def test_one_that_goes_on_failing_is_done_without(self):
        self.start("exit 7", 'restart = "always"\nrestart_limit = 2\nrestart_delay_ms = 10')
        eventually(lambda: "kagami: sh ended with status 7 on the panel\n" in self.errors(), "it is given up")
        self.assertEqual((self.runs(), self.foreground()), (3, "content"))
        self.assertEqual(self.application()["state"], "running")

    def test_by_default_it_is_not_started_again(self):
        self.start('until [ -e "$0.end" ]; do sleep 0.05; done; exit 7', "restart_delay_ms = 0")
        events = self.enterContext(EventStream(self.service))
        self.runs_file.with_name("runs.end").touch()
        eventually(lambda: events.of("panel-application-exited"), "its end is told")
        time.sleep(0.5)
        self.assertEqual((self.runs(), self.application()["state"]), (1, "running"))


class ButtonTests(SupervisionCase):
    """The panel says what ended, and a button starts it again."""

    BLUE = (0x1F, 0x6F, 0xD0)

    def give_up(self) -> None:
        self.start(
            'case "$(wc -l < "$0")" in 1) kill -SEGV $$;; esac\nexec sleep 1000',
            'restart = "on-failure"\nrestart_limit = 0')
        self.wait_for("gave-up")
        self.service.wait_until_still()

    def button(self) -> tuple[int, int] | None:
        """The middle of what is blue on the panel."""
        rows, columns = numpy.nonzero((self.service.screen("panel") == self.BLUE).all(axis=2))
        if not len(rows):
            return None
        return int(columns.min() + columns.max()) // 2, int(rows.min() + rows.max()) // 2

    def started_again(self) -> None:
        self.wait_for("running")
        eventually(lambda: self.runs() == 2, "the second run has begun")
        eventually(lambda: self.button() is None, "the button has gone")

    def test_a_finger_on_the_button_starts_it_again(self):
        self.give_up()
        spot = self.button()
        self.assertIsNotNone(spot)
        self.service.cli("virtual", "touch", "tap", *map(str, spot))
        self.started_again()

    def test_the_mouse_on_the_button_starts_it_again(self):
        self.give_up()
        self.service.cli("virtual", "pointer", "motion", "-5000", "-5000")
        self.service.cli("virtual", "pointer", "motion", *map(str, self.button()))
        self.service.cli("virtual", "pointer", "button", "left")
        self.started_again()

    def test_enter_starts_it_again_beside_an_external_too(self):
        self.give_up()
        self.service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
        eventually(lambda: self.service.status()["state"] == "mirroring", "the external is used")
        self.service.wait_until_still()
        self.assertIsNotNone(self.button())
        self.service.cli("virtual", "key", "enter")
        self.started_again()

    def test_another_applications_window_is_not_covered(self):
        self.give_up()
        self.service.cli("launch", "--", "foot")
        eventually(lambda: self.service.status()["content"], "the window is there")
        eventually(lambda: self.button() is None, "the button has gone")


class LeftoverTests(SupervisionCase):
    # Forks twice into a session of its own, ignores SIGTERM and leaves its process id in a file.
    DAEMON = (
        "import os, signal, sys, time\n"
        "if os.fork(): os._exit(0)\n"
        "os.setsid()\n"
        "if os.fork(): os._exit(0)\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "open(sys.argv[1] + '.new', 'w').write(str(os.getpid()))\n"
        "os.rename(sys.argv[1] + '.new', sys.argv[1])\n"
        "while True: time.sleep(1000)\n")

    def daemon(self) -> int:
        path = self.runs_file.with_name("daemon")
        eventually(path.exists, "the daemon has said who it is")
        return int(path.read_text())

    def is_running(self, pid: int) -> bool:
        try:
            return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False

    def test_a_daemon_that_ignores_sigterm_is_not_left_behind(self):
        self.start(f'/usr/bin/python3 -c "{self.DAEMON}" "${{0%/*}}/daemon"\nexec sleep 1000', "")
        daemon = self.daemon()
        self.assertTrue(self.is_running(daemon))
        eventually(lambda: parent(daemon) == self.service.process.pid, "the service has adopted it")
        self.assertEqual(self.service.end(), 0)
        self.assertFalse(self.is_running(daemon))

    def test_the_applications_own_end_takes_it_along_too(self):
        self.start(f'/usr/bin/python3 -c "{self.DAEMON}" "${{0%/*}}/daemon"\nexec sleep 1000', "")
        daemon = self.daemon()
        os.kill(self.wait_for("running")["pid"], signal.SIGKILL)
        self.assertEqual(self.service.process.wait(20), 128 + signal.SIGKILL)
        self.assertFalse(self.is_running(daemon))

    def test_what_is_adopted_and_ends_leaves_no_zombie(self):
        self.start("for i in 1 2 3 4 5; do (setsid sleep 0.2 &) ; done; exec sleep 1000", "")
        self.wait_for("running")
        eventually(lambda: len(children(self.service.process.pid)) == 1, "only the application is left")


def parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def children(pid: int) -> list[str]:
    """Zombies included."""
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
