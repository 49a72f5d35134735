"""A lid, keyboards with lights, touchscreens that tell their size, game pads, and a wall clock that somebody sets."""

import json
import signal
import time
import unittest

from machine.device import GamePad, Lid, LitKeyboard
from machine.keyboard import Keyboard
from machine.machine import Machine
from machine.touch import TouchScreen
from support.booted import EXTERNAL_HEAD, machine_at_rest
from support.emulated_service import EmulatedService
from support.waiting import eventually

PANEL = (1280, 800)
EXTERNAL = (1920, 1080)
CAPS_LOCK = 58
# QEMU's displays say that they have 100 pixels to the inch.
MILLIMETRES = 0.254


def setUpModule():
    SensorTests.machine = GamePadTests.machine = machine_at_rest()


class SensorTests(unittest.TestCase):
    machine: Machine

    @classmethod
    def setUpClass(cls):
        cls.service = cls.enterClassContext(EmulatedService(cls.machine, "sensors"))
        cls.service.wait_for_content(*PANEL, "panel")
        eventually(cls.service.terminal.start, "the terminal's program runs", 60)
        cls.machine.heads[EXTERNAL_HEAD].plug(*EXTERNAL)
        cls.service.wait_for_content(*EXTERNAL, "external")

    def outputs(self) -> list[dict]:
        return json.loads(self.service.cli("outputs", "--json"))

    def test_a_lid_is_seen(self):
        """No display of the machine is built in, so a closed lid covers none; the service has its events all the same."""
        recording = self.service.folder / "lid.jsonl"
        recorder = self.service.start(f"exec {self.service.kagami} input record -", recording.name)

        def closed() -> list[bool]:
            lines = recording.read_text().rpartition("\n")[0].splitlines()
            return [event["closed"] for event in map(json.loads, lines) if event["type"] == "lid"]

        try:
            with Lid(self.machine.agent, "Test lid") as lid:

                def move() -> bool:
                    """The service may not have opened the new switch for the first time."""
                    for is_closed in (True, False):
                        lid.move(is_closed)
                    return closed()[-2:] == [True, False]

                eventually(move, "the lid's events", 20, interval=0.5)
                eventually(lambda: closed()[-1:] == [False], "it is open", 20)
        finally:
            self.machine.agent.ask("signal", pid=recorder, number=int(signal.SIGKILL))
        self.assertEqual(self.service.status()["state"], "mirroring")

    def press_until(self, keyboard: LitKeyboard, lights: list[str], keyboards: list[LitKeyboard]) -> None:
        """Presses Caps Lock until these lights are on: the service may not have opened the new keyboard for the first."""

        def press() -> bool:
            keyboard.press(CAPS_LOCK)
            time.sleep(2)
            return all(one.lights() == lights for one in keyboards)

        eventually(press, f"the lights {lights}", 30)

    def test_lights_follow_the_locks_on_every_keyboard(self):
        with LitKeyboard(self.machine.agent, "Test keyboard") as one, LitKeyboard(self.machine.agent, "Other keyboard") as other:
            self.press_until(one, ["caps"], [one, other])
            self.press_until(other, [], [one, other])

    def test_glass_belongs_to_the_display_of_its_size(self):
        def size(pixels: tuple[int, int]) -> tuple[int, ...]:
            return tuple(round(length * MILLIMETRES) for length in pixels)

        small = TouchScreen(self.machine.agent, *PANEL, name="Small glass", millimetres=size(PANEL))
        large = TouchScreen(self.machine.agent, *EXTERNAL, name="Large glass", millimetres=size(EXTERNAL))
        with small, large:
            status = self.service.status()
            wanted = {"Small glass": status["panel"]["name"], "Large glass": status["external"]["name"]}

            def places() -> dict[str, str]:
                return {glass["name"]: glass["output"] for output in self.outputs() for glass in output["touchscreens"]}

            eventually(lambda: wanted.items() <= places().items(), f"{wanted}", 20, interval=0.5)
            matches = {glass["name"]: glass["matches"] for output in self.outputs() for glass in output["touchscreens"]}
            self.assertIn("size", matches["Large glass"])
            text = self.service.cli("doctor")
            self.assertIn("Large glass", text)


class GamePadTests(unittest.TestCase):
    """A player who does nothing else keeps the screens lit."""

    machine: Machine

    def setUp(self):
        self.service = self.enterContext(EmulatedService(self.machine, "pads", configuration="[idle]\nblank_after_s = 3\n"))
        self.service.wait_for_content(*PANEL, "panel")

    def stages(self) -> list[str]:
        return self.service.status()["idle"]

    def wait_until_dark(self) -> None:
        eventually(lambda: self.stages() == ["blank"], "nobody does anything", 30, interval=0.5)

    def test_a_player_lights_the_screens_and_a_stick_at_rest_does_not(self):
        with GamePad(self.machine.agent, "Test pad") as pad:

            def play() -> bool:
                """The service may not have opened the new pad for the first press."""
                pad.press()
                return self.stages() == []

            self.wait_until_dark()
            eventually(play, "a button lights the screens", 30, interval=1.5)
            before = self.service.status()
            pad.shake(0.8, 9)
            after = self.service.status()
            self.assertEqual(after["idle"], [], "three times as long as idleness takes")
            # Two a second for the pad, one for the time that is counted anew, some for the questions.
            self.assertLess(after["counters"]["wakeups"] - before["counters"]["wakeups"], 9 * 4 + 10)
            self.wait_until_dark()
            pad.shake(0.05, 4)
            self.assertEqual(self.stages(), ["blank"], "it only trembled")
            eventually(play, "a button lights them again", 30, interval=1.5)
        self.wait_until_dark()
        with GamePad(self.machine.agent, "Other pad") as pad:
            eventually(play, "another pad does, too", 30, interval=1.5)


class WallClockTests(unittest.TestCase):
    """What waits goes on waiting when the wall clock is set: nothing comes early, late or twice."""

    def setUp(self):
        self.machine = machine_at_rest()

    def test_an_idle_user_is_idle_after_the_same_time(self):
        service = self.enterContext(EmulatedService(self.machine, "clock", configuration="[idle]\nblank_after_s = 4\n"))
        service.wait_for_content(*PANEL, "panel")
        eventually(lambda: service.status()["idle"] == ["blank"], "nobody does anything", 30, interval=0.5)
        # A shared folder loses its way when the clock is set.
        service.control("follow-events", file="/tmp/clock.jsonl")
        keyboard = Keyboard(self.machine.monitor)

        def times(kind: str) -> list[int]:
            events = map(json.loads, self.machine.do("cat /tmp/clock.jsonl").splitlines())
            return [event["time_us"] for event in events if event["type"] == kind]

        # The second change undoes the first.
        for number, change in enumerate(("1 day", "1 day ago"), 1):
            keyboard.press("a")
            eventually(lambda: len(times("active")) == number, "somebody does something", 30, interval=0.2)
            self.machine.do(f"date --set '{change}'")
            eventually(lambda: len(times("idle")) == number, "nobody does anything", 30, interval=0.5)
        for active, idle in zip(times("active"), times("idle"), strict=True):
            self.assertGreaterEqual(idle - active, 3_999_000, "no earlier")
