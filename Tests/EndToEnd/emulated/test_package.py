"""The Debian package, from its installation to its purge, on a machine that has no Swift."""

import shutil
import unittest
from pathlib import Path

from machine.machine import Finished, Machine
from support.binary import CHECKOUT
from support.booted import EXTERNAL_HEAD, machine_at_rest
from support.emulated_service import EmulatedService
from support.requirements import missing, require_programs
from support.waiting import eventually

PANEL = (1280, 800)
EXTERNAL = (1920, 1080)


def setUpModule():
    require_programs("dpkg", "systemd-analyze")
    packages = sorted((CHECKOUT / ".build" / "packages").glob("kagami_*.deb"), key=lambda path: path.stat().st_mtime)
    if not packages:
        missing("there is no package (make deb)")
    PackageTests.machine = machine_at_rest()
    shutil.copy(packages[-1], PackageTests.machine.share / "kagami.deb")
    toolchain = Path(shutil.which("swift")).resolve().parents[2]
    # The build of the checkout, which the other tests run, needs it.
    PackageTests.do(f"mount -t tmpfs none {toolchain}")
    unittest.addModuleCleanup(PackageTests.do, f"umount {toolchain}")


class PackageTests(unittest.TestCase):
    """Without dpkg's triggers: an index of all man pages takes the machine a minute."""

    machine: Machine

    @classmethod
    def do(cls, command: str) -> str:
        """What a command of root's prints, which succeeds."""
        finished: Finished = cls.machine.run(command)
        if finished.status != 0:
            raise AssertionError(f"{command} ends with {finished.status}\n{finished.output}")
        return finished.output

    def setUp(self):
        self.do("dpkg --no-triggers --install /share/kagami.deb")
        self.addCleanup(self.machine.run, "dpkg --no-triggers --purge kagami")

    def test_what_is_installed_moves_an_application(self):
        self.addCleanup(self.machine.heads[EXTERNAL_HEAD].unplug)
        with EmulatedService(self.machine, "package", program="/usr/bin/kagami") as service:
            service.wait_for_content(*PANEL, "panel")
            eventually(service.terminal.start, "the terminal's program runs", 60)
            self.machine.heads[EXTERNAL_HEAD].plug(*EXTERNAL)
            service.wait_for_content(*EXTERNAL, "external")
            service.check_pictures()

    def test_what_comes_with_the_program_is_sound(self):
        self.do("systemd-analyze verify --man=no kagami@person.service")
        self.do("bash -c '. /usr/share/bash-completion/completions/kagami && complete -p kagami'")
        self.do("/usr/bin/kagami config check /usr/share/doc/kagami/examples/config.toml")
        self.assertEqual(self.do("man --warnings --local-file /usr/share/man/man1/kagami-run.1.gz 2>&1 >/dev/null"), "")

    def test_an_upgrade_keeps_settings_and_a_purge_leaves_nothing(self):
        files = self.do("dpkg --listfiles kagami | xargs -d '\\n' stat --format '%F %n' | sed -n 's/^regular.* file //p'").split()
        self.assertIn("/usr/bin/kagami", files)
        self.do("sed -i 's/\"foot\"/\"weston-terminal\"/' /etc/default/kagami")
        self.do("dpkg --no-triggers --install --force-confdef /share/kagami.deb")
        self.assertIn("weston-terminal", self.do("cat /etc/default/kagami"))
        self.do("dpkg --no-triggers --purge kagami")
        left = self.do("for file in " + " ".join(files) + "; do [ ! -e $file ] || echo $file; done")
        self.assertEqual(left, "")
        self.assertNotIn("kagami", self.do("find /etc /lib/systemd /usr/share /var/lib/dpkg/info -name '*kagami*'"))
