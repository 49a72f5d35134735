"""The service as a process: what it says, when it ends, and what it bears."""

import json
import os
import signal
import socket
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path

from support.binary import kagami
from support.requirements import require_programs
from support.virtual_service import EventStream, VirtualService, environment
from support.waiting import eventually

STATUS_KEYS = {
    "version", "backend", "state", "panel", "external", "content", "viewport", "snapshot", "renderer", "pip"
}
SCREEN_KEYS = {"name", "width", "height", "refresh_mhz", "scale", "transform"}


class StatusTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        require_programs("foot")
        cls.service = cls.enterClassContext(VirtualService())
        cls.service.terminal_ready()

    def test_status_has_the_keys_of_the_contract(self):
        status = self.service.status()
        self.assertLessEqual(STATUS_KEYS, status.keys())
        self.assertEqual((status["backend"], status["state"]), ("virtual", "panel-only"))
        self.assertLessEqual(SCREEN_KEYS, status["panel"].keys())
        self.assertEqual((status["panel"]["width"], status["panel"]["height"]), (1280, 800))
        self.assertEqual((status["external"], status["viewport"]), (None, None))
        self.assertEqual((status["pip"]["state"], status["pip"]["source"]), ("possible", None))
        self.assertEqual(status["pip"]["possible"], ["hud"])
        self.assertEqual(status["content"]["app_id"], "foot")
        self.assertIn(status["snapshot"]["path"], {"plane", "gpu", "cpu"})

    def test_status_that_is_printed_is_that_of_the_socket(self):
        def looks() -> list[dict]:
            """What is printed between two questions of the socket; none where something happened meanwhile."""
            found = [self.service.status(), json.loads(self.service.cli("status", "--json")), self.service.status()]
            # Asking wakes the service.
            for status in found:
                del status["counters"]
            return found if found[0] == found[2] else []

        asked, printed, _ = eventually(looks, "nothing happens while the status is printed")
        self.assertEqual(printed, asked)

    def test_foot_is_told_its_text_focus_within_the_keyboards(self):
        self.assertNotIn("ime.c:", (self.service.folder / "foot.log").read_text())

    def test_outputs_have_the_keys_of_the_contract(self):
        panel = self.service.outputs()[0]
        for key in ("name", "connected", "role", "modes", "current_mode", "make", "model", "serial"):
            self.assertIn(key, panel)
        self.assertEqual((panel["name"], panel["connected"], panel["role"]), ("DSI-1", True, "panel"))

    def test_hosted_application_knows_both_sockets(self):
        start = self.service.terminal.start()
        self.assertEqual(start["KAGAMI_SOCKET"], str(self.service.socket_path))
        self.assertTrue((self.service.folder / start["WAYLAND_DISPLAY"]).is_socket())

    def test_control_socket_is_the_users_own(self):
        self.assertEqual(stat.S_IMODE(self.service.socket_path.stat().st_mode), 0o600)

    def test_ready_is_one_line(self):
        lines = (self.service.folder / "stdout").read_text().splitlines()
        self.assertEqual(len(lines), 1, lines)

    def test_malformed_control_lines_get_an_error_each(self):
        for line in [b"{\n", b"null\n", b"[]\n", b'{"command":"fly"}\n', b'{"command":"mirror"}\n', b"\xff\xfe\n",
                     b'{"command":"virtual.plug","name":"HDMI-A-1","width":1e99,"height":0}\n']:
            with self.subTest(line=line):
                reply = self.service.raw_request(line)
                self.assertFalse(reply["ok"])
                self.assertTrue(reply["error"])
                self.assertNotIn("\n", reply["error"])
        self.assertEqual(self.service.status()["state"], "panel-only")

    def test_garbage_on_the_wayland_socket_costs_only_that_client(self):
        start = self.service.terminal.start()
        path = self.service.folder / start["WAYLAND_DISPLAY"]
        # More than libwayland buffers, so that it does not wait for the rest of an absurdly long request.
        size = 65536
        bad_request = b"\x01\0\0\0\x07\0\x0c\0\0\0\0\0"
        for garbage in [bytes(size), b"\xff" * size, os.urandom(size), bad_request]:
            with self.subTest(garbage=garbage[:12]), socket.socket(socket.AF_UNIX) as client:
                client.settimeout(10)
                client.connect(str(path))
                # The connection ends, after a protocol error perhaps.
                try:
                    client.sendall(garbage)
                    while client.recv(4096):
                        pass
                except (BrokenPipeError, ConnectionResetError):
                    pass
        self.assertEqual(self.service.status()["content"]["app_id"], "foot")
        self.service.cli("virtual", "key", "type", "alive")
        eventually(lambda: self.service.terminal.typed().endswith("alive"), "the terminal lives on")

    def test_second_client_is_stacked_on_top_and_leaves(self):
        require_programs("weston-simple-shm")
        variables = self.service.environment | {"WAYLAND_DISPLAY": self.service.terminal.start()["WAYLAND_DISPLAY"]}
        client = subprocess.Popen(["weston-simple-shm"], env=variables, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
        self.addCleanup(lambda: client.poll() is None and client.kill())
        self.service.wait_for("the second client", lambda status: status["content"]["title"] == "simple-shm")
        client.send_signal(signal.SIGKILL)
        client.wait(10)
        self.service.wait_for("the terminal again", lambda status: status["content"]["app_id"] == "foot")

    def test_events_tell_of_clients(self):
        require_programs("weston-simple-shm")
        variables = self.service.environment | {"WAYLAND_DISPLAY": self.service.terminal.start()["WAYLAND_DISPLAY"]}
        before = self.service.status()["counters"]["clients"]
        with EventStream(self.service) as stream:
            client = subprocess.Popen(["weston-simple-shm"], env=variables, stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL)
            self.addCleanup(lambda: client.poll() is None and client.kill())
            eventually(lambda: stream.of("client-connected"), "a client")
            client.kill()
            client.wait(10)
            eventually(lambda: stream.of("client-disconnected"), "the client's end")
        self.assertEqual([event["pid"] for event in stream.of("client-connected")], [client.pid])
        self.assertEqual([event["pid"] for event in stream.of("client-disconnected")], [client.pid])
        self.assertEqual(self.service.status()["counters"]["clients"], before + 1)

    def test_events_tell_of_a_plug_and_an_unplug(self):
        with EventStream(self.service) as stream:
            self.service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
            eventually(lambda: any(event["on"] == "external" for event in stream.of("first-frame")), "a first frame")
            self.service.cli("virtual", "unplug", "HDMI-A-1")
            eventually(lambda: any(event["on"] == "panel" for event in stream.of("first-frame")), "a frame at home")
        self.assertEqual([event["output"] for event in stream.of("plugged")], ["HDMI-A-1"])
        self.assertEqual([event["output"] for event in stream.of("unplugged")], ["HDMI-A-1"])
        self.assertEqual([event["to"] for event in stream.of("state")], ["mirroring", "panel-only"])
        times = [event["time_us"] for event in stream.events]
        self.assertEqual(times, sorted(times))


class PrintedEventsTests(unittest.TestCase):
    def test_events_that_are_printed_are_those_of_the_socket_until_the_service_ends(self):
        with VirtualService([]) as service, EventStream(service) as stream:
            printed = service.folder / "printed"
            with open(printed, "wb") as output:
                reader = subprocess.Popen([kagami(), "events", "--json"], env=service.environment, stdout=output)
            service.others.append(reader)

            def plug_is_printed() -> bool:
                service.cli("virtual", "plug", "DP-1", "800x600")
                service.cli("virtual", "unplug", "DP-1")
                return b'"plugged"' in printed.read_bytes()

            # Of what comes before it listens it knows nothing, and it may begin between the two.
            eventually(plug_is_printed, "a plug is printed")
            self.assertEqual(service.end(), 0)
            self.assertEqual(reader.wait(10), 0)
            stream.thread.join(10)
            lines = [json.loads(line) for line in printed.read_text().splitlines()]
            self.assertIn("plugged", [event["type"] for event in lines])
            self.assertEqual(lines, stream.events[-len(lines):])


class LifeTests(unittest.TestCase):
    def test_signals_end_the_service_cleanly(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(signal=number.name), VirtualService(["sleep", "1000"]) as service:
                self.assertEqual(service.end(number), 0)
                self.assertFalse(service.socket_path.exists())

    def test_hosted_commands_status_becomes_the_services(self):
        for status in (0, 1, 42):
            with self.subTest(status=status), VirtualService(["sh", "-c", f"exit {status}"], wait=False) as service:
                self.assertEqual(service.process.wait(10), status)

    def test_hosted_commands_crash_is_reported(self):
        with VirtualService(["sh", "-c", "kill -SEGV $$"], wait=False) as service:
            self.assertNotEqual(service.process.wait(10), 0)
            errors = (service.folder / "stderr").read_text()
            self.assertRegex(errors, r"(?i)signal|SEGV|crash")

    def test_command_that_is_not_there_is_said(self):
        with VirtualService(["no-such-program-at-all"], wait=False) as service:
            self.assertNotEqual(service.process.wait(10), 0)
            self.assertIn("no-such-program-at-all", (service.folder / "stderr").read_text())

    def test_children_do_not_outlive_the_service(self):
        with VirtualService(["sh", "-c", 'echo $$ > "$XDG_RUNTIME_DIR/pid"; exec sleep 1000']) as service:
            pid = int(eventually((service.folder / "pid").read_text, "the application's pid"))
            self.assertEqual(service.end(), 0)
            eventually(lambda: not Path(f"/proc/{pid}").exists(), "the application has gone")


class CommandLineTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="kagami-cli-")))

    def run_kagami(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [kagami(), *arguments], env=environment(self.folder), capture_output=True, text=True, timeout=30
        )

    def test_wrong_usage_exits_64(self):
        for arguments in [["fly"], ["run", "--backend", "paper"], ["run", "--virtual-panel", "wide"],
                          ["virtual", "plug", "HDMI-A-1"], ["screenshot", "ceiling", "a.png"], ["mirror", "maybe"]]:
            with self.subTest(arguments=arguments):
                result = self.run_kagami(*arguments)
                self.assertEqual(result.returncode, 64, result.stderr)
                self.assertTrue(result.stderr)

    def test_no_service_is_one_line_and_1(self):
        result = self.run_kagami("status")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        self.assertIn("kagami.sock", result.stderr)

    def test_taken_socket_is_one_line_and_1(self):
        with VirtualService(["sleep", "1000"]) as service:
            second = subprocess.run(
                [kagami(), "run", "--backend", "virtual", "--", "true"], env=service.environment,
                capture_output=True, text=True, timeout=30
            )
            self.assertEqual(second.returncode, 1, second.stderr)
            self.assertEqual(len(second.stderr.strip().splitlines()), 1, second.stderr)
            self.assertEqual(service.status()["state"], "panel-only")

    def test_stale_socket_is_replaced(self):
        with VirtualService(["sleep", "1000"]) as service:
            service.end(signal.SIGKILL)
            self.assertTrue(service.socket_path.exists())
            again = subprocess.run(
                [kagami(), "run", "--backend", "virtual", "--", "true"], env=service.environment,
                capture_output=True, text=True, timeout=30
            )
            self.assertEqual(again.returncode, 0, again.stderr)

    def test_virtual_displays_that_nobody_asked_for_are_explained(self):
        # A seat's backend that does not exist: no real display can be had, whatever this computer has.
        result = subprocess.run(
            [kagami(), "run", "--", "true"], env=environment(self.folder) | {"LIBSEAT_BACKEND": "absent"},
            capture_output=True, text=True, timeout=30
        )
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        self.assertIn("using virtual displays", result.stderr)
        self.assertIn("LIBSEAT_BACKEND=absent", result.stderr)
        self.assertIn("kagami doctor", result.stderr)

    def test_drm_backend_without_a_device_says_so(self):
        if Path("/dev/dri").exists():
            self.skipTest("this computer has a graphics device")
        configuration = self.folder / "at-once.toml"
        configuration.write_text("[panel]\nwait_ms = 0\n")
        result = self.run_kagami("run", "--backend", "drm", "--config", str(configuration), "--", "true")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
