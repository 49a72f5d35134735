"""What has to come of the things that a user does to a window."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy

from .looks import Box, Look, Part

if TYPE_CHECKING:
    from .hosted import Hosted

# Half a panel pixel seen on the external, and the 1/256 of the protocol.
TOLERANCE = 2


class Effect(ABC):
    """Something that the act before it leads to."""

    def before(self, hosted: "Hosted") -> None:
        """Remembers how things are before the act."""

    @abstractmethod
    def after(self, hosted: "Hosted", point: tuple[float, float] | None) -> None:
        """Waits for the effect; `point` is where the act was, in the window's pixels."""


class Changes(Effect):
    """The picture changes in this part of the window."""

    def __init__(self, box: Part = Box()):
        self.box = box

    def before(self, hosted) -> None:
        self.picture = self.box.of(hosted.window_picture())

    def after(self, hosted, point) -> None:
        hosted.eventually(
            lambda: numpy.any(self.box.of(hosted.window_picture()) != self.picture), f"a change in {self.box}"
        )


class Shows(Effect):
    """The window comes to look like this."""

    def __init__(self, *looks: Look):
        self.looks = looks

    def after(self, hosted, point) -> None:
        hosted.wait_for_looks(self.looks)


class Reports(Effect):
    """The client's new reports of a kind satisfy a condition."""

    def __init__(self, kind: str, holds: Callable[[list[dict]], bool] = bool):
        self.kind = kind
        self.holds = holds

    def before(self, hosted) -> None:
        self.count = len(hosted.reports(self.kind))

    def after(self, hosted, point) -> None:
        def news():
            return hosted.reports(self.kind)[self.count :]

        hosted.eventually(lambda: self.holds(news()), f"reports of {self.kind} as wanted", news)


class ReportsPlace(Reports):
    """The client's newest report of a kind has the act's own place."""

    def __init__(self, kind: str):
        super().__init__(kind)

    def after(self, hosted, point) -> None:
        self.holds = lambda news: bool(news) and is_at((news[-1]["x"], news[-1]["y"]), point)
        super().after(hosted, point)


class Prints(Effect):
    """The client writes this on its standard output."""

    def __init__(self, text: str):
        self.text = text

    def before(self, hosted) -> None:
        self.length = len(hosted.printed())

    def after(self, hosted, point) -> None:
        hosted.eventually(
            lambda: self.text in hosted.printed()[self.length :], f"{self.text!r} is printed", hosted.printed
        )


def is_at(place: tuple[float, float], point: tuple[float, float]) -> bool:
    return all(abs(one - other) <= TOLERANCE for one, other in zip(place, point))
