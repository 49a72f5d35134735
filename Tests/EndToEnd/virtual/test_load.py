"""Clients that send all they can cost themselves, and hardly anybody else."""

import unittest

from support.effort import thorough
from support.load import Flood, Measure, Painter, percentile, resident
from support.requirements import require_programs
from support.virtual_service import VirtualService

CLIENTS, SURFACES = 20, 20
SECONDS = 4
# What the service may keep for clients that ask for ever more callbacks, and what one run differs from another.
MOST_GROWTH = 16 << 20
# By how much the painter may be slower than alone. Where requests are read as they come, it is slower by some hundred times.
MOST_SLOWDOWN = 12


def setUpModule():
    require_programs("gcc", "wayland-scanner")


class LoadTests(unittest.TestCase):
    # Measures time.
    alone = True

    def setUp(self):
        self.service = self.enterContext(VirtualService(command=[]))

    def check(self, kind: str):
        painter = Painter(self.service)
        quiet = painter.measure(SECONDS)
        painter.process.kill()
        with Flood(self.service, CLIENTS, SURFACES, kind):
            painter = Painter(self.service)
            before = resident(self.service.process.pid)
            busy = painter.measure(SECONDS)
            grown = resident(self.service.process.pid) - before
        print(f"\n    quiet: {quiet}\n    {kind}: {busy}; {grown >> 10} KiB more", flush=True)
        self.assertGreater(len(quiet.callbacks), 20, "the measure itself")
        self.assert_served(busy, quiet)
        self.assertLess(grown, MOST_GROWTH)

    def assert_served(self, busy: Measure, quiet: Measure):
        """The painter gets what it gets without the flood, but for what this computer's processors lack."""
        self.assertEqual(busy.unanswered, 0)
        self.assertGreater(len(busy.callbacks), len(quiet.callbacks) / MOST_SLOWDOWN)
        for kind in ("callbacks", "answers"):
            alone, among = (percentile(getattr(measure, kind), .9) for measure in (quiet, busy))
            self.assertLess(among, alone * MOST_SLOWDOWN, f"{kind}: {among * 1000:.0f} ms beside {alone * 1000:.0f} ms")

    def test_clients_that_wait_for_nothing(self):
        self.check("flood")

    @thorough
    def test_clients_that_wait_for_each_round(self):
        self.check("burst")


if __name__ == "__main__":
    unittest.main()
