"""A storm on a real kernel: fingers, keys, displays, programs, lockers and commands at random, between switches of terminals and sleep.

`virtual/test_storms.py` has the longer storms, of more kinds; what only a real kernel has is here.
"""

import shlex
import signal
import unittest
from pathlib import Path

from machine.errors import MachineError
from machine.keyboard import Keyboard
from machine.touch import TouchScreen
from support.booted import EXTERNAL_HEAD, OTHER_HEAD, machine_at_rest
from support.emulated_service import EmulatedService
from support.locker import COMMAND, handles_unlocking
from support.requirements import require_programs
from support.storm import SEED, Operation, Storm, is_laid_out, operations
from support.waiting import eventually

OPERATIONS = operations(usual=40, torture=1_000)
# After so many operations all is let go, and the service has to be as it was at its start.
CALM = min(100, OPERATIONS // 2)

PANEL = (1280, 800)
# Not one that the storm plugs in, so that the display counts as another one.
AT_REST = (1152, 864)
SIZES = ((800, 600), (1024, 768), (1280, 720), (1920, 1080))
HEADS = (EXTERNAL_HEAD, OTHER_HEAD)
FINGERS = range(3)
# By QEMU's names. No key with Ctrl and Alt is a function key, which would switch terminals at a moment that nobody knows.
KEYS = ("a", "k", "p", "u", "meta_l", "alt", "shift", "ctrl", "tab", "esc", "spc", "up", "left")
PROGRAMS = ("weston-simple-shm", "foot --config=/dev/null sleep 1000", "weston-flower")
MOST_PROGRAMS, MOST_VIEWERS = 2, 2
# Of the machine's own loopback.
PORT = 5901
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
    {"command": "keyboard.show", "show": "always"}, {"command": "keyboard.show", "show": "auto"},
    {"command": "keyboard.show", "show": "never"}, {"command": "config.reload"}, {"command": "restart"}, {"command": "status"}, {"command": "no.such.command"},
)
REST = (
    {"command": "pip", "action": "stop"}, {"command": "menu.hide"}, {"command": "outputs.forget", "all": True},
    {"command": "externals.arrange", "arrangement": "copy"}, {"command": "externals.use", "name": "auto"},
    {"command": "mirror", "enabled": True}, {"command": "freeze", "enabled": False}, {"command": "blank", "extent": None},
    {"command": "hud", "action": "hide"}, {"command": "present", "tool": None}, {"command": "present.clear"},
    {"command": "present.timer", "action": "reset"}, {"command": "controller.mode", "mode": "direct"},
    {"command": "keyboard.show", "show": "never"},
)
CONFIGURATION = """
[application]
restart = "always"
restart_limit = 100
restart_window_s = 1
restart_delay_ms = 0
[screen_keyboard]
command = ["wvkbd-mobintl", "-L", "200", "-l", "simple", "--landscape-layers", "simple"]
"""
# As long as a sleep of the machine's is tested.
SLEEP_SECONDS = 1


class EmulatedStorm(Storm):
    """A storm in the emulated machine."""

    longest_burst = 6
    letter_patience = 30

    def __init__(self, service: EmulatedService, screen: TouchScreen, seed: int):
        super().__init__(service, seed)
        self.machine, self.screen = service.machine, screen
        self.keyboard = Keyboard(self.machine.monitor)
        self.displays: dict[int, tuple[int, int]] = {}
        self.fingers: set[int] = set()
        self.keys: set[str] = set()
        self.programs: list[int] = []
        self.is_away = False
        self.locker: int | None = None
        self.remote: int | None = None
        self.viewers: list[int] = []

    def check(self) -> None:
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
        self.start_locker()
        self.service.wait_for("the session is locked", lambda status: status["locker"] == "running")
        self.await_locker()

    def start_locker(self) -> None:
        self.locker = self.service.start(f"exec {shlex.join(COMMAND)}", "locker.log", WAYLAND_DISPLAY=self.service.tools)

    def await_locker(self) -> None:
        eventually(self.is_locker_ready, "the locker has the lock", self.service.patience, interval=0.3)

    def is_locker_ready(self) -> bool:
        """swaylock crashes now and then where outputs come and go, a fault of its own: then another one takes its place."""
        status = self.machine.agent.ask("wait", pid=self.locker, timeout=0)["status"]
        if status == -signal.SIGSEGV:
            self.counts["lockers that crashed"] += 1
            self.start_locker()
            return False
        if status is not None:
            raise AssertionError(f"the locker has ended with {status}")
        return handles_unlocking(self.machine.run(f"cat /proc/{self.locker}/status").output)

    def unlock(self) -> None:
        self.say("unlock")
        self.await_locker()
        self.machine.agent.ask("signal", pid=self.locker, number=int(signal.SIGUSR1))
        self.service.wait_for("the session is unlocked", lambda status: not status["locked"])
        self.locker = None

    def command(self) -> None:
        self.ask(dict(self.pick(COMMANDS)))

    def start_remote(self) -> None:
        self.say("start kagami-remote")
        program = Path(self.service.kagami).with_name("kagami-remote")
        self.remote = self.service.start(f"exec {program} view Virtual-1 --listen 127.0.0.1:{PORT}", "remote.log")
        log = self.service.folder / "remote.log"
        eventually(lambda: "viewers connect to" in log.read_text(), "kagami-remote listens", self.service.patience, interval=0.3)

    def view(self) -> None:
        """A viewer over the network, which is turned away while the session is locked."""
        self.say("a viewer comes")
        self.viewers.append(self.service.start_raw_client("vnc_viewer", str(PORT), "viewer.log"))

    def end_remote(self) -> None:
        self.say("end kagami-remote")
        self.machine.agent.ask("signal", pid=self.remote, number=int(signal.SIGTERM))
        status = self.machine.agent.ask("wait", 40, pid=self.remote, timeout=30)["status"]
        if status != 0:
            raise AssertionError(f"kagami-remote has ended with {status}: {(self.service.folder / 'remote.log').read_text()}")
        for viewer in self.viewers:
            self.machine.agent.ask("signal", pid=viewer, number=int(signal.SIGKILL))
        self.remote = None
        self.viewers.clear()

    # MARK: Coming to rest

    def calm_down(self) -> None:
        self.say("calm")
        if self.is_away:
            self.switch()
        if self.locker:
            self.unlock()
        if self.remote:
            self.end_remote()
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
        return (
            status["state"] == "panel-only" and is_laid_out(status, "panel", *PANEL) and not (status["pip"] or {}).get("source")
            and not (status["blank"] or status["frozen"]) and (status["hud"], status["presenter"], status["timer"]) == (None, None, None))

    def press(self, letter: str) -> None:
        self.keyboard.type(letter)

    def holdings(self) -> tuple[int, int]:
        """The service's resident memory in KiB, and its descriptors."""
        process = self.service.pid
        words = self.machine.do(f"ls /proc/{process}/fd | wc -l; sed -n 's/^VmRSS:[^0-9]*\\([0-9]*\\) kB/\\1/p' /proc/{process}/status").split()
        return int(words[1]), int(words[0])


TABLE = (
    Operation(10, EmulatedStorm.finger_down, lambda storm: len(storm.fingers) < len(FINGERS)),
    Operation(12, EmulatedStorm.finger_move, lambda storm: storm.fingers),
    Operation(10, EmulatedStorm.finger_up, lambda storm: storm.fingers),
    Operation(8, EmulatedStorm.key_down, lambda storm: len(storm.keys) < 3),
    Operation(10, EmulatedStorm.key_up, lambda storm: storm.keys),
    Operation(8, EmulatedStorm.plug),
    Operation(6, EmulatedStorm.unplug, lambda storm: storm.displays),
    Operation(3, EmulatedStorm.switch, lambda storm: not storm.is_away),
    Operation(10, EmulatedStorm.switch, lambda storm: storm.is_away),
    Operation(1, EmulatedStorm.sleep),
    Operation(3, EmulatedStorm.start, lambda storm: len(storm.programs) < MOST_PROGRAMS),
    Operation(3, EmulatedStorm.end, lambda storm: storm.programs),
    Operation(1, EmulatedStorm.lock, lambda storm: storm.locker is None and not storm.is_away),
    Operation(3, EmulatedStorm.unlock, lambda storm: storm.locker and not storm.is_away),
    Operation(2, EmulatedStorm.start_remote, lambda storm: storm.remote is None and not storm.is_away),
    Operation(5, EmulatedStorm.view, lambda storm: storm.remote and len(storm.viewers) < MOST_VIEWERS),
    Operation(1, EmulatedStorm.end_remote, lambda storm: storm.remote),
    Operation(16, EmulatedStorm.command),
)


class StormTests(unittest.TestCase):
    def test_storm(self):
        require_programs("weston-simple-shm", "weston-flower", "swaylock", "wvkbd-mobintl")
        machine = machine_at_rest()
        for head in HEADS:
            self.addCleanup(machine.heads[head].unplug)
        self.addCleanup(machine.run, "busybox chvt 1; echo none >/sys/power/pm_test")
        screen = self.enterContext(TouchScreen(machine.agent, *PANEL))
        machine.run("udevadm settle")
        service = self.enterContext(EmulatedService(machine, "storm", CONFIGURATION))
        service.wait_for_content(*PANEL, "panel")
        eventually(service.terminal.start, "the terminal's program runs", 60)
        storm = EmulatedStorm(service, screen, SEED)
        held: list[tuple[int, int]] = []
        try:
            for _ in storm.spells(OPERATIONS, CALM, TABLE):
                held.append(storm.holdings())
        except (AssertionError, MachineError) as error:
            raise AssertionError(
                f"seed {SEED}, after {sum(storm.counts.values())} operations: {error}\nthe last ones:\n"
                + "\n".join(storm.last) + f"\n{service.log()}") from error
        print(f"\nseed {SEED}: {OPERATIONS} operations: {dict(storm.counts.most_common())}; memory in KiB and descriptors {held}", flush=True)
        self.assertEqual({descriptors for _, descriptors in held}, {held[0][1]})


if __name__ == "__main__":
    unittest.main()
