"""The packages for Debian, built and judged."""

import subprocess
import tempfile
from pathlib import Path

from support.binary import newest_package

from .shell import ROOT, run, say
from .tally import Tally

# The most bytes of the program as it is installed, with Swift's library in it. A program that has grown past them drags
# something along: see docs/packaging.md.
LARGEST_PROGRAM = 20_500_000

# The least share of the functions in data/link/order that the program still has under their names.
LEAST_KNOWN = 0.75


def packages() -> Tally:
    """Builds the packages, in which lintian finds nothing to complain about, with a program that is not too large."""
    if run("make", "--no-print-directory", "deb").status != 0:
        return Tally.failure("the packages do not build")
    made = sorted(str(path) for path in Path(ROOT, ".build", "packages").glob("*.deb"))
    judged = run("lintian", "--allow-root", "--fail-on", "error,warning", *made)
    tally = Tally(passed=2) if judged.status == 0 else Tally(passed=1) + Tally.failure("lintian complains about the packages")
    return tally + size() + order()


def size() -> Tally:
    """The newest package's program, as it would be installed."""
    package = newest_package()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
        found = Path(folder, "usr", "bin", "kagami").stat().st_size
    say(f"the program has {found / 1e6:.1f} MB of {LARGEST_PROGRAM / 1e6:.1f}")
    return Tally(passed=1) if found <= LARGEST_PROGRAM else Tally.failure(f"the program has {found} bytes, more than {LARGEST_PROGRAM}")


def order() -> Tally:
    """Whether the linker still finds the functions that it puts beside each other: their names change with the code."""
    listed = Path(ROOT, "data", "link", "order").read_text().split()
    symbols = subprocess.run(["nm", Path(ROOT, ".build", "release", "kagami")], capture_output=True, text=True, check=True).stdout
    known = len(set(listed) & {line.split()[-1] for line in symbols.splitlines()}) / len(listed)
    say(f"the program has {known:.0%} of the functions in data/link/order")
    return Tally(passed=1) if known >= LEAST_KNOWN else Tally.failure("data/link/order is out of date: run tools/link-order after make build")
