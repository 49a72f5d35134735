"""kagami-remote: displays on the network, as stock VNC viewers see and use them."""

import ctypes
import json
import random
import signal
import socket
import subprocess
import time
import unittest
from pathlib import Path

import numpy

from support.binary import kagami
from support.pictures import keep
from support.raw.vnc_viewer import RawViewer
from support.remote import Remote, ViewerScreen, free_port
from support.requirements import require_programs
from support.virtual_service import QUESTION_WAKEUPS, EventStream, VirtualService
from support.waiting import eventually

NAME = "Virtual-9"
MOST_TEXT = 1 << 20


def setUpModule():
    require_programs("foot", "gvnccapture", "xtigervncviewer", "xtightvncviewer", "Xvfb", "xdotool", "ffmpeg", "openssl")


def wait_until_same(desk: ViewerScreen, service: VirtualService, screen: str) -> None:
    """Until a viewer's window shows every pixel of a screen."""
    def same():
        return numpy.array_equal(desk.window("Kagami"), service.screen(screen))

    try:
        eventually(same, f"the viewer shows the {screen}", timeout=20, interval=0.2)
    except AssertionError as error:
        folder = keep(viewers=desk.picture(), wanted=service.screen(screen))
        raise AssertionError(f"{error}; see viewers.png and wanted.png in {folder}") from None


class TextTests(unittest.TestCase):
    """What other programs have typed, copied and pasted for them."""

    def setUp(self):
        require_programs("wl-copy", "wl-paste")
        self.service = self.enterContext(VirtualService(panel="800x480"))
        self.service.terminal_ready(800, 480)

    def start(self) -> subprocess.Popen:
        process = self.enterContext(subprocess.Popen(
            [kagami().with_name("kagami-remote"), "text"], env=self.service.environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE))
        self.addCleanup(process.kill)
        return process

    def ask(self, process: subprocess.Popen, line: bytes | dict) -> dict:
        process.stdin.write((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    def test_characters_of_any_keyboard_are_typed(self):
        process = self.start()
        # More of them than a keyboard has unused keys.
        many = "".join(chr(0x4E00 + number) for number in range(300))
        typed = ""
        for text in ("Hello, {World}~", "\u00e4\u00e9\u00df\u3042\U0001f600", many, many):
            self.assertEqual(self.ask(process, {"command": "type", "text": text}), {"ok": True})
            typed += text
            eventually(lambda: self.service.terminal.typed() == typed, f"{text!r} has arrived", timeout=20)
        refused = self.ask(process, {"command": "type", "text": "x" * 4097})
        self.assertEqual(refused, {"error": "the text is longer than 4096 characters", "ok": False})
        process.stdin.close()
        self.assertEqual(process.wait(10), 0)
        self.assertEqual(self.service.terminal.typed(), typed)

    def test_texts_are_copied_and_pasted(self):
        self.service.copy("before it began")
        process = self.start()
        paste = {"command": "paste"}
        self.assertEqual(self.ask(process, paste), {"ok": True, "text": "before it began"})
        for text in ("\u00e4 \u3042 \U0001f600\n\t", "\0" * MOST_TEXT):
            self.assertEqual(self.ask(process, {"command": "copy", "text": text}), {"ok": True})
            self.assertEqual(self.service.pasted(), text)
            self.assertEqual(self.ask(process, paste), {"ok": True, "text": text})
        refused = self.ask(process, {"command": "copy", "text": "x" * (MOST_TEXT + 1)})
        self.assertEqual(refused, {"error": "the text is longer than 1 MiB", "ok": False})
        self.service.copy("y" * (MOST_TEXT + 1))
        self.assertEqual(self.ask(process, paste), {"error": "the text is longer than 1 MiB", "ok": False})
        for line in (b"rubbish", b"{}", b'{"command":"launch"}'):
            self.assertFalse(self.ask(process, line)["ok"])
        # What was copied stays until somebody copies something else.
        self.assertTrue(self.ask(process, {"command": "copy", "text": "stays"})["ok"])
        process.stdin.close()
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(1)
        self.assertEqual(self.service.pasted(), "stays")
        self.service.copy("replaces it")
        self.assertEqual(process.wait(10), 0)


class ViewTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService(panel="800x480"))
        self.service.terminal_ready(800, 480)

    def test_a_viewer_sees_every_pixel_of_the_display(self):
        remote = self.enterContext(Remote(self.service, "view", "DSI-1"))
        for _ in range(3):
            self.assertTrue(numpy.array_equal(remote.capture(), self.service.screen("panel")))

    def see(self, desk: ViewerScreen, port: int, viewer=ViewerScreen.tigervnc) -> subprocess.Popen:
        """A viewer's window that shows the panel."""
        process = viewer(desk, port)
        self.wait_until_same(desk)
        return process

    def wait_until_same(self, desk: ViewerScreen) -> None:
        wait_until_same(desk, self.service, "panel")

    def type(self, text: str) -> None:
        self.service.cli("virtual", "key", "type", text)
        self.service.wait_until_still()

    def test_a_viewer_types_and_points(self):
        remote = self.enterContext(Remote(self.service, "view", "DSI-1"))
        desk = self.enterContext(ViewerScreen(self.service.folder))
        self.see(desk, remote.port)
        x, y, _, _ = desk.place("Kagami")
        desk.xdotool("mousemove", str(x + 400), str(y + 240), "click", "1")
        desk.focus("Kagami")
        self.type_in(desk, "Kagami/7?")
        # xdotool puts these on a key of the X server's for a moment.
        self.type_in(desk, "\u00e9\u3042", "400")
        events = self.service.start_viewer()
        desk.xdotool("mousemove", str(x + 300), str(y + 200), "click", "1", "click", "3", "click", "5")
        desk.xdotool("key", "shift+Tab")
        eventually(lambda: len(events.keys()) == 4, "the keys have arrived", timeout=20)
        self.assertEqual(events.keys()[:2], [(42, True), (15, True)])
        self.assertEqual(sorted(events.keys()[2:]), [(15, False), (42, False)])
        self.assertEqual(events.buttons(), [(0x110, True), (0x110, False), (0x111, True), (0x111, False)])
        self.assertIn(("axis_discrete", ["0", "1"]), events.events("wl_pointer"))
        self.assertIsNotNone(events.pointer())

    def type_in(self, desk: ViewerScreen, text: str, delay: str = "40") -> None:
        """Types in the viewer what has to reach the terminal."""
        before = self.service.terminal.typed()
        desk.xdotool("type", "--delay", delay, text)
        try:
            eventually(lambda: self.service.terminal.typed() == before + text, f"{text!r} has arrived", timeout=20)
        except AssertionError as error:
            raise AssertionError(f"{error}; {self.service.terminal.typed()!r} has") from None

    def test_only_looking_costs_something_and_only_while_something_changes(self):
        remote = self.enterContext(Remote(self.service, "view", "DSI-1"))
        before, after = self.service.rest(1)
        self.assertLessEqual(after["counters"]["wakeups"] - before["counters"]["wakeups"], QUESTION_WAKEUPS)
        desk = self.enterContext(ViewerScreen(self.service.folder))
        self.see(desk, remote.port)
        self.service.wait_until_still()
        spent = remote.processor_seconds()
        before, after = self.service.rest(1)
        self.assertLessEqual(after["counters"]["wakeups"] - before["counters"]["wakeups"], QUESTION_WAKEUPS)
        self.assertLessEqual(remote.processor_seconds() - spent, 0.02)

    def test_two_viewers_see_the_same(self):
        remote = self.enterContext(Remote(self.service, "view", "DSI-1"))
        desks = [self.enterContext(ViewerScreen(self.service.folder / name)) for name in ("one", "two")]
        self.see(desks[0], remote.port)
        self.see(desks[1], remote.port, ViewerScreen.tightvnc)
        self.type("seen twice")
        for desk in desks:
            self.wait_until_same(desk)

    def test_a_viewer_that_stalls_costs_itself_alone(self):
        remote = self.enterContext(Remote(self.service, "view", "DSI-1"))
        desks = [self.enterContext(ViewerScreen(self.service.folder / name)) for name in ("one", "two")]
        stalled = self.see(desks[0], remote.port)
        self.see(desks[1], remote.port)
        stalled.send_signal(signal.SIGSTOP)
        memory = remote.memory()
        for number in range(40):
            self.type(f"line {number} " + "x" * 60)
        self.wait_until_same(desks[1])
        # A few pictures that nobody has taken, and not every one.
        self.assertLess(remote.memory() - memory, 24 << 20)
        stalled.send_signal(signal.SIGCONT)
        self.wait_until_same(desks[0])

    def test_a_display_may_come_and_go(self):
        remote = self.enterContext(Remote(self.service, "view", "HDMI-A-1"))
        for size in [(1024, 768), (640, 480)]:
            self.service.plug(*size)
            self.service.wait_until_still()
            self.assertTrue(numpy.array_equal(remote.capture(), self.service.screen("external")))
            self.service.cli("virtual", "unplug", "HDMI-A-1")
            self.service.wait_for_content(800, 480, "panel")
            self.assertEqual(remote.capture().max(), 0, "nothing of what was there before")

    def test_a_viewer_that_only_views_changes_nothing(self):
        remote = self.enterContext(Remote(self.service, "view", "DSI-1", "--view-only"))
        desk = self.enterContext(ViewerScreen(self.service.folder))
        self.see(desk, remote.port)
        desk.focus("Kagami")
        desk.xdotool("type", "--delay", "20", "nothing")
        self.type("something")
        self.wait_until_same(desk)
        self.assertEqual(self.service.terminal.typed(), "something")

    def test_keys_that_a_viewer_holds_are_released_as_it_leaves(self):
        remote = self.enterContext(Remote(self.service, "view", "DSI-1"))
        desk = self.enterContext(ViewerScreen(self.service.folder))
        viewer = self.see(desk, remote.port)
        events = self.service.start_viewer()
        x, y, _, _ = desk.place("Kagami")
        desk.focus("Kagami")
        desk.xdotool("mousemove", str(x + 300), str(y + 200), "mousedown", "1", "keydown", "a")
        eventually(lambda: (30, True) in events.keys() and (0x110, True) in events.buttons(), "they are held")
        viewer.kill()
        eventually(lambda: (30, False) in events.keys() and (0x110, False) in events.buttons(), "they are released")

    def test_no_more_viewers_than_allowed(self):
        remote = self.enterContext(Remote(self.service, "view", "DSI-1", "--viewers", "2"))
        address = ("127.0.0.1", remote.port)
        # Those that say nothing count, too.
        with socket.create_connection(address) as first, socket.create_connection(address) as second:
            self.assertEqual([first.recv(4), second.recv(4)], [b"RFB "] * 2)
            with socket.create_connection(address) as third:
                self.assertEqual(third.recv(4), b"")
        eventually(lambda: remote.capture() is not None, "there is room again")

    def test_who_does_not_say_who_it_is_keeps_no_place(self):
        remote = self.enterContext(Remote(self.service, "view", "DSI-1", "--viewers", "2"))
        with socket.create_connection(("127.0.0.1", remote.port), timeout=20) as silent, RawViewer(remote.port) as viewer:
            self.assertEqual(silent.recv(12), b"RFB 003.008\n")
            # Half of a greeting, and then nothing.
            silent.sendall(b"RFB 003.008\n")
            begin = time.monotonic()
            while silent.recv(64):
                pass
            self.assertGreater(time.monotonic() - begin, 3)
            # A viewer may be silent for longer.
            viewer.copy(b"still here")
            eventually(lambda: self.service.pasted() == "still here", "the viewer is served")
            self.assertIsNotNone(remote.capture())

    def test_it_ends_with_the_process_that_it_is_told(self):
        socket_path = self.service.folder / "viewers"
        starter = subprocess.Popen(
            ["sh", "-c", '"$@" --parent $$ & wait', "sh", kagami().with_name("kagami-remote"), "view", "DSI-1", "--listen",
             f"unix:{socket_path}"], env=self.service.environment, stdout=subprocess.PIPE, text=True)
        self.addCleanup(starter.stdout.close)
        self.assertIn("viewers connect to", starter.stdout.readline())
        starter.kill()
        # The output ends with the last process that has it.
        self.assertEqual(starter.stdout.read(), "")
        starter.wait()
        self.assertFalse(socket_path.exists())
        self.refused(["--parent", "1"], "process 1 has not started this one")

    def test_localhost_is_the_loopback_address(self):
        port = free_port()
        remote = self.enterContext(Remote(self.service, "view", "DSI-1", "--listen", f"localhost:{port}", port=port))
        self.assertIsNotNone(remote.capture())

    def test_a_socket_in_the_file_system_is_for_its_user_alone(self):
        path = self.service.folder / "viewers"
        remote = Remote(self.service, "view", "DSI-1", "--listen", f"unix:{path}")
        with remote:
            self.assertEqual(path.stat().st_mode & 0o777, 0o700)
            with socket.socket(socket.AF_UNIX) as channel:
                channel.connect(str(path))
                self.assertEqual(channel.recv(4), b"RFB ")
        self.assertFalse(path.exists())
        # One that was killed leaves it behind.
        with remote:
            remote.process.kill()
            remote.process.wait()
        self.assertTrue(path.exists())
        with remote:
            remote.is_up()

    def test_beyond_this_machine_only_with_tls_and_a_password(self):
        folder = self.service.folder
        files = {name: folder / name for name in ("certificate", "key", "password")}
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
             "subjectAltName=IP:127.0.0.1", "-keyout", files["key"], "-out", files["certificate"]],
            check=True, capture_output=True
        )
        files["password"].write_text("open sesame\n")
        files["key"].chmod(0o600)
        files["password"].chmod(0o644)
        port = free_port()
        everywhere = ["--listen", f"0.0.0.0:{port}"]
        protected = [
            *everywhere, "--certificate", str(files["certificate"]), "--key", str(files["key"]), "--password-file",
            str(files["password"])]
        self.refused(everywhere, "can be reached from other machines: give --certificate")
        self.refused(protected, f"others may read {files['password']}: run chmod 600")
        files["password"].chmod(0o600)
        remote = self.enterContext(Remote(self.service, "view", "DSI-1", *protected, port=port))
        self.assertIsNone(remote.capture(), "neither TLS nor a password")
        desk = self.enterContext(ViewerScreen(folder / "desk"))
        trusted = ["-SecurityTypes=X509Plain", f"-X509CA={files['certificate']}"]
        desk.variables = {"VNC_USERNAME": "anyone", "VNC_PASSWORD": "open sesam"}
        wrong = desk.tigervnc(port, *trusted)
        time.sleep(2)
        self.assertIsNone(desk.place("DSI-1"))
        wrong.kill()
        desk.variables["VNC_PASSWORD"] = "open sesame"
        self.see(desk, port, lambda desk, port: desk.tigervnc(port, *trusted))

    def refused(self, arguments: list[str], why: str) -> None:
        result = subprocess.run(
            [kagami().with_name("kagami-remote"), "view", "DSI-1", *arguments], env=self.service.environment,
            capture_output=True, text=True, timeout=20
        )
        self.assertNotEqual(result.returncode, 0)
        self.assertIn(why, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1)

    def test_texts_are_copied_both_ways(self):
        require_programs("wl-copy", "wl-paste")
        remote = self.enterContext(Remote(self.service, "view", "DSI-1"))
        viewer = self.enterContext(RawViewer(remote.port))
        for text in ("H\u00e4user", "x" * MOST_TEXT):
            viewer.copy(text.encode("iso-8859-1"))
            eventually(lambda: self.service.pasted() == text, "the viewer's text is in the clipboard")
        # Nobody gets half of it.
        viewer.copy(b"y" * (MOST_TEXT + 1))
        viewer.copy("caf\u00e9".encode())
        eventually(lambda: self.service.pasted() == "caf\u00e9", "the next text is in the clipboard")
        self.service.copy("Gr\u00fc\u00dfe \u3042")
        # Before libneatvnc 0.9 viewers know no other characters.
        self.assertIn(viewer.pasted(), ["Gr\u00fc\u00dfe \u3042".encode(), "Gr\u00fc\u00dfe ?".encode("iso-8859-1")])
        self.service.copy("z" * (MOST_TEXT + 1))
        self.service.copy("short")
        self.assertEqual(viewer.pasted(), b"short")

    def test_texts_are_for_viewers_alone(self):
        require_programs("wl-copy", "wl-paste")
        remote = self.enterContext(Remote(self.service, "view", "DSI-1"))
        viewer = self.enterContext(RawViewer(remote.port))
        with socket.create_connection(("127.0.0.1", remote.port), timeout=10) as stranger:
            self.assertEqual(stranger.recv(12), b"RFB 003.008\n")
            self.service.copy("a secret")
            stranger.settimeout(1)
            with self.assertRaises(TimeoutError):
                stranger.recv(1)
        self.assertEqual(viewer.pasted(), b"a secret")

    def test_viewers_that_only_view_neither_copy_nor_paste(self):
        require_programs("wl-copy", "wl-paste")
        remote = self.enterContext(Remote(self.service, "view", "DSI-1", "--view-only"))
        viewer = self.enterContext(RawViewer(remote.port))
        self.service.copy("mine")
        viewer.copy(b"theirs")
        viewer.channel.settimeout(1)
        with self.assertRaises(TimeoutError):
            viewer.pasted()
        self.assertEqual(self.service.pasted(), "mine")

    def test_it_ends_in_order_while_somebody_looks(self):
        remote = self.enterContext(Remote(self.service, "view", "DSI-1"))
        desk = self.enterContext(ViewerScreen(self.service.folder))
        viewer = self.see(desk, remote.port)
        remote.process.terminate()
        self.assertEqual(remote.process.wait(10), 0)
        self.assertIsNotNone(viewer.wait(10))

    def test_it_ends_with_the_service(self):
        remote = self.enterContext(Remote(self.service, "view", "DSI-1"))
        desk = self.enterContext(ViewerScreen(self.service.folder))
        self.see(desk, remote.port)
        self.service.end()
        self.assertEqual(remote.process.wait(10), 1)
        self.assertIn("kagami has ended", Path(remote.log.name).read_text())


class DisplayTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService(panel="800x480"))
        self.service.terminal_ready(800, 480)

    def connected(self) -> dict[str, dict]:
        return {output["name"]: output for output in self.service.outputs() if output["connected"]}

    def test_a_viewer_is_an_external_until_it_leaves(self):
        remote = self.enterContext(Remote(self.service, "display", "--size", "1280x800", "--scale", "1.5"))
        self.assertEqual(set(self.connected()), {"DSI-1"})
        desk = self.enterContext(ViewerScreen(self.service.folder))
        viewer = desk.tigervnc(remote.port)
        self.service.wait_for_content(1280, 800, "external")
        self.assertEqual(self.service.status()["external"]["scale"], 1.5)
        self.service.wait_until_still()
        wait_until_same(desk, self.service, "external")
        x, y, _, _ = desk.place("Kagami")
        desk.xdotool("mousemove", str(x + 500), str(y + 300), "click", "1")
        desk.focus("Kagami")
        desk.xdotool("type", "--delay", "40", "far away")
        eventually(lambda: self.service.terminal.typed() == "far away", "the text has arrived")
        viewer.terminate()
        self.service.wait_for_content(800, 480, "panel")
        self.assertEqual(set(self.connected()), {"DSI-1"})

    def test_remmina_is_an_external(self):
        require_programs("remmina", "dbus-run-session")
        remote = self.enterContext(Remote(self.service, "display", "--size", "500x400"))
        desk = self.enterContext(ViewerScreen(self.service.folder))
        desk.remmina(remote.port)
        self.service.wait_for_content(500, 400, "external")
        self.service.wait_until_still()

        def place() -> tuple[int, int] | None:
            """Where the whole display is, pixel by pixel, beside the window's own buttons."""
            wanted, picture = self.service.screen("external"), desk.picture()
            height, width, _ = wanted.shape
            for y, x in numpy.ndindex(200, 200):
                # A row of text first: that of most places is another.
                if numpy.array_equal(picture[y + 8, x:x + width], wanted[8]) and numpy.array_equal(
                        picture[y:y + height, x:x + width], wanted):
                    return x, y
            return None

        x, y = eventually(place, "the viewer shows every pixel", timeout=30, interval=0.5)
        desk.xdotool("mousemove", str(x + 250), str(y + 200), "click", "1")
        desk.focus("Kagami")
        desk.xdotool("type", "--delay", "40", "by remmina")
        eventually(lambda: self.service.terminal.typed() == "by remmina", "the text has arrived", timeout=20)
        eventually(place, "the viewer shows the text", timeout=20, interval=0.5)
        keep(remmina=desk.picture())
        desk.xdotool("search", "--onlyvisible", "--name", "Kagami", "windowkill")
        self.service.wait_for_content(800, 480, "panel")

    def test_a_viewer_sizes_the_display(self):
        remote = self.enterContext(Remote(self.service, "display", "--size", "1024x768"))
        desk = self.enterContext(ViewerScreen(self.service.folder))
        desk.tigervnc(remote.port)
        self.service.wait_for_content(1024, 768, "external")
        wait_until_same(desk, self.service, "external")
        desk.xdotool("search", "--onlyvisible", "--name", "Kagami", "windowsize", "900", "700")
        # Debian 12's library does not tell the sizes that viewers wish for.
        if hasattr(ctypes.CDLL("libneatvnc.so.0"), "nvnc_set_desktop_layout_fn"):
            self.service.wait_for_content(900, 700, "external")
            wait_until_same(desk, self.service, "external")
        else:
            eventually(lambda: desk.place("Kagami")[2:] == (900, 700), "the window has its size")
            self.service.wait_for_content(1024, 768, "external")

    def test_plugs_of_cables_and_viewers_in_any_order(self):
        """Two cables and a viewer come and go, beside each other and in a row; the viewer sees its display's picture."""
        remote = self.enterContext(Remote(self.service, "display", "--size", "1000x480"))
        desk = self.enterContext(ViewerScreen(self.service.folder))
        program = self.service.terminal.start()["pid"]
        dice = random.Random(43)
        cables, viewer = {}, None
        for step in range(60):
            match dice.randrange(4):
                case 0 | 1:
                    name = dice.choice(["HDMI-A-1", "DP-1"])
                    if name in cables:
                        self.service.cli("virtual", "unplug", name)
                        del cables[name]
                    else:
                        cables[name] = dice.choice([(1280, 720), (1024, 768), (640, 480)])
                        self.service.cli("virtual", "plug", name, "{}x{}".format(*cables[name]))
                case 2 if viewer is None:
                    viewer = desk.tigervnc(remote.port)
                    eventually(lambda: NAME in self.connected(), "the viewer's display is there")
                case 2:
                    viewer.kill()
                    viewer.wait()
                    viewer = None
                    eventually(lambda: NAME not in self.connected(), "the viewer's display is gone")
                case 3:
                    self.service.cli("externals", "arrange", dice.choice(["copy", "span"]))
            if step % 6 == 5:
                with self.subTest(step=step, cables=cables, viewer=viewer is not None):
                    self.check(desk, set(cables) | ({NAME} if viewer else set()))
        self.assertEqual(self.service.terminal.start()["pid"], program)

    def check(self, desk: ViewerScreen, externals: set[str]) -> None:
        """One of these displays lays the content out, the others show it, and a viewer sees its display."""
        self.service.wait_until_still()
        roles = {name: output["role"] for name, output in self.connected().items()}
        self.assertEqual(set(roles), externals | {"DSI-1"})
        self.assertEqual(list(roles.values()).count("external"), min(1, len(externals)))
        self.assertEqual(self.service.status()["content"]["on"], "external" if externals else "panel")
        if externals and "part" not in roles.values():
            # The panel tells of a display that has come, for some seconds.
            eventually(self.is_mirrored, "the panel shows the external", timeout=20, interval=0.5)
        if NAME in externals:
            wait_until_same(desk, self.service, NAME)

    def is_mirrored(self) -> bool:
        try:
            self.service.check_pictures()
            return True
        except AssertionError:
            return False

    def test_the_first_picture_is_the_screens(self):
        remote = self.enterContext(Remote(self.service, "display", "--size", "1024x768"))
        desk = self.enterContext(ViewerScreen(self.service.folder))
        desk.tightvnc(remote.port)
        self.service.wait_for_content(1024, 768, "external")
        self.service.wait_until_still()
        # gvnccapture takes the screen for itself: the other viewer has to go, and the display stays.
        shown = self.service.screen("external")
        self.assertTrue(numpy.array_equal(remote.capture(), shown))

    def test_a_drop_moves_nothing(self):
        service = self.enterContext(VirtualService(panel="800x480", configuration="[external]\nhold_ms = 20000\n"))
        service.terminal_ready(800, 480)
        remote = self.enterContext(Remote(service, "display", "--size", "1024x768"))
        desk = self.enterContext(ViewerScreen(service.folder))
        viewer = desk.tigervnc(remote.port)
        service.wait_for_content(1024, 768, "external")
        sizes = len(service.terminal.records("size"))
        with EventStream(service) as events:
            viewer.kill()
            eventually(lambda: events.of("unplugged"), "the display is gone")
            desk.tigervnc(remote.port)
            eventually(lambda: events.of("plugged"), "the display is back")
            service.wait_until_still()
            self.assertEqual(events.of("content-moved"), [])
        self.assertEqual(len(service.terminal.records("size")), sizes)

    def test_the_display_goes_with_a_killed_process(self):
        remote = self.enterContext(Remote(self.service, "display", "--size", "1024x768"))
        desk = self.enterContext(ViewerScreen(self.service.folder))
        desk.tigervnc(remote.port)
        self.service.wait_for_content(1024, 768, "external")
        remote.process.kill()
        self.service.wait_for_content(800, 480, "panel")
        self.assertEqual(set(self.connected()), {"DSI-1"})

    def test_another_mode_takes_the_place_of_the_first_one(self):
        with self.service.connect() as channel, channel.makefile("rb") as replies:
            for width, height in [(1024, 768), (1280, 720), (640, 480)]:
                request = {
                    "command": "virtual.plug", "name": NAME, "width": width, "height": height, "while_connected": True}
                channel.sendall(json.dumps(request).encode() + b"\n")
                self.assertTrue(json.loads(replies.readline())["ok"])
                self.service.wait_for_content(width, height, "external")
        self.service.wait_for_content(800, 480, "panel")

    def test_a_name_that_is_taken(self):
        self.service.plug(1024, 768, NAME)
        result = subprocess.run(
            [kagami().with_name("kagami-remote"), "display", "--listen", f"127.0.0.1:{free_port()}"],
            env=self.service.environment, capture_output=True, text=True, timeout=20
        )
        self.assertEqual(result.returncode, 1)
        self.assertIn("Virtual-9 is plugged in already: choose another connector with --name", result.stderr)
