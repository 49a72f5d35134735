"""Cards without atomic commits, which the service does not use: it says so in one line."""

from paper.bench import Bench
from paper.cards import WITHOUT_ATOMIC
from paper.results import recorded
from paper.service import PaperService

from .case import PaperCase


class WithoutAtomicTests(PaperCase):
    def test_reason_is_said(self):
        for card in WITHOUT_ATOMIC:
            told = recorded((card,), "not used, and the reason is said")
            with self.subTest(card.name), told, Bench(card) as bench, PaperService(bench, wait=False) as service:
                self.assertNotEqual(service.process.wait(10), 0)
                self.assertIn("atomic", (service.folder / "stderr").read_text())
                self.assertEqual(bench.mistakes, [])
