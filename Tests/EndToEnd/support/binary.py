"""The program under test, and the package that it is installed from."""

import os
import subprocess
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[3]


def kagami() -> Path:
    """The release build, or what KAGAMI_BINARY names."""
    path = Path(os.environ.get("KAGAMI_BINARY") or CHECKOUT / ".build" / "release" / "kagami")
    if not os.access(path, os.X_OK):
        raise AssertionError(f"{path} is not there: make build")
    return path


def native() -> str:
    """Debian's name of this computer's architecture."""
    return subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()


def newest_package(architecture: str | None = None) -> Path | None:
    """The newest package of an architecture, this computer's where none is named; None where none was made."""
    made = (CHECKOUT / ".build" / "packages").glob(f"kagami_*_{architecture or native()}.deb")
    return max(made, key=lambda path: path.stat().st_mtime, default=None)


def in_machine(program: Path) -> str:
    """A program of this computer's as the emulated machine sees it, whose root is this computer's: what is in the checkout is below
    /checkout."""
    path = program.resolve()
    return str(Path("/checkout") / path.relative_to(CHECKOUT)) if path.is_relative_to(CHECKOUT) else str(path)
