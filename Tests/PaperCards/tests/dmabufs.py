"""What the service tells clients of buffers that they may share."""

import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from paper.service import PaperService
from support.raw.wire import Connection


@contextmanager
def connected(service: PaperService) -> Iterator[Connection]:
    variables = {
        "XDG_RUNTIME_DIR": service.environment["XDG_RUNTIME_DIR"], "WAYLAND_DISPLAY": service.application_display()}
    with mock.patch.dict(os.environ, variables):
        wire = Connection()
    yield wire
    wire.socket.close()


def offers(service: PaperService) -> set[tuple[str, int]]:
    """The formats and modifiers that are offered."""
    found = set()

    def told(event: bytes) -> None:
        code, high, low = struct.unpack("=4sII", event)
        found.add((code.decode(), high << 32 | low))

    with connected(service) as wire:
        wire.on(wire.bind("zwp_linux_dmabuf_v1", 3), 1, told)
        wire.round_trip()
    return found


def main_device(service: PaperService) -> int:
    """The number of the device that clients had better draw with."""
    found = []
    with connected(service) as wire:
        feedback = wire.create(wire.bind("zwp_linux_dmabuf_v1", 4), 2)
        wire.on(feedback, 2, lambda event: found.append(struct.unpack_from("=IQ", event)[1]))
        wire.round_trip()
    return found[0]
