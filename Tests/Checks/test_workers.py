"""How an end-to-end tier's tests are put in order and shared out among processes."""

import sys
import types
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "EndToEnd"))

from machine.graphics import QXL, VIRTIO_GL  # noqa: E402
from support.booted import by_machine  # noqa: E402
from support.workers import divided  # noqa: E402


def case(name: str, module: str = "plain", **members) -> type[unittest.TestCase]:
    """A class of two tests, `test_a` and `test_b`, in a module of this name."""
    sys.modules.setdefault(module, types.ModuleType(module))
    nothing = {f"test_{letter}": lambda self: None for letter in "ab"}
    return type(name, (unittest.TestCase,), nothing | members | {"__module__": module})


def suite(*cases: type[unittest.TestCase]) -> unittest.TestSuite:
    return unittest.TestSuite(case(name) for case in cases for name in ("test_a", "test_b"))


def sizes(*cases: type[unittest.TestCase]) -> list[int]:
    return [len(unit) for unit in divided(suite(*cases))]


class DivisionTests(unittest.TestCase):
    def test_tests_that_share_nothing_go_their_own_ways(self):
        self.assertEqual(sizes(case("One"), case("Other")), [1, 1, 1, 1])

    def test_a_class_that_sets_up_for_its_tests_stays_together(self):
        shared = {"setUpClass": classmethod(lambda cls: None)}
        self.assertEqual(sizes(case("One", **shared), case("Other", **shared), case("Third")), [2, 2, 1, 1])

    def test_a_module_that_cleans_up_behind_its_tests_stays_together(self):
        module = types.ModuleType("cleaned")
        module.tearDownModule = lambda: None
        sys.modules["cleaned"] = module
        self.addCleanup(sys.modules.pop, "cleaned")
        self.assertEqual(sizes(case("One", "cleaned"), case("Other", "cleaned"), case("Third")), [4, 1, 1])


class OrderTests(unittest.TestCase):
    def test_tests_of_one_machine_follow_each_other_and_the_last_may_spoil_it(self):
        cases = [
            case("Spoiler", graphics=VIRTIO_GL, spoils_machine=True), case("Plain"), case("Last", graphics=QXL),
            case("Drawing", graphics=VIRTIO_GL), case("Later"),
        ]
        names = [type(test).__name__ for test in by_machine(suite(*cases))]
        self.assertEqual(names[::2], ["Plain", "Later", "Drawing", "Spoiler", "Last"])


if __name__ == "__main__":
    unittest.main()
