"""Storms: operations drawn at random, in bursts, with what must hold after each of them.

A failure names its seed and its last operations: KAGAMI_STORM_SEED=SEED runs that storm again, with KAGAMI_STORM_OPERATIONS=N operations.
"""

import os
import random
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .service import Service
from .waiting import eventually

SEED = int(os.environ.get("KAGAMI_STORM_SEED", 1))


def operations(usual: int, torture: int) -> int:
    """How many a storm has."""
    return int(os.environ.get("KAGAMI_STORM_OPERATIONS", torture if os.environ.get("KAGAMI_TORTURE") == "1" else usual))


@dataclass(frozen=True)
class Operation:
    """What may happen, how often beside the others, and when it can. Each is given the storm."""

    weight: int
    perform: Callable[[Any], None]
    is_possible: Callable[[Any], object] = lambda storm: True


class Storm(ABC):
    """Somebody who does anything at any time, and remembers what is plugged in, held and started."""

    # Operations that follow each other without a look at what they have come to.
    longest_burst: int
    # How long a letter may take to the application, in seconds.
    letter_patience: float

    def __init__(self, service: Service, seed: int):
        self.service = service
        self.random = random.Random(seed)
        self.last: deque[str] = deque(maxlen=30)
        self.counts: Counter[str] = Counter()

    def run(self, count: int, table: tuple[Operation, ...]) -> None:
        """So many operations in bursts, and what must hold after each burst."""
        while count > 0:
            burst = min(count, self.random.randint(1, self.longest_burst))
            count -= burst
            for _ in range(burst):
                possible = [operation for operation in table if operation.is_possible(self)]
                operation = self.random.choices(possible, [operation.weight for operation in possible])[0]
                self.counts[operation.perform.__name__] += 1
                operation.perform(self)
            self.check()

    def spells(self, count: int, length: int, table: tuple[Operation, ...]) -> Iterator[int]:
        """So many operations, with a calm before, between and after spells of this length; how many are done at each calm after one."""
        self.calm_down()
        for done in range(0, count, length):
            self.run(min(length, count - done), table)
            self.calm_down()
            yield min(done + length, count)

    @abstractmethod
    def calm_down(self) -> None:
        """Lets all go, and waits until the service is as it was at its start."""

    @abstractmethod
    def check(self) -> None:
        """Raises `AssertionError` unless all holds that has to after a burst."""

    @abstractmethod
    def press(self, letter: str) -> None:
        """Presses and releases a letter's key."""

    def pick(self, choices):
        return self.random.choice(sorted(choices) if isinstance(choices, (set, dict)) else choices)

    def say(self, what: str) -> None:
        self.last.append(what)

    def type_a_letter(self) -> None:
        """One key is one letter in the application: no other key is held, and no other window has the keyboard."""
        terminal, letter = self.service.terminal, self.pick("xyzw")
        before = len(terminal.typed())
        self.service.wait_until_still()
        self.press(letter)
        eventually(lambda: terminal.typed()[before:] == letter, f"{letter} alone has arrived", self.letter_patience)


def is_laid_out(status: dict, on: str, width: int, height: int) -> bool:
    """Whether the terminal is what the content shows, on this screen and at its size."""
    content = status["content"]
    return bool(content) and (content["app_id"], content["on"], content["width"], content["height"]) == ("foot", on, width, height)
