"""The packages for Debian, built and judged."""

from pathlib import Path

from .shell import ROOT, run
from .tally import Tally


def packages() -> Tally:
    """Builds the packages, in which lintian finds nothing to complain about."""
    if run("make", "--no-print-directory", "deb").status != 0:
        return Tally.failure("the packages do not build")
    made = sorted(str(path) for path in Path(ROOT, ".build", "packages").glob("*.deb"))
    judged = run("lintian", "--allow-root", "--fail-on", "error,warning", *made)
    return Tally(passed=2) if judged.status == 0 else Tally(passed=1) + Tally.failure("lintian complains about the packages")
