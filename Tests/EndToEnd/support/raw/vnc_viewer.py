#!/usr/bin/python3
"""A VNC viewer, which as a program looks at all that a server on this computer shows."""

import socket
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.sockets import take  # noqa: E402


class RawViewer:
    """A context with a VNC viewer that copies and pastes, and asks for a picture only in `look`."""

    def __init__(self, port: int):
        self.port = port

    def __enter__(self) -> "RawViewer":
        self.channel = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        self.take(12)
        self.channel.sendall(b"RFB 003.008\n")
        self.take(self.take(1)[0])
        # No security, and others may look as well.
        self.channel.sendall(b"\x01")
        self.take(4)
        self.channel.sendall(b"\x01")
        self.width, self.height, name = struct.unpack(">HH16xI", self.take(24))
        self.take(name)
        return self

    def __exit__(self, *_) -> None:
        self.channel.close()

    def take(self, count: int) -> bytes:
        return take(self.channel, count)

    def look(self) -> None:
        """Asks for the whole picture again and again, and passes over what comes, until the server ends."""
        self.channel.settimeout(0.3)
        while True:
            self.channel.sendall(struct.pack(">BBHHHH", 3, 0, 0, 0, self.width, self.height))
            try:
                while self.channel.recv(1 << 16):
                    pass
                return
            except TimeoutError:
                pass

    def copy(self, text: bytes) -> None:
        self.channel.sendall(struct.pack(">B3xI", 6, len(text)) + text)

    def pasted(self) -> bytes:
        """The next text that the server sends."""
        kind, length = struct.unpack(">B3xI", self.take(8))
        assert kind == 3, kind
        return self.take(length)


if __name__ == "__main__":
    with RawViewer(int(sys.argv[1])) as viewer:
        viewer.look()
