"""A client of an X server in a few lines, for windows whose every request a test chooses."""

import select
import socket
import struct
import time

from .sockets import take

BUTTON_PRESS = 1 << 2
STRUCTURE_NOTIFY = 1 << 17
FOCUS_CHANGE = 1 << 21
# Events by their codes.
BUTTON_PRESSED, CONFIGURED, MESSAGE = 4, 22, 33


class XClient:
    """A connection to the display of this number, as a context."""

    def __init__(self, number: int):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(f"/tmp/.X11-unix/X{number}")
        self.socket.sendall(struct.pack("<BxHHHHxx", ord("l"), 11, 0, 0, 0))
        status, length = struct.unpack("<B5xH", self.take(8))
        setup = self.take(length * 4)
        if status != 1:
            raise AssertionError(f"the X server refuses: {setup[:80]!r}")
        self.base, = struct.unpack_from("<I", setup, 4)
        vendor, = struct.unpack_from("<H", setup, 16)
        formats = setup[21]
        screen = 32 + (vendor + 3) // 4 * 4 + formats * 8
        self.root, = struct.unpack_from("<I", setup, screen)
        self.made = 0
        self.events: list[bytes] = []
        self.atoms: dict[str, int] = {}

    def __enter__(self) -> "XClient":
        return self

    def __exit__(self, *_) -> None:
        self.socket.close()

    def take(self, count: int) -> bytes:
        try:
            return take(self.socket, count)
        except EOFError:
            raise ConnectionError("the X server has ended the connection") from None

    def send(self, opcode: int, detail: int, body: bytes) -> None:
        body += bytes(-len(body) % 4)
        length = 1 + len(body) // 4
        # Long requests have a length of 32 bits (BIG-REQUESTS), which `property` avoids.
        self.socket.sendall(struct.pack("<BBH", opcode, detail, length) + body)

    def answer(self) -> bytes:
        """The next answer; events before it are kept."""
        while True:
            packet = self.take(32)
            if packet[0] == 1:
                return packet + self.take(struct.unpack_from("<I", packet, 4)[0] * 4)
            if packet[0] == 0:
                raise AssertionError(f"the X server tells of error {packet[1]} of request {packet[10]}")
            self.events.append(packet)

    def sync(self) -> None:
        """Waits until the server has taken all requests; errors are dropped."""
        self.send(43, 0, b"")
        while True:
            packet = self.take(32)
            if packet[0] == 1:
                return
            if packet[0] != 0:
                self.events.append(packet)

    def atom(self, name: str) -> int:
        if name not in self.atoms:
            self.send(16, 0, struct.pack("<Hxx", len(name)) + name.encode())
            self.atoms[name], = struct.unpack_from("<I", self.answer(), 8)
        return self.atoms[name]

    def window(
        self, x: int, y: int, width: int, height: int, colour: int = 0, events: int = BUTTON_PRESS | STRUCTURE_NOTIFY,
        places_itself: bool = False
    ) -> int:
        self.made += 1
        window = self.base + self.made
        # Background, override-redirect and event mask.
        body = struct.pack("<IIhhHHHHI", window, self.root, x, y, width, height, 0, 1, 0)
        self.send(1, 0, body + struct.pack("<IIII", 1 << 1 | 1 << 9 | 1 << 11, colour, places_itself, events))
        return window

    def map(self, window: int) -> None:
        self.send(8, 0, struct.pack("<I", window))

    def unmap(self, window: int) -> None:
        self.send(10, 0, struct.pack("<I", window))

    def resize(self, window: int, width: int, height: int) -> None:
        self.send(12, 0, struct.pack("<IHxxII", window, 1 << 2 | 1 << 3, width, height))

    def property(self, window: int, name: str, kind: str, size: int, data: bytes, append: bool = False) -> None:
        body = struct.pack("<IIIBxxxI", window, self.atom(name), self.atom(kind), size, len(data) // (size // 8)) + data
        self.send(18, 2 if append else 0, body)

    def words(self, window: int, name: str) -> tuple[int, ...]:
        """The numbers of 32 bits in a property; none if there is no such property."""
        self.send(20, 0, struct.pack("<IIIII", window, self.atom(name), 0, 0, 1000))
        answer = self.answer()
        count, = struct.unpack_from("<I", answer, 16)
        return struct.unpack_from(f"<{count}I", answer, 32) if answer[1] == 32 else ()

    def size(self, window: int) -> tuple[int, int] | None:
        """The size of a window; none if it is gone."""
        self.send(14, 0, struct.pack("<I", window))
        try:
            return struct.unpack_from("<HH", self.answer(), 16)
        except AssertionError:
            return None

    def own(self, selection: str, window: int) -> None:
        """Makes a window the owner of a selection."""
        self.send(22, 0, struct.pack("<III", window, self.atom(selection), 0))

    def message(
        self, window: int, name: str, *values: int, to: int | None = None, mask: int = 1 << 19 | 1 << 20
    ) -> None:
        """Sends a message to those who follow the events of this mask, the managers of the root's children; without one to its maker."""
        data = struct.pack("<5I", *(list(values) + [0] * 5)[:5])
        event = struct.pack("<BBHII", MESSAGE, 32, 0, window, self.atom(name)) + data
        self.send(25, 0, struct.pack("<II", to or self.root, mask) + event)

    def wait_for(self, code: int, seconds: float = 10) -> bytes:
        """The next event of a kind."""
        end = time.monotonic() + seconds
        while True:
            for index, event in enumerate(self.events):
                if event[0] & 0x7F == code:
                    return self.events.pop(index)
            if not select.select([self.socket], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(f"no event {code} in {seconds} s")
            self.events.append(self.take(32))

    def wait_for_message(self, name: str) -> tuple[int, ...]:
        """The five numbers of the next message of this name; earlier ones of other names are kept."""
        kind = self.atom(name)
        others = []
        try:
            while True:
                event = self.wait_for(MESSAGE)
                if struct.unpack_from("<I", event, 8)[0] == kind:
                    return struct.unpack_from("<5I", event, 12)
                others.append(event)
        finally:
            self.events[:0] = others
