"""The tiers that run the service as a whole, written for Python's unittest."""

import json
import sys
import tempfile
from pathlib import Path

from .shell import IS_TORTURE, ROOT, run
from .tally import Tally

# No test takes a fifth of this on two quiet processors, but in torture, where some take hours.
TEST_SECONDS = 0 if IS_TORTURE else 480


def end_to_end(tier: str, workers: int = 1, build: str = "release", settings: dict[str, str] | None = None) -> Tally:
    """Runs one folder of Tests/EndToEnd in a process of its own, which leaves its counts in a file.

    `workers` is how many of its tests run at a time, `build` the configuration of the service that they run,
    and `settings` are for its environment.
    """
    with tempfile.TemporaryDirectory(prefix="kagami-tests-") as folder:
        report, journal = Path(folder) / "report.json", Path(folder) / "journal.jsonl"
        runner = ROOT / "Tests" / "EndToEnd" / "run-tier"
        environment = {"KAGAMI_TEST_SECONDS": str(TEST_SECONDS)} | (settings or {})
        if build != "release":
            environment["KAGAMI_BINARY"] = str(ROOT / ".build" / build / "kagami")
        finished = run(
            sys.executable, str(runner), tier, "--workers", str(workers), "--report", str(report), "--journal", str(journal),
            environment=environment)
        if report.exists():
            return Tally(**json.loads(report.read_text()))
        return Tally.failure(f"the {tier} tier ended with {finished.status} and left no report") + unfinished(journal)


def unfinished(journal: Path) -> Tally:
    """The counts of a tier that was ended, from its journal: the tests that had ended, and by name those that had not."""
    if not journal.exists():
        return Tally()
    entries = [json.loads(line) for line in journal.read_text().splitlines()]
    last = {entry["test"]: entry for entry in entries if "test" in entry}
    tally = Tally()
    for name, entry in last.items():
        match entry["outcome"]:
            case "started":
                tally += Tally.failure(f"{name} was running when the tier was ended")
            case "passed":
                tally += Tally(passed=1)
            case "failed":
                tally += Tally.failure(f"{name}: {entry['reason']}")
            case "skipped":
                tally += Tally(skipped=1, notes=[f"skipped: {name}: {entry['reason']}"])
    others = {name for entry in entries for name in entry.get("expected", [])} - set(last)
    if others:
        tally += Tally(failed=len(others), notes=[f"failed: {len(others)} tests that had not begun then"])
    return tally
