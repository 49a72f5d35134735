"""A disk for what the guest writes, where that is to outlast its boots."""

import os
import shutil
import subprocess
from pathlib import Path

from .errors import MachineMissing

# The file is sparse: it takes up no more than what the guest has written.
SIZE = 2 << 30


def make_disk(path: Path) -> Path:
    """An empty ext4 file system in a file."""
    # It lives where an ordinary user's PATH does not look.
    tool = shutil.which("mke2fs", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if tool is None:
        raise MachineMissing("mke2fs is not installed (Debian's e2fsprogs)")
    with open(path, "wb") as file:
        file.truncate(SIZE)
    subprocess.run([tool, "-q", "-F", "-t", "ext4", "-O", "^has_journal", str(path)], check=True)
    return path
