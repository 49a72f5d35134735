"""What goes wrong, by script: each fault is set by a test and happens as often as it says."""

import time
from dataclasses import dataclass, field

from .objects import Refused


@dataclass
class Failure:
    """Lets calls of a kind fail: `skip` of them pass, then `count` fail."""

    call: str
    number: int
    skip: int = 0
    count: int = 1
    # Which of the calls: a function of its fields.
    when: object = None


@dataclass
class Faults:
    failures: list[Failure] = field(default_factory=list)
    # Refuses real commits, not tests: a function of the proposal to an errno.
    commit_rule: object = None
    flips_to_lose: int = 0
    flips_to_stick: int = 0
    # How long the kernel waits for a flip that never happens until it gives up on it, and a blocking commit for that.
    stuck_seconds: float = 10.0
    flips_to_delay: int = 0
    flip_seconds: float = 0.0
    # How much later than their vertical blanks all flips of a CRTC happen, by its place in the card's list.
    slow_crtcs: dict[int, float] = field(default_factory=dict)
    # How often a connector's link is lost again after a modeset has trained it.
    bad_trainings: dict[str, int] = field(default_factory=dict)
    garbled_edids: dict[str, int] = field(default_factory=dict)
    probe_seconds: float = 0.0

    def fail(self, call: str, number: int, skip: int = 0, count: int = 1, when=None) -> Failure:
        self.failures.append(Failure(call, number, skip, count, when))
        return self.failures[-1]

    def check(self, call: str, fields) -> None:
        for failure in list(self.failures):
            if failure.call != call or failure.when and not failure.when(fields):
                continue
            if failure.skip > 0:
                failure.skip -= 1
                continue
            failure.count -= 1
            if failure.count <= 0:
                self.failures.remove(failure)
            raise Refused(failure.number, "a scripted fault")

    def refuse_commit(self, proposal) -> None:
        number = self.commit_rule(proposal) if self.commit_rule else 0
        if number:
            raise Refused(number, "a scripted fault of commits")

    def flip_is_lost(self) -> bool:
        """Whether the picture changes and the program never hears of it."""
        if self.flips_to_lose <= 0:
            return False
        self.flips_to_lose -= 1
        return True

    def pipe_sticks(self) -> bool:
        """Whether the flip never happens: further ones find the CRTC busy until the kernel has given up on it."""
        if self.flips_to_stick <= 0:
            return False
        self.flips_to_stick -= 1
        return True

    def training_fails(self, name: str) -> bool:
        left = self.bad_trainings.get(name, 0)
        if left:
            self.bad_trainings[name] = left - 1
        return left > 0

    def edid_is_garbled(self, name: str) -> bool:
        left = self.garbled_edids.get(name, 0)
        if left:
            self.garbled_edids[name] = left - 1
        return left > 0

    def delay_of_flip(self, crtc: int) -> float:
        if self.flips_to_delay <= 0:
            return self.slow_crtcs.get(crtc, 0.0)
        self.flips_to_delay -= 1
        return self.flip_seconds

    def end_of_probe(self) -> float | None:
        return time.monotonic() + self.probe_seconds if self.probe_seconds else None
