"""What programs of X copy is pasted in those of Wayland, and the other way round."""

import concurrent.futures
import os
import subprocess
import time
import unittest

from support.binary import CHECKOUT
from support.compiled import compiled
from support.processes import resident_memory
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

PROGRAMS = CHECKOUT / "Tests" / "EndToEnd" / "clients" / "programs"
SLOW_ANSWERS = PROGRAMS / "slow_answers.c"
OWNER = PROGRAMS / "x_owner.py"
BYTES = "application/octet-stream"
TEXT = "日本語、Grüße ✓"
# The smallest picture of one pixel.
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001"
    "a5f645400000000049454e44ae426082")


def setUpModule():
    require_programs("Xwayland", "foot", "wl-copy", "wl-paste", "xclip", "xclock", "xterm")


class SelectionCase(unittest.TestCase):
    kind = VirtualService

    def setUp(self):
        # Programs of X read what others have copied only while X has the keyboard: xterm has it.
        shell = 'unset LD_PRELOAD; echo "$DISPLAY" > "$XDG_RUNTIME_DIR/x-display"; exec xterm'
        self.service = self.enterContext(self.kind(["sh", "-c", shell]))
        eventually(lambda: (self.service.status()["content"] or {}).get("app_id") == "XTerm", "xterm is shown", 30)
        name = (self.service.folder / "x-display").read_text().strip()
        self.x = self.service.environment | {"DISPLAY": name}
        self.wayland = self.service.environment | {"WAYLAND_DISPLAY": self.service.tools}

    def run_in(self, environment: dict, *command: str, data: bytes | None = None) -> bytes:
        """What a program prints; programs that go on in the background keep nothing of it open."""
        with open(self.service.folder / "printed", "w+b") as printed:
            subprocess.run(
                command, env=environment, input=data, stdin=subprocess.DEVNULL if data is None else None, stdout=printed,
                stderr=subprocess.DEVNULL, timeout=60)
            printed.seek(0)
            return printed.read()

    def x_copies(self, data: bytes, kind: str | None = None, selection: str = "clipboard") -> None:
        self.run_in(self.x, "xclip", "-selection", selection, *(["-t", kind] if kind else []), data=data)

    def x_pastes(self, kind: str | None = None, selection: str = "clipboard") -> bytes:
        return self.run_in(self.x, "xclip", "-o", "-selection", selection, *(["-t", kind] if kind else []))

    def wayland_copies(self, data: bytes, kind: str | None = None, *options: str) -> None:
        self.run_in(self.wayland, "wl-copy", *options, *(["--type", kind] if kind else []), data=data)

    def wayland_offers(self, data: bytes, kind: str) -> None:
        """Copies, and waits until programs of X see it."""
        self.wayland_copies(data, kind)
        eventually(lambda: kind.encode() in self.x_pastes("TARGETS").split(), f"{kind} is offered")

    def wayland_pastes(self, kind: str | None = None, *options: str) -> bytes:
        return self.run_in(self.wayland, "wl-paste", "--no-newline", *options, *(["--type", kind] if kind else []))

    def types(self) -> list[str]:
        return self.run_in(self.wayland, "wl-paste", "--list-types").decode().split()


class SlowlyAnsweredService(VirtualService):
    """A service that takes a while to look for an answer of the X server, so that events come just then."""

    def variables(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(compiled("slow_answers.so", [SLOW_ANSWERS], lambda folder: ["-shared", "-fPIC"]))}

    def __enter__(self) -> "SlowlyAnsweredService":
        super().__enter__()
        del self.environment["LD_PRELOAD"]
        return self


class SlowAnswerTests(SelectionCase):
    kind = SlowlyAnsweredService

    def test_events_that_come_with_an_answer_are_handled(self):
        """A program that pastes deletes each part, and nothing else happens until the event of that is handled."""
        data = os.urandom(1 << 20)
        self.wayland_offers(data, BYTES)
        self.assertEqual(self.x_pastes(BYTES), data)


class XSelectionTests(SelectionCase):
    def test_wayland_pastes_what_x_copied(self):
        for data in (b"1", TEXT.encode()):
            self.x_copies(data)
            eventually(lambda: self.wayland_pastes() == data, f"{data!r} is pasted")
        self.assertIn("text/plain;charset=utf-8", self.types())
        # The encoding of X's old texts is another one.
        self.x_copies("Grüße".encode("latin-1"), "STRING")
        eventually(lambda: self.wayland_pastes() == "Grüße".encode(), "a text in Latin-1 is pasted")
        self.x_copies(PICTURE, "image/png")
        eventually(lambda: self.types() == ["image/png"], "a picture is offered")
        self.assertEqual(self.wayland_pastes("image/png"), PICTURE)

    def test_x_pastes_what_wayland_copied(self):
        for data in (b"1", TEXT.encode()):
            self.wayland_copies(data, "text/plain")
            eventually(lambda: self.x_pastes() == data, f"{data!r} is pasted")
        self.wayland_copies("Grüße ✓".encode(), "text/plain")
        eventually(lambda: self.x_pastes("STRING") == "Grüße ?".encode("latin-1"), "a text is pasted in Latin-1")
        self.wayland_offers(PICTURE, "image/png")
        self.assertEqual(self.x_pastes("image/png"), PICTURE)
        self.assertEqual(self.x_pastes("text/html"), b"")

    def test_five_megabytes_go_in_parts(self):
        data = os.urandom(5 << 20)
        self.x_copies(data, BYTES)
        eventually(lambda: self.types() == [BYTES], "the data is offered")
        self.assertEqual(self.wayland_pastes(BYTES), data)
        data = os.urandom(5 << 20)
        self.wayland_offers(data, BYTES)
        self.assertEqual(self.x_pastes(BYTES), data)

    def test_several_transfers_at_a_time(self):
        data = os.urandom(3 << 20)
        self.x_copies(data, BYTES)
        eventually(lambda: self.types() == [BYTES], "the data is offered")
        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            pastes = list(threads.map(lambda _: self.pasted_by("wl-paste", "--no-newline", "--type", BYTES), range(8)))
        self.assertEqual([paste == data for paste in pastes], [True] * 8)
        self.wayland_offers(data, BYTES)
        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            pastes = list(
                threads.map(lambda _: self.pasted_by("xclip", "-o", "-selection", "clipboard", "-t", BYTES), range(8)))
        self.assertEqual([paste == data for paste in pastes], [True] * 8)

    def pasted_by(self, *command: str) -> bytes:
        return subprocess.run(
            command, env=self.x | self.wayland, stdin=subprocess.DEVNULL, capture_output=True, timeout=60).stdout

    def test_a_reader_that_leaves_costs_the_owner_nothing(self):
        data = os.urandom(5 << 20)
        self.x_copies(data, BYTES)
        eventually(lambda: self.types() == [BYTES], "the data is offered")
        for _ in range(3):
            paste = subprocess.Popen(
                ["wl-paste", "--no-newline", "--type", BYTES], env=self.wayland, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL)
            self.assertEqual(paste.stdout.read(100_000), data[:100_000])
            paste.stdout.close()
            paste.wait(30)
        self.assertEqual(self.wayland_pastes(BYTES), data)

    def test_the_primary_selection(self):
        self.x_copies(TEXT.encode(), selection="primary")
        eventually(lambda: self.wayland_pastes(None, "--primary") == TEXT.encode(), "Wayland pastes what X marked")
        self.wayland_copies(b"marked", None, "--primary")
        eventually(lambda: self.x_pastes(selection="primary") == b"marked", "X pastes what Wayland marked")
        self.assertEqual(self.wayland_pastes(), b"")

    def test_a_text_outlasts_its_owner(self):
        # In the foreground.
        owner = subprocess.Popen(["xclip", "-quiet", "-selection", "clipboard"], env=self.x, stdin=subprocess.PIPE)
        self.service.others.append(owner)
        owner.stdin.write(TEXT.encode())
        owner.stdin.close()
        eventually(lambda: self.wayland_pastes() == TEXT.encode(), "the text is pasted")
        owner.kill()
        owner.wait()
        eventually(lambda: self.x_pastes() == TEXT.encode(), "X pastes what its program has left")
        self.assertEqual(self.wayland_pastes(), TEXT.encode())

    def test_without_the_keyboard_x_reads_nothing(self):
        self.wayland_copies(b"secret")
        eventually(lambda: self.x_pastes() == b"secret", "X pastes while it has the keyboard")
        display = self.service.application_display()
        self.service.others.append(
            subprocess.Popen(["foot"], env=self.service.environment | {"WAYLAND_DISPLAY": display}))
        eventually(lambda: self.service.status()["content"]["app_id"] == "foot", "foot has the keyboard")
        self.assertEqual(self.x_pastes(), b"")
        self.assertEqual(self.x_pastes("TARGETS"), b"")
        # Copying is another matter.
        self.x_copies(b"from behind")
        eventually(lambda: self.wayland_pastes() == b"from behind", "Wayland pastes what X copied behind")


class HostileOwnerTests(SelectionCase):
    def own(self, manner: str) -> None:
        owner = subprocess.Popen(
            ["/usr/bin/python3", "-B", OWNER, manner], env=self.x, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.service.others.append(owner)
        self.assertEqual(owner.stdout.readline(), b"owner\n")
        owner.stdout.close()
        eventually(lambda: BYTES in self.types(), "the data is offered")

    def start_pasting(self) -> subprocess.Popen:
        paste = subprocess.Popen(
            ["wl-paste", "--no-newline", "--type", BYTES], env=self.wayland, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        self.service.others.append(paste)
        return paste

    def still_copies(self) -> None:
        self.x_copies(b"another")
        # A paste before that would be from the owner that is to be replaced.
        eventually(lambda: "text/plain" in self.types(), "the next text is offered")
        eventually(lambda: self.wayland_pastes() == b"another", "the next text is pasted")

    def test_an_owner_that_dies_in_the_midst(self):
        self.own("dies")
        data, _ = self.start_pasting().communicate(timeout=30)
        self.assertLessEqual(len(data), 60_000)
        self.still_copies()

    def test_owners_that_never_send(self):
        for manner in ("never", "silent"):
            with self.subTest(manner):
                self.own(manner)
                began = time.monotonic()
                data, _ = self.start_pasting().communicate(timeout=30)
                self.assertEqual(data, b"")
                self.assertGreater(time.monotonic() - began, 5)
                self.still_copies()

    def test_an_owner_that_sends_for_ever(self):
        self.own("ever")
        before = resident_memory(self.service.process.pid)
        pastes = [self.start_pasting() for _ in range(3)]
        for paste in pastes:
            self.assertEqual(len(paste.stdout.read(4 << 20)), 4 << 20)
        self.still_copies()
        self.assertLess(resident_memory(self.service.process.pid) - before, 32 << 20)
        # One reader leaves, the others stop to read.
        pastes[0].stdout.close()
        self.still_copies()

    def test_the_root_window_is_no_requestor(self):
        # Following its properties would end the window manager's own events of it.
        self.wayland_offers(bytes(1 << 20), BYTES)
        asks = (
            "from Xlib import display; d = display.Display(); a = d.intern_atom;"
            f"d.screen().root.convert_selection(a('CLIPBOARD'), a('{BYTES}'), a('PASTE'), 0); d.sync()")
        subprocess.run(["/usr/bin/python3", "-c", asks], env=self.x, check=True, timeout=20)
        # Answered in the order of the requests.
        self.assertEqual(len(self.x_pastes(BYTES)), 1 << 20)
        self.service.others.append(subprocess.Popen(["xclock"], env=self.x))
        eventually(lambda: self.service.status()["content"]["app_id"] == "XClock", "a further window is managed")
