#!/usr/bin/python3
"""Asks all windows to close, as a task bar does."""

import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.raw.wire import Connection  # noqa: E402

CLOSE = 5


def main() -> None:
    wire = Connection()
    windows: list[int] = []
    manager = wire.bind("zwlr_foreign_toplevel_manager_v1", 1)
    wire.on(manager, 0, lambda event: windows.append(struct.unpack("=I", event)[0]))
    wire.round_trip()
    for window in windows:
        wire.send(window, CLOSE)
    wire.round_trip()


if __name__ == "__main__":
    main()
