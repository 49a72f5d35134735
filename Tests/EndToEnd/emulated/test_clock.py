"""The wall clock is set while the status bar counts from one of its times."""

import unittest

from support.booted import machine_at_rest
from support.emulated_service import EmulatedService
from support.waiting import eventually

# Brighter than the bar's ground, as its digits are.
BRIGHT = 120


class ClockTests(unittest.TestCase):
    def test_the_elapsed_time_follows_at_once(self):
        machine = machine_at_rest()
        with EmulatedService(machine, "clock") as service:
            service.cli("hud", "show", "panel-top")
            height = service.status()["hud"]["height"]

            def width() -> int:
                """That of the digits, all that the bar shows."""
                columns = (service.dump(0)[:height] > BRIGHT).any(axis=(0, 2)).nonzero()[0]
                return int(columns[-1] - columns[0]) if len(columns) else 0

            service.cli("hud", "set", "--elapsed", "3605")
            hour = eventually(width, "1:00:05 is shown", 20)
            service.cli("hud", "set", "--start", str(int(machine.do("date +%s")) - 5))
            eventually(lambda: 0 < width() < 0.8 * hour, "0:05 is shown", 20)
            machine.do("date --set '+1 hour'")
            self.addCleanup(machine.do, "date --set '-1 hour'")
            eventually(lambda: abs(width() - hour) <= 0.1 * hour, "an hour more is shown", 20)
