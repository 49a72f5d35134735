"""The program under test."""

import os
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[3]
# The same file is seen by the emulated machine, below its own /checkout.
RELATIVE = Path(".build/release/kagami")


def kagami() -> Path:
    """The release build, or what KAGAMI_BINARY names."""
    path = Path(os.environ.get("KAGAMI_BINARY") or CHECKOUT / RELATIVE)
    if not os.access(path, os.X_OK):
        raise AssertionError(f"{path} is not there: make build")
    return path
