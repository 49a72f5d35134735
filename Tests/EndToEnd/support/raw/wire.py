"""A Wayland connection in raw messages, for clients that do what no library would."""

import array
import os
import socket
import struct

REGISTRY = 2


class Connection:
    """Sends requests and hands events to whoever listens to their object and opcode."""

    def __init__(self):
        path = os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"])
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.received = b""
        self.last_id = REGISTRY
        self.listeners = {}
        self.globals = {}
        # Every global that is there, by its number.
        self.announced = {}
        self.came = lambda name, interface: None
        self.on(1, 0, self.fail)
        self.on(REGISTRY, 0, self.announce)
        self.on(REGISTRY, 1, self.withdraw)
        self.send(1, 1, REGISTRY)
        self.round_trip()

    def fail(self, event: bytes) -> None:
        target, code = struct.unpack_from("=II", event)
        raise RuntimeError(f"protocol error {code} of object {target}: {text(event, 8)}")

    def announce(self, event: bytes) -> None:
        name, = struct.unpack_from("=I", event)
        interface = text(event, 4)
        self.globals[interface] = (name, struct.unpack("=I", event[-4:])[0])
        self.announced[name] = interface
        self.came(name, interface)

    def withdraw(self, event: bytes) -> None:
        del self.announced[struct.unpack("=I", event)[0]]

    def new_id(self) -> int:
        self.last_id += 1
        return self.last_id

    def on(self, target: int, opcode: int, listener) -> None:
        """Calls `listener(arguments)` for each such event."""
        self.listeners[target, opcode] = listener

    def send(self, target: int, opcode: int, *arguments: int | bytes, files: tuple[int, ...] = ()) -> None:
        """Arguments are whole numbers, or bytes already as the wire has them."""
        body = b"".join(
            argument if isinstance(argument, bytes) else struct.pack("=I", argument & 0xFFFFFFFF)
            for argument in arguments
        )
        message = struct.pack("=II", target, (len(body) + 8) << 16 | opcode) + body
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))] if files else []
        self.socket.sendmsg([message], rights)

    def create(self, target: int, opcode: int, *arguments: int | bytes, files: tuple[int, ...] = ()) -> int:
        """Sends a request whose first argument is a new object, and returns that object."""
        new = self.new_id()
        self.send(target, opcode, new, *arguments, files=files)
        return new

    def bind(self, interface: str, version: int) -> int:
        return self.bind_number(self.globals[interface][0], interface, version)

    def bind_number(self, name: int, interface: str, version: int) -> int:
        """Binds one of several globals of an interface."""
        new = self.new_id()
        self.send(REGISTRY, 0, name, string(interface), version, new)
        return new

    def dispatch(self) -> None:
        """Waits for events and hands them on."""
        chunk, files, *_ = socket.recv_fds(self.socket, 65536, 16)
        for file in files:
            os.close(file)
        if not chunk:
            raise SystemExit(0)
        self.received += chunk
        while len(self.received) >= 8:
            target, header = struct.unpack_from("=II", self.received)
            if len(self.received) < header >> 16:
                break
            event, self.received = self.received[8 : header >> 16], self.received[header >> 16 :]
            listener = self.listeners.get((target, header & 0xFFFF))
            if listener:
                listener(event)

    def round_trip(self) -> None:
        done = []
        callback = self.create(1, 0)
        self.on(callback, 0, done.append)
        while not done:
            self.dispatch()


def string(value: str) -> bytes:
    """A string as the wire has it."""
    data = value.encode() + b"\0"
    return struct.pack("=I", len(data)) + data + bytes(-len(data) % 4)


def text(event: bytes, offset: int) -> str:
    """The string at an offset of an event's arguments."""
    length, = struct.unpack_from("=I", event, offset)
    return event[offset + 4 : offset + 3 + length].decode()
