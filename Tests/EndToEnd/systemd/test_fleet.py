"""Two emulated machines as a fleet: one play of Ansible's over SSH, their status over SSH, and one Prometheus for both."""

import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from machine.cache import exclusively
from machine.errors import MachineMissing
from machine.machine import Machine
from support.ansible import play
from support.binary import newest_package
from support.booted import shut_down
from support.effort import lengthy
from support.fleet import PORTS, USER, FleetPanel
from support.prometheus import Prometheus, board_expressions
from support.requirements import missing, require_programs
from support.settings import setting
from support.waiting import eventually

EXTERNAL = (1920, 1080)
# What a user of a panel may think of its settings.
USERS_OWN = "[kiosk]\\nenabled = false\\n[external]\\nhold_ms = 0\\n"


def setUpModule():
    require_programs("ansible-playbook", "ssh", "ssh-keygen", "dpkg", "loginctl", "chvt", "foot")
    if newest_package() is None:
        missing("there is no package (make deb)")


class FleetTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # A machine that other tests have left would keep the second one waiting, and so would half a fleet of another run.
        shut_down()
        cls.enterClassContext(exclusively("fleet"))
        started = time.monotonic()
        machines = [Machine(systemd=True, ports=PORTS) for _ in range(2)]
        # QEMU ends with the thread that has started it.
        threads = cls.enterClassContext(ThreadPoolExecutor(len(machines)))
        try:
            list(threads.map(cls.enterClassContext, machines))
        except MachineMissing as error:
            missing(str(error))
        booted = time.monotonic()
        cls.panels = list(threads.map(lambda machine: FleetPanel(machine, newest_package(), EXTERNAL), machines))
        print(f"\ntwo machines booted in {booted - started:.0f} s, and Kagami runs on both {time.monotonic() - booted:.0f} s later", flush=True)

    def play(self) -> str:
        """What the play of the documentation prints, which succeeds on both."""
        folder = self.panels[0].machine.folder
        hosts = [panel.shell.inventory(f"panel-{number}") for number, panel in enumerate(self.panels)]
        played = play(folder, hosts, ANSIBLE_PIPELINING="1", ANSIBLE_SSH_CONTROL_PATH_DIR=str(folder / "cp"))
        self.assertEqual(played.returncode, 0, played.stdout + played.stderr)
        return played.stdout

    def setting(self, panel: FleetPanel, key: str) -> list[str]:
        """A value and where it was read, over SSH."""
        return setting(panel.shell.run(USER, "kagami config show"), key)

    @lengthy
    def test_one_play_sets_both_up_whatever_their_users_want(self):
        for panel in self.panels:
            self.assertEqual(panel.status()["external"]["scale"], 1)
            panel.shell.run(USER, f"mkdir -p .config/kagami && printf '{USERS_OWN}' >.config/kagami/config.toml")
        started = time.monotonic()
        self.play()
        print(f"\nthe play on both machines: {time.monotonic() - started:.0f} s", flush=True)
        for panel in self.panels:
            eventually(lambda: panel.status()["external"]["scale"] == 1.5, "the scale of the play", 60)
            self.assertEqual(self.setting(panel, "external.hold_ms"), ["0", "~/.config/kagami/config.toml:4"])
            self.assertEqual(self.setting(panel, "external.scale"), ["1.5", "/etc/kagami/config.toml.d/50-fleet.toml:2"])
            self.assertEqual(self.setting(panel, "kiosk.enabled"), ["true", "/etc/kagami/mandatory.toml.d/50-fleet.toml:2"])
            # The user's own rights do not change that.
            with self.assertRaises(AssertionError):
                panel.shell.run(USER, "echo >/etc/kagami/mandatory.toml.d/50-fleet.toml")

    @lengthy
    def test_one_prometheus_pulls_from_both_and_the_board_has_something_to_show(self):
        for panel in self.panels:
            panel.start_monitoring()
        folder = self.panels[0].machine.folder / "prometheus"
        folder.mkdir()
        with Prometheus(folder, [panel.exporter for panel in self.panels]) as prometheus:
            width = 'kagami_screen_width_pixels{screen="external"}'
            eventually(lambda: prometheus.values(width) == [str(EXTERNAL[0])] * 2, "both are seen", 90)
            eventually(lambda: None not in prometheus.values("rate(kagami_wakeups_total[1m])"), "two samples of each", 60)
            for title, expression in board_expressions():
                with self.subTest(panel=title, expression=expression):
                    self.assertNotIn("$", expression)
                    series = eventually(lambda: prometheus.series(expression), "there is something", 30)
                    self.assertTrue(prometheus.speaks_of_all(series), series)
