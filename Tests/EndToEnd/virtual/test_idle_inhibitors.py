"""Programs on the session bus keep the screens lit, as media players ask for it."""

import json
import os
import subprocess
import time
import unittest
from pathlib import Path

from support.requirements import require_programs
from support.session_bus import BusProgram, BusService, RefusedByBus, SessionBus, require_bus
from support.unpacked import unpacked_tree
from support.virtual_service import QUESTION_WAKEUPS
from support.waiting import eventually

NAME = "org.freedesktop.ScreenSaver"
PATHS = ["/org/freedesktop/ScreenSaver", "/ScreenSaver"]
BLANKING = "[idle]\nblank_after_s = 1\n"
PORTAL = Path("/usr/libexec/xdg-desktop-portal")


def setUpModule():
    require_bus()
    require_programs("foot", "gdbus")


class BusCase(unittest.TestCase):
    def setUp(self):
        self.bus = self.enterContext(SessionBus())

    def start(self, configuration: str = BLANKING, **arguments) -> BusService:
        self.service = self.enterContext(BusService(self.bus, configuration, **arguments))
        self.service.terminal_ready()
        return self.service

    def inhibitors(self) -> list[dict]:
        return self.service.status()["idle_inhibitors"]

    def is_dark(self) -> bool:
        return self.service.status()["idle"] == ["blank"]

    def check_stays_lit(self) -> None:
        time.sleep(2.5)
        self.assertEqual(self.service.status()["idle"], [])

    def ask(self, program: BusProgram, member: str, types: str = "()", *values, path: str = PATHS[0]) -> tuple:
        return program.call(NAME, path, NAME, member, types, *values)


class ProgramTests(BusCase):
    def test_a_program_keeps_the_screens_lit_until_it_says_so(self):
        self.start()
        program = self.bus.program()
        for path in PATHS:
            [cookie] = self.ask(program, "Inhibit", "(ss)", "vlc", "Playing some media", path=path)
            self.service.cli("virtual", "key", "a")
            self.assertEqual(
                self.inhibitors(), [{"source": "screensaver", "program": "vlc", "reason": "Playing some media"}])
            self.assertRegex(self.service.cli("status"), r"kept lit +by vlc: Playing some media")
            self.check_stays_lit()
            self.ask(program, "UnInhibit", "(u)", cookie, path=path)
            self.assertEqual(self.inhibitors(), [])
            eventually(self.is_dark, "nobody does anything")
        with self.assertRaises(RefusedByBus):
            self.ask(program, "UnInhibit", "(u)", cookie)

    def test_a_program_that_leaves_no_longer_counts(self):
        self.start()
        program, other = self.bus.program(), self.bus.program()
        [cookie] = self.ask(program, "Inhibit", "(ss)", "player", "a film")
        with self.assertRaises(RefusedByBus):
            self.ask(other, "UnInhibit", "(u)", cookie)
        self.check_stays_lit()
        program.leave()
        eventually(self.is_dark, "the screens go dark")
        self.assertEqual(self.inhibitors(), [])
        # One that asks and leaves at once.
        subprocess.run(
            ["gdbus", "call", "--address", self.bus.address, "--dest", NAME, "--object-path", PATHS[1], "--method",
             f"{NAME}.Inhibit", "short", "run"], check=True, capture_output=True, timeout=20)
        eventually(lambda: self.inhibitors() == [], "it has left")
        self.assertEqual(other.call(NAME, PATHS[0], "org.freedesktop.DBus.Peer", "Ping"), ())

    def test_dark_screens_are_told_and_a_program_lights_them(self):
        self.start()
        program = self.bus.program()
        changes = program.collect(NAME, "ActiveChanged")
        self.assertEqual(self.ask(program, "GetActive"), (False,))
        eventually(self.is_dark, "nobody does anything")
        self.assertEqual(self.ask(program, "GetActive"), (True,))
        self.assertGreaterEqual(self.ask(program, "GetSessionIdleTime")[0], 1)
        self.ask(program, "SimulateUserActivity")
        self.assertFalse(self.is_dark())
        self.assertEqual(self.ask(program, "GetActive"), (False,))
        self.assertEqual(self.ask(program, "GetSessionIdleTime"), (0,))
        program.pump()
        self.assertEqual(changes[:4], [(path, dark) for dark in (True, False) for path in PATHS])
        described = subprocess.run(
            ["gdbus", "introspect", "--address", self.bus.address, "--dest", NAME, "--object-path", PATHS[0]], check=True,
            capture_output=True, text=True, timeout=20).stdout
        self.assertIn("SimulateUserActivity", described)

    def test_no_program_fills_memory(self):
        self.start("")
        program = self.bus.program()
        for _ in range(16):
            self.ask(program, "Inhibit", "(ss)", "p" * 100_000, "")
        with self.assertRaisesRegex(RefusedByBus, "too many inhibitors"):
            self.ask(program, "Inhibit", "(ss)", "one", "more")
        self.assertEqual({len(one["program"]) for one in self.inhibitors()}, {200})
        for wrong in [("Inhibit", "(s)", "half"), ("UnInhibit", "(s)", "1"), ("Lock", "()")]:
            with self.assertRaises(RefusedByBus):
                self.ask(program, *wrong)
        self.assertEqual(len(self.inhibitors()), 16)

    def test_nothing_is_done_while_a_program_plays(self):
        self.start("[idle]\nblank_after_s = 3600\n")
        self.ask(self.bus.program(), "Inhibit", "(ss)", "player", "a film")
        before, after = self.service.rest(3)
        # The terminal's cursor blinks not; the bus says nothing.
        wakeups = after["counters"]["wakeups"] - before["counters"]["wakeups"]
        self.assertLessEqual(wakeups, QUESTION_WAKEUPS + 1)

    def test_the_service_goes_on_without_its_bus(self):
        self.start()
        self.ask(self.bus.program(), "Inhibit", "(ss)", "player", "a film")
        self.bus.process.kill()
        eventually(lambda: self.inhibitors() == [], "nobody is left")
        eventually(self.is_dark, "nobody does anything")


class NameTests(BusCase):
    def test_another_programs_name_is_waited_for(self):
        other = self.bus.program()
        other.take(NAME)
        self.start()

        def lines() -> list[str]:
            return [line for line in (self.service.folder / "stderr").read_text().splitlines() if "keep screens lit" in line]

        eventually(lines, "the log says so")
        before, after = self.service.rest(2)
        self.assertLessEqual(after["counters"]["wakeups"] - before["counters"]["wakeups"], QUESTION_WAKEUPS + 1)
        other.leave()
        program = self.bus.program()
        eventually(lambda: program.owns(NAME), "the service has the name")
        self.ask(program, "Inhibit", "(ss)", "player", "a film")
        self.assertEqual([one["program"] for one in self.inhibitors()], ["player"])
        self.assertEqual(len(lines()), 1)


class PortalTests(BusCase):
    """A sandboxed program asks Debian's portals, with the files that the package has them find."""

    def test_the_portal_hands_on_what_it_is_asked(self):
        require_programs(str(PORTAL))
        gtk = unpacked_tree("xdg-desktop-portal-gtk")
        self.start()
        data = self.bus.folder / "data"
        portals = data / "xdg-desktop-portal" / "portals"
        portals.mkdir(parents=True)
        source = Path(__file__).resolve().parents[3] / "data" / "portal"
        (portals / "kagami.portal").write_bytes((source / "kagami.portal").read_bytes())
        (portals / "gtk.portal").write_bytes((gtk / "usr/share/xdg-desktop-portal/portals/gtk.portal").read_bytes())
        (portals.parent / "kagami-portals.conf").write_bytes((source / "kagami-portals.conf").read_bytes())
        environment = os.environ | {
            "DBUS_SESSION_BUS_ADDRESS": self.bus.address, "XDG_RUNTIME_DIR": str(self.service.folder),
            "HOME": str(self.bus.folder), "XDG_DATA_DIRS": f"{data}:/usr/share", "XDG_DESKTOP_PORTAL_DIR": str(portals),
            "XDG_CURRENT_DESKTOP": "kagami", "WAYLAND_DISPLAY": self.service.application_display(),
            "GDK_BACKEND": "wayland", "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1",
        }
        program = self.bus.program()
        for path, name in [
            (gtk / "usr/libexec/xdg-desktop-portal-gtk", "org.freedesktop.impl.portal.desktop.gtk"),
            (PORTAL, "org.freedesktop.portal.Desktop"),
        ]:
            with open(self.bus.folder / f"{path.name}.log", "wb") as log:
                portal = subprocess.Popen([path, "--verbose"], env=environment, stdout=log, stderr=log)
            self.addCleanup(portal.wait)
            self.addCleanup(portal.kill)
            eventually(lambda: program.owns(name), f"{name} is on the bus", 30)
        idle = 8
        [request] = self.sandboxed_call(program, "Inhibit", "(sua{sv})", "", idle, {})
        eventually(self.inhibitors, "the portal asks the service")
        self.assertEqual([one["source"] for one in self.inhibitors()], ["screensaver"], json.dumps(self.inhibitors()))
        self.check_stays_lit()
        program.call("org.freedesktop.portal.Desktop", request, "org.freedesktop.portal.Request", "Close")
        eventually(self.is_dark, "the screens go dark")
        # One that leaves without a word.
        other = self.bus.program()
        self.sandboxed_call(other, "Inhibit", "(sua{sv})", "", idle, {})
        eventually(self.inhibitors, "the portal asks again")
        other.leave()
        eventually(lambda: self.inhibitors() == [], "the portal has taken it back")

    def sandboxed_call(self, program: BusProgram, member: str, types: str, *values) -> tuple:
        path = "/org/freedesktop/portal/desktop"
        return program.call("org.freedesktop.portal.Desktop", path, "org.freedesktop.portal.Inhibit", member, types, *values)


if __name__ == "__main__":
    unittest.main()
