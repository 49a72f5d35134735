"""Devices of other kinds than the panel's touch screen, and the udev properties that say where they lie."""

import time
import unittest

from machine.keyboard import Keyboard
from machine.machine import Machine
from machine.pen import PenTablet
from machine.touch import TouchScreen
from support.booted import EXTERNAL_HEAD, machine_at_rest
from support.emulated_service import EmulatedService
from support.event_viewer import EventViewer
from support.protocol_log import ClientTouch
from support.service import plain
from support.waiting import eventually

PANEL = (1280, 800)
EXTERNAL = (3840, 2160)
# QEMU's absolute positions go from 0 to this over the tablet.
TABLET_MAXIMUM = 32767
LEFT_BUTTON = 272
RIGHT_BUTTON = 273
RULES = """\
KERNEL!="event*", GOTO="end"
ATTRS{name}=="Test glass on the external", ENV{KAGAMI_OUTPUT}="external"
ATTRS{name}=="Test glass upside down", ENV{LIBINPUT_CALIBRATION_MATRIX}="-1 0 1 0 -1 1"
LABEL="end"
"""


def setUpModule():
    DeviceTests.machine = machine_at_rest()


class DeviceTests(unittest.TestCase):
    """The content is on the external throughout, and the event viewer on top of it."""

    machine: Machine
    viewer: EventViewer

    @classmethod
    def setUpClass(cls):
        (cls.machine.share / "test.rules").write_text(RULES)
        cls.machine.run("cp /share/test.rules /run/udev/rules.d/69-test.rules && udevadm control --reload")
        cls.mouse = Keyboard(cls.machine.monitor)
        cls.service = cls.enterClassContext(EmulatedService(cls.machine, "devices"))
        cls.service.wait_for_content(*PANEL, "panel")
        eventually(cls.service.terminal.start, "the terminal's program runs", 60)
        cls.machine.heads[EXTERNAL_HEAD].plug(*EXTERNAL)
        cls.service.wait_for_content(*EXTERNAL, "external")
        # The seat has touch from the first touchscreen on. The viewer asks for all devices again when it is told so, and would from
        # then on report everything twice.
        with TouchScreen(cls.machine.agent, *PANEL, name="First glass"):
            eventually(lambda: "First glass" in cls.service.cli("outputs", "--json"), "the service has the glass", 20)
        cls.viewer = cls.enterClassContext(cls.service.viewer())

    def point_tablet(self, x: float, y: float) -> None:
        """Puts the tablet's pointer on a point of the panel."""
        self.mouse.send(
            {"type": "abs", "data": {"axis": "x", "value": round(x * TABLET_MAXIMUM / PANEL[0])}},
            {"type": "abs", "data": {"axis": "y", "value": round(y * TABLET_MAXIMUM / PANEL[1])}},
        )

    def press(self, button: str) -> None:
        for is_down in True, False:
            self.mouse.send({"type": "btn", "data": {"down": is_down, "button": button}})

    def wait_for_pointer(self, what: str, holds) -> tuple[float, float]:
        """The first of the pointer's places for which `holds(x, y)`."""

        def probe():
            place = self.viewer.pointer()
            return place if place and holds(*place) else None

        return eventually(probe, f"the pointer is {what}", 20)

    def tap_until_seen(self, screen: TouchScreen, x: float, y: float) -> list[ClientTouch]:
        """A tap's events; the first taps may come before the service has opened the new screen."""

        def is_quiet() -> bool:
            seen = len(self.viewer.touches())
            time.sleep(0.5)
            return len(self.viewer.touches()) == seen

        eventually(is_quiet, "what came of taps on a screen before has arrived", 20)
        since = len(self.viewer.touches())

        def probe():
            screen.touch(0, x, y)
            screen.lift(0)
            touches = self.viewer.touches()[since:]
            return touches if len(touches) >= 2 else None

        return eventually(probe, f"a tap on {screen.name}", 20, interval=0.5)

    def assert_down_at(self, touch: ClientTouch, x: float, y: float) -> None:
        self.assertEqual(touch.kind, "down")
        self.assertAlmostEqual(touch.x, x, delta=1)
        self.assertAlmostEqual(touch.y, y, delta=1)

    def test_tablet_points_through_the_snapshot(self):
        # A third of the external's size below a bar of 40 pixels; a pixel either way for the tablet's own steps.
        for (x, y), (wanted_x, wanted_y) in [((320, 220), (960, 540)), ((640, 400), (1920, 1080))]:
            self.point_tablet(x, y)
            self.wait_for_pointer(
                f"near {wanted_x},{wanted_y}", lambda x, y: abs(x - wanted_x) < 1.5 and abs(y - wanted_y) < 1.5
            )

    def test_mouse_moves_presses_and_scrolls(self):
        self.point_tablet(640, 400)
        self.wait_for_pointer("in the middle", lambda x, y: abs(x - 1920) < 1.5)
        self.mouse.send({"type": "rel", "data": {"axis": "x", "value": 20}})
        self.wait_for_pointer("further right", lambda x, y: x > 1922)
        pressed = len(self.viewer.buttons())
        self.press("left")
        buttons = eventually(lambda: self.viewer.buttons()[pressed + 1:] and self.viewer.buttons()[pressed:], "a click", 20)
        self.assertEqual(buttons, [(LEFT_BUTTON, True), (LEFT_BUTTON, False)])
        self.assertEqual(self.turn(), (0, 15.0))

    def configure(self, text: str) -> None:
        (self.service.folder / "config.toml").write_text(plain(text))
        self.service.cli("config", "reload")

    def turn(self) -> tuple[int, float]:
        """The axis and distance that a click of the wheel scrolls."""
        since = len(self.viewer.events("wl_pointer"))
        self.press("wheel-down")
        turns = eventually(
            lambda: [values for name, values in self.viewer.events("wl_pointer")[since:] if name == "axis"], "a turn", 20
        )
        self.assertEqual(len(turns), 1)
        _, axis, distance = turns[0]
        return int(axis), float(distance)

    def test_mouse_does_as_it_is_set_and_again_as_before(self):
        self.addCleanup(self.configure, "")
        self.point_tablet(640, 400)
        self.wait_for_pointer("in the middle", lambda x, y: abs(x - 1920) < 1.5)
        self.configure("[pointer]\nnatural_scroll = true\nleft_handed = true\n")
        self.assertEqual(self.turn(), (0, -15.0))
        pressed = len(self.viewer.buttons())
        self.press("left")
        self.wait_for_buttons(pressed, (RIGHT_BUTTON, True), (RIGHT_BUTTON, False))
        rule = '[[device]]\nname = "QEMU Virtio Mouse"\nnatural_scroll = false\n'
        self.configure(f"[pointer]\nnatural_scroll = true\n{rule}")
        self.assertEqual(self.turn(), (0, 15.0))
        pressed = len(self.viewer.buttons())
        self.press("left")
        self.wait_for_buttons(pressed, (LEFT_BUTTON, True), (LEFT_BUTTON, False))

    def near(self, pen: PenTablet, x: float, y: float, wanted_x: float, wanted_y: float) -> None:
        """Brings the pen near a point until the pointer is there: the service may not have opened the new tablet."""

        def probe():
            pen.leave()
            pen.move(x, y)
            place = self.viewer.pointer()
            return place and abs(place[0] - wanted_x) < 1.5 and abs(place[1] - wanted_y) < 1.5

        eventually(probe, f"the pen is near {wanted_x},{wanted_y}", 20, interval=0.5)

    def wait_for_buttons(self, since: int, *wanted: tuple[int, bool]) -> None:
        eventually(lambda: len(self.viewer.buttons()) >= since + len(wanted), f"the buttons {wanted}", 20)
        self.assertEqual(self.viewer.buttons()[since:], list(wanted))

    def test_pen_is_the_pointer_where_tablets_are_unknown(self):
        with PenTablet(self.machine.agent, *PANEL) as pen:
            self.near(pen, 320, 220, 960, 540)
            since = len(self.viewer.buttons())
            pen.move(320, 220, pressure=0.5)
            # libinput takes the average of a pen's last places: it comes to rest after several reports.
            for step in range(6):
                pen.move(640, 400, pressure=0.8 - step / 100)
            self.wait_for_pointer("drawn to the middle", lambda x, y: abs(x - 1920) < 1.5 and abs(y - 1080) < 1.5)
            pen.move(640, 400)
            pen.move(640, 400, button=True)
            pen.move(640, 400)
            self.wait_for_buttons(
                since, (LEFT_BUTTON, True), (LEFT_BUTTON, False), (RIGHT_BUTTON, True), (RIGHT_BUTTON, False)
            )

    def test_pen_taken_away_lifts_its_tip(self):
        with PenTablet(self.machine.agent, *PANEL) as pen:
            self.near(pen, 320, 220, 960, 540)
            since = len(self.viewer.buttons())
            pen.move(320, 220, pressure=0.5)
            self.wait_for_buttons(since, (LEFT_BUTTON, True))
        self.wait_for_buttons(since, (LEFT_BUTTON, True), (LEFT_BUTTON, False))

    def test_glass_on_the_external_needs_no_snapshot(self):
        with TouchScreen(self.machine.agent, *EXTERNAL, name="Test glass on the external") as screen:
            self.assert_down_at(self.tap_until_seen(screen, 3000, 2000)[0], 3000, 2000)

    def test_calibration_matrix_turns_the_glass(self):
        with TouchScreen(self.machine.agent, *PANEL, name="Test glass upside down") as screen:
            self.assert_down_at(self.tap_until_seen(screen, PANEL[0] - 700, PANEL[1] - 500)[0], 2100, 1380)

    def test_glass_taken_away_cancels_the_finger_on_it(self):
        with TouchScreen(self.machine.agent, *PANEL, name="Test glass to take away") as screen:
            self.tap_until_seen(screen, 640, 400)
            # Other tests have touched there before.
            seen = len(self.viewer.touches())
            screen.touch(0, 700, 500)

            def since_down() -> list[ClientTouch]:
                touches = self.viewer.touches()[seen:]
                places = [index for index, touch in enumerate(touches) if touch.kind == "down" and touch.x > 2000]
                return touches[places[-1]:] if places else []

            eventually(since_down, "the finger is down", 20)
        ended = eventually(lambda: since_down()[1:] and since_down(), "the finger's end", 20)
        self.assertEqual([touch.kind for touch in ended], ["down", "cancel"])
