"""The guest's network, which QEMU emulates: it reaches nobody, and is reached from this computer alone."""

import socket

# The guest's own, to which QEMU sends what comes for its ports.
ADDRESS = "10.0.2.15/24"


def free_port() -> int:
    """A port of the loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
