"""The preloaded library, made when it is first wanted."""

import fcntl
import functools
import os
import subprocess
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1] / "preload"
BUILT = Path(__file__).resolve().parents[3] / ".build" / "paper-cards"


@functools.cache
def library() -> Path:
    """The library's path; made anew where its sources are newer."""
    BUILT.mkdir(parents=True, exist_ok=True)
    made = BUILT / "paper.so"
    sources = sorted(SOURCES.glob("*.[ch]"))
    with open(BUILT / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists() or made.stat().st_mtime < max(source.stat().st_mtime for source in sources):
            command = ["gcc", "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-o", f"{made}.new"]
            subprocess.run([*command, *(source for source in sources if source.suffix == ".c"), "-ldl"], check=True)
            os.replace(f"{made}.new", made)
    return made
