"""A stream socket to QEMU whose other side may not exist yet."""

import socket
import time
from pathlib import Path

from .errors import MachineError


def connect(path: Path, timeout: float, is_alive) -> socket.socket:
    """Connects to a Unix socket as soon as somebody listens there; `is_alive` says whether that can still happen."""
    deadline = time.monotonic() + timeout
    while True:
        channel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            channel.connect(str(path))
            return channel
        except (FileNotFoundError, ConnectionRefusedError):
            channel.close()
        if not is_alive():
            raise MachineError(f"QEMU ended before it listened on {path.name}")
        if time.monotonic() > deadline:
            raise MachineError(f"nobody listens on {path.name} after {timeout:g} s")
        time.sleep(0.02)
