"""What the service takes from its surroundings, and what it leaves to its application."""

import contextlib
import json
import os
import pty
import signal
import shlex
import socket
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from support.binary import kagami
from support.processor_time import processor_time
from support.requirements import require_programs
from support.virtual_service import VirtualService, environment
from support.waiting import eventually

SERVICES_OWN = {"NOTIFY_SOCKET": "/nonexistent", "LISTEN_FDS": "1", "LISTEN_PID": "1", "LISTEN_FDNAMES": "a",
                "WATCHDOG_PID": "1", "WATCHDOG_USEC": "1000000"}


class ManagedService(VirtualService):
    """A service that a service manager started: with variables and a descriptor that are its own."""

    def variables(self) -> dict[str, str]:
        return SERVICES_OWN

    def program(self) -> list:
        # What a shell redirects stays open in what it becomes.
        return ["sh", "-c", 'ulimit -Sn 500; exec "$0" "$@" 7</dev/zero', kagami()]


class ApplicationTests(unittest.TestCase):
    def test_application_gets_nothing_that_is_the_services(self):
        script = 'cd "$XDG_RUNTIME_DIR"; ls /proc/$$/fd >fds; ulimit -Sn >limit; env >variables; exec sleep 1000'
        with ManagedService(["sh", "-c", script]) as service:
            eventually((service.folder / "variables").exists, "the application has looked around")
            eventually(lambda: "XDG_RUNTIME_DIR" in (service.folder / "variables").read_text(), "all variables")
            # The shell's own, on its way into the file, is among them at most.
            descriptors = {int(name) for name in (service.folder / "fds").read_text().split()}
            self.assertLessEqual(descriptors - {0, 1, 2}, {10, 255})
            self.assertEqual((service.folder / "limit").read_text().strip(), "500")
            names = {line.partition("=")[0] for line in (service.folder / "variables").read_text().splitlines()}
            self.assertEqual(names & SERVICES_OWN.keys(), set())
            self.assertLessEqual({"WAYLAND_DISPLAY", "KAGAMI_SOCKET"}, names)
            # The service itself has taken all that it may.
            limits = Path(f"/proc/{service.process.pid}/limits").read_text()
            soft, hard = next(line for line in limits.splitlines() if "open files" in line).split()[3:5]
            self.assertEqual(soft, hard)


# Becomes its arguments with the terminal of the first one as its own, as a login shell does.
LOGIN = """import fcntl, os, sys, termios
os.setsid()
terminal = os.open(sys.argv[1], os.O_RDWR)
fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
for number in range(3):
    os.dup2(terminal, number)
os.execv(sys.argv[2], sys.argv[2:])
"""
# Types into whatever terminal it can get hold of, without the rights of root, who may type into all of them.
THIEF = """import fcntl, json, os, sys, termios, time
report = open(sys.argv[1], "w")
try:
    os.setgid(65534), os.setuid(65534)
except OSError:
    pass
typed = []
for name in (1, 2, "/dev/tty"):
    try:
        fcntl.ioctl(name if isinstance(name, int) else os.open(name, os.O_RDWR), termios.TIOCSTI, b"x")
        typed.append(name)
    except OSError:
        pass
report.write(json.dumps(typed))
report.close()
time.sleep(1000)
"""


class LoginService(VirtualService):
    """A service that was started from a terminal, which hosts and launches programs that type into it."""

    def __init__(self, **options):
        report = 'exec python3 -c "$0" "$XDG_RUNTIME_DIR/$1"'
        self.thief = ["sh", "-c", report, THIEF]
        super().__init__([*self.thief, "hosted"], **options)
        self.ends = pty.openpty()

    def program(self) -> list:
        return [sys.executable, "-c", LOGIN, os.ttyname(self.ends[1]), kagami()]

    def __exit__(self, *arguments) -> None:
        super().__exit__(*arguments)
        for end in self.ends:
            os.close(end)

    def typed(self, path: Path) -> list:
        """Where the program could type that reports there."""
        return json.loads(eventually(lambda: path.exists() and path.read_text(), f"{path.name} has tried"))


class TerminalTests(unittest.TestCase):
    def test_nobody_types_into_the_terminal_that_the_service_was_started_from(self):
        hook = shlex.join(["sh", "-c", 'exec python3 -c "$0" "$XDG_RUNTIME_DIR/hook"', THIEF])
        with LoginService(configuration=f"[hooks]\nplugged = {json.dumps(hook)}\n") as service:
            service.cli("launch", "--", *service.thief, "launched")
            for name in ("hosted", "hook", "launched"):
                self.assertEqual(service.typed(service.folder / name), [], name)

    def test_nor_does_a_confined_application(self):
        require_programs("bwrap")
        with LoginService(configuration="[application]\ntrusted = false\n") as service:
            self.assertEqual(service.typed(service.folder / "wayland-0-application" / "hosted"), [])


class WatchedService(VirtualService):
    """A service whose manager listens at a socket and wants a sign of life every second."""

    def variables(self) -> dict[str, str]:
        path = str(self.folder / "notify")
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.manager.bind(path)
        self.manager.settimeout(20)
        return {"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "1000000"}

    def __exit__(self, *arguments) -> None:
        super().__exit__(*arguments)
        self.manager.close()

    def notice(self) -> str:
        """The next thing that the manager is told."""
        return self.manager.recv(4096).decode()


class NotificationTests(unittest.TestCase):
    def test_manager_is_told_of_the_start_signs_of_life_and_the_end(self):
        with WatchedService(["sleep", "1000"], wait=False) as service:
            self.assertIn("READY=1\nSTATUS=kagami: ready on ", service.notice())
            for _ in range(4):
                self.assertEqual(service.notice(), "WATCHDOG=1")
            service.process.terminate()
            notices = iter(service.notice, "STOPPING=1")
            self.assertLessEqual(set(notices), {"WATCHDOG=1"})

    def test_service_that_hangs_gives_no_sign_of_life(self):
        with WatchedService(["sleep", "1000"], wait=False) as service:
            while service.notice() != "WATCHDOG=1":
                pass
            service.process.send_signal(signal.SIGSTOP)
            service.manager.settimeout(3)
            with self.assertRaises(TimeoutError):
                # One may have been on its way.
                service.notice() and service.notice()
            service.process.send_signal(signal.SIGCONT)
            service.manager.settimeout(20)
            self.assertEqual(service.notice(), "WATCHDOG=1")


class FewDescriptors(VirtualService):
    """A service that may open as few as some containers allow."""

    def program(self) -> list:
        return ["sh", "-c", 'ulimit -n 100; exec "$0" "$@"', kagami()]


class ExhaustionTests(unittest.TestCase):
    def test_plug_without_a_descriptor_to_spare_lights_the_display(self):
        with FewDescriptors([]) as service, contextlib.ExitStack() as clients:
            channel = clients.enter_context(socket.socket(socket.AF_UNIX))
            channel.connect(str(service.socket_path))
            replies = channel.makefile("rb")
            for _ in range(100):
                client = clients.enter_context(socket.socket(socket.AF_UNIX))
                client.connect(str(service.folder / "wayland-0"))
            log = service.folder / "stderr"
            eventually(lambda: "cannot accept client" in log.read_text(), "the shortage is told")
            channel.sendall(b'{"command":"virtual.plug","name":"HDMI-A-1","width":640,"height":400}\n')
            self.assertIn(b'"ok":true', replies.readline())

            def is_mirroring() -> bool:
                channel.sendall(b'{"command":"status"}\n')
                return b'"state":"mirroring"' in replies.readline()

            eventually(is_mirroring, "the display is lit")
            # While the shortage lasts nothing spins.
            before = processor_time(service.process.pid)
            time.sleep(1)
            self.assertLess(processor_time(service.process.pid) - before, 0.5)
            clients.close()
            # What waited is accepted as soon as there is room.
            self.assertEqual(eventually(service.status, "a new connection")["state"], "mirroring")


class RuntimeDirectoryTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="kagami-runtime-")))

    def refusal(self, directory: str | None, *options: str) -> str:
        """The one line of a service that does not start."""
        variables = environment(self.folder) | ({} if directory is None else {"XDG_RUNTIME_DIR": directory})
        if directory is None:
            del variables["XDG_RUNTIME_DIR"]
        result = subprocess.run(
            [kagami(), "run", "--backend", "virtual", *options, "--", "true"], env=variables, cwd=self.folder,
            capture_output=True, text=True, timeout=30
        )
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        return result.stderr

    def test_directory_that_others_may_write_is_refused(self):
        for mode in (0o720, 0o702, 0o1777):
            with self.subTest(mode=oct(mode)):
                self.folder.chmod(mode)
                self.assertRegex(self.refusal(str(self.folder)), rf"others may write to {self.folder}.*chmod 700")

    def test_directory_that_is_not_there_or_relative_is_one_line(self):
        for directory in (str(self.folder / "none"), "relative"):
            with self.subTest(directory=directory):
                self.assertIn(directory, self.refusal(directory))
                self.assertIn(directory, self.refusal(directory, "--socket", str(self.folder / "s")))

    def test_without_the_variable_root_has_a_directory_and_others_are_told(self):
        if os.geteuid() != 0:
            self.assertIn("XDG_RUNTIME_DIR is not set", self.refusal(None))
            return
        variables = environment(self.folder)
        del variables["XDG_RUNTIME_DIR"]
        result = subprocess.run(
            [kagami(), "run", "--backend", "virtual", "--socket", str(self.folder / "s"), "--", "sh", "-c",
             'echo "$XDG_RUNTIME_DIR"; test -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY"'],
            env=variables, capture_output=True, text=True, timeout=30
        )
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("/run/kagami\n", result.stdout)
        self.assertEqual(stat.S_IMODE(Path("/run/kagami").stat().st_mode), 0o700)

    def test_second_service_beside_the_first_says_nothing(self):
        with VirtualService(["sleep", "1000"]) as service:
            options = ["run", "--backend", "virtual", "--socket", str(service.folder / "second"), "--panel-command",
                       "sleep 1000", "--", "sh", "-c", 'test -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY"']
            second = subprocess.run(
                [kagami(), *options], env=service.environment, capture_output=True, text=True, timeout=30
            )
            self.assertEqual((second.returncode, second.stderr), (0, ""))

    def test_second_service_on_one_socket_is_one_line(self):
        with VirtualService(["sleep", "1000"]) as service:
            options = ["run", "--backend", "virtual", "--panel-command", "sleep 1000", "--", "true"]
            second = subprocess.run(
                [kagami(), *options], env=service.environment, capture_output=True, text=True, timeout=30
            )
            self.assertEqual(second.returncode, 1)
            self.assertEqual(len(second.stderr.splitlines()), 1, second.stderr)
            self.assertIn("another kagami runs", second.stderr)
