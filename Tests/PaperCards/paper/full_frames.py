#!/usr/bin/python3
"""Fills the screen with another picture for each frame, at the scale of 1, as any compositor can show it; in shared memory, or
in the kind that is named."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "EndToEnd"))

from support.raw.flipping_client import Flips  # noqa: E402
from support.raw.window import Window  # noqa: E402

SET_FULLSCREEN = 11
FIRST_SIZE = (640, 480)


class FullScreen(Window):
    def __init__(self, kind: str):
        super().__init__(kind, whole_scale=1)

    def make_toplevel(self) -> None:
        super().make_toplevel()
        self.wire.send(self.toplevel, SET_FULLSCREEN, 0)

    def sized(self, event: bytes) -> None:
        """Some compositors leave the first size to the window, and fill the screen with it once it shows something."""
        super().sized(event)
        if 0 in self.logical:
            self.logical = FIRST_SIZE


if __name__ == "__main__":
    Flips(sys.argv[1] if len(sys.argv) > 1 else "shm", -1, FullScreen).window.run()
