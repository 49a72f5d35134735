"""Calls into libraries fail in the service's life, one at a time or at random: it goes on, and so does its application."""

import errno
import os
import random
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

from kagami import CommandRefused
from paper import oracles
from paper.bench import Bench
from paper.cards.i915 import I915
from paper.displays import FULL_HD
from support.faults import Fault, Faulty, FaultyService, Place, RandomFaults, faults_at
from support.requirements import require_programs
from support.service import CommandFailed
from support.waiting import eventually

from .cards import FaultyPaperService
from .life import CardLife, Life

CONFIGURATION = '[application]\nrestart = "on-failure"\nrestart_delay_ms = 0\n[external]\nhold_ms = 0\n'
# Lines that one fault may cost in the log, and times that a service at rest may wake up in a second.
MOST_LINES, MOST_WAKEUPS = 60, 40
IS_TORTURE = os.environ.get("KAGAMI_TORTURE") == "faults"


class FaultCase(unittest.TestCase):
    """One kind of life, with faults in it."""

    life: type[Life]

    def service(self, stack: ExitStack, faults: Fault | RandomFaults | None) -> Faulty:
        raise NotImplementedError

    def check(self, faults: Fault | RandomFaults | None) -> list[Place]:
        try:
            with ExitStack() as stack:
                service = stack.enter_context(self.service(stack, faults))
                return self.live(service)
        except (AssertionError, OSError, CommandRefused, CommandFailed) as error:
            raise AssertionError(f"with {faults}: {type(error).__name__}: {error}") from None

    def live(self, service: Faulty) -> list[Place]:
        try:
            eventually(service.answers, "the service answers", 30)
        except AssertionError:
            return self.refused(service, "it neither starts nor ends")
        try:
            self.life(service).run()
        except (AssertionError, OSError, CommandFailed):
            if not is_lost_seat(service.faults):
                raise
            # Without the connection to its seat it cannot go on.
            return self.refused(service, "it does not end")
        return self.lived(service)

    def refused(self, service: Faulty, otherwise: str) -> list[Place]:
        """The service has ended, and has said why."""
        eventually(lambda: service.process.poll() is not None, f"{otherwise}\n{service.log()}")
        lines = (service.folder / "stderr").read_text().splitlines()
        said = [line for line in lines if line.startswith("kagami: ")]
        self.assertEqual((service.process.returncode > 0, len(said) > 0, len(lines) < 10), (True, True, True), service.log())
        return service.places()

    def lived(self, service: Faulty) -> list[Place]:
        """What holds after a life, whatever has failed in it."""
        self.assertTrue(eventually(lambda: service.status()["application"]["state"] == "running", "the application runs"))
        service.wait_until_still()
        before, after = service.rest(0.5)
        self.assertLess(after["counters"]["wakeups"] - before["counters"]["wakeups"], MOST_WAKEUPS, "at rest")
        lines = (service.folder / "stderr").read_text().splitlines()
        self.assertLess(len(lines), MOST_LINES, service.log())
        places = service.places()
        self.assertEqual(service.end(), 0, service.log())
        return places


class EachCall:
    """Each call fails once, in a life of its own. KAGAMI_FAULT runs one again: it is what a failure names after "with"."""

    # Faults of which continuous integration looks at the consequences, and from how many functions calls come at least.
    sample: int
    functions: int
    # Faults of which it always looks at the consequences.
    known: tuple[Fault, ...] = ()

    def test_each_call_fails_once(self):
        if text := os.environ.get("KAGAMI_FAULT"):
            self.check(Fault.from_text(text))
            return
        places = self.check(None)
        self.assertGreater(len({place.function for place in places}), self.functions)
        faults = faults_at(places)
        seed = int(os.environ.get("KAGAMI_SEED", time.time()))
        if not IS_TORTURE:
            faults = [*self.known, *random.Random(seed).sample(faults, self.sample)]
        # A life waits most of its time.
        with ThreadPoolExecutor(4 if IS_TORTURE else 1) as pool:
            failures = [failure for failure in pool.map(self.failure, faults) if failure]
        print(f"    seed {seed}: {len(faults)} faults at {len(places)} places, {len(failures)} failed", flush=True)
        self.assertFalse(failures, f"seed {seed}: " + "\n".join(failures))


    def failure(self, fault: Fault) -> str | None:
        """What went wrong in the life with a fault; None for nothing."""
        try:
            self.check(fault)
            return None
        except AssertionError as error:
            print(f"    {error}", flush=True)
            return str(error)


class VirtualCase(FaultCase):
    """A life on virtual displays."""

    life = Life
    configuration = CONFIGURATION

    def service(self, stack: ExitStack, faults: Fault | RandomFaults | None) -> Faulty:
        return FaultyService(faults, configuration=self.configuration, wait=False)


class VirtualFaultTests(EachCall, VirtualCase):
    """The C library's calls, and what other libraries take of its memory."""

    sample, functions = 8, 25


class GraphicsFaultTests(EachCall, VirtualCase):
    """The calls of the service that draws with OpenGL ES."""

    sample, functions = 3, 25
    configuration = CONFIGURATION + '[renderer]\nuse = "gles"\n'


class CardFaultTests(EachCall, FaultCase):
    """The calls of the service on a graphics card: libdrm's of the kernel, libseat's and libinput's."""

    sample, functions, life = 4, 25, CardLife
    # Until the seat is handed over, another terminal stays black.
    known = (Fault("libseat_disable_seat", "*", 1, errno.EIO),)

    def setUp(self):
        require_programs("foot", "gcc", "umockdev-run")

    def service(self, stack: ExitStack, faults: Fault | RandomFaults | None) -> Faulty:
        bench = stack.enter_context(Bench(I915))
        return FaultyPaperService(bench, faults, configuration=CONFIGURATION, wait=False)

    def lived(self, service: FaultyPaperService) -> list[Place]:
        oracles.check(service)
        places = super().lived(service)
        oracles.check_nothing_left(service)
        return places


def is_lost_seat(faults: Fault | RandomFaults | None) -> bool:
    return isinstance(faults, Fault) and faults.function == "libseat_dispatch"


class RandomFaultTests(VirtualCase):
    """Calls fail at random while the service is used; afterwards all is as ever. KAGAMI_SEED runs one again."""

    # One call in so many fails.
    odds = (50, 200, 1000)

    def test_calls_fail_at_random(self):
        first = int(os.environ.get("KAGAMI_SEED", time.time()))
        for seed in range(first, first + (200 if IS_TORTURE else 2)):
            self.check(RandomFaults(seed, random.Random(seed).choice(self.odds)))

    def live(self, service: FaultyService) -> list[Place]:
        eventually(service.answers, "the service answers", 30)
        with service.troubled():
            self.trouble(service)
        eventually(service.answers, "the service answers again", 10)
        self.recover(service)
        self.life(service).run()
        return self.lived(service)

    def trouble(self, service: FaultyService) -> None:
        """Steps of which any may be refused."""
        chosen = random.Random(service.faults.seed)
        steps = [
            ("virtual", "plug", "HDMI-A-1", "1280x720"), ("virtual", "unplug", "HDMI-A-1"), ("virtual", "key", "type", "x"),
            ("virtual", "touch", "down", "0", "300", "300"), ("virtual", "touch", "up", "0"), ("hud", "show"), ("pip", "start", "hud"),
            ("pip", "stop"), ("menu", "show"), ("menu", "hide"), ("freeze", "on"), ("freeze", "off"), ("launch", "--", "sleep", "1"),
            ("config", "reload"), ("screenshot", "panel", str(service.folder / "panel.png")), ("restart",),
        ]
        for step in chosen.choices(steps, k=20):
            service.attempt(*step)
            self.assertIsNone(service.process.poll(), f"the service has ended\n{service.log()}")

    def recover(self, service: FaultyService) -> None:
        """What a user does who finds it in whatever state."""
        for step in (("pip", "stop"), ("freeze", "off"), ("menu", "hide"), ("virtual", "touch", "up", "0"), ("virtual", "key", "x", "release"),
                     ("virtual", "unplug", "HDMI-A-1")):
            service.attempt(*step)
        eventually(
            lambda: service.status()["application"]["state"] == "running" or service.attempt("restart").status == 0,
            "the application is started again")


if __name__ == "__main__":
    unittest.main()
