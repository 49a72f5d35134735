"""The tests' own programs for X."""

import subprocess
from pathlib import Path

from .binary import CHECKOUT

PROGRAMS = CHECKOUT / "Tests" / "EndToEnd" / "clients" / "programs"
DIALOG = PROGRAMS / "gtk3_dialog.py"


def compile_swing(folder: Path) -> None:
    """Puts the classes of the program `Swing` into a folder; `ecj` is required."""
    subprocess.run(
        ["ecj", "-proc:none", "-nowarn", "-11", "-d", str(folder), str(PROGRAMS / "Swing.java")], check=True, capture_output=True,
        timeout=60)
