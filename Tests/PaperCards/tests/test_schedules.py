"""Random schedules on every computer: one everyday, ten thousand over all of them in torture.

A failure names its seed: KAGAMI_SCHEDULE=SEED runs that one alone. KAGAMI_SCHEDULES=N runs so many on each computer.
"""

import os
import time

from paper.cards import ALL
from paper.results import recorded, slug
from paper.schedules import Schedule
from paper.table import Card

from .case import PaperCase

STEPS = 6
# A service goes through so many schedules before it is ended and what it leaves is looked at.
SCHEDULES_A_SERVICE = 10
TORTURE = 10_000


def seeds(place: int) -> list[int]:
    """The schedules of one computer; every computer has seeds of its own."""
    if "KAGAMI_SCHEDULE" in os.environ:
        return [seed for seed in [int(os.environ["KAGAMI_SCHEDULE"])] if seed % len(ALL) == place]
    count = TORTURE // len(ALL) if os.environ.get("KAGAMI_TORTURE") == "hardware" else 1
    count = int(os.environ.get("KAGAMI_SCHEDULES", count))
    return [place + index * len(ALL) for index in range(count)]


class ScheduleTests(PaperCase):
    def run_all(self, cards: tuple[Card, ...], place: int):
        chosen = seeds(place)
        started = time.monotonic()
        with recorded(cards, "random schedules", len(chosen)):
            for first in range(0, len(chosen), SCHEDULES_A_SERVICE):
                self.run_some(cards, chosen[first : first + SCHEDULES_A_SERVICE])
        print(f"{len(chosen)} schedules in {time.monotonic() - started:.0f} s")

    def run_some(self, cards: tuple[Card, ...], chosen: list[int]):
        with self.running(*cards) as service:
            service.wait_for("the content is shown", lambda status: status["content"])
            for seed in chosen:
                Schedule(service, seed).run(STEPS)


def add_tests() -> None:
    for place, cards in enumerate(ALL):
        setattr(ScheduleTests, f"test_{slug(cards)}", lambda self, cards=cards, place=place: self.run_all(cards, place))


add_tests()
