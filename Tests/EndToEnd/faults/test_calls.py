"""One call of the C library fails in the service's life: it goes on, and so does its application."""

import os
import random
import time
import unittest

from kagami import Client, CommandRefused
from support.faults import Fault, FaultyService, Place
from support.service import CommandFailed
from support.waiting import eventually

CONFIGURATION = '[application]\nrestart = "on-failure"\nrestart_delay_ms = 0\n[external]\nhold_ms = 0\n'
# Faults of which continuous integration looks at the consequences.
SAMPLE = 12
# Lines that one fault may cost in the log, and times that a service at rest may wake up in a second.
MOST_LINES, MOST_WAKEUPS = 60, 40


class Life:
    """What a service goes through. A step that is refused in one line may be tried again, as its user would."""

    def __init__(self, service: FaultyService):
        self.service = service
        self.refusals: list[str] = []

    def run(self) -> None:
        service = self.service
        eventually(service.terminal.start, "the application runs", 20)
        self.step("virtual", "plug", "HDMI-A-1", "1280x720")
        service.wait_for("the content is on the external", lambda status: status["state"] == "mirroring")
        for action in (("down", "0", "300", "300"), ("move", "0", "310", "330"), ("up", "0")):
            self.step("virtual", "touch", *action)
        self.step("virtual", "key", "type", "x")
        self.step("hud", "show")
        self.step("pip", "start", "hud")
        self.step("pip", "stop")
        self.step("menu", "show")
        self.step("menu", "hide")
        self.step("freeze", "on")
        self.step("freeze", "off")
        self.step("screenshot", "external", str(service.folder / "external.png"))
        self.step("launch", "--", "sleep", "60")
        self.step("config", "reload")
        self.step("virtual", "unplug", "HDMI-A-1")
        service.wait_for("the content has come home", lambda status: status["state"] == "panel-only")

    def step(self, *arguments: str) -> None:
        for _ in range(3):
            try:
                self.service.cli(*arguments)
                return
            except CommandFailed as error:
                self.refusals.append(str(error))
                if "closed the connection" in str(error):
                    # It was done, and the reply failed.
                    return
        raise AssertionError(f"refused three times: {self.refusals[-3:]}")


class FaultTests(unittest.TestCase):
    def check(self, fault: Fault | None) -> list[Place]:
        service = FaultyService(fault, configuration=CONFIGURATION, wait=False)
        try:
            with service:
                return self.live(service)
        except (AssertionError, OSError, CommandRefused, CommandFailed) as error:
            raise AssertionError(f"with {fault}: {type(error).__name__}: {error}") from None

    def live(self, service: FaultyService) -> list[Place]:
        try:
            eventually(service.answers, "the service answers", 20)
        except AssertionError:
            # It may say why it cannot start.
            self.assertIsNotNone(service.process.poll(), f"it neither starts nor ends\n{service.log()}")
            lines = (service.folder / "stderr").read_text().splitlines()
            said = [line for line in lines if line.startswith("kagami: ")]
            self.assertEqual((service.process.returncode > 0, len(said) > 0, len(lines) < 10), (True, True, True), service.log())
            return service.places()
        Life(service).run()
        self.assertTrue(eventually(lambda: service.status()["application"]["state"] == "running", "the application runs"))
        service.wait_until_still()
        before, after = service.rest(0.5)
        self.assertLess(after["counters"]["wakeups"] - before["counters"]["wakeups"], MOST_WAKEUPS, "at rest")
        lines = (service.folder / "stderr").read_text().splitlines()
        self.assertLess(len(lines), MOST_LINES, service.log())
        places = service.places()
        self.assertEqual(service.end(), 0, service.log())
        return places

    def test_each_call_fails_once(self):
        """KAGAMI_FAULT runs one again: it is what a failure names after "with"."""
        if text := os.environ.get("KAGAMI_FAULT"):
            self.check(Fault.from_text(text))
            return
        places = self.check(None)
        self.assertGreater(len({place.function for place in places}), 25)
        faults = [fault for place in places for fault in place.faults()]
        seed = int(os.environ.get("KAGAMI_SEED", time.time()))
        if os.environ.get("KAGAMI_TORTURE") != "faults":
            faults = random.Random(seed).sample(faults, SAMPLE)
        failures = []
        for number, fault in enumerate(faults):
            try:
                self.check(fault)
            except AssertionError as error:
                failures.append(str(error))
                print(f"    {number} of {len(faults)}: {error}", flush=True)
        print(f"    seed {seed}: {len(faults)} faults at {len(places)} places, {len(failures)} failed", flush=True)
        self.assertFalse(failures, f"seed {seed}: " + "\n".join(failures))


if __name__ == "__main__":
    unittest.main()
