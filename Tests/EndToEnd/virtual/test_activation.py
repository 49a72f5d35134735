"""Sockets that the service manager holds: who connects while no service is up is served by the next one."""

import json
import signal
import socket
import subprocess
import tempfile
import unittest
from pathlib import Path

from support.binary import CHECKOUT, kagami
from support.held_service import HeldService
from support.requirements import require_programs
from support.waiting import eventually

STATUS = b'{"command":"status"}\n'


def setUpModule():
    require_programs("wayland-info", "systemd-analyze", "systemd-socket-activate")


class ActivationTests(unittest.TestCase):
    def held(self, *names: str, folder: str = "") -> HeldService:
        service = HeldService(*names, folder=folder)
        self.addCleanup(service.__exit__)
        return service

    def asked(self, path: Path) -> socket.socket:
        """A connection with a question on it, whether anyone listens or not."""
        channel = socket.socket(socket.AF_UNIX)
        self.addCleanup(channel.close)
        channel.settimeout(10)
        channel.connect(str(path))
        channel.sendall(STATUS)
        return channel

    def info(self, service: HeldService, display: str) -> subprocess.Popen:
        process = subprocess.Popen(
            ["wayland-info"], env=service.environment | {"WAYLAND_DISPLAY": display}, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.kill)
        return process

    def check(self, channel: socket.socket) -> None:
        self.assertEqual(json.loads(channel.makefile("rb").readline())["status"]["backend"], "virtual")

    def check_info(self, process: subprocess.Popen) -> None:
        output, _ = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 0, output)
        self.assertIn("xdg_wm_base", output)

    def test_clients_that_come_first_are_served_and_so_are_those_after_a_crash(self):
        service = self.held("kagami.sock", "wayland-7", "kagami-tools")
        for ending in (signal.SIGKILL, signal.SIGTERM):
            channel = self.asked(service.folder / "kagami.sock")
            clients = [self.info(service, "wayland-7"), self.info(service, "kagami-tools")]
            process = service.start()
            self.check(channel)
            for client in clients:
                self.check_info(client)
            # No other Wayland server takes the name for a free one.
            for name in ("wayland-7", "kagami-tools"):
                self.assertTrue((service.folder / f"{name}.lock").exists())
            self.assertFalse((service.folder / "wayland-0").exists())
            process.send_signal(ending)
            process.wait(10)
            for name in service.sockets:
                self.assertTrue((service.folder / name).is_socket(), name)

    def test_sockets_in_another_folder_are_told_to_applications_by_their_paths(self):
        service = self.held("kagami.sock", "wayland-0", folder="run")
        process = service.start()
        self.check(self.asked(service.folder / "run" / "kagami.sock"))
        subprocess.run(
            [kagami(), "launch", "--socket", service.folder / "run" / "kagami.sock", "--", "sh", "-c", f"env > {service.folder}/told"],
            env=service.environment, check=True, timeout=20)
        path = service.folder / "told"
        told = eventually(
            lambda: path.exists() and (text := path.read_text()).count("\n") > 3 and dict(
                line.split("=", 1) for line in text.splitlines() if "=" in line), "the application has its environment")
        self.assertEqual(told["WAYLAND_DISPLAY"], str(service.folder / "run" / "wayland-0"))
        self.assertEqual(told["KAGAMI_SOCKET"], str(service.folder / "run" / "kagami.sock"))
        self.assertNotIn("LISTEN_FDS", told)
        self.check_info(self.info(service, told["WAYLAND_DISPLAY"]))
        # The tools' socket, which nobody handed over, is where it always is.
        self.assertTrue((service.folder / "kagami-tools").is_socket())
        self.assertIsNone(process.poll())

    def test_what_is_no_listening_socket_ends_the_start_with_one_line(self):
        service = self.held("kagami.sock", "other.sock")
        process = service.start()
        self.assertEqual(process.wait(10), 1)
        [line] = (service.folder / "stdout").read_text().splitlines()
        self.assertRegex(line, "^kagami: cannot take a second control socket .*other.sock.*hand over")

    def test_systemds_own_activator_starts_the_service_for_its_first_client(self):
        service = self.held()
        path = service.folder / "control.sock"
        variables = [word for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME") for word in ("-E", f"{name}={service.environment[name]}")]
        service.process = subprocess.Popen(
            ["systemd-socket-activate", "-l", path, "-l", service.folder / "wayland-3", "--fdname=control:wayland", *variables,
             kagami(), "run", *service.backend()],
            env=service.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually(path.exists, "systemd listens")
        self.check(eventually(lambda: self.try_to_ask(path), "the socket takes a client"))
        self.check_info(self.info(service, "wayland-3"))

    def test_the_unit_is_as_systemd_wants_it(self):
        with tempfile.TemporaryDirectory() as folder:
            for kind in ("socket", "service"):
                unit = (CHECKOUT / f"data/kagami@.{kind}").read_text().replace("/usr/bin/kagami", "/bin/true")
                (Path(folder) / f"kagami@root.{kind}").write_text(unit.replace("/usr/bin/chvt", "/bin/true"))
            checked = subprocess.run(
                ["systemd-analyze", "verify", "--man=no", f"{folder}/kagami@root.socket"], capture_output=True, text=True, timeout=60)
        complaints = [line for line in checked.stderr.splitlines() if "kagami@" in line]
        self.assertEqual((checked.returncode, complaints), (0, []))

    def try_to_ask(self, path: Path) -> socket.socket | None:
        try:
            return self.asked(path)
        except ConnectionRefusedError:
            return None
