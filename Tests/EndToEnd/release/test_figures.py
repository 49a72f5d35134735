"""Figures of the bench that are goals, as ratios within one run."""

import json
import subprocess
import unittest

from support.binary import CHECKOUT
from support.requirements import missing


class BarTests(unittest.TestCase):
    def test_tick_costs_a_twentieth_of_a_naive_frame_at_most(self):
        bench = CHECKOUT / ".build" / "release" / "kagami-bench"
        if not bench.exists():
            missing("kagami-bench is not built (make bench)")
        output = CHECKOUT / ".build" / "end-to-end" / "bars.json"
        output.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([bench, "--bars-only", "--output", output], check=True, stdout=subprocess.DEVNULL, timeout=300)
        figures = json.loads(output.read_text())
        self.assertGreaterEqual(figures["hud_naive_to_tick"], 20)
        self.assertGreater(figures["hud_naive_to_comment"], 3)
