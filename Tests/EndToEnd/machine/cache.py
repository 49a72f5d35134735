"""Where things that are costly to make are kept between runs."""

import fcntl
import os
import time
from contextlib import ExitStack, contextmanager
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


@contextmanager
def one_of(count: int, name: str):
    """Holds one of `count` places of this name among all processes of the user; waits until one is free."""
    with ExitStack() as stack:
        files = [stack.enter_context(open(cache_directory() / f"{name}-{place}.lock", "w")) for place in range(count)]
        while not any(is_taken(file) for file in files):
            time.sleep(0.2)
        yield


def is_taken(file) -> bool:
    """Takes the lock of a file, if nobody has it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
