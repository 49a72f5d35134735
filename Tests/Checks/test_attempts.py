"""What becomes of tests that fail at their first attempt."""

import io
import sys
import unittest
from contextlib import redirect_stdout
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "EndToEnd"))

from support.attempts import MOST_RUN_AGAIN, with_second_attempt  # noqa: E402
from support.outcomes import Outcomes  # noqa: E402


def run(suite: unittest.TestSuite) -> Outcomes:
    outcomes = Outcomes(suite)
    unittest.TextTestRunner(stream=io.StringIO(), resultclass=lambda *arguments: outcomes.attach(*arguments)).run(suite)
    return outcomes


class AttemptTests(unittest.TestCase):
    def setUp(self):
        # What the tests of a class share, as the emulated machine is shared.
        self.machine: list[str] = []
        self.ran: list[str] = []

    def attempt(self, **tests) -> Outcomes:
        """Runs a class of tests that installs something in the machine first, where nothing may be installed yet."""
        machine = self.machine

        def set_up(cls) -> None:
            if machine:
                raise AssertionError(f"{machine} on a machine that ought to be clean")
            machine.append("installed")

        case = type("Case", (unittest.TestCase,), tests | {"setUpClass": classmethod(set_up)})
        names = sorted(tests)
        with redirect_stdout(io.StringIO()):
            return with_second_attempt(
                lambda: unittest.TestSuite(case(name) for name in names), run, run, self.machine.clear)

    def test_a_class_is_set_up_again_on_a_clean_machine(self):
        def test_a(case):
            self.ran.append("a")

        def test_b(case):
            self.ran.append("b")
            case.assertNotEqual(self.ran.count("b"), 1)

        outcomes = self.attempt(test_a=test_a, test_b=test_b)
        self.assertEqual(self.ran, ["a", "b", "b"])
        self.assertEqual((len(outcomes.passed), len(outcomes.flaky)), (2, 1), outcomes.report())

    def test_what_fails_again_has_failed(self):
        outcomes = self.attempt(test_a=lambda case: case.fail("as ever"), test_b=lambda case: None)
        self.assertEqual((outcomes.report()["failed"], outcomes.flaky), (1, {}))

    def test_many_failures_are_no_accident(self):
        def fail(case):
            self.ran.append("one")
            case.fail("as ever")

        count = MOST_RUN_AGAIN + 1
        outcomes = self.attempt(**{f"test_{number}": fail for number in range(count)})
        self.assertEqual((len(outcomes.failures), len(self.ran)), (count, count))
        self.assertEqual(self.machine, ["installed"], "left as it is")


if __name__ == "__main__":
    unittest.main()
