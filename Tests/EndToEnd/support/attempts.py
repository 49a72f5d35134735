"""A tier's tests, of which those that fail get a second attempt."""

import unittest
from collections.abc import Callable

from .outcomes import MOST_FLAKY, Outcomes, each

# More failures than this are no accident: they are not run again.
MOST_RUN_AGAIN = 2 * MOST_FLAKY

Attempt = Callable[[unittest.TestSuite], Outcomes]


def with_second_attempt(
    load: Callable[[], unittest.TestSuite], first: Attempt, second: Attempt, clean_up: Callable[[], None]
) -> Outcomes:
    """Runs the tests of `load` by `first`, and those that fail, if they are few, by `second`.

    Before that `clean_up` takes away what tests share and a failure may have left in any state, so that classes and modules set
    it up again from nothing.
    """
    outcomes = first(load())
    failures = set(outcomes.failures)
    if 0 < len(failures) <= MOST_RUN_AGAIN:
        print(f"{len(failures)} failed and are run again, one after the other", flush=True)
        clean_up()
        # Tests that have run are used up.
        outcomes.run_again(second(unittest.TestSuite(test for test in each(load()) if test.id() in failures)))
    return outcomes
