"""The hosted application started again after it has ended, and what is left when the service ends."""

import os
import signal
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

from support.requirements import require_programs
from support.virtual_service import VirtualService
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
