"""How the conformance tier judges what the suite printed."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from checks.conformance import MOST_FLAKY, RESULT, Verdict  # noqa: E402


class VerdictTests(unittest.TestCase):
    def test_a_test_that_fails_twice_has_failed(self):
        verdict = Verdict({"A.one": "OK", "A.two": "FAILED"}, known=set())
        verdict.run_again({"A.two": "FAILED"})
        tally = verdict.tally()
        self.assertEqual((tally.passed, tally.failed), (1, 1))
        self.assertIn("failed: A.two", tally.notes)

    def test_a_test_that_passes_when_run_again_is_named(self):
        verdict = Verdict({"A.one": "OK", "A.two": "FAILED"}, known=set())
        verdict.run_again({"A.two": "OK"})
        tally = verdict.tally()
        self.assertEqual((tally.passed, tally.failed), (2, 0))
        self.assertIn("flaky: A.two passed only when it was run again", tally.notes)

    def test_many_flaky_tests_are_a_failure(self):
        for count, failed in [(MOST_FLAKY, 0), (MOST_FLAKY + 1, 1)]:
            names = [f"A.{number}" for number in range(count)]
            verdict = Verdict(dict.fromkeys(names, "FAILED"), known=set())
            verdict.run_again(dict.fromkeys(names, "OK"))
            self.assertEqual(verdict.tally().failed, failed, count)

    def test_a_listed_failure_is_neither_failed_nor_flaky(self):
        tally = Verdict({"A.one": "FAILED", "A.two": "SKIP"}, known={"A.one"}).tally()
        self.assertEqual((tally.passed, tally.failed), (0, 0))
        self.assertIn("1 fail as listed, 1 ask for protocols", tally.notes[0])

    def test_a_listed_failure_that_passes_is_named(self):
        tally = Verdict({"A.one": "OK"}, known={"A.one"}).tally()
        self.assertIn("conformance: A.one passes and is still listed as failing", tally.notes)

    def test_results_are_read_from_the_suites_lines(self):
        found = RESULT.match("[  FAILED  ] Group/Case.does_it/3, where GetParam() = x (12 ms)")
        self.assertEqual(found.groups(), ("FAILED", "Group/Case.does_it/3"))


if __name__ == "__main__":
    unittest.main()
