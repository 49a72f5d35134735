"""The Wayland conformance suite, run against the compositor core as a module."""

import os
import re
import shutil

from .shell import ROOT, run
from .tally import Tally

EXPECTED = ROOT / "Tests" / "Conformance" / "expected-failures.txt"
FINISHED = re.compile(r"\[=+\] \d+ tests from \d+ test cases run\.")
RESULT = re.compile(r"\[ +(OK|FAILED|SKIP) +\] (\S+/\S+|\S+\.\S+?)(?:,.*)? \(\d+ ?ms\)")


def conformance() -> Tally:
    """Every test of the suite; one that fails twice in a row fails here, unless it is listed as known to."""
    if shutil.which("wlcs") is None and runner() is None and os.environ.get("CI", "").lower() not in {"true", "1"}:
        return Tally(skipped=1, notes=["skipped: conformance: wlcs is not installed (make setup)"])
    build = run("swift", "build", "--configuration", "release", "--product", "kagami-wlcs")
    if build.status != 0:
        return Tally.failure(f"the conformance module does not build: swift ended with {build.status}")
    results = suite()
    if not results:
        return Tally.failure("the conformance suite did not come to its end: it crashed, or ran no test")
    failed = {name for name, result in results.items() if result == "FAILED"}
    unknown = failed - expected()
    if unknown:
        # On a busy computer the suite's own time-outs can strike: what fails must do so again, alone.
        results |= suite(":".join(sorted(unknown)))
        unknown = {name for name in unknown if results.get(name) == "FAILED"}
    return tally(results, unknown)


def tally(results: dict[str, str], unknown: set[str]) -> Tally:
    passed = sum(result == "OK" for result in results.values())
    skipped = sum(result == "SKIP" for result in results.values())
    known = sum(result == "FAILED" for result in results.values()) - len(unknown)
    notes = [f"conformance: {passed} of {len(results)} passed, {known} fail as listed, "
             f"{skipped} ask for protocols that are not offered"]
    notes += [f"conformance: {name} passes and is still listed as failing"
              for name in sorted(expected()) if results.get(name) == "OK"]
    notes += [f"failed: {name}" for name in sorted(unknown)]
    return Tally(passed=passed, failed=len(unknown), notes=notes)


def suite(only: str = "*") -> dict[str, str]:
    """Runs the suite and returns each test's result, OK, FAILED or SKIP; nothing if it did not come to its end."""
    module = ROOT / ".build" / "release" / "libkagami-wlcs.so"
    finished = run(runner() or "wlcs", str(module), f"--gtest_filter={only}")
    if not any(FINISHED.match(line) for line in finished.lines):
        return {}
    return {found.group(2): found.group(1) for line in finished.lines if (found := RESULT.match(line))}


def runner() -> str | None:
    """The suite's program as its package tells it: Debian keeps it off PATH."""
    lines = run("pkg-config", "--variable=test_runner", "wlcs").lines
    return shutil.which(lines[0]) if lines else None


def expected() -> set[str]:
    lines = EXPECTED.read_text().splitlines()
    return {line for line in lines if line and not line.startswith("#")}
