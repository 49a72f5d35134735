"""A tier's tests in several processes: each takes the next test that nobody has taken yet."""

import io
import multiprocessing
import sys
import unittest
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool

from .journal import Journal
from .outcomes import Outcomes, each


def run_in_workers(suite: unittest.TestSuite, workers: int, journal: Journal) -> Outcomes:
    """Runs the tests, `workers` at a time; those of classes with `alone = True` one by one when the others are done.

    Alone are tests that measure time: of what others do beside them they would know nothing but the delay.
    """
    outcomes = Outcomes(suite)
    units = divided(suite)
    alone = [unit for unit in units if is_alone(unit)]
    shared = [unit for unit in units if not is_alone(unit)]
    # A forked worker knows the tests, so that their places in the list are all that goes between the processes.
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(workers, context, initializer=remember, initargs=(shared, journal)) as pool:
        running = [pool.submit(run_remembered, place) for place in range(len(shared))]
        for done in as_completed(running):
            try:
                text, part = done.result()
            except BrokenProcessPool:
                print("a process that runs tests has died", flush=True)
                break
            print(text, end="", flush=True)
            outcomes.add(part)
    for unit in alone:
        text, part = run(unit, journal)
        print(text, end="", flush=True)
        outcomes.add(part)
    return outcomes


def divided(suite: unittest.TestSuite) -> list[list[unittest.TestCase]]:
    """What has to stay in one process: a test, or all tests of a class or module that sets something up for them."""
    units: list[list[unittest.TestCase]] = []
    for test in each(suite):
        if units and shared_by(test) and shared_by(test) == shared_by(units[-1][0]):
            units[-1].append(test)
        else:
            units.append([test])
    return units


def shared_by(test: unittest.TestCase) -> object:
    """The module or class that sets up for several tests, and cleans up behind them, what this one uses."""
    kind = type(test)
    if hasattr(sys.modules[kind.__module__], "tearDownModule"):
        return kind.__module__
    return kind if kind.setUpClass.__func__ is not unittest.TestCase.setUpClass.__func__ else None


def is_alone(unit: list[unittest.TestCase]) -> bool:
    return getattr(unit[0], "alone", False)


def run(unit: list[unittest.TestCase], journal: Journal) -> tuple[str, Outcomes]:
    """Runs tests in this process and returns what they print, and their outcomes."""
    suite = unittest.TestSuite(unit)
    outcomes, text = Outcomes(suite, journal), io.StringIO()
    runner = unittest.TextTestRunner(
        stream=text, verbosity=2, resultclass=lambda *arguments: outcomes.attach(*arguments)
    )
    runner.run(suite)
    # The runner's own summary of one test says nothing.
    return text.getvalue().partition(f"\n{unittest.TextTestResult.separator2}\nRan ")[0] + "\n", outcomes


REMEMBERED: list[list[unittest.TestCase]] = []
JOURNAL: list[Journal] = []


def remember(units: list[list[unittest.TestCase]], journal: Journal) -> None:
    REMEMBERED.extend(units)
    JOURNAL.append(journal)


def run_remembered(place: int) -> tuple[str, Outcomes]:
    return run(REMEMBERED[place], JOURNAL[0])
