"""How checks that hang are ended, and what is known of an end-to-end tier then."""

import io
import sys
import tempfile
import unittest
from contextlib import redirect_stdout
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "Tests" / "EndToEnd")]

from checks.endtoend import unfinished  # noqa: E402
from checks.shell import run  # noqa: E402
from support.journal import Journal  # noqa: E402
from support.workers import run_in_workers  # noqa: E402


class LimitTests(unittest.TestCase):
    def setUp(self):
        self.enterContext(redirect_stdout(io.StringIO()))

    def test_a_program_that_falls_silent_is_ended_with_all_it_started(self):
        finished = run("sh", "-c", "echo begun; sleep 600 & wait", silence=0.3)
        self.assertEqual((finished.status, finished.lines), (-9, ["begun"]))

    def test_a_program_that_goes_on_printing_is_ended_at_last(self):
        finished = run("sh", "-c", "while echo still here; do sleep 0.1; done", silence=20, limit=0.5)
        self.assertEqual((finished.status, set(finished.lines)), (-9, {"still here"}))

    def test_a_slow_program_that_prints_is_left_alone(self):
        finished = run("sh", "-c", "for turn in 1 2 3 4 5 6; do sleep 0.2; echo $turn; done", silence=1)
        self.assertEqual((finished.status, len(finished.lines)), (0, 6))


class Example(unittest.TestCase):
    """Tests for the tests below, which are not run by themselves."""

    def passes(self):
        pass

    def fails(self):
        self.fail("on purpose")

    def is_skipped(self):
        self.skipTest("for want of something")


class UnfinishedTierTests(unittest.TestCase):
    def setUp(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.path = Path(folder) / "journal.jsonl"
        self.journal = Journal(self.path)

    def test_the_test_that_hung_is_named_and_the_others_count(self):
        cases = [Example(name) for name in ("passes", "fails", "is_skipped")]
        self.journal.expect([*(case.id() for case in cases), "hung", "later", "last"])
        with redirect_stdout(io.StringIO()):
            run_in_workers(unittest.TestSuite(cases), 2, self.journal)
        self.journal.started("hung")
        tally = unfinished(self.path)
        self.assertEqual((tally.passed, tally.failed, tally.skipped), (1, 4, 1))
        self.assertIn("failed: hung was running when the tier was ended", tally.notes)
        self.assertIn("failed: 2 tests that had not begun then", tally.notes)
        self.assertTrue([note for note in tally.notes if "on purpose" in note])

    def test_a_test_that_is_run_again_counts_once(self):
        self.journal.expect(["a"])
        for outcome in ("failed", "passed"):
            self.journal.started("a")
            self.journal.ended("a", outcome, "")
        tally = unfinished(self.path)
        self.assertEqual((tally.passed, tally.failed, tally.notes), (1, 0, []))

    def test_a_tier_that_did_not_begin_has_no_counts(self):
        self.assertEqual(str(unfinished(self.path)), "0 passed, 0 failed")


if __name__ == "__main__":
    unittest.main()
