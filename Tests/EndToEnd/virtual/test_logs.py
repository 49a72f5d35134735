"""What applications print, in systemd's own journal: a stock journald takes it, in a mount namespace of the test's."""

import os
import shlex
import subprocess
import unittest
from pathlib import Path

from support.binary import kagami
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

JOURNALD = "/lib/systemd/systemd-journald"
# The kernel's lines and those of other programs of this computer go to their own journal.
FOLDERS = ("/run/systemd", "/run/log", "/var/log/journal")


def setUpModule():
    require_programs("bwrap", "systemd-cat", "journalctl", "nsenter", JOURNALD)


class JournaledService(VirtualService):
    """A service whose output goes to a journal, as under systemd."""

    def program(self) -> list:
        empty = [word for folder in FOLDERS for word in ("--tmpfs", folder)]
        start = (
            f"{JOURNALD} & until [ -S /run/systemd/journal/stdout ]; do sleep 0.05; done;"
            ' exec systemd-cat --identifier=kagami bash -c "$0" "$@"'
        )
        # As systemd does for the units whose output it takes.
        known = 'JOURNAL_STREAM=$(stat --dereference --format=%d:%i /proc/self/fd/2) exec "$0" "$@"'
        return ["bwrap", "--die-with-parent", "--unshare-pid", "--dev-bind", "/", "/", "--proc", "/proc", *empty, "bash", "-c", start, known, kagami()]

    def variables(self) -> dict[str, str]:
        return {"KAGAMI_LOG": "info"}

    def inside(self, *command: str) -> str:
        """What a command prints that sees the service's journal."""
        bwrap = self.process.pid
        first = Path(f"/proc/{bwrap}/task/{bwrap}/children").read_text().split()[0]
        user = [] if os.geteuid() == 0 else ["--user", "--preserve-credentials"]
        return subprocess.run(
            ["nsenter", f"--target={first}", "--mount", "--pid", *user, "--wdns=/", *command], env=self.environment,
            capture_output=True, text=True, timeout=30, check=True
        ).stdout

    def logs(self, *arguments: str) -> str:
        return self.inside(str(kagami()), "logs", *arguments)


class LogTests(unittest.TestCase):
    def service(self) -> JournaledService:
        talk = shlex.join(["sh", "-c", "echo first of the hosted one; echo '<3>and an error' >&2; exec sleep 1000"])
        return self.enterContext(JournaledService(["env", "-u", "LD_PRELOAD", *shlex.split(talk)]))

    def test_each_application_has_its_name_in_the_journal(self):
        service = self.service()
        eventually(lambda: "first of the hosted one" in service.logs("env"), "the hosted application's line", 20)
        hosted = service.logs("env")
        self.assertIn(": first of the hosted one\n", hosted)
        self.assertIn(": and an error\n", hosted)
        errors = service.inside("journalctl", "--priority=err", "--output=cat", "--identifier=env")
        self.assertEqual(errors, "and an error\n")
        service.cli("launch", "--", "/bin/sh", "-c", "echo line of the launched one")
        eventually(lambda: "line of the launched one" in service.logs("sh"), "the launched application's line", 20)
        self.assertNotIn("hosted", service.logs("sh"))
        own = service.logs()
        self.assertIn("kagami: ready on ", own)
        self.assertNotIn("of the", own)
        self.assertEqual(service.logs("env", "--lines", "1").count("\n"), 1)

    def test_own_lines_have_their_level_in_the_journal(self):
        service = self.service()
        own = service.inside("journalctl", "--priority=notice", "--output=cat", "--identifier=kagami")
        lines = [line for line in own.splitlines() if not line.startswith("kagami: ")]
        self.assertTrue(lines, own)
        for line in lines:
            self.assertRegex(line, r"^\w.* \[notice kagami[.\w]* \d{4}-\d\d-\d\dT[^ ]+\]$")

    def test_an_application_is_told_of_its_own_stream(self):
        """So that it may write to the journal directly, and does not where its stream is not the journal's."""
        service = self.enterContext(
            JournaledService(["python3", "-c", "import os, time\n"
                              "it = os.fstat(2)\n"
                              "print(os.environ['JOURNAL_STREAM'] == f'{it.st_dev}:{it.st_ino}', flush=True)\n"
                              "time.sleep(1000)"]))
        eventually(lambda: ": True\n" in service.logs("python3"), "the answer", 20)

    def test_without_a_journal_the_error_says_where_the_lines_are(self):
        with VirtualService([]) as service:
            empty = service.folder / "empty"
            empty.mkdir()
            result = subprocess.run(
                [kagami(), "logs"], env=service.environment | {"PATH": str(empty)}, capture_output=True, text=True, timeout=30
            )
        self.assertNotEqual(result.returncode, 0)
        self.assertRegex(result.stderr, r"^kagami: cannot start journalctl: .*where the output of kagami run goes\n$")
