"""Packages of packages/python.txt: downloaded once into the user's cache, for the programs of tests."""

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from machine.cache import cache_directory, exclusively

from .binary import CHECKOUT
from .requirements import missing

REQUIREMENTS = CHECKOUT / "packages" / "python.txt"


def python_packages() -> Path:
    """A folder for PYTHONPATH with what the list has."""
    digest = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:16]
    folder = cache_directory() / "python" / digest
    with exclusively("python"):
        if not folder.exists():
            try:
                install(folder)
            except (OSError, subprocess.SubprocessError) as error:
                output = getattr(error, "stderr", None) or b""
                missing(f"packages of packages/python.txt cannot be had: {error} {output.decode(errors='replace')[-500:]}")
    return folder


def install(folder: Path) -> None:
    shutil.rmtree(folder.parent, ignore_errors=True)
    folder.parent.mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as work:
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps", "--no-compile",
             "--no-cache-dir", "--only-binary=:all:", "--require-hashes", "--target", f"{work}/packages", "--requirement", REQUIREMENTS],
            check=True, capture_output=True, timeout=400)
        (Path(work) / "packages").rename(folder)
