"""What tests read from sockets."""

import socket


def take(channel: socket.socket, count: int) -> bytes:
    """The next so many bytes; raises `EOFError` where fewer come."""
    taken = b""
    while len(taken) < count:
        part = channel.recv(count - len(taken))
        if not part:
            raise EOFError
        taken += part
    return taken
