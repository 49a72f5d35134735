"""The Wayland conformance suite, run against the compositor core as a module."""

import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from .shell import ROOT, run
from .tally import Tally

EXPECTED = ROOT / "Tests" / "Conformance" / "expected-failures.txt"
FINISHED = re.compile(r"\[=+\] \d+ tests from \d+ test cases run\.")
RESULT = re.compile(r"\[ +(OK|FAILED|SKIP) +\] (\S+/\S+|\S+\.\S+?)(?:,.*)? \(\d+ ?ms\)")
# The suite waits three quarters of its time: two processors carry four of it, and the emulated machine beside them. Where the
# processor draws for OpenGL ES, each has more to do.
SHARDS = {"pixman": 4, "gles": 2}
# On a busy computer the suite's own time-outs strike now and then; more than this many are a fault in the compositor.
MOST_FLAKY = 3


@dataclass
class Verdict:
    """What became of the suite's tests."""

    results: dict[str, str]
    """Each test's last result: OK, FAILED or SKIP."""
    known: set[str]
    """Tests that are listed as known to fail."""
    renderer: str = "pixman"
    """What drew."""
    flaky: set[str] = field(default_factory=set)
    """Tests that have failed, and passed when they were run again."""

    @property
    def failed(self) -> set[str]:
        """Failures that nobody expects."""
        return {name for name, result in self.results.items() if result == "FAILED"} - self.known

    def run_again(self, results: dict[str, str]) -> None:
        """Takes the results of the tests that have failed and were run again."""
        before = self.failed
        self.results |= results
        self.flaky |= before - self.failed

    def tally(self) -> Tally:
        outcomes = list(self.results.values())
        passed, skipped = outcomes.count("OK"), outcomes.count("SKIP")
        listed = outcomes.count("FAILED") - len(self.failed)
        notes = [f"conformance with {self.renderer}: {passed} of {len(outcomes)} passed, {listed} fail as listed, "
                 f"{skipped} ask for protocols that are not offered"]
        notes += [f"conformance: {name} passes and is still listed as failing"
                  for name in sorted(self.known) if self.results.get(name) == "OK"]
        notes += [f"flaky: {name} passed only when it was run again" for name in sorted(self.flaky)]
        notes += [f"failed: {name}" for name in sorted(self.failed)]
        tally = Tally(passed=passed, failed=len(self.failed), notes=notes)
        if len(self.flaky) > MOST_FLAKY:
            tally += Tally.failure(f"conformance: {len(self.flaky)} tests are flaky, more than {MOST_FLAKY}")
        return tally


def conformance(
    build: str = "release", renderers: tuple[str, ...] = ("pixman", "gles"), variables: dict[str, str] | None = None
) -> Tally:
    """Every test of the suite with each renderer; `variables` are for the suite's environment."""
    if shutil.which("wlcs") is None and runner() is None and os.environ.get("CI", "").lower() not in {"true", "1"}:
        return Tally(skipped=1, notes=["skipped: conformance: wlcs is not installed (make setup)"])
    return sum((conformance_with(build, {"KAGAMI_RENDERER": renderer} | (variables or {})) for renderer in renderers), Tally())


def conformance_with(build: str, variables: dict[str, str]) -> Tally:
    """Every test of the suite; one that fails twice in a row fails here, unless it is listed as known to."""
    renderer = variables["KAGAMI_RENDERER"]
    results = whole_suite(build, variables)
    if not results:
        return Tally.failure(f"the conformance suite did not come to its end with {renderer}: it crashed, or ran no test")
    verdict = Verdict(results, expected(), renderer)
    if verdict.failed:
        verdict.run_again(suite(build, variables | {"GTEST_FILTER": ":".join(sorted(verdict.failed))}))
    return verdict.tally()


def whole_suite(build: str, variables: dict[str, str]) -> dict[str, str]:
    """The results of all tests, in processes that share them out; nothing if one did not come to its end."""
    count = SHARDS[variables["KAGAMI_RENDERER"]]
    shards = [variables | {"GTEST_TOTAL_SHARDS": str(count), "GTEST_SHARD_INDEX": str(index)} for index in range(count)]
    with ThreadPoolExecutor(count, thread_name_prefix="conformance suite") as pool:
        parts = list(pool.map(lambda shard: suite(build, shard), shards))
    return {name: result for part in parts for name, result in part.items()} if all(parts) else {}


def suite(build: str, variables: dict[str, str]) -> dict[str, str]:
    """Runs the tests that Google Test's variables choose; nothing if it did not come to its end."""
    module = ROOT / ".build" / build / "libkagami-wlcs.so"
    finished = run(runner() or "wlcs", str(module), environment=variables)
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
