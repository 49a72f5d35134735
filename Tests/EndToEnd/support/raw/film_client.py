#!/usr/bin/python3
"""A window that keeps the user from counting as idle as long as it is shown, as a player's does."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.raw.window import Window  # noqa: E402


def main() -> None:
    window = Window()
    window.draw = lambda window: window.show(window.make_buffer())
    manager = window.wire.bind("zwp_idle_inhibit_manager_v1", 1)
    window.wire.create(manager, 1, window.surface)
    window.run()


if __name__ == "__main__":
    main()
