"""The program under test."""

import os
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[3]


def kagami() -> Path:
    """The release build, or what KAGAMI_BINARY names."""
    path = Path(os.environ.get("KAGAMI_BINARY") or CHECKOUT / ".build" / "release" / "kagami")
    if not os.access(path, os.X_OK):
        raise AssertionError(f"{path} is not there: make build")
    return path


def in_machine(program: Path) -> str:
    """A program of this computer's as the emulated machine sees it, whose root is this computer's: what is in the checkout is below
    /checkout."""
    path = program.resolve()
    return str(Path("/checkout") / path.relative_to(CHECKOUT)) if path.is_relative_to(CHECKOUT) else str(path)
