"""What tests on paper cards share."""

import unittest
from contextlib import contextmanager

from paper import oracles
from paper.bench import Bench
from paper.service import PaperService
from paper.table import Card
from support.requirements import require_programs


class PaperCase(unittest.TestCase):
    def setUp(self):
        require_programs("foot", "gcc", "umockdev-run")

    @contextmanager
    def running(self, *cards: Card, **options):
        """The service on these cards; at the end, nothing of it may be left on them."""
        with Bench(*cards) as bench, PaperService(bench, **options) as service:
            yield service
            self.assertEqual(service.end(), 0, service.log())
            oracles.check_nothing_left(service)
