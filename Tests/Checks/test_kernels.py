"""How the pixel kernels of several processors are judged."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from checks.kernels import declared, flags, judge  # noqa: E402

SAID = {"kagami_fill": ["piece 01", "piece 02"]}


class JudgeTests(unittest.TestCase):
    def test_the_same_everywhere_passes(self):
        self.assertEqual(str(judge("kagami_fill", SAID, {"arm64": dict(SAID)})), "1 passed, 0 failed")

    def test_one_other_digest_fails_and_the_processor_is_named(self):
        tally = judge("kagami_fill", SAID, {"arm64": {"kagami_fill": ["piece 01", "piece 03"]}, "an older amd64": dict(SAID)})
        self.assertEqual(tally.notes, ["failed: kagami_fill writes other bytes on arm64"])

    def test_what_did_not_come_to_its_end_fails(self):
        self.assertEqual(judge("kagami_fill", SAID, {"arm64": {}}).failed, 1)

    def test_a_kernel_that_is_not_run_fails(self):
        self.assertEqual(judge("kagami_turn", SAID, {"arm64": dict(SAID)}).failed, 1)


class SourceTests(unittest.TestCase):
    def test_all_functions_of_the_header_are_known(self):
        header = Path(__file__).resolve().parents[2] / "Sources" / "CPixelKernels" / "include" / "CPixelKernels.h"
        code = "\n".join(line for line in header.read_text().splitlines() if not line.startswith("///"))
        self.assertEqual(len(declared()), code.count("("))

    def test_the_flags_are_those_of_the_package(self):
        self.assertIn("-ffp-contract=off", flags())
