"""Nothing changes, nothing happens; little changes, little is drawn."""

import unittest

from support.requirements import require_programs
from support.virtual_service import QUESTION_WAKEUPS, VirtualService
from support.waiting import eventually

# The height of foot's lines with the terminal's font, in pixels. foot tells of whole lines that have changed.
LINE = 20


def setUpModule():
    require_programs("foot")


class EconomyTests(unittest.TestCase):
    # Counts what a second brings.
    alone = True

    def setUp(self):
        self.service = self.enterContext(VirtualService())
        self.service.terminal_ready()
        self.service.plug()
        self.before = self.service.wait_until_still()

    def test_static_client_costs_no_wakeups(self):
        # Longer than a second: whatever ticks shows itself.
        before, after = self.service.rest(1.2)
        self.assertLessEqual(after["counters"]["wakeups"] - before["counters"]["wakeups"], QUESTION_WAKEUPS)

    def test_typed_character_repaints_its_line_on_both_screens(self):
        self.service.cli("virtual", "key", "type", "x")
        eventually(lambda: self.service.terminal.typed() == "x", "the character has arrived")

        def repainted(status: dict) -> dict[str, int]:
            return {
                screen: status["counters"][screen]["damaged_pixels"] - self.before["counters"][screen]["damaged_pixels"]
                for screen in ("external", "panel")
            }

        # The terminal shows the character when it comes to that.
        self.service.wait_for("both screens show the character", lambda status: all(repainted(status).values()))
        painted = repainted(self.service.wait_until_still())
        self.assertGreater(painted["external"], 0)
        self.assertLessEqual(painted["external"], 3840 * LINE)
        self.assertGreater(painted["panel"], 0)
        # A third of it each way, and the rows at its edges that are partly covered.
        self.assertLessEqual(painted["panel"], 1280 * (LINE // 3 + 2))
