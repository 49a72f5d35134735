"""What weston-launch does for weston, which Debian builds without libseat: opens devices and passes them on."""

import os
import socket
import struct
import threading

from .bench import Bench


# The opcodes of what weston asks, and of what it is answered.
OPEN, REPLY = 0, 3


class Launcher:
    """A context that serves one weston; `environment` and `descriptors` are for that process."""

    def __init__(self, bench: Bench):
        self.bench = bench
        self.mine, self.theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.terminal = os.open("/dev/null", os.O_RDWR)
        self.thread = threading.Thread(target=self.serve, daemon=True)

    @property
    def descriptors(self) -> tuple[int, int]:
        return self.theirs.fileno(), self.terminal

    @property
    def environment(self) -> dict[str, str]:
        return {"WESTON_LAUNCHER_SOCK": str(self.theirs.fileno()), "WESTON_TTY_FD": str(self.terminal)}

    def __enter__(self) -> "Launcher":
        self.thread.start()
        return self

    def __exit__(self, *_) -> None:
        self.mine.shutdown(socket.SHUT_RDWR)
        self.thread.join(5)
        self.mine.close()
        self.theirs.close()
        os.close(self.terminal)

    def serve(self) -> None:
        while data := self.mine.recv(4096):
            operation, flags = struct.unpack_from("<2i", data)
            path = data[8:].split(b"\0")[0].decode()
            if operation != OPEN:
                continue
            with self.bench.lock:
                try:
                    _, opened = self.bench.opened(path, through_seat=False)
                except Exception:  # noqa: BLE001  whatever it was, there is no such device
                    self.mine.send(struct.pack("<2i", REPLY, -1))
                    continue
            socket.send_fds(self.mine, [struct.pack("<2i", REPLY, 0)], [opened.fileno()])
            opened.close()
