#!/usr/bin/python3
"""Turns the display that tools see off or on, as wlopm does, and prints what it was and is."""

import argparse
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.raw.wire import Connection  # noqa: E402

MODES = ["off", "on"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", choices=MODES)
    mode = parser.parse_args().mode
    wire = Connection()
    manager = wire.bind("zwlr_output_power_manager_v1", 1)
    power = wire.create(manager, 0, wire.bind("wl_output", 4))
    wire.on(power, 0, lambda event: print(MODES[struct.unpack("=I", event)[0]]))
    wire.on(power, 1, lambda event: print("failed"))
    wire.send(power, 0, MODES.index(mode))
    wire.round_trip()
    wire.round_trip()


if __name__ == "__main__":
    main()
