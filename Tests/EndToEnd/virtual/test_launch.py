"""Other applications beside the hosted ones: where they are shown, what they print, and how long they live."""

import json
import os
import unittest
from pathlib import Path

from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually


def setUpModule():
    require_programs("foot", "wev")


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


class LaunchCase(unittest.TestCase):
    def start(self, **options) -> None:
        self.service = self.enterContext(VirtualService(**options))
        if "command" not in options:
            self.service.terminal_ready()

    def launch(self, *words: str) -> int:
        return int(self.service.cli("launch", *words))

    def windows(self) -> list[tuple[str, str]]:
        listed = json.loads(self.service.cli("windows", "list", "--json"))
        return sorted((window["application"], window["app_id"]) for window in listed)

    def errors(self) -> str:
        return (self.service.folder / "stderr").read_text()

    def wait_for_windows(self, *wanted: tuple[str, str]) -> None:
        eventually(lambda: self.windows() == sorted(wanted), f"the windows {wanted}")


class LaunchTests(LaunchCase):
    def test_another_application_is_shown_in_the_contents_place(self):
        self.start()
        pid = self.launch("--", "wev")
        self.wait_for_windows(("content", "foot"), ("content", "wev"))
        self.assertEqual(self.service.status()["content"]["app_id"], "wev")
        os.kill(pid, 15)
        self.wait_for_windows(("content", "foot"))
        self.assertIsNone(self.service.process.poll())

    def test_it_has_the_environment_of_the_hosted_one_and_prints_to_the_log(self):
        self.start()
        answer = json.loads(self.service.cli(
            "launch", "--json", "--", "sh", "-c",
            'echo "display $WAYLAND_DISPLAY"; echo "socket $KAGAMI_SOCKET" >&2; printf "\\033[31mred"; sleep 60'))
        self.assertEqual(set(answer), {"pid"})
        display = self.service.terminal.start()["WAYLAND_DISPLAY"]
        eventually(lambda: f"sh: socket {self.service.socket_path}\n" in self.errors(), "the second line is in the log")
        self.assertIn(f"sh: display {display}\n", self.errors())
        # A group of its own.
        self.assertEqual(os.getpgid(answer["pid"]), answer["pid"])
        os.killpg(answer["pid"], 15)
        eventually(lambda: "sh: \\u{1b}[31mred\n" in self.errors(), "a line without an end is in the log")

    def test_what_a_program_leaves_behind_prints_too(self):
        self.start()
        self.launch("--", "sh", "-c", "(sleep 0.3; echo late) &")
        eventually(lambda: "sh: late\n" in self.errors(), "the late line is in the log")

    def test_a_program_that_prints_without_end_holds_nobody_up(self):
        self.start()
        pid = self.launch("--", "yes")
        for _ in range(20):
            self.service.status()
        size = (self.service.folder / "stderr").stat().st_size
        self.assertGreater(size, 0)
        os.kill(pid, 9)
        eventually(lambda: not is_running(pid), "it has ended")
        self.service.status()

    def test_a_failed_start_is_one_line(self):
        self.start()
        for words in (["/nowhere/to/be/found"], ["/etc/passwd"], ["no-such-program-here", "x"]):
            result = self.service.attempt("launch", "--", *words)
            self.assertEqual(result.status, 1)
            self.assertEqual(result.error.count("\n"), 0)
            self.assertIn(words[0], result.error)
        result = self.service.attempt("launch", "--panel", "--", "foot")
        self.assertEqual(result.status, 1)
        self.assertIn("--panel-command", result.error)

    def test_the_service_ends_with_its_first_application_and_takes_the_others_along(self):
        self.start(command=["sh", "-c", ": first; sleep 1000; exit 5"])
        polite = self.launch("--", "sh", "-c", "trap 'echo asked; exit 0' TERM; while :; do sleep 0.05; done")
        stubborn = self.launch("--", "sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done")
        eventually(lambda: "sh: ready\n" in self.errors(), "the second one runs")
        self.assertTrue(is_running(polite))
        os.kill(self.hosted(), 15)
        self.assertEqual(self.service.process.wait(20), 128 + 15)
        self.assertFalse(is_running(polite))
        self.assertFalse(is_running(stubborn))
        self.assertIn("sh: asked\n", self.errors())

    def hosted(self) -> int:
        children = Path(f"/proc/{self.service.process.pid}/task/{self.service.process.pid}/children").read_text()
        for pid in map(int, children.split()):
            if b": first" in Path(f"/proc/{pid}/cmdline").read_bytes():
                return pid
        raise AssertionError(f"no hosted application among {children}")

    def test_a_signal_to_the_service_ends_them_too(self):
        self.start()
        pid = self.launch("--", "sleep", "1000")
        self.assertEqual(self.service.end(), 0)
        self.assertFalse(is_running(pid))


class RestartTests(LaunchCase):
    RULES = "[application]\nrestart_delay_ms = 10\nrestart_limit = 2\n"

    def runs(self) -> int:
        path = self.service.folder / "runs"
        return path.read_text().count("run") if path.exists() else 0

    def script(self, end: str) -> list[str]:
        return ["sh", "-c", f"echo run >>{self.service.folder}/runs; {end}"]

    def test_by_default_it_stays_ended(self):
        self.start(configuration=self.RULES)
        self.launch("--", *self.script("exit 3"))
        eventually(lambda: "launched application ended" in self.errors(), "it has ended")
        self.service.status()
        self.assertEqual(self.runs(), 1)

    def test_after_a_failure_it_is_started_again_until_it_succeeds(self):
        self.start(configuration=self.RULES)
        pid = self.launch("--restart", "on-failure", "--", "foot", "--config=/dev/null", "--app-id=second", "sleep", "1000")
        self.wait_for_windows(("content", "foot"), ("content", "second"))
        os.kill(pid, 9)
        eventually(lambda: not is_running(pid), "it has ended")
        self.wait_for_windows(("content", "foot"), ("content", "second"))
        self.launch("--restart", "on-failure", "--", *self.script(f"test $(wc -l <{self.service.folder}/runs) = 2"))
        eventually(lambda: self.runs() == 2, "the second run, which succeeds")
        # Another one, which takes longer than the wait before a start, has come and gone.
        self.launch("--", "sh", "-c", "sleep 0.5; exit 7")
        eventually(lambda: "exited with status 7" in self.errors(), "the other one has ended")
        self.assertEqual(self.runs(), 2)

    def test_always_ends_at_the_limit_and_with_the_service(self):
        self.start(configuration=self.RULES)
        self.launch("--restart", "always", "--", *self.script("exit 0"))
        eventually(lambda: "launched application not started again" in self.errors(), "the limit")
        self.assertEqual(self.runs(), 3)
        pid = self.launch("--restart", "always", "--", "sleep", "1000")
        self.assertEqual(self.service.end(), 0)
        self.assertFalse(is_running(pid))
        self.assertEqual(self.errors().count("launched application not started again"), 1)

    def test_a_word_that_is_no_policy_is_refused(self):
        self.start()
        result = self.service.attempt("launch", "--restart", "daily", "--", "true")
        self.assertEqual(result.status, 64)
        self.assertIn("never, on-failure or always", result.error)


class PanelLaunchTests(LaunchCase):
    def test_the_panels_place_lasts_as_long_as_its_applications(self):
        self.start(panel_command=["foot", "--config=/dev/null", "--app-id=first", "sleep", "1000"])
        self.wait_for_windows(("content", "foot"), ("application", "first"))
        self.service.cli("panel", "show", "application")
        pid = self.launch("--panel", "--", "wev")
        self.wait_for_windows(("content", "foot"), ("application", "first"), ("application", "wev"))
        first = Path(f"/proc/{self.service.process.pid}/task/{self.service.process.pid}/children").read_text()
        for child in map(int, first.split()):
            if b"--app-id=first" in Path(f"/proc/{child}/cmdline").read_bytes():
                os.kill(child, 15)
        self.wait_for_windows(("content", "foot"), ("application", "wev"))
        self.assertEqual(self.service.status()["panel_foreground"], "application")
        os.kill(pid, 15)
        self.service.wait_for("the content again", lambda status: status["panel_foreground"] == "content")
        self.assertEqual(self.service.attempt("panel", "show", "application").status, 1)
        # The place is free, and is taken again.
        self.launch("--panel", "--", "wev")
        self.wait_for_windows(("content", "foot"), ("application", "wev"))
        self.service.cli("panel", "show", "application")
        self.assertEqual(self.service.status()["panel_foreground"], "application")
