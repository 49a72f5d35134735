"""One of the virtual graphics card's displays, plugged and unplugged as a viewer of it would: by RFB."""

import socket
import struct
import threading

from .errors import MachineError

RAW = 0
EXTENDED_DESKTOP_SIZE = -308


class Head:
    """An RFB 3.8 client that only ever resizes; what the display shows is thrown away."""

    def __init__(self, channel: socket.socket):
        channel.settimeout(20)
        self.channel = channel
        self.greet()
        channel.settimeout(None)
        threading.Thread(target=self.drain, daemon=True).start()

    def plug(self, width: int, height: int) -> None:
        """Connects the display, with this size as its preferred mode."""
        screens = struct.pack(">IHHHHI", 0, 0, 0, width, height, 0)
        self.channel.sendall(struct.pack(">BxHHBx", 251, width, height, 1) + screens)

    def unplug(self) -> None:
        self.plug(0, 0)

    def greet(self) -> None:
        self.receive(12)
        self.channel.sendall(b"RFB 003.008\n")
        kinds = self.receive(self.receive(1)[0])
        if 1 not in kinds:
            raise MachineError("QEMU's display wants a password")
        self.channel.sendall(b"\x01")
        if self.receive(4) != bytes(4):
            raise MachineError("QEMU's display refuses a viewer")
        self.channel.sendall(b"\x01")
        header = self.receive(24)
        self.receive(struct.unpack(">I", header[20:])[0])
        self.channel.sendall(struct.pack(">BxHii", 2, 2, RAW, EXTENDED_DESKTOP_SIZE))
        # QEMU takes sizes only from a viewer that has asked for a picture once: one pixel of it will do.
        self.channel.sendall(struct.pack(">BBHHHH", 3, 0, 0, 0, 1, 1))

    def receive(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            part = self.channel.recv(count - len(data))
            if not part:
                raise MachineError("QEMU's display has gone")
            data += part
        return data

    def drain(self) -> None:
        try:
            while self.channel.recv(65536):
                pass
        except OSError:
            pass

    def close(self) -> None:
        self.channel.close()
