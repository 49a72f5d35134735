"""An application that is not trusted, and the ways that it must not have into the service."""

import json
import os
import shutil
import socket
import sys
import tempfile
import time
import unittest
from pathlib import Path

from support.binary import CHECKOUT, kagami
from support.held_service import HeldService, listening
from support.requirements import require_programs
from support.virtual_service import EventStream, VirtualService
from support.waiting import eventually

PROBE = CHECKOUT / "Tests/EndToEnd/support/escape_probe.py"
PLACE = "wayland-0-application"


class ProbedService(VirtualService):
    """Hosts the probe, told where all sockets are."""

    def __init__(self, configuration: str, confined: bool = True):
        super().__init__([], configuration=configuration)
        self.confined = confined
        # Where nothing hides them, Wayland's would let the command wait for its answer.
        names = ("kagami.sock", self.tools, "wayland-0") if confined else ("kagami.sock",)
        self.sockets = [self.folder / name for name in names]
        # The service's folder is out of the application's sight.
        self.number = Path(f"{self.folder}.pid")
        script = f'exec python3 {PROBE} "$XDG_RUNTIME_DIR/report" {kagami()} $(cat {self.number}) "$@"'
        self.command = ["sh", "-c", script, "probe", *map(str, self.sockets)]

    def program(self) -> list:
        return ["sh", "-c", f'echo $$ >{self.number}; exec "$0" "$@"', kagami()]

    def __exit__(self, *_) -> None:
        super().__exit__()
        self.number.unlink(missing_ok=True)

    def variables(self) -> dict[str, str]:
        if self.confined:
            return {}
        # All programs but one.
        tools = self.folder / "bin"
        tools.mkdir()
        for name in ("sh", "cat", "umount", "unshare", "nsenter", "test"):
            (tools / name).symlink_to(shutil.which(name))
        (tools / "python3").symlink_to(sys.executable)
        return {"PATH": str(tools)}

    def found(self) -> dict:
        report = self.folder / PLACE / "report"
        eventually(report.exists, "the application has tried", 60)
        return json.loads(report.read_text())

    def request(self, line: bytes) -> dict:
        """The reply on the restricted socket."""
        with socket.socket(socket.AF_UNIX) as channel:
            channel.settimeout(10)
            channel.connect(str(self.folder / PLACE / "kagami-app.sock"))
            channel.sendall(line)
            return json.loads(channel.makefile("rb").readline())


class ConfinedTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        require_programs("bwrap", "unshare", "nsenter")

    def test_no_way_leads_to_the_services_sockets(self):
        with ProbedService("[application]\ntrusted = false\n") as service:
            found = service.found()
            self.assertTrue(found["wayland"], "its own socket works")
            self.assertNotIn("KAGAMI_SOCKET", found["variables"])
            self.assertEqual(found["own"], ["wayland-0"])
            self.assertEqual(found["beside"], [PLACE])
            self.assertEqual(found["reached"], [])
            self.assertEqual(found["control"], {str(path): 1 for path in service.sockets})
            self.assertEqual(found["default_control"], 1)
            self.assertNotEqual(found["nested"], 0)
            self.assertFalse(found["service_seen"])
            self.assertNotEqual(found["entered"], 0)
            # The same sockets from outside.
            for path in service.sockets:
                self.assertTrue(path.is_socket(), path)
            self.assertEqual(service.end(), 0)
            self.assertFalse((service.folder / PLACE).exists())

    def test_control_socket_elsewhere_is_out_of_reach_too(self):
        with ElsewhereService("[application]\ntrusted = false\n") as service:
            found = service.found()
            self.assertEqual(found["reached"], [])
            self.assertEqual(set(found["control"].values()), {1})

    def test_applications_status_is_the_services(self):
        with VirtualService(["sh", "-c", "exit 42"], wait=False, configuration="[application]\ntrusted = false\n") as one:
            self.assertEqual(one.process.wait(20), 42)

    def test_command_that_is_not_there_is_said(self):
        command = ["no-such-program-at-all"]
        with VirtualService(command, wait=False, configuration="[application]\ntrusted = false\n") as service:
            self.assertEqual(service.process.wait(20), 1)
            lines = (service.folder / "stderr").read_text().splitlines()
            self.assertEqual(len(lines), 1, lines)
            self.assertIn("no-such-program-at-all", lines[0])

    def test_panel_application_is_confined_likewise(self):
        script = 'cd "$XDG_RUNTIME_DIR"; env >variables; ls -A .. >beside; test -S "$WAYLAND_DISPLAY" && touch done; '
        with VirtualService(
            [], configuration="[panel]\ntrusted = false\n", panel_command=["sh", "-c", script + "exec sleep 1000"]
        ) as service:
            place = service.folder / "wayland-1-application"
            eventually((place / "done").exists, "the panel application has looked around")
            self.assertEqual((place / "beside").read_text().split(), [place.name])
            self.assertNotIn("KAGAMI_SOCKET", (place / "variables").read_text())


class OtherPlacesTests(unittest.TestCase):
    """Sockets that are not where the service makes its own."""

    @classmethod
    def setUpClass(cls):
        require_programs("bwrap", "unshare", "nsenter")

    def folder(self, place: str) -> Path:
        path = Path(tempfile.mkdtemp(prefix="kagami-elsewhere-", dir=place))
        self.addCleanup(shutil.rmtree, path, ignore_errors=True)
        return path

    def test_sockets_that_were_handed_over_and_those_of_other_programs_are_out_of_reach(self):
        # Where the unit's are for root, who runs the tests in an emulated machine, and where a user can make some.
        places = [place for place in ("/run", "/var/tmp", "/tmp") if os.access(place, os.W_OK)]
        others = [self.folder(place) / "wayland-0" for place in places]
        for path in others:
            held = listening(path)
            self.addCleanup(held.close)
        names = ("kagami.sock", "wayland-0", "kagami-tools")
        for place in places:
            with self.subTest(place):
                folder = self.folder(place)
                sockets = [str(path) for path in [*(folder / name for name in names), *others]]
                script = f'exec python3 {PROBE} "$XDG_RUNTIME_DIR/report" {kagami()} 0 "$@"'
                service = HeldService(
                    *names, folder=str(folder), command=["sh", "-c", script, "probe", *sockets],
                    configuration="[application]\ntrusted = false\n")
                self.addCleanup(service.__exit__)
                begun = time.time()
                service.start()
                report = service.folder / PLACE / "report"
                eventually(report.exists, "the application has tried", 60)
                found = json.loads(report.read_text())
                self.assertTrue(found["wayland"], "its own socket works")
                self.assertEqual(found["reached"], [])
                own = str(service.folder / PLACE / "wayland-0")
                self.assertIn(own, found["everywhere"])
                ours = f"{service.folder}/"
                self.assertEqual(
                    [path for path in found["everywhere"]
                     if path != own and self.is_private(path) and (path.startswith(ours) or self.was_there(path, begun))], [])
                service.process.terminate()
                self.assertEqual(service.process.wait(10), 0)

    @staticmethod
    def is_private(path: str) -> bool:
        """Not for every user of the machine, and not gone again."""
        try:
            status = os.lstat(path)
        except FileNotFoundError:
            return False
        return os.geteuid() in (0, status.st_uid) or not status.st_mode & 0o002

    @staticmethod
    def was_there(path: str, begun: float) -> bool:
        """From before then until now: other programs of this machine come and go."""
        try:
            return os.lstat(path).st_ctime < begun
        except FileNotFoundError:
            return False

    def test_a_program_in_a_hidden_place_is_said(self):
        folder = self.folder("/tmp")
        held = listening(folder / "socket")
        self.addCleanup(held.close)
        program = folder / "program"
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
        configuration = "[application]\ntrusted = false\n"
        with VirtualService([str(program)], wait=False, configuration=configuration) as service:
            self.assertEqual(service.process.wait(20), 1)
            [line] = (service.folder / "stderr").read_text().splitlines()
            self.assertRegex(line, f"cannot start {program}: .* sees nothing of {folder}; put the program elsewhere")


class ElsewhereService(ProbedService):
    """A service whose control socket lies outside the runtime directory."""

    def __init__(self, configuration: str):
        super().__init__(configuration)
        self.elsewhere = Path(str(self.folder) + ".sock")
        self.command.append(str(self.elsewhere))

    def program(self) -> list:
        return ["sh", "-c", f'echo $$ >{self.number}; run=$1; shift; exec "$0" "$run" --socket {self.elsewhere} "$@"',
                kagami()]

    @property
    def socket_path(self) -> Path:
        return self.elsewhere


class UnconfinedTests(unittest.TestCase):
    def test_without_bubblewrap_it_is_not_told_where_the_sockets_are(self):
        with ProbedService("[application]\ntrusted = false\n", confined=False) as service:
            found = service.found()
            self.assertNotIn("KAGAMI_SOCKET", found["variables"])
            self.assertEqual(found["own"], ["wayland-0"])
            self.assertTrue(found["wayland"])
            self.assertEqual(found["default_control"], 1)
            self.assertIn("install bubblewrap", (service.folder / "stderr").read_text())


class RestrictedSocketTests(unittest.TestCase):
    REFUSED = [
        b'{"command":"outputs"}\n', b'{"command":"screenshot","screen":"panel"}\n',
        b'{"command":"mirror","enabled":false}\n', b'{"command":"pip","action":"start","source":"hud"}\n',
        b'{"command":"hud","action":"hide"}\n', b'{"command":"panel.show","foreground":"application"}\n',
        b'{"command":"virtual.plug","name":"HDMI-A-1","width":640,"height":400}\n', b'{"command":"input.record"}\n',
        b'{"command":"input.inject","events":[]}\n', b'{"command":"virtual.key","code":30,"pressed":true}\n',
    ]

    def test_status_and_picture_in_picture_are_all_that_it_tells(self):
        configuration = '[application]\ntrusted = false\ncontrol = "status"\n[pip]\nanimation_ms = 60\n'
        with ProbedService(configuration) as service:
            found = service.found()
            self.assertIn("KAGAMI_SOCKET", found["variables"])
            self.assertEqual(found["default_control"], 0)
            self.assertEqual(found["reached"], [])
            self.assertEqual(service.request(b'{"command":"status"}\n')["status"]["state"], "panel-only")
            for line in self.REFUSED:
                with self.subTest(line=line):
                    reply = service.request(line)
                    self.assertFalse(reply["ok"])
                    self.assertIn("not allowed", reply["error"])
                    self.assertNotIn("\n", reply["error"])
            self.assertEqual(service.status()["state"], "panel-only")
            with EventStream(service, service.folder / PLACE / "kagami-app.sock") as stream:
                service.cli("virtual", "plug", "HDMI-A-1", "640x400")
                service.wait_for("the external is lit", lambda status: status["state"] == "mirroring")
                service.cli("pip", "start", "hud")
                eventually(lambda: stream.of("pip-did-start"), "the event of the start")
                self.assertEqual([event["type"] for event in stream.events if "pip" not in event["type"]], [])
