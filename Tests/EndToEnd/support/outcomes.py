"""What became of each test, so that they can be counted one by one."""

import os
import signal
import time
import unittest

from .journal import Journal


def each(suite):
    """The tests in a suite of suites."""
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from each(item)
        else:
            yield item


# A test that takes longer hangs: it fails, and the others are run. 0, which is for runs by hand, gives it any time.
LIMIT_SECONDS = float(os.environ.get("KAGAMI_TEST_SECONDS", "0"))

# On a busy computer a time-out strikes now and then; more than this many are a fault.
MOST_FLAKY = 3


class Outcomes:
    """Counts tests, not subtests; one whose class or module could not be set up has failed or been skipped too."""

    def __init__(self, suite: unittest.TestSuite, journal: Journal | None = None, limit: float = LIMIT_SECONDS):
        """`limit` is how many seconds a test may take, 0 for any time."""
        self.limit = limit
        self.journal = journal or Journal()
        self.expected = [test.id() for test in each(suite)]
        self.failed: dict[str, str] = {}
        self.skipped: dict[str, str] = {}
        self.passed: set[str] = set()
        self.seconds: dict[str, float] = {}
        self.flaky: dict[str, str] = {}
        """Why tests failed that have passed when they were run again."""

    def add(self, other: "Outcomes") -> None:
        """Takes over what became of some of the tests in another process."""
        self.failed |= other.failed
        self.skipped |= other.skipped
        self.passed |= other.passed
        self.seconds |= other.seconds

    @property
    def failures(self) -> list[str]:
        """The tests that failed, those included that did not run."""
        return [name for name in self.expected if self.outcome(name)[0] == "failed"]

    def run_again(self, again: "Outcomes") -> None:
        """Takes what became of the tests that have failed and were run again."""
        for name in again.expected:
            reason = self.outcome(name)[1]
            if again.outcome(name)[0] == "passed":
                self.flaky[name] = reason
                self.passed.add(name)
                self.failed.pop(name, None)
        self.seconds |= again.seconds

    def slowest(self, count: int) -> list[str]:
        """The tests that took longest, a line each."""
        longest = sorted(self.seconds.items(), key=lambda entry: entry[1], reverse=True)
        return [f"{seconds:7.1f} s  {name}" for name, seconds in longest[:count]]

    def attach(self, *arguments) -> unittest.TestResult:
        return Recorder(self, *arguments)

    def report(self) -> dict:
        """The counts, and a line for each test that failed or was skipped."""
        notes = []
        counts = {"passed": 0, "failed": 0, "skipped": 0}
        for name in self.expected:
            outcome, reason = self.outcome(name)
            counts[outcome] += 1
            if outcome != "passed":
                notes.append(f"{outcome}: {name}: {reason}")
        for name, reason in self.failed.items():
            if name.startswith("tearDown"):
                counts["failed"] += 1
                notes.append(f"failed: {name}: {reason}")
        notes += [f"flaky: {name} passed only when it was run again: {reason}" for name, reason in self.flaky.items()]
        if len(self.flaky) > MOST_FLAKY:
            counts["failed"] += 1
            notes.append(f"failed: {len(self.flaky)} tests are flaky, more than {MOST_FLAKY}")
        if not self.expected:
            counts["failed"] += 1
            notes.append("failed: there are no tests")
        return counts | {"notes": notes}

    def outcome(self, name: str) -> tuple[str, str]:
        if name in self.flaky:
            return "passed", ""
        if name in self.failed:
            return "failed", self.failed[name]
        if name in self.skipped:
            return "skipped", self.skipped[name]
        if name in self.passed:
            return "passed", ""
        # What unittest tells of a class or module bears its name in brackets: "setUpClass (virtual.test_x.Case)".
        for table, outcome in [(self.skipped, "skipped"), (self.failed, "failed")]:
            for where, reason in table.items():
                inside = where.partition("(")[2].rstrip(")")
                if inside and name.startswith(inside + "."):
                    return outcome, reason
        return "failed", "it did not run"


class Overdue(BaseException):
    """A test has taken too long; no test takes this for the failure that it waits for."""


class Recorder(unittest.TextTestResult):
    """Prints as usual, remembers by name and ends tests that hang."""

    def __init__(self, outcomes: Outcomes, *arguments):
        super().__init__(*arguments)
        self.outcomes = outcomes
        signal.signal(signal.SIGALRM, self.interrupt)

    def interrupt(self, *_) -> None:
        raise Overdue(f"it has not ended after {self.outcomes.limit:g} s")

    def startTest(self, test):
        super().startTest(test)
        self.outcomes.journal.started(test.id())
        self.started = time.monotonic()
        # Again and again: what cleans up behind the test may hang, too.
        signal.setitimer(signal.ITIMER_REAL, self.outcomes.limit, self.outcomes.limit)

    def stopTest(self, test):
        signal.setitimer(signal.ITIMER_REAL, 0)
        super().stopTest(test)
        seconds = time.monotonic() - self.started
        self.outcomes.seconds[test.id()] = seconds
        self.outcomes.journal.ended(test.id(), *self.outcomes.outcome(test.id()))
        self.stream.writeln(f"    {seconds:.1f} s")

    def addSuccess(self, test):
        super().addSuccess(test)
        self.outcomes.passed.add(test.id())

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.fail(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self.fail(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.fail(test, err)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.outcomes.skipped[test.id()] = reason

    def fail(self, test, err):
        lines = str(err[1]).strip().splitlines() or [""]
        self.outcomes.failed[test.id()] = f"{err[0].__name__}: {lines[0]}"
