"""What has become of a tier's tests so far, for whoever has to end the tier: a line of JSON for each start and each end."""

import json
import os
from pathlib import Path


class Journal:
    """A file that several processes add to; without one nothing is kept."""

    def __init__(self, path: Path | None = None):
        self.path = path

    def expect(self, names: list[str]) -> None:
        """The tests that are to run."""
        self.add({"expected": names})

    def started(self, name: str) -> None:
        self.add({"test": name, "outcome": "started"})

    def ended(self, name: str, outcome: str, reason: str) -> None:
        """`outcome` is passed, failed or skipped."""
        self.add({"test": name, "outcome": outcome, "reason": reason})

    def add(self, entry: dict) -> None:
        if self.path is None:
            return
        # One write at the end of the file: lines of two processes do not mix.
        file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            os.write(file, json.dumps(entry).encode() + b"\n")
        finally:
            os.close(file)
