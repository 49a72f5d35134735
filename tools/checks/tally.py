"""How many tests have passed, failed and been skipped."""

from dataclasses import dataclass, field


@dataclass
class Tally:
    """Counts of tests, never of suites; what did not get as far as a test counts as one that failed."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    notes: list[str] = field(default_factory=list)
    """What a reader must know of failures and skips, one line each."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.passed + other.passed,
            self.failed + other.failed,
            self.skipped + other.skipped,
            self.notes + other.notes,
        )

    def __str__(self) -> str:
        text = f"{self.passed} passed, {self.failed} failed"
        return f"{text}, {self.skipped} skipped" if self.skipped else text

    @staticmethod
    def failure(note: str) -> "Tally":
        return Tally(failed=1, notes=[f"failed: {note}"])
