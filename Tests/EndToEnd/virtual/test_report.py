"""`kagami report` has what a bug report needs, and none of the secrets that the service knows."""

import getpass
import os
import subprocess
import unittest

from support.binary import kagami
from support.requirements import require_programs
from support.virtual_service import VirtualService

TITLE, ARGUMENT, OUTPUT = "Dear diary of 4711", "hunter2", "whispered"
LINE = "content placed on=DSI-1 [notice kagami.topology 2026-01-01T00:00:00+0000]"
# As `journalctl` prints them: a line of Kagami's own, one of an application, and what the report asked for.
JOURNAL = f"""#!/bin/sh
echo '{LINE}'
echo 'cannot read file={{home}}/film.mkv title={TITLE} [warning kagami.files 2026-01-01T00:00:01+0000]'
echo 'foot: {OUTPUT}'
echo "$@" > '{{home}}/asked'
"""


def setUpModule():
    require_programs("foot")


class ReportTests(unittest.TestCase):
    def report(self, service: VirtualService, *arguments: str) -> str:
        (service.folder / "journalctl").write_text(JOURNAL.format(home=service.folder))
        (service.folder / "journalctl").chmod(0o755)
        environment = service.environment | {"PATH": f"{service.folder}:{service.environment['PATH']}"}
        done = subprocess.run(
            [kagami(), "report", *arguments], env=environment, cwd=service.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def service(self) -> VirtualService:
        configuration = f'[panel]\ncommand = ["sh", "-c", "sleep 600 {ARGUMENT}"]\n[[display]]\nserial = "{ARGUMENT}"\nscale = 2\n'
        service = self.enterContext(
            VirtualService(["foot", "--title", TITLE, "sh", "-c", "sleep 600", ARGUMENT], configuration=configuration))
        service.wait_for("the window has its title", lambda status: (status["content"] or {}).get("title") == TITLE)
        return service

    def test_it_has_the_facts_and_no_secret(self):
        service = self.service()
        service.plug(1920, 1080)
        text = self.report(service)
        for fact in (
            "kagami 0.", "== doctor", '"state":"mirroring"', '"app_id":"foot"', "1920", "HDMI-A-1", LINE,
            "display[0].scale", '["sh", (2 words left out)]', "XDG_RUNTIME_DIR=~",
        ):
            self.assertIn(fact, text)
        for secret in (TITLE, ARGUMENT, OUTPUT, str(service.folder)):
            self.assertNotIn(secret, text)
        if (user := getpass.getuser()) != "root":
            self.assertNotRegex(text, rf"\b{user}\b")
        self.assertIn("_COMM=kagami", (service.folder / "asked").read_text())

    def test_names_are_there_on_request_and_arguments_are_not(self):
        text = self.report(self.service(), "--with-names")
        self.assertIn(TITLE, text)
        self.assertNotIn(ARGUMENT, text)

    def test_it_goes_to_a_file_that_only_its_owner_reads(self):
        service = self.service()
        self.assertEqual(self.report(service, "-o", "report.txt"), "")
        file = service.folder / "report.txt"
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        self.assertIn("== status", file.read_text())

    def test_without_a_service_each_part_says_why(self):
        service = VirtualService([])
        with service:
            service.end()
            text = self.report(service)
            os.remove(service.folder / "journalctl")
        self.assertIn("== system\n\nkernel ", text)
        self.assertIn("== status\n\n(not available: ", text)
        self.assertIn("no kagami is running", text)
        self.assertIn(LINE, text)
