"""The service on a paper card, of which calls fail."""

from paper.bench import Bench
from paper.service import PaperService
from support.binary import kagami
from support.faults import Fault, Faulty, RandomFaults


class FaultyPaperService(Faulty, PaperService):
    """The service on the cards of a bench, of which calls fail; the model's own do not."""

    def __init__(self, bench: Bench, faults: Fault | RandomFaults | None = None, **keys):
        super().__init__(bench, **keys)
        self.faults = faults

    def program(self) -> list:
        variables = self.bench.environment | (preload := self.preload())
        # What fails comes first: it stands before the model of the card, too.
        variables["LD_PRELOAD"] = f"{preload['LD_PRELOAD']}:{self.bench.environment['LD_PRELOAD']}"
        return ["env", *(f"{name}={value}" for name, value in variables.items()), kagami()]
