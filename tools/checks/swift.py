"""The tiers that the Swift toolchain runs: the formatter's opinion and the unit tests."""

import re
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from pathlib import Path

from .shell import LIMIT_SECONDS, ROOT, Finished, run
from .tally import Tally

XCTEST_CASE = re.compile(r"Test Case '.+' (passed|failed|skipped) \(")


def lint() -> Tally:
    return single("lint", run("make", "--no-print-directory", "lint"))


def release_build() -> Tally:
    """The service, compiled and linked as the package ships it, the bench, whose figures a test looks at, and the conformance
    module."""
    return single("release build", run("debian/rules", "everything"))


def single(name: str, finished: Finished) -> Tally:
    """A check that is one test."""
    return Tally(passed=1) if finished.status == 0 else Tally.failure(f"{name} ended with {finished.status}")


def unit_tests(
    is_built_once: bool = False, options: Sequence[str] = (), chosen: Sequence[str] = (),
    environment: dict[str, str] | None = None
) -> Tally:
    """Builds and runs the package's tests; both XCTest's and Swift Testing's are counted.

    `is_built_once` is for a checkout in which nothing is changed and built again, `options` are those of swift, `chosen` of its
    choice of tests, and `environment` is for the tests.
    """
    whole = {"KAGAMI_WHOLE_MODULES": "1"} if is_built_once else {}
    build = run("swift", "build", "--build-tests", *options, environment=whole)
    if build.status != 0:
        return Tally.failure(f"the tests do not build: swift ended with {build.status}")
    with tempfile.TemporaryDirectory(prefix="kagami-tests-") as folder:
        report = Path(folder) / "report.xml"
        finished = run(
            "swift", "test", "--skip-build", *options, "--xunit-output", str(report), *chosen,
            environment=whole | (environment or {}))
        tally = swift_testing(report.with_name("report-swift-testing.xml")) + xctest(finished.lines)
    if finished.status != 0 and tally.failed == 0:
        tally += Tally.failure(f"swift test ended with {finished.status}, by a crash perhaps")
    if tally.passed + tally.failed == 0:
        tally += Tally.failure("swift test ran no test")
    return tally


def unit_tests_on_arm64() -> Tally:
    """Those that tools/arm64 compiles for arm64, and has an emulator run. It says nothing while it compiles."""
    with tempfile.TemporaryDirectory(prefix="kagami-tests-") as folder:
        report = Path(folder) / "report.xml"
        finished = run(str(ROOT / "tools" / "arm64"), "--tests", str(report), silence=LIMIT_SECONDS)
        if finished.status != 0 and not report.exists():
            return Tally.failure(f"the unit tests for arm64 do not build, or crash: tools/arm64 ended with {finished.status}")
        tally = swift_testing(report)
    if finished.status != 0 and tally.failed == 0:
        tally += Tally.failure(f"the unit tests on arm64 ended with {finished.status}")
    if tally.passed + tally.failed == 0:
        tally += Tally.failure("no unit test ran on arm64")
    return tally


def swift_testing(report: Path) -> Tally:
    """Counts from Swift Testing's report, which it writes at its end: after a crash there is no whole one."""
    try:
        root = ElementTree.parse(report).getroot()
    except (OSError, ElementTree.ParseError):
        return Tally.failure("Swift Testing left no report: it crashed")
    tally = Tally()
    for case in root.iter("testcase"):
        name = f"{case.get('classname')}.{case.get('name')}"
        if case.find("failure") is not None or case.find("error") is not None:
            tally += Tally.failure(name)
        elif case.find("skipped") is not None:
            tally += Tally(skipped=1, notes=[f"skipped: {name}"])
        else:
            tally.passed += 1
    return tally


def xctest(lines: list[str]) -> Tally:
    """Counts from XCTest's lines: its report is written for parallel runs only."""
    tally = Tally()
    for line in lines:
        if found := XCTEST_CASE.match(line):
            match found.group(1):
                case "passed":
                    tally.passed += 1
                case "failed":
                    tally += Tally.failure(line)
                case "skipped":
                    tally += Tally(skipped=1, notes=[f"skipped: {line}"])
    return tally
