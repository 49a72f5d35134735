"""The packages for Debian, built and judged."""

import subprocess
import tempfile
from pathlib import Path

from .shell import ROOT, run, say
from .tally import Tally

# The most bytes of the program as it is installed, with Swift's library in it. A program that has grown past them drags
# something along: see docs/packaging.md.
LARGEST_PROGRAM = 19_000_000


def packages() -> Tally:
    """Builds the packages, in which lintian finds nothing to complain about, with a program that is not too large."""
    if run("make", "--no-print-directory", "deb").status != 0:
        return Tally.failure("the packages do not build")
    made = sorted(str(path) for path in Path(ROOT, ".build", "packages").glob("*.deb"))
    judged = run("lintian", "--allow-root", "--fail-on", "error,warning", *made)
    tally = Tally(passed=2) if judged.status == 0 else Tally(passed=1) + Tally.failure("lintian complains about the packages")
    return tally + size()


def size() -> Tally:
    """The newest package's program, as it would be installed."""
    package = max(Path(ROOT, ".build", "packages").glob("kagami_*.deb"), key=lambda path: path.stat().st_mtime)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
        found = Path(folder, "usr", "bin", "kagami").stat().st_size
    say(f"the program has {found / 1e6:.1f} MB of {LARGEST_PROGRAM / 1e6:.1f}")
    return Tally(passed=1) if found <= LARGEST_PROGRAM else Tally.failure(f"the program has {found} bytes, more than {LARGEST_PROGRAM}")
