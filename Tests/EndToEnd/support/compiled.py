"""Programs and libraries in C that tests need, made when they are first wanted."""

import fcntl
import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

BUILD = Path(__file__).resolve().parents[3] / ".build"


def compiled(name: str, sources: Sequence[Path], options: Callable[[Path], list[str]] = lambda folder: []) -> Path:
    """What the sources make, in a folder `name` of the build folder; made anew when a source is newer.

    `options` is called with the folder before the compiler runs, and returns further arguments for it. Headers among `sources` are
    only looked at for their age.
    """
    folder = BUILD / name
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / name
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists() or made.stat().st_mtime < max(source.stat().st_mtime for source in sources):
            command = ["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", f"{made}.new"]
            subprocess.run([*command, *(source for source in sources if source.suffix == ".c"), *options(folder)], check=True)
            os.replace(f"{made}.new", made)
    return made
