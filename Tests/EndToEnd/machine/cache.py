"""Where things that are costly to make are kept between runs."""

import fcntl
import os
from contextlib import contextmanager
from pathlib import Path


def cache_directory() -> Path:
    """The project's folder in the user's cache; made if it is not there."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    directory = Path(base) / "kagami"
    directory.mkdir(parents=True, exist_ok=True)
    return directory


@contextmanager
def exclusively(name: str):
    """Holds a lock of this name among all processes of the user; waits for it."""
    with open(cache_directory() / f"{name}.lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
