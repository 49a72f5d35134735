#!/usr/bin/python3
"""Fills a window with another picture for each frame, at the scale of 1, as any compositor can show it."""

import functools
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "EndToEnd"))

from support.raw import flipping_client  # noqa: E402

if __name__ == "__main__":
    flipping_client.Window = functools.partial(flipping_client.Window, whole_scale=1)
    flipping_client.Flips("shm", -1).window.run()
