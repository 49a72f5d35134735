"""The whole path on a real kernel: two displays, a touch screen, a seat, and applications that nobody here wrote."""

import signal
import time
import unittest

from machine.keyboard import Keyboard
from machine.machine import ORDINARY_USER, Machine
from machine.touch import TouchScreen
from support.booted import EXTERNAL_HEAD, machine_at_rest
from support.emulated_service import EmulatedService
from support.event_viewer import EventViewer
from support.protocol_log import ClientTouch
from support.pictures import check_detail, load
from support.pip import Place, check_picture
from support.requirements import require_programs
from support.waiting import eventually

PANEL = (1280, 800)
BIG = (3840, 2160)
EXTERNAL = (1920, 1080)
# The snapshot of BIG on PANEL: a third of its size, below a bar of 40 pixels.
BAR = 40
FACTOR = 3
# One pixel of the external, for the touch screen's own rounding.
TOLERANCE = 1.0


def setUpModule():
    require_programs("weston-simple-shm")
    booted = machine_at_rest()
    EmulatedMachineTests.machine = booted
    booted.run("for line in $(seq 40); do echo the console, line $line; done >/dev/tty1")
    EmulatedMachineTests.console = dump_of_console(booted)


def dump_of_console(machine: Machine):
    """The first display without a service, once the kernel has drawn what was written."""
    path = machine.folder / "console.ppm"
    pictures = []

    def is_still() -> bool:
        machine.dump(0, path)
        pictures.append(load(path))
        return len(pictures) > 1 and not (pictures[-1] != pictures[-2]).any()

    eventually(is_still, "the console is drawn", interval=0.3)
    return pictures[-1]


class EarlierPictureTests(unittest.TestCase):
    """What the console shows when the service starts."""

    def bright_pixels(self) -> int:
        machine = EmulatedMachineTests.machine
        path = machine.folder / "earlier.ppm"
        machine.dump(0, path)
        return int((load(path) > 60).any(axis=2).sum())

    def test_stays_until_an_application_has_a_window(self):
        with EmulatedService(EmulatedMachineTests.machine, "waiting", application=["sleep", "100"]):
            # It may have been taken away with the next frames.
            for _ in range(4):
                self.assertGreater(self.bright_pixels(), 1000)
                time.sleep(0.5)

    def test_goes_at_once_where_there_is_no_application(self):
        with EmulatedService(EmulatedMachineTests.machine, "empty", application=[]):
            eventually(lambda: self.bright_pixels() == 0, "the panel is black", 10, interval=0.5)


class EmulatedMachineTests(unittest.TestCase):
    """One service for all tests; each starts and ends with the panel alone."""

    machine: Machine

    @classmethod
    def setUpClass(cls):
        cls.screen = cls.enterClassContext(TouchScreen(cls.machine.agent, *PANEL))
        cls.machine.run("udevadm settle")
        cls.service = cls.enterClassContext(EmulatedService(cls.machine, "service"))
        cls.keyboard = Keyboard(cls.machine.monitor)
        cls.terminal = cls.service.terminal
        cls.service.wait_for_content(*PANEL, "panel")
        cls.small = eventually(cls.terminal.size, "the terminal's program runs", 60)
        cls.service.wait_until_still()

    def setUp(self):
        self.addCleanup(self.go_home)

    def go_home(self) -> None:
        if self.service.status()["state"] == "mirroring":
            self.unplug()

    def plug(self, width: int, height: int) -> dict:
        self.machine.heads[EXTERNAL_HEAD].plug(width, height)
        self.service.wait_for_content(width, height, "external")
        return self.service.wait_until_still()

    def unplug(self) -> dict:
        self.machine.heads[EXTERNAL_HEAD].unplug()
        self.service.wait_for_content(*PANEL, "panel")
        return self.service.wait_until_still()

    def wait_for_touches(self, viewer: EventViewer, count: int) -> list[ClientTouch]:
        def probe():
            touches = viewer.touches()
            return touches if len(touches) >= count else None

        touches = eventually(probe, f"{count} touch events", 20)
        self.assertEqual(len(touches), count, touches)
        return touches

    def assert_at(self, touch: ClientTouch, kind: str, x: float, y: float) -> None:
        self.assertEqual(touch.kind, kind)
        self.assertAlmostEqual(touch.x, x, delta=TOLERANCE)
        self.assertAlmostEqual(touch.y, y, delta=TOLERANCE)

    def print_time(self, what: str, on: str) -> None:
        last = [event for event in self.service.events("first-frame") if event["on"] == on][-1]
        print(f"\n{what}: {last['milliseconds']:.1f} ms, {last['frames']} frames", flush=True)

    def test_panel_alone_is_driven_by_the_real_backend(self):
        status = self.service.status()
        self.assertEqual((status["backend"], status["state"]), ("drm", "panel-only"))
        check_detail(self.service.dump(0))

    def test_plugged_display_carries_the_terminal_and_the_panel_its_area_average(self):
        status = self.plug(*BIG)
        self.assertEqual(status["state"], "mirroring")
        columns, rows = self.terminal.size()
        self.assertAlmostEqual(columns, self.small[0] * 3, delta=3)
        self.assertAlmostEqual(rows, self.small[1] * 2.7, delta=3)
        difference = self.service.check_pictures()
        print(f"\nthe panel differs from the area average by {difference.mean:.3f} of 255", flush=True)
        self.print_time("plug to the first full external frame", "external")

    def test_frozen_external_keeps_its_picture_while_the_user_types(self):
        self.plug(*EXTERNAL)
        before = self.service.dump(1)
        self.service.cli("freeze", "on")
        self.addCleanup(self.service.attempt, "freeze", "off")
        panel, typed = self.service.dump(0), self.terminal.typed()
        self.keyboard.type("unseen")
        eventually(lambda: self.terminal.typed() == typed + "unseen", "the keys have arrived", 20)
        eventually(lambda: (self.service.dump(0) != panel).any(), "the user sees the word", 20)
        self.service.wait_until_still()
        self.assertEqual((self.service.dump(1) != before).sum(), 0, "the audience does not")
        self.service.cli("freeze", "off")
        eventually(lambda: (self.service.dump(1) != before).any(), "the external goes on", 20)

    def test_unplug_brings_the_same_terminal_home(self):
        before = self.service.dump(0)
        self.plug(*BIG)
        self.unplug()
        eventually(lambda: self.terminal.size() == self.small, "the old size", 30)
        eventually(lambda: not (self.service.dump(0) != before).any(), "the old picture", 20)
        self.assertEqual(len(self.terminal.records("start")), 1)
        self.print_time("unplug to the first full panel frame", "panel")

    def test_replug_at_another_resolution(self):
        self.plug(*BIG)
        self.unplug()
        status = self.plug(1920, 1200)
        self.assertEqual(status["viewport"]["width"], 1280)
        self.service.check_pictures()

    def test_touches_land_on_the_matching_pixel(self):
        self.plug(*BIG)
        with self.service.viewer() as viewer:
            self.screen.touch(0, 640, 400)
            self.screen.touch(0, 700, 500)
            self.screen.lift(0)
            self.screen.touch(1, 100, 700)
            self.screen.lift(1)
            first, motion, up, second, last = self.wait_for_touches(viewer, 5)
        self.assert_at(first, "down", 640 * FACTOR, (400 - BAR) * FACTOR)
        self.assert_at(motion, "motion", 700 * FACTOR, (500 - BAR) * FACTOR)
        self.assert_at(second, "down", 100 * FACTOR, (700 - BAR) * FACTOR)
        self.assertEqual([up, last], [ClientTouch("up", first.finger), ClientTouch("up", second.finger)])

    def test_two_fingers_zoom_the_controller(self):
        self.plug(*BIG)
        with self.service.viewer() as viewer:
            self.screen.touch(0, 600, 400)
            self.screen.touch(1, 680, 400)
            self.screen.touch(0, 520, 400)
            self.screen.touch(1, 760, 400)
            self.screen.lift(0)
            self.screen.lift(1)
            down, cancel = self.wait_for_touches(viewer, 2)
        self.assertEqual((down.kind, cancel.kind), ("down", "cancel"))
        self.assertAlmostEqual(self.service.status()["controller"]["zoom"], 3, delta=0.1)
        self.service.cli("controller", "zoom", "1")

    def test_touch_in_the_bars_goes_nowhere(self):
        self.plug(*BIG)
        with self.service.viewer() as viewer:
            self.screen.touch(0, 640, 20)
            self.screen.lift(0)
            self.screen.touch(0, 300, 200)
            self.screen.lift(0)
            down, _ = self.wait_for_touches(viewer, 2)
        self.assert_at(down, "down", 300 * FACTOR, (200 - BAR) * FACTOR)

    def test_unplug_cancels_a_finger_that_is_down(self):
        self.plug(*BIG)
        with self.service.viewer() as viewer:
            self.screen.touch(0, 640, 400)
            self.wait_for_touches(viewer, 1)
            self.unplug()
            down, cancel = self.wait_for_touches(viewer, 2)
            self.assertEqual((down.kind, cancel.kind), ("down", "cancel"))
            self.screen.lift(0)
            self.screen.touch(0, 300, 200)
            self.screen.lift(0)
            after = self.wait_for_touches(viewer, 4)[2:]
        self.assert_at(after[0], "down", 300, 200)

    def test_keys_reach_the_terminal(self):
        self.plug(*BIG)
        self.keyboard.type("typed outside")
        eventually(lambda: self.terminal.typed().endswith("typed outside"), "the text has arrived", 20)
        # What was typed is wiped for the tests that compare pictures.
        self.unplug()

    def test_second_client_is_shown_on_the_external(self):
        self.plug(*BIG)
        with self.service.client("exec weston-simple-shm"):
            self.service.wait_for("the second client", lambda status: status["content"]["title"] == "simple-shm")
            first = self.service.dump(EXTERNAL_HEAD)
            # It is animated: the picture goes on changing.
            eventually(lambda: (self.service.dump(EXTERNAL_HEAD) != first).any(), "the client draws", 20)
        self.service.check_pictures()

    def test_switching_the_terminal_away_and_back(self):
        self.plug(*BIG)
        before = self.service.dump(0)
        with self.service.viewer() as viewer:
            self.screen.touch(0, 640, 400)
            self.wait_for_touches(viewer, 1)
            self.machine.run("busybox chvt 2")
            eventually(lambda: self.service.events("seat-paused"), "the seat is taken away", 20)
            self.assertEqual(self.wait_for_touches(viewer, 2)[1].kind, "cancel")
            eventually(lambda: (self.service.dump(0) != before).any(), "the console is shown", 20)
            self.machine.run("busybox chvt 1")
            eventually(lambda: self.service.events("seat-resumed"), "the seat is given back", 20)
            self.screen.lift(0)
        self.service.wait_for("mirroring again", lambda status: status["state"] == "mirroring")
        self.service.check_pictures()
        self.assertEqual(len(self.terminal.records("start")), 1)

    def test_picture_in_picture_is_drawn_again_after_the_switch(self):
        self.plug(*BIG)
        self.service.cli("pip", "start", "window:foot")
        self.addCleanup(self.service.attempt, "pip", "stop")
        self.service.wait_until_still()
        place = Place.of(self.service.status()["pip"])

        source = self.service.dump(EXTERNAL_HEAD)
        check_detail(source)

        def is_shown() -> bool:
            try:
                check_picture(self.service.dump(0), place, source)
                return True
            except AssertionError:
                return False

        eventually(is_shown, "the picture in picture is shown", 20)
        resumed = len(self.service.events("seat-resumed"))
        self.machine.run("busybox chvt 2")
        eventually(lambda: not is_shown(), "the console is shown", 20)
        self.machine.run("busybox chvt 1")
        eventually(lambda: len(self.service.events("seat-resumed")) > resumed, "the seat is given back", 20)
        self.service.wait_for("mirroring again", lambda status: status["state"] == "mirroring")
        eventually(is_shown, "the picture in picture is drawn again", 20)
        self.assertEqual(self.service.status()["pip"]["state"], "active")


class RestoredConsoleTests(unittest.TestCase):
    """Runs last, on the console that the service of the tests above has left."""

    def test_ending_restores_the_console(self):
        self.check_restored("ended", signal.SIGTERM, 0)

    def test_crash_leaves_the_console_restored(self):
        # The most sudden end of all: whatever restores the console, it is not the service.
        self.check_restored("killed", signal.SIGKILL, -signal.SIGKILL)

    def check_restored(self, name: str, number: signal.Signals, status: int) -> None:
        machine = EmulatedMachineTests.machine
        with EmulatedService(machine, name) as service:
            service.wait_for_content(*PANEL, "panel")
            self.assertEqual(self.console_mode(machine), "graphics")
            self.assertEqual(service.end(number), status)
            eventually(lambda: self.console_mode(machine) == "text", "text mode", 20)
            console = EmulatedMachineTests.console
            eventually(lambda: not (service.dump(0) != console).any(), "the console is back", 20)

    def console_mode(self, machine: Machine) -> str:
        # KDGETMODE of linux/kd.h.
        program = "import fcntl, os; print(int.from_bytes(fcntl.ioctl(os.open('/dev/tty1', os.O_RDWR), 0x4B3B, bytes(4)), 'little'))"
        return {"0": "text", "1": "graphics"}[machine.run(f'/usr/bin/python3 -c "{program}"').output.strip()]
