"""The tiers that run the service as a whole, written for Python's unittest."""

import json
import sys
import tempfile
from pathlib import Path

from .shell import ROOT, run
from .tally import Tally


def end_to_end(tier: str, workers: int = 1, build: str = "release") -> Tally:
    """Runs one folder of Tests/EndToEnd in a process of its own, which leaves its counts in a file.

    `workers` is how many of its tests run at a time, `build` the configuration of the service that they run.
    """
    with tempfile.TemporaryDirectory(prefix="kagami-tests-") as folder:
        report = Path(folder) / "report.json"
        runner = ROOT / "Tests" / "EndToEnd" / "run-tier"
        finished = run(sys.executable, str(runner), tier, "--workers", str(workers), "--report", str(report),
                       environment=None if build == "release" else {"KAGAMI_BINARY": str(ROOT / ".build" / build / "kagami")})
        if not report.exists():
            return Tally.failure(f"the {tier} tier ended with {finished.status} and left no report")
        return Tally(**json.loads(report.read_text()))
