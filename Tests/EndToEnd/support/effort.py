"""How many cases a test runs, and which tests are left out of everyday's checks."""

import os
import unittest
from collections.abc import Callable, Iterable

# Continuous integration and torture run all cases, `make test` a sample.
IS_THOROUGH = os.environ.get("CI", "").lower() in {"true", "1"} or "KAGAMI_TORTURE" in os.environ
# `make test-machine` and `make test-clients` run what takes very long, too: each application, and the tests that are `lengthy`.
RUNS_ALL = os.environ.get("KAGAMI_CASES") == "all"


def cases(sample: int, whole: int) -> int:
    return whole if IS_THOROUGH else sample


def thorough(test: Callable) -> Callable:
    """Has everyday's checks leave a test out: a long one, and one more case of what a test beside it shows."""
    test.is_thorough = True
    return test


def lengthy(test: Callable) -> Callable:
    """Leaves a test to `make test-machine` and `make test-clients`: one more case, too, which takes very long."""
    test.is_lengthy = True
    return test


def wanted(tests: Iterable[unittest.TestCase]) -> unittest.TestSuite:
    """The tests that are run where nobody has picked some."""
    left_out = ([] if IS_THOROUGH else ["is_thorough"]) + ([] if RUNS_ALL else ["is_lengthy"])

    def is_wanted(test: unittest.TestCase) -> bool:
        method = getattr(test, test._testMethodName, None)
        return not any(hasattr(method, mark) for mark in left_out)

    return unittest.TestSuite(test for test in tests if is_wanted(test))
