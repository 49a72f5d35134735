"""How many cases a test runs, and which tests are left out of everyday's checks."""

import os
import unittest
from collections.abc import Callable, Iterable

# Continuous integration and torture run all cases, `make test` a sample.
IS_THOROUGH = os.environ.get("CI", "").lower() in {"true", "1"} or "KAGAMI_TORTURE" in os.environ


def cases(sample: int, whole: int) -> int:
    return whole if IS_THOROUGH else sample


def thorough(test: Callable) -> Callable:
    """Has everyday's checks leave a test out: a long one, and one more case of what a test beside it shows."""
    test.is_thorough = True
    return test


def sampled(tests: Iterable[unittest.TestCase]) -> unittest.TestSuite:
    """The tests that everyday's checks run."""
    return unittest.TestSuite(
        test for test in tests if not hasattr(getattr(test, test._testMethodName, None), "is_thorough"))


# Applications that each take long in the emulated machine.
RUNS_ALL_APPLICATIONS = os.environ.get("KAGAMI_APPLICATIONS") == "all"
