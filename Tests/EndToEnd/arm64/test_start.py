"""What a start costs on a small board, in instructions: a number that is the same on each computer, however busy it is."""

import json
import unittest

from machine.machine import Machine
from support.installed_service import INSTALLATION, UNATTENDED

from .test_board import booted_board

# Of what was measured, a tenth more: docs/performance.md.
MOST_MILLIONS = {"drm": 132, "virtual": 107}
RUNTIME = "/run/count"


def setUpModule():
    machine = booted_board(counts=True)
    for command in INSTALLATION:
        machine.do(command, **UNATTENDED)
    StartTests.machine = machine


class StartTests(unittest.TestCase):
    machine: Machine

    def millions(self, backend: str, *options: str) -> float:
        """What the service takes for a terminal that ends as soon as it has shown its window, and the service with it."""
        run = ["/usr/bin/kagami", "run", "--backend", backend, *options, "--socket", f"{RUNTIME}/socket", "--", "foot", "-e", "true"]
        counted = self.machine.do(
            f"mkdir -p -m 700 {RUNTIME} && env -u LIBSEAT_BACKEND XDG_RUNTIME_DIR={RUNTIME} HOME=/root "
            f"/checkout/Tests/EndToEnd/machine/guest/instructions.py {' '.join(run)} 2>{RUNTIME}/log", timeout=300)
        result = json.loads(counted.splitlines()[-1])
        self.assertEqual(result["status"], 0, self.machine.do(f"cat {RUNTIME}/log"))
        return result["instructions"] / 1e6

    def test_a_start_takes_few_instructions(self):
        seen = {"drm": self.millions("drm"), "virtual": self.millions("virtual", "--virtual-panel", "1280x800")}
        print("\ninstructions of a start, in millions: " + ", ".join(f"{backend} {count:.1f}" for backend, count in seen.items()), flush=True)
        for backend, count in seen.items():
            self.assertLess(count, MOST_MILLIONS[backend], seen)
