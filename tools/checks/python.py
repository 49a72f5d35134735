"""The unit tests of what judges the other tiers."""

import re
import sys

from .shell import ROOT, run
from .tally import Tally

RAN = re.compile(r"Ran (\d+) tests? in ")
FAILED = re.compile(r"(?:FAIL|ERROR): (.+)")


def checks_of_the_checks() -> Tally:
    finished = run(sys.executable, "-B", "-m", "unittest", "discover", "--start-directory", str(ROOT / "Tests" / "Checks"))
    count = sum(int(found.group(1)) for line in finished.lines if (found := RAN.match(line)))
    failed = [found.group(1) for line in finished.lines if (found := FAILED.match(line))]
    tally = Tally(passed=count - len(failed), failed=len(failed), notes=[f"failed: {name}" for name in failed])
    if finished.status != 0 and not failed or count == 0:
        tally += Tally.failure(f"the checks' own tests ended with {finished.status}")
    return tally
