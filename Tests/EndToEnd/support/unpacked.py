"""Programs whose packages would start a daemon: downloaded and unpacked once, never installed."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from machine.cache import cache_directory, exclusively

from .requirements import missing


def unpacked(package: str, program: str) -> Path:
    """A program of a Debian package that needs nothing besides the C library: the installed one, if there is one."""
    if installed := shutil.which(program):
        return Path(installed)
    folder = unpacked_tree(package)
    return next(path for path in (folder / "usr/bin" / program, folder / "usr/sbin" / program) if path.exists())


def unpacked_tree(package: str) -> Path:
    """All that is in a Debian package, as it would lie below the root."""
    folder = cache_directory() / "packages" / package
    with exclusively("packages"):
        if not folder.exists():
            try:
                unpack(package, folder)
            except (OSError, subprocess.SubprocessError) as error:
                missing(f"{package} cannot be downloaded: {error}")
    return folder


def unpack(package: str, folder: Path) -> None:
    folder.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as work:
        subprocess.run(
            ["apt-get", "--quiet", "download", package], cwd=work, check=True, capture_output=True, timeout=300
        )
        [archive] = Path(work).glob("*.deb")
        subprocess.run(["dpkg-deb", "-x", str(archive), f"{work}/tree"], check=True, capture_output=True, timeout=120)
        (Path(work) / "tree").rename(folder)
