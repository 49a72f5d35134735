"""From a Debian 12 with nothing in it to the first application that has moved, in three commands."""

import time
import unittest

from machine.bare import BareDebian
from machine.errors import MachineMissing
from support.binary import newest_package
from support.booted import EXTERNAL_HEAD, machine_at_rest
from support.installed_service import COMMANDS, UNATTENDED, InstalledService
from support.requirements import missing
from support.waiting import eventually

PANEL = (1280, 800)
EXTERNAL = (1920, 1080)
ABSENT = ["kagami", "foot", "swift", "python3", "seatd"]


def setUpModule():
    package = newest_package()
    if package is None:
        missing("there is no package (make deb)")
    try:
        debian = BareDebian.prepare(package)
    except MachineMissing as error:
        missing(str(error))
    machine = machine_at_rest(systemd=True, root=debian.image)
    debian.write_repository(package, machine.share / "repository")
    BareDebianTests.machine = machine


class BareDebianTests(unittest.TestCase):
    def test_three_commands_lead_to_the_first_application_that_has_moved(self):
        for program in ABSENT:
            self.assertNotEqual(self.machine.run(f"command -v {program}").status, 0, program)
        service = InstalledService(self.machine)
        times = [time.monotonic()]
        for command in COMMANDS:
            self.machine.do(command, **UNATTENDED)
            times.append(time.monotonic())
        self.machine.heads[EXTERNAL_HEAD].plug(*EXTERNAL)
        status = service.wait_for_content(*EXTERNAL, "external")
        times.append(time.monotonic())
        steps = [f"{command}: {end - begin:.0f} s" for command, begin, end in zip([*COMMANDS, "the cable"], times, times[1:])]
        print(f"\nfrom a bare Debian 12 to the first moved application: {times[-1] - times[0]:.0f} s ({', '.join(steps)})", flush=True)
        self.assertEqual(status["content"]["app_id"], "foot")
        self.assertEqual(service.screen("external").shape[:2], EXTERNAL[::-1])
        for name in ("external", "panel"):
            eventually(lambda: service.screen(name).std() > 0, f"a prompt on the {name}", 30)
        self.machine.heads[EXTERNAL_HEAD].unplug()
        self.assertEqual(service.wait_for_content(*PANEL, "panel")["content"]["app_id"], "foot")
