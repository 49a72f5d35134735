"""The Debian package, from its installation to its purge, on a machine that systemd has booted and that has no Swift."""

import os
import random
import re
import shutil
import signal
import time
import unittest
from pathlib import Path

from machine.device import GamePad
from machine.keyboard import Keyboard
from support.binary import newest_package
from support.booted import EXTERNAL_HEAD, machine_at_rest
from support.installed_service import UNIT, InstalledService
from support.requirements import missing, require_programs
from support.splash import Watch, install_splash
from support.waiting import eventually

PANEL = (1280, 800)
EXTERNAL = (1920, 1080)
# The most that `systemd-analyze security` may find exposed, of 10.
MOST_EXPOSED = 3.0
# How often it is killed on the console; KAGAMI_TORTURE=kills asks for many.
MOMENTS = 50 if os.environ.get("KAGAMI_TORTURE") == "kills" else 1
INSTALL = "dpkg --no-triggers --force-confdef --install /share/kagami.deb"
TEXT_MODE = "0"


def setUpModule():
    require_programs("dpkg", "loginctl", "chvt", "bwrap")
    package = newest_package()
    if package is None:
        missing("there is no package (make deb)")
    machine = machine_at_rest(systemd=True)
    shutil.copy(package, machine.share / "kagami.deb")
    PackageTests.machine = machine


class PackageTests(unittest.TestCase):
    """One machine for all tests; each begins with the unit enabled and running, and the panel alone. Without dpkg's triggers:
    an index of all man pages takes the machine a minute."""

    @classmethod
    def setUpClass(cls):
        cls.service = InstalledService(cls.machine)
        cls.do = cls.service.do
        cls.hide_swift()
        cls.external = cls.machine.heads[EXTERNAL_HEAD]
        cls.install_and_plug()

    @classmethod
    def hide_swift(cls):
        """The build of the checkout needs it; what is installed must not."""
        toolchain = Path(shutil.which("swift")).resolve().parents[2]
        cls.do(f"mount -t tmpfs none {toolchain}")

    @classmethod
    def install_and_plug(cls):
        """Two commands and a cable lead to the first application that has moved."""
        started = time.monotonic()
        cls.do(INSTALL)
        cls.service.configure()
        cls.service.expect_start()
        cls.do(f"systemctl enable --now {UNIT}")
        cls.external.plug(*EXTERNAL)
        cls.service.wait_for_content(*EXTERNAL, "external")
        print(f"\ninstallation to the first moved application: {time.monotonic() - started:.1f} s", flush=True)
        cls.service.wait_until_up()
        cls.external.unplug()

    def setUp(self):
        self.addCleanup(self.external.unplug)

    def go_home(self):
        self.external.unplug()
        self.service.wait_for_content(*PANEL, "panel")
        self.service.wait_until_still()

    def plug(self):
        self.external.plug(*EXTERNAL)
        self.service.wait_for_content(*EXTERNAL, "external")

    def session(self) -> dict[str, str]:
        """What logind knows of the session of the account for kiosks."""
        number = self.do("loginctl list-sessions --no-legend | awk '$3 == \"kagami\" { print $1 }'").strip()
        return dict(line.split("=", 1) for line in self.do(f"loginctl show-session {number}").splitlines())

    def console_mode(self) -> str:
        """The first virtual terminal's mode: KD_TEXT or KD_GRAPHICS."""
        program = "import fcntl; print(fcntl.ioctl(open('/dev/tty1'), 0x4B3B, bytes(4))[0])"
        return self.do(f'python3 -c "{program}"').strip()

    def test_the_application_moves_in_logind_s_session(self):
        self.plug()
        self.service.check_pictures()
        session = self.session()
        expected = {"Seat": "seat0", "VTNr": "1", "State": "active", "Remote": "no", "Leader": self.service.property("MainPID")}
        self.assertEqual({key: session[key] for key in expected}, expected)
        self.assertNotEqual(self.console_mode(), TEXT_MODE)

    def test_a_terminal_beside_it_takes_the_screens_and_gives_them_back(self):
        self.go_home()
        before = self.service.screen("panel")
        keyboard = Keyboard(self.machine.monitor)
        keyboard.press("ctrl", "alt", "f2")
        eventually(lambda: self.session()["State"] == "online", "logind has switched", 30)
        eventually(lambda: (self.service.screen("panel") != before).mean() > 0.2, "a prompt instead of Kagami", 30)
        keyboard.press("ctrl", "alt", "f1")
        eventually(lambda: self.session()["State"] == "active", "logind has switched back", 30)
        eventually(lambda: not (self.service.screen("panel") != before).any(), "the picture of before", 30)

    def test_a_killed_service_comes_back(self):
        self.plug()
        self.service.expect_start()
        self.do(f"systemctl kill --signal KILL --kill-whom main {UNIT}")
        eventually(lambda: self.service.property("NRestarts") == "1", "systemd has started it again", 60)
        self.service.wait_until_up()
        self.service.wait_for_content(*EXTERNAL, "external")
        self.service.check_pictures()
        self.do(f"systemctl reset-failed {UNIT}")

    def test_logind_hears_whether_the_user_is_idle(self):
        eventually(lambda: self.session()["IdleHint"] == "yes", "nobody has done anything", 30)
        Keyboard(self.machine.monitor).press("a")
        eventually(lambda: self.session()["IdleHint"] == "no", "somebody has", 30)
        eventually(lambda: self.session()["IdleHint"] == "yes", "and has left", 30)

    def test_logind_gives_game_pads(self):
        """Also those that udev takes for a keyboard as well."""
        self.do("modprobe uinput")
        for is_keyboard in (False, True):
            with self.subTest(is_keyboard=is_keyboard), GamePad(self.machine.agent, "Test pad", is_keyboard=is_keyboard) as pad:
                tags = self.do("udevadm info --export-db | grep -A 30 'NAME=\"Test pad\"' | grep ID_INPUT_ | sort -u")
                self.assertIn("ID_INPUT_JOYSTICK=1", tags)
                self.assertEqual("ID_INPUT_KEY=1" in tags, is_keyboard, tags)
                # The service opens it a second after it has come.
                time.sleep(2)
                eventually(lambda: self.session()["IdleHint"] == "yes", "nobody plays", 30)
                pad.press()
                eventually(lambda: self.session()["IdleHint"] == "no", "somebody plays", 10)

    def holds_off_idleness(self) -> bool:
        holders = self.do("systemd-inhibit --list --no-legend --no-pager").splitlines()
        return any("Kagami" in line and " idle " in line for line in holders)

    def test_a_film_holds_off_what_the_machine_does_when_idle(self):
        self.assertFalse(self.holds_off_idleness())
        with self.service.raw_client("film_client"):
            eventually(self.holds_off_idleness, "an inhibitor is held", 30)
            self.assertEqual([one["source"] for one in self.service.status()["idle_inhibitors"]], ["window"], "its own lock does not count")
        eventually(lambda: not self.holds_off_idleness(), "no inhibitor is held", 30)

    def test_a_lock_of_logind_s_against_idleness_keeps_the_screens_lit(self):
        lock = "exec systemd-inhibit --what idle:sleep --who updater --why 'An update' sleep 1000"
        pid = self.machine.agent.ask("start", command=lock, user="root", log="/share/lock.log", environment={})["pid"]
        try:
            wanted = [{"source": "logind", "program": "updater", "reason": "An update"}]
            eventually(lambda: self.service.status()["idle_inhibitors"] == wanted, "the service has heard", 30)
            self.assertFalse(self.holds_off_idleness(), "logind knows by itself")
        finally:
            self.machine.agent.ask("signal", pid=pid, number=int(signal.SIGTERM))
        eventually(lambda: self.service.status()["idle_inhibitors"] == [], "the service has heard of the end", 30)

    def test_it_sleeps_and_wakes_with_the_machine(self):
        self.plug()
        self.service.wait_until_still()

        def held() -> set[str]:
            holders = self.do("systemd-inhibit --list --no-legend --no-pager").splitlines()
            return {what for what in ("sleep", "handle-lid-switch") for line in holders if "Kagami" in line and f" {what} " in line}

        eventually(lambda: held() == {"sleep", "handle-lid-switch"}, "sleep and the lid wait for it", 10)
        before = {name: self.service.screen(name) for name in ("panel", "external")}
        self.service.follow_events()
        # The kernel stops all programs for five seconds, and no device: those that are emulated do not wake.
        self.do("echo freezer >/sys/power/pm_test && systemctl suspend")
        eventually(lambda: self.service.events("wake"), "the machine has woken", 60)
        order = ["sleep", "seat-paused", "seat-resumed", "wake"]
        self.assertEqual([event["type"] for kind in order for event in self.service.events(kind)], order)
        times = [self.service.events(kind)[0]["time_us"] for kind in order]
        self.assertEqual(times, sorted(times))
        self.assertGreater(times[1] - times[0], 1_000_000, "the hook's second")
        for name, picture in before.items():
            eventually(lambda: not (self.service.screen(name) != picture).any(), f"the {name}'s picture of before", 30)
        eventually(lambda: "Kagami" in self.do("systemd-inhibit --list --no-legend --no-pager --what sleep"), "held back again", 20)

    def test_stopped_or_killed_it_leaves_a_console(self):
        # Killed, systemd would start it again at once.
        folder = f"/run/systemd/system/{UNIT}.d"
        self.do(f"mkdir -p {folder} && printf '[Service]\\nRestart=no\\n' >{folder}/once.conf && systemctl daemon-reload")
        self.addCleanup(self.service.start_unit)
        self.addCleanup(self.do, f"rm -r {folder} && systemctl daemon-reload && systemctl reset-failed {UNIT}")
        chance = random.Random(1)
        for _ in range(MOMENTS):
            self.external.plug(*EXTERNAL)
            time.sleep(chance.uniform(0, 2))
            self.assertNotEqual(self.console_mode(), TEXT_MODE)
            self.do(f"systemctl kill --signal KILL --kill-whom main {UNIT}")
            self.check_console()
            self.external.unplug()
            self.do(f"systemctl reset-failed {UNIT}")
            self.service.start_unit()
        self.do(f"systemctl stop {UNIT}")
        self.check_console()

    def check_console(self):
        """The first terminal is a text console again, whose text is seen."""
        eventually(lambda: self.console_mode() == TEXT_MODE, "the console is text again", 30)
        before = self.service.dump(0)
        # Other text each time: the same lines once more may look the same.
        self.do(f"for line in $(seq 30); do echo {time.monotonic_ns()}, line $line; done >/dev/tty1")
        eventually(lambda: (self.service.dump(0) != before).any(), "what is written there is seen", 20)

    def test_the_unit_is_hardened_and_its_applications_have_sandboxes(self):
        judged = self.do(f"systemd-analyze security --no-pager {UNIT}").splitlines()[-1]
        exposed = float(re.search(r"exposure level for .*: ([0-9.]+) ", judged)[1])
        print(f"\n{judged}", flush=True)
        self.assertLessEqual(exposed, MOST_EXPOSED)
        self.assertEqual((self.service.folder / "sandbox").read_text(), "0\n")

    def test_a_boot_splash_stays_until_the_application_is_there(self):
        self.go_home()
        install_splash(self.machine)
        self.service.expect_start()
        with Watch(self.machine) as watch:
            self.machine.reboot()
            self.hide_swift()
            self.service.wait_until_up()
            self.service.wait_until_still()
        shown = next((index for index, look in enumerate(watch.looks) if look.splash > 0.9), None)
        self.assertIsNotNone(shown, "the splash was never seen")
        # From then on the splash, and then the terminal, whose background is not black.
        looks = watch.looks[shown:]
        self.assertLess(looks[-1].splash, 0.1)
        self.assertLess(max(look.black for look in looks), 0.5)
        scanouts = watch.scanouts()
        print(f"\n{len(looks)} looks from the splash on; the card's pictures: {scanouts}", flush=True)
        before, after = scanouts[: looks[0].scanouts], scanouts[looks[0].scanouts :]
        # No look is quick enough to see all that the card shows: nothing at all, or the console that was there before the splash.
        self.assertGreater(len(set(after) - {before[-1]}), 0)
        self.assertEqual({0, before[-2]} & set(after), set())
        self.assertEqual(self.do("pgrep plymouthd || true"), "", "the splash's program is gone")

    def test_booted_with_a_display_it_starts_there(self):
        self.external.plug(*EXTERNAL)
        self.service.expect_start()
        seconds = self.machine.reboot()
        self.hide_swift()
        self.service.wait_until_up()
        self.service.wait_for_content(*EXTERNAL, "external")
        self.service.check_pictures()
        print(f"\nbooted in {seconds:.1f} s", flush=True)

    def test_a_display_starts_it(self):
        self.do(f"systemctl disable --now {UNIT}")
        self.addCleanup(self.do, f"systemctl enable {UNIT}")
        example = "/usr/share/doc/kagami/examples/80-kagami-plug.rules"
        self.do(f"sed 's/HDMI-A-1/Virtual-2/' {example} >/etc/udev/rules.d/80-kagami-plug.rules")
        self.addCleanup(self.do, "rm /etc/udev/rules.d/80-kagami-plug.rules && udevadm control --reload")
        self.do("udevadm control --reload && udevadm trigger --settle --subsystem-match=drm")
        self.assertEqual(self.service.property("ActiveState"), "inactive")
        self.service.expect_start()
        self.external.plug(*EXTERNAL)
        self.service.wait_until_up()
        self.service.wait_for_content(*EXTERNAL, "external")

    def test_an_upgrade_keeps_settings_and_what_runs(self):
        process = self.service.property("MainPID")
        settings = self.do("cat /etc/default/kagami")
        self.do(INSTALL)
        self.assertEqual(self.do("cat /etc/default/kagami"), settings)
        self.assertEqual(self.service.property("MainPID"), process)
        self.plug()

    def test_what_comes_with_the_program_is_sound(self):
        self.do(f"systemd-analyze verify --man=no {UNIT}")
        self.do("bash -c '. /usr/share/bash-completion/completions/kagami && complete -p kagami'")
        self.do("/usr/bin/kagami config check /usr/share/doc/kagami/examples/config.toml")
        self.assertEqual(self.do("man --warnings --local-file /usr/share/man/man1/kagami-run.1.gz 2>&1 >/dev/null"), "")

    def test_a_purge_leaves_nothing(self):
        installed = [path for path in self.do("dpkg --listfiles kagami").split() if "kagami" in path]
        self.assertIn("/usr/bin/kagami", installed)
        self.do("rm /etc/kagami/config.toml && rmdir /etc/kagami")
        self.addCleanup(self.install_and_plug)
        self.do("dpkg --no-triggers --purge kagami")
        left = self.do("for path in " + " ".join(installed) + " /var/lib/kagami; do [ ! -e $path ] || echo $path; done")
        self.assertEqual(left, "")
        self.assertEqual(self.do("find /etc /var/lib/dpkg/info -name '*kagami*' ! -name 'kagami-machine*'"), "")
        self.assertEqual(self.machine.run("getent passwd kagami").output, "")
        self.assertEqual(self.console_mode(), TEXT_MODE)
