"""Random schedules: what people do to displays, drawn from a seed, with the oracles after every step."""

import errno
import time
from dataclasses import dataclass
from random import Random

from support.waiting import eventually

from . import oracles
from .cards.i915 import dock, undock
from .device import Device
from .displays import Display, display
from .service import PaperService

# Small ones, so that many pictures can be compared.
DISPLAYS = (
    display(1024, 768, (800, 600, 60), (640, 480, 60)), display(1280, 720, (1024, 768, 60)), display(800, 600),
    display(1152, 864, edid=False),
)
# Calls that may fail once without a display's being lost for it.
PASSING = (
    ("ATOMIC", errno.EBUSY), ("ATOMIC", errno.ENOMEM), ("SETCRTC", errno.ENOMEM), ("PAGE_FLIP", errno.EBUSY),
    ("PAGE_FLIP", errno.ENOMEM), ("CREATE_DUMB", errno.ENOMEM), ("CREATEPROPBLOB", errno.ENOMEM))


@dataclass
class Schedule:
    """Steps on a running service; `steps` says what was done, for whoever has to read a failure."""

    service: PaperService
    seed: int

    def __post_init__(self):
        self.random = Random(self.seed)
        self.steps: list[str] = []
        # The card that a dock can be plugged into, and the connectors of the dock that is in.
        self.docking = next((device for device in self.service.bench.devices if device.table.driver == "i915"), None)
        if self.docking and not hasattr(self.docking, "hub"):
            self.docking.hub = []

    def run(self, count: int) -> None:
        for _ in range(count):
            step = self.random.choice(self.operations())
            try:
                step()
                self.check()
            except AssertionError as error:
                raise AssertionError(f"schedule {self.seed}, after {self.steps}: {error}") from None

    def operations(self) -> list:
        return [
            self.plug, self.plug, self.unplug, self.glitch, self.change_modes, self.switch_terminal, self.draw, self.draw,
            self.fail_a_call, self.delay_a_flip, self.lose_a_flip, self.slow_probe, self.announce_nothing, self.be_dark,
            *([self.dock_or_undock] * 2 if self.docking else []),
        ]

    # MARK: steps

    def sockets(self, is_used: bool | None = None) -> list[tuple[Device, str]]:
        return [
            (device, connector.name) for device in self.service.bench.devices for connector in device.connectors
            if connector.table.status is None and (is_used is None or (connector.display is not None) == is_used)]

    def say(self, what: str) -> None:
        self.steps.append(what)

    def put(self, socket: tuple[Device, str], display: Display | None) -> None:
        self.service.bench.plug(socket[1], display, socket[0])

    def plug(self) -> None:
        if free := self.sockets(is_used=False):
            socket, display = self.random.choice(free), self.random.choice(DISPLAYS)
            self.say(f"plug {socket[1]} {display.modes[0].width}")
            self.put(socket, display)

    def unplug(self) -> None:
        # One display is left: a computer without any has nothing to check.
        if len(used := self.sockets(is_used=True)) > 1:
            socket = self.random.choice(used)
            self.say(f"unplug {socket[1]}")
            self.put(socket, None)

    def glitch(self) -> None:
        """A display drops for a moment."""
        if used := self.sockets(is_used=True):
            device, name = socket = self.random.choice(used)
            display, pause = device.connector(name).display, self.random.choice((0.0, 0.02, 0.08, 0.6))
            self.say(f"drop {name} for {pause} s")
            self.put(socket, None)
            time.sleep(pause)
            self.put(socket, display)

    def change_modes(self) -> None:
        """Another display takes the place of one, and the driver sees no disconnect between."""
        if used := self.sockets(is_used=True):
            socket, display = self.random.choice(used), self.random.choice(DISPLAYS)
            self.say(f"replace {socket[1]} {display.modes[0].width}")
            self.put(socket, display)

    def switch_terminal(self) -> None:
        self.say("take the seat and give it back")
        seat = self.service.bench.seat
        count = seat.released
        seat.take()
        eventually(lambda: seat.released > count, "the seat is let go")
        time.sleep(self.random.choice((0, 0.05, 0.3)))
        seat.give()

    def draw(self) -> None:
        count = self.random.randint(1, 400)
        self.say(f"draw {count}")
        self.service.draw("".join(self.random.choice("abcdefgh \n") for _ in range(count)))

    def fail_a_call(self) -> None:
        call, number = self.random.choice(PASSING)
        self.say(f"fail {call} with {errno.errorcode[number]}")
        with self.service.bench.lock:
            self.random.choice(self.service.bench.devices).faults.fail(call, number)
        self.service.draw("x")

    def delay_a_flip(self) -> None:
        seconds = self.random.choice((0.05, 0.4))
        self.say(f"a flip {seconds} s late")
        with self.service.bench.lock:
            faults = self.random.choice(self.service.bench.devices).faults
            faults.flips_to_delay, faults.flip_seconds = 1, seconds
        self.service.draw("y")

    def lose_a_flip(self) -> None:
        self.say("a lost flip")
        with self.service.bench.lock:
            self.random.choice(self.service.bench.devices).faults.flips_to_lose = 1
        self.service.draw("z")
        time.sleep(0.2)
        self.service.draw("z")

    def slow_probe(self) -> None:
        self.say("a slow probe")
        devices = self.service.bench.devices
        with self.service.bench.lock:
            for device in devices:
                device.faults.probe_seconds = 0.15
                self.service.bench.announce(device)
        time.sleep(0.3)
        with self.service.bench.lock:
            for device in devices:
                device.faults.probe_seconds = 0

    def be_dark(self) -> None:
        """All displays are off, and stay so whatever is done to them, until they are wanted."""
        self.say("dark:")
        with self.service.bench.lock:
            # A display that is not turned off for a fault stays on, black.
            for device in self.service.bench.devices:
                device.faults.failures.clear()
        self.service.cli("blank", "on")
        steps = [self.plug, self.unplug, self.glitch, self.change_modes, self.switch_terminal, self.draw]
        for step in self.random.choices(steps, k=self.random.randint(0, 2)):
            step()
        eventually(lambda: self.active() == 0, "all displays are off", timeout=6)
        self.service.cli("blank", "off")
        self.say("light")

    def dock_or_undock(self) -> None:
        """A dock with one or two displays comes, or goes with its connectors."""
        with self.service.bench.lock:
            if self.docking.hub:
                self.say("undock")
                undock(self.docking, self.docking.hub)
                self.docking.hub = []
            else:
                displays = self.random.sample(DISPLAYS, self.random.choice((1, 2)))
                self.say(f"dock with {[display.modes[0].width for display in displays]}")
                self.docking.hub = dock(self.docking, *displays)

    def announce_nothing(self) -> None:
        self.say("an event about nothing")
        with self.service.bench.lock:
            for device in self.service.bench.devices:
                self.service.bench.announce(device)

    # MARK: what must hold

    def check(self) -> None:
        # A fault that nothing has met is over.
        eventually(self.is_settled, "what is plugged in is shown", timeout=6, interval=0.1)
        with self.service.bench.lock:
            for device in self.service.bench.devices:
                device.faults.failures.clear()
                device.faults.flips_to_delay = device.faults.flips_to_lose = 0
        oracles.check_scanout(self.service)
        for name in self.copies():
            oracles.check_screen(self.service, name, name)
        oracles.check_application(self.service)
        self.check_holdings()

    def active(self) -> int:
        """How many displays are lit; the bench is locked for that."""
        with self.service.bench.lock:
            return sum(bool(device.state[crtc.id]["ACTIVE"]) for device in self.service.bench.devices for crtc in device.crtcs)

    def copies(self) -> list[str]:
        return [output["name"] for output in self.service.outputs() if output["role"] == "copy"]

    def is_settled(self) -> bool:
        """The service knows what is plugged in, each display is on that has something to show, and the content is on one of them."""
        bench = self.service.bench
        with bench.lock:
            plugged = [(device, connector) for device in bench.devices for connector in device.connectors if connector.display]
        outputs = [output for output in self.service.outputs() if output["connected"]]
        known = {output["name"] for output in outputs}
        used = [output for output in outputs if output["role"] != "spare"]
        status = self.service.status()
        screens = oracles.screen_names(status)
        active = self.active()
        with bench.lock:
            wanted = min(2, len(plugged), sum(len(device.crtcs) for device in bench.devices))
            # Until it has looked at every connector, what the service shows is from before.
            has_looked = all(connector.seen is connector.display for device in bench.devices for connector in device.connectors)
            sizes = all(self.is_size(status[screen], name) for screen, name in screens.items())
        return (
            has_looked and known == {connector.name for _, connector in plugged} and len(screens) == wanted and len(used) == active and sizes
            and bool(status["content"]) and status["content"]["on"] in screens)

    def is_size(self, screen: dict, name: str) -> bool:
        found = self.service.crtc(name)
        if found is None:
            return False
        mode = found[0].mode_of(found[1])
        return {mode.hdisplay, mode.vdisplay} == {screen["width"], screen["height"]}

    def check_holdings(self) -> None:
        """At most two pictures and two cursors for each display, and a mode and damage for each."""
        for device in self.service.bench.devices:
            with self.service.bench.lock:
                held = oracles.Holdings.of(device)
            most = held.crtcs
            if held.framebuffers > 4 * most or held.memory > 4 * most or held.blobs > 3 * most:
                raise AssertionError(f"{device.table.name}: {held}\n{self.service.log()}")
