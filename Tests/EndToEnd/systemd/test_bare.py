"""From a Debian 12 with nothing in it to the first application that has moved, in three commands."""

import json
import time
import unittest

from machine.bare import BareDebian
from machine.errors import MachineMissing
from support.binary import CHECKOUT
from support.booted import EXTERNAL_HEAD, machine_at_rest
from support.pictures import load
from support.requirements import missing
from support.waiting import eventually

PANEL = (1280, 800)
EXTERNAL = (1920, 1080)
COMMANDS = ["apt-get update", "apt-get install --yes kagami", "systemctl enable --now kagami@kagami"]
ABSENT = ["kagami", "foot", "swift", "python3", "seatd"]


def setUpModule():
    packages = sorted((CHECKOUT / ".build" / "packages").glob("kagami_*.deb"), key=lambda path: path.stat().st_mtime)
    if not packages:
        missing("there is no package (make deb)")
    try:
        debian = BareDebian.prepare(packages[-1])
    except MachineMissing as error:
        missing(str(error))
    machine = machine_at_rest(systemd=True, root=debian.image)
    debian.write_repository(packages[-1], machine.share / "repository")
    BareDebianTests.machine = machine


class BareDebianTests(unittest.TestCase):
    def do(self, command: str) -> str:
        # Nobody is there to answer what packages would ask at a terminal.
        finished = self.machine.run(command, timeout=900, DEBIAN_FRONTEND="noninteractive")
        self.assertEqual(finished.status, 0, f"{command}\n{finished.output}")
        return finished.output

    def status(self) -> dict:
        """Of the service of the account for kiosks; empty as long as there is none."""
        finished = self.machine.run("kagami status --json --socket /run/user/$(id -u kagami)/kagami.sock")
        return json.loads(finished.output) if finished.status == 0 else {}

    def content(self) -> tuple[str | None, int, int]:
        content = self.status().get("content") or {"app_id": None, "width": 0, "height": 0}
        return content["app_id"], content["width"], content["height"]

    def picture(self, head: int):
        path = self.machine.folder / f"head{head}.ppm"
        self.machine.dump(head, path)
        return load(path)

    def test_three_commands_lead_to_the_first_application_that_has_moved(self):
        for program in ABSENT:
            self.assertNotEqual(self.machine.run(f"command -v {program}").status, 0, program)
        times = [time.monotonic()]
        for command in COMMANDS:
            self.do(command)
            times.append(time.monotonic())
        self.machine.heads[EXTERNAL_HEAD].plug(*EXTERNAL)
        eventually(lambda: self.content() == ("foot", *EXTERNAL), "the terminal is on the external", 120, interval=0.5)
        times.append(time.monotonic())
        steps = [f"{command}: {end - begin:.0f} s" for command, begin, end in zip([*COMMANDS, "the cable"], times, times[1:])]
        print(f"\nfrom a bare Debian 12 to the first moved application: {times[-1] - times[0]:.0f} s ({', '.join(steps)})", flush=True)
        self.assertEqual(self.picture(EXTERNAL_HEAD).shape[:2], EXTERNAL[::-1])
        for head, name in ((EXTERNAL_HEAD, "external"), (0, "panel")):
            eventually(lambda: self.picture(head).std() > 0, f"a prompt on the {name}", 30)
        self.machine.heads[EXTERNAL_HEAD].unplug()
        eventually(lambda: self.content() == ("foot", *PANEL), "the terminal is at home", 60, interval=0.5)
