"""Clients that send all they can leave something to the others."""

import unittest

from support.effort import thorough
from support.load import Flood, Painter
from support.requirements import require_programs
from support.virtual_service import VirtualService

CLIENTS, SURFACES = 20, 20
SECONDS = 2
# The painter's share of the frames that it has without the flood. With a layout for each commit it was a twentieth. It is all of them where
# clients are read in turns, and three quarters where they are not; a computer whose processors have much else to do takes a part of that, and a debug
# build more.
LEAST_SHARE = 0.1
ATTEMPTS = 3


def setUpModule():
    require_programs("gcc", "wayland-scanner")


class LoadTests(unittest.TestCase):
    # Measures time.
    alone = True

    @thorough
    def test_twenty_clients_that_wait_for_nothing(self):
        service = self.enterContext(VirtualService(command=[]))
        shares = []
        for _ in range(ATTEMPTS):
            quiet = self.frames(service)
            with Flood(service, CLIENTS, SURFACES):
                busy = self.frames(service)
            self.assertGreater(quiet, 20, "the measure itself")
            shares.append(busy / quiet)
            if shares[-1] > LEAST_SHARE:
                return
        self.fail(f"the painter has {shares} of its frames")

    def frames(self, service: VirtualService) -> int:
        painter = Painter(service)
        measure = painter.measure(SECONDS)
        painter.process.kill()
        self.assertEqual(measure.unanswered, 0)
        return len(measure.callbacks)
