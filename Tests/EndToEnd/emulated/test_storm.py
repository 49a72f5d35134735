"""A storm on a real kernel: fingers, keys, displays, programs, lockers and commands at random, between switches of terminals and sleep.

`virtual/test_storms.py` has the longer storms, of more kinds; what only a real kernel has is here. A failure names its seed and its
last operations: KAGAMI_STORM_SEED=SEED runs that storm again, with KAGAMI_STORM_OPERATIONS=N operations.
"""

import os
import random
import signal
import unittest
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

from machine.errors import MachineError
from machine.keyboard import Keyboard
from machine.touch import TouchScreen
from support.booted import EXTERNAL_HEAD, OTHER_HEAD, machine_at_rest
from support.effort import cases
from support.emulated_service import EmulatedService
from support.requirements import require_programs
from support.waiting import eventually

OPERATIONS = int(os.environ.get("KAGAMI_STORM_OPERATIONS", 1_000 if os.environ.get("KAGAMI_TORTURE") == "1" else cases(40, 60)))
SEED = int(os.environ.get("KAGAMI_STORM_SEED", 1))
# After so many operations all is let go, and the service has to be as it was at its start.
CALM = min(100, OPERATIONS // 2)
LONGEST_BURST = 6

PANEL = (1280, 800)
# Not one that the storm plugs in, so that the display counts as another one.
AT_REST = (1152, 864)
SIZES = ((800, 600), (1024, 768), (1280, 720), (1920, 1080))
HEADS = (EXTERNAL_HEAD, OTHER_HEAD)
FINGERS = range(3)
# By QEMU's names. No key with Ctrl and Alt is a function key, which would switch terminals at a moment that nobody knows.
KEYS = ("a", "k", "p", "u", "meta_l", "alt", "shift", "ctrl", "tab", "esc", "spc", "up", "left")
PROGRAMS = ("weston-simple-shm", "foot --config=/dev/null sleep 1000", "weston-flower")
MOST_PROGRAMS = 2
LOCKER = "swaylock --config /dev/null --color 00c000 --no-unlock-indicator"
COMMANDS = (
    {"command": "pip", "action": "start", "source": "window:foot"}, {"command": "pip", "action": "stop"},
    {"command": "menu.show"}, {"command": "menu.hide"}, {"command": "windows.next"}, {"command": "screenshot", "screen": "panel"},
    {"command": "controller.mode", "mode": "view"}, {"command": "controller.mode", "mode": "direct"},
    {"command": "controller.mode", "mode": "trackpad"}, {"command": "controller.zoom", "factor": 2, "x": 10, "y": 10},
    {"command": "mirror", "enabled": False}, {"command": "mirror", "enabled": True}, {"command": "externals.use", "name": "Virtual-3"},
    {"command": "externals.use", "name": "auto"}, {"command": "externals.arrange", "arrangement": "span"},
    {"command": "externals.arrange", "arrangement": "copy"}, {"command": "freeze", "enabled": True}, {"command": "freeze", "enabled": False},
    {"command": "blank", "extent": "external"}, {"command": "blank", "extent": "all"}, {"command": "blank", "extent": None},
    {"command": "present", "tool": "pen"}, {"command": "present", "tool": None}, {"command": "present.timer", "action": "start", "minutes": 1},
    {"command": "hud", "action": "show", "place": "panel-top", "width": 300, "height": 40}, {"command": "hud", "action": "hide"},
    {"command": "config.reload"}, {"command": "restart"}, {"command": "status"}, {"command": "no.such.command"},
)
REST = (
    {"command": "pip", "action": "stop"}, {"command": "menu.hide"}, {"command": "outputs.forget", "all": True},
    {"command": "externals.arrange", "arrangement": "copy"}, {"command": "externals.use", "name": "auto"},
    {"command": "mirror", "enabled": True}, {"command": "freeze", "enabled": False}, {"command": "blank", "extent": None},
    {"command": "hud", "action": "hide"}, {"command": "present", "tool": None}, {"command": "present.clear"},
    {"command": "present.timer", "action": "reset"}, {"command": "controller.mode", "mode": "direct"},
)
CONFIGURATION = """
[application]
restart = "always"
restart_limit = 100
restart_window_s = 1
restart_delay_ms = 0
"""
# As long as a sleep of the machine's is tested.
SLEEP_SECONDS = 1


@dataclass(frozen=True)
class Operation:
    """What may happen, how often beside the others, and when it can."""

    weight: int
    perform: Callable[["Storm"], None]
    is_possible: Callable[["Storm"], object] = lambda storm: True


class Storm:
    """Somebody who does anything at any time, and remembers what is plugged in, held and started."""

    def __init__(self, service: EmulatedService, screen: TouchScreen, seed: int):
        self.service, self.machine, self.screen = service, service.machine, screen
        self.keyboard = Keyboard(self.machine.monitor)
        self.random = random.Random(seed)
        self.last: deque[str] = deque(maxlen=30)
        self.counts: Counter[str] = Counter()
        self.displays: dict[int, tuple[int, int]] = {}
        self.fingers: set[int] = set()
        self.keys: set[str] = set()
        self.programs: list[int] = []
        self.is_away = False
        self.locker: int | None = None

    def run(self, count: int) -> None:
        """So many operations in bursts, and what must hold after each burst."""
        while count > 0:
            burst = min(count, self.random.randint(1, LONGEST_BURST))
            count -= burst
            for _ in range(burst):
                possible = [operation for operation in TABLE if operation.is_possible(self)]
                operation = self.random.choices(possible, [operation.weight for operation in possible])[0]
                self.counts[operation.perform.__name__] += 1
                operation.perform(self)
            self.service.wait_for(f"all fits together after {list(self.last)}", self.fits)

    def fits(self, status: dict) -> bool:
        """Whether the status fits what is plugged in. While another terminal is in front, the service has no displays to know of."""
        if self.is_away:
            return True
        external = status["external"]
        names = [f"Virtual-{head + 1}" for head in self.displays]
        return (
            status["panel"] is not None and status["locked"] == (self.locker is not None)
            and (status["state"] == "mirroring") == (external is not None)
            and (external is not None if names and status["state"] != "disabled" else external is None)
            and (external is None or external["name"] in names)
            and (status["content"] is None or status["content"]["on"] != "external" or external is not None)
        )

    def pick(self, choices):
        return self.random.choice(sorted(choices) if isinstance(choices, (set, dict)) else choices)

    def say(self, what: str) -> None:
        self.last.append(what)

    def ask(self, request: dict) -> str | None:
        """Why a request is refused, in one line; None for one that is not."""
        self.say(str(request))
        refusal = self.service.control("attempt", **request).get("refusal")
        if refusal is not None and (not refusal or "\n" in refusal):
            raise AssertionError(f"{request} is refused: {refusal!r}")
        return refusal

    # MARK: Operations

    def finger_down(self) -> None:
        finger = self.pick(set(FINGERS) - self.fingers)
        self.fingers.add(finger)
        self.put(finger)

    def finger_move(self) -> None:
        self.put(self.pick(self.fingers))

    def put(self, finger: int) -> None:
        self.say(f"finger {finger}")
        self.screen.touch(finger, self.random.uniform(0, PANEL[0]), self.random.uniform(0, PANEL[1]))

    def finger_up(self) -> None:
        finger = self.pick(self.fingers)
        self.say(f"finger {finger} up")
        self.fingers.remove(finger)
        self.screen.lift(finger)

    def key_down(self) -> None:
        key = self.pick(set(KEYS) - self.keys)
        self.keys.add(key)
        self.send(key, True)

    def key_up(self) -> None:
        key = self.pick(self.keys)
        self.keys.remove(key)
        self.send(key, False)

    def send(self, key: str, is_down: bool) -> None:
        self.say(f"key {key} {'down' if is_down else 'up'}")
        self.keyboard.send({"type": "key", "data": {"down": is_down, "key": {"type": "qcode", "data": key}}})

    def plug(self) -> None:
        """A display, or another one in its place."""
        head, size = self.pick(HEADS), self.pick(SIZES)
        self.say(f"plug {head} {size}")
        self.displays[head] = size
        self.machine.heads[head].plug(*size)

    def unplug(self) -> None:
        head = self.pick(self.displays)
        self.say(f"unplug {head}")
        del self.displays[head]
        self.machine.heads[head].unplug()

    def switch(self) -> None:
        """To another terminal, or back."""
        self.is_away = not self.is_away
        self.say("another terminal" if self.is_away else "back to the first terminal")
        self.machine.do(f"busybox chvt {2 if self.is_away else 1}")

    def sleep(self) -> None:
        """The machine freezes all programs and wakes up again, as it does before and after it has slept."""
        self.say("sleep")
        self.machine.do(
            f"echo {SLEEP_SECONDS} >/sys/module/suspend/parameters/pm_test_delay; echo freezer >/sys/power/pm_test;"
            " echo mem >/sys/power/state; echo none >/sys/power/pm_test")

    def start(self) -> None:
        command = self.pick(PROGRAMS)
        self.say(f"start {command}")
        self.programs.append(
            self.service.start(f"exec {command}", "storm.log", WAYLAND_DISPLAY=self.service.terminal.start()["WAYLAND_DISPLAY"]))

    def end(self) -> None:
        process = self.programs.pop(self.random.randrange(len(self.programs)))
        number = self.pick((signal.SIGTERM, signal.SIGKILL))
        self.say(f"signal {number} to {process}")
        self.machine.agent.ask("signal", pid=process, number=int(number))

    def lock(self) -> None:
        self.say("lock")
        self.locker = self.service.start(f"exec {LOCKER}", "locker.log", WAYLAND_DISPLAY=self.service.tools)
        self.service.wait_for("the session is locked", lambda status: status["locker"] == "running")
        eventually(self.handles_unlocking, "the locker has the lock", self.service.patience, interval=0.3)

    def handles_unlocking(self) -> bool:
        """swaylock crashes now and then where outputs come and go, a fault of its own: then another one takes its place."""
        status = self.machine.agent.ask("wait", pid=self.locker, timeout=0)["status"]
        if status == -signal.SIGSEGV:
            self.counts["lockers that crashed"] += 1
            self.locker = self.service.start(f"exec {LOCKER}", "locker.log", WAYLAND_DISPLAY=self.service.tools)
            return False
        if status is not None:
            raise AssertionError(f"the locker has ended with {status}")
        handled = self.machine.run(f"sed -n 's/^SigCgt:[^0-9a-f]*//p' /proc/{self.locker}/status").output
        return bool(int(handled or "0", 16) & 1 << signal.SIGUSR1 - 1)

    def unlock(self) -> None:
        self.say("unlock")
        eventually(self.handles_unlocking, "the locker has the lock", self.service.patience, interval=0.3)
        self.machine.agent.ask("signal", pid=self.locker, number=int(signal.SIGUSR1))
        self.service.wait_for("the session is unlocked", lambda status: not status["locked"])
        self.locker = None

    def command(self) -> None:
        self.ask(dict(self.pick(COMMANDS)))

    # MARK: Coming to rest

    def calm_down(self) -> None:
        """Lets all go, and waits until the service is as it was at its start."""
        self.say("calm")
        if self.is_away:
            self.switch()
        if self.locker:
            self.unlock()
        for finger in sorted(self.fingers):
            self.screen.lift(finger)
        for key in sorted(self.keys):
            self.send(key, False)
        for process in self.programs:
            self.machine.agent.ask("signal", pid=process, number=int(signal.SIGKILL))
        for head in self.displays:
            self.machine.heads[head].unplug()
        for kept in (self.fingers, self.keys, self.programs, self.displays):
            kept.clear()
        self.service.wait_for("the panel alone", lambda status: status["panel"] and status["state"] in ("panel-only", "disabled"))
        for request in REST:
            if refusal := self.ask(dict(request)):
                raise AssertionError(f"{request} is refused: {refusal}")
        self.service.wait_for("all is as it was at the start", self.is_calm)
        self.machine.heads[EXTERNAL_HEAD].plug(*AT_REST)
        self.service.wait_for_content(*AT_REST, "external")
        self.service.check_pictures()
        self.type_a_letter()
        self.machine.heads[EXTERNAL_HEAD].unplug()
        self.service.wait_for("the content has come home", self.is_calm)

    def is_calm(self, status: dict) -> bool:
        content = status["content"] or {}
        return (
            status["state"] == "panel-only" and (content.get("app_id"), content.get("on")) == ("foot", "panel")
            and (content["width"], content["height"]) == PANEL and not (status["pip"] or {}).get("source")
            and not (status["blank"] or status["frozen"]) and (status["hud"], status["presenter"], status["timer"]) == (None, None, None))

    def type_a_letter(self) -> None:
        """One key is one letter in the application: no other key is held, and no other window has the keyboard."""
        terminal, letter = self.service.terminal, self.pick("xyzw")
        before = len(terminal.typed())
        self.keyboard.type(letter)
        eventually(lambda: terminal.typed()[before:] == letter, f"{letter} alone has arrived", 30)

    def holdings(self) -> tuple[int, int]:
        """The service's resident memory in KiB, and its descriptors."""
        process = self.service.pid
        words = self.machine.do(f"ls /proc/{process}/fd | wc -l; sed -n 's/^VmRSS:[^0-9]*\\([0-9]*\\) kB/\\1/p' /proc/{process}/status").split()
        return int(words[1]), int(words[0])


TABLE = (
    Operation(10, Storm.finger_down, lambda storm: len(storm.fingers) < len(FINGERS)),
    Operation(12, Storm.finger_move, lambda storm: storm.fingers),
    Operation(10, Storm.finger_up, lambda storm: storm.fingers),
    Operation(8, Storm.key_down, lambda storm: len(storm.keys) < 3),
    Operation(10, Storm.key_up, lambda storm: storm.keys),
    Operation(8, Storm.plug),
    Operation(6, Storm.unplug, lambda storm: storm.displays),
    Operation(3, Storm.switch, lambda storm: not storm.is_away),
    Operation(10, Storm.switch, lambda storm: storm.is_away),
    Operation(1, Storm.sleep),
    Operation(3, Storm.start, lambda storm: len(storm.programs) < MOST_PROGRAMS),
    Operation(3, Storm.end, lambda storm: storm.programs),
    Operation(1, Storm.lock, lambda storm: storm.locker is None and not storm.is_away),
    Operation(3, Storm.unlock, lambda storm: storm.locker and not storm.is_away),
    Operation(16, Storm.command),
)


class StormTests(unittest.TestCase):
    def test_storm(self):
        require_programs("weston-simple-shm", "weston-flower", "swaylock")
        machine = machine_at_rest()
        for head in HEADS:
            self.addCleanup(machine.heads[head].unplug)
        self.addCleanup(machine.run, "busybox chvt 1; echo none >/sys/power/pm_test")
        screen = self.enterContext(TouchScreen(machine.agent, *PANEL))
        machine.run("udevadm settle")
        service = self.enterContext(EmulatedService(machine, "storm", CONFIGURATION))
        service.wait_for_content(*PANEL, "panel")
        eventually(service.terminal.start, "the terminal's program runs", 60)
        storm = Storm(service, screen, SEED)
        held: list[tuple[int, int]] = []
        done = 0
        try:
            storm.calm_down()
            while done < OPERATIONS:
                storm.run(min(CALM, OPERATIONS - done))
                done += min(CALM, OPERATIONS - done)
                storm.calm_down()
                held.append(storm.holdings())
        except (AssertionError, MachineError) as error:
            raise AssertionError(
                f"seed {SEED}, after {sum(storm.counts.values())} operations: {error}\nthe last ones:\n"
                + "\n".join(storm.last) + f"\n{service.log()}") from error
        print(f"\nseed {SEED}: {done} operations: {dict(storm.counts.most_common())}; memory in KiB and descriptors {held}", flush=True)
        self.assertEqual({descriptors for _, descriptors in held}, {held[0][1]})


if __name__ == "__main__":
    unittest.main()
