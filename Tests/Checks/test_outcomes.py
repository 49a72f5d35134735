"""How the end-to-end tiers count tests that fail once, tests that fail twice and tests that hang."""

import io
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "EndToEnd"))

from support.outcomes import MOST_FLAKY, Outcomes  # noqa: E402


def outcomes(names: list[str], failed: dict[str, str]) -> Outcomes:
    """What is left of tests with these names, of which some have failed."""
    result = Outcomes(unittest.TestSuite())
    result.expected = names
    result.failed = dict(failed)
    result.passed = set(names) - set(failed)
    return result


class OutcomesTests(unittest.TestCase):
    def test_a_test_that_fails_twice_has_failed(self):
        first = outcomes(["a", "b"], {"b": "AssertionError: late"})
        self.assertEqual(first.failures, ["b"])
        first.run_again(outcomes(["b"], {"b": "AssertionError: later"}))
        report = first.report()
        self.assertEqual((report["passed"], report["failed"]), (1, 1))
        self.assertIn("failed: b: AssertionError: late", report["notes"])

    def test_a_test_that_passes_when_run_again_is_named(self):
        first = outcomes(["a", "b"], {"b": "AssertionError: late"})
        first.run_again(outcomes(["b"], {}))
        report = first.report()
        self.assertEqual((report["passed"], report["failed"]), (2, 0))
        self.assertEqual(report["notes"], ["flaky: b passed only when it was run again: AssertionError: late"])

    def test_a_class_that_could_not_be_set_up_is_run_again(self):
        names = ["virtual.test_x.Case.test_one", "virtual.test_x.Case.test_two"]
        first = outcomes(names, {"setUpClass (virtual.test_x.Case)": "OSError: busy"})
        first.passed = set()
        self.assertEqual(first.failures, names)
        first.run_again(outcomes(names, {}))
        self.assertEqual((first.report()["passed"], first.report()["failed"]), (2, 0))

    def test_many_flaky_tests_are_a_failure(self):
        for count, failed in [(MOST_FLAKY, 0), (MOST_FLAKY + 1, 1)]:
            names = [f"test{number}" for number in range(count)]
            first = outcomes(names, dict.fromkeys(names, "TimeoutError: slow"))
            first.run_again(outcomes(names, {}))
            self.assertEqual(first.report()["failed"], failed, count)


class Example(unittest.TestCase):
    """Tests for the test below, which are not run by themselves."""

    def hangs(self):
        self.addCleanup(time.sleep, 600)
        while True:
            try:
                time.sleep(600)
            except Exception:
                self.fail("it would go on waiting")

    def passes(self):
        pass


class LimitTests(unittest.TestCase):
    def test_a_test_that_hangs_fails_and_the_next_is_run(self):
        suite = unittest.TestSuite([Example("hangs"), Example("passes")])
        found = Outcomes(suite, limit=0.2)
        unittest.TextTestRunner(io.StringIO(), resultclass=lambda *arguments: found.attach(*arguments)).run(suite)
        self.assertEqual(found.failures, [Example("hangs").id()])
        self.assertEqual(found.passed, {Example("passes").id()})
        self.assertIn("Overdue: it has not ended after 0.2 s", found.failed[Example("hangs").id()])


if __name__ == "__main__":
    unittest.main()
