"""Touches and keys on the panel reach the hosted application where they belong."""

import signal
import subprocess
import unittest

from support.binary import kagami
from support.protocol_log import ClientTouch
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

# The snapshot of a 3840x2160 display on a 1280x800 panel: a third of its size, below a bar of 40 pixels.
BAR = 40
FACTOR = 3
# Half a panel pixel, seen on the external, and the 1/256 of the protocol.
TOLERANCE = 1.5 + 1 / 256


def setUpModule():
    require_programs("foot", "wev")


class InputTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService())
        self.terminal = self.service.terminal
        self.service.terminal_ready()
        self.viewer = self.service.start_viewer()

    def plug(self) -> None:
        self.service.plug()
        self.service.wait_until_still()

    def touch(self, *arguments) -> None:
        self.service.cli("virtual", "touch", *map(str, arguments))

    def wait_for_touches(self, count: int) -> list[ClientTouch]:
        def probe():
            touches = self.viewer.touches()
            return touches if len(touches) >= count else None

        touches = eventually(probe, f"{count} touch events")
        self.assertEqual(len(touches), count, touches)
        return touches

    def assert_at(self, touch: ClientTouch, kind: str, finger: int, x: float, y: float) -> None:
        self.assertEqual((touch.kind, touch.finger), (kind, finger))
        self.assertAlmostEqual(touch.x, x, delta=TOLERANCE)
        self.assertAlmostEqual(touch.y, y, delta=TOLERANCE)

    def test_touch_on_the_panel_alone_is_one_to_one(self):
        self.touch("down", 0, 200, 300)
        self.touch("up", 0)
        down, up = self.wait_for_touches(2)
        self.assert_at(down, "down", 0, 200, 300)
        self.assertEqual(up, ClientTouch("up", 0))

    def test_touch_lands_on_the_matching_pixel_of_the_external(self):
        self.plug()
        self.touch("down", 0, 640, 400)
        self.touch("move", 0, 700, 500)
        self.touch("up", 0)
        down, motion, up = self.wait_for_touches(3)
        self.assert_at(down, "down", 0, 640 * FACTOR, (400 - BAR) * FACTOR)
        self.assert_at(motion, "motion", 0, 700 * FACTOR, (500 - BAR) * FACTOR)
        self.assertEqual(up, ClientTouch("up", 0))

    def test_two_fingers_are_told_apart(self):
        self.service.configuration.write_text('[controller]\ntwo_fingers = "application"\nlong_press = "application"\n')
        self.service.cli("config", "reload")
        self.plug()
        self.touch("down", 0, 100, 100)
        self.touch("down", 1, 900, 700)
        self.touch("up", 0)
        self.touch("up", 1)
        first, second, *ups = self.wait_for_touches(4)
        self.assert_at(first, "down", first.finger, 100 * FACTOR, (100 - BAR) * FACTOR)
        self.assert_at(second, "down", second.finger, 900 * FACTOR, (700 - BAR) * FACTOR)
        self.assertNotEqual(first.finger, second.finger)
        self.assertEqual(ups, [ClientTouch("up", first.finger), ClientTouch("up", second.finger)])

    def test_touch_in_the_bars_goes_nowhere(self):
        self.plug()
        self.touch("down", 0, 640, 10)
        self.touch("move", 0, 640, 400)
        self.touch("up", 0)
        self.touch("down", 1, 640, 400)
        self.touch("up", 1)
        down, up = self.wait_for_touches(2)
        self.assert_at(down, "down", down.finger, 640 * FACTOR, (400 - BAR) * FACTOR)

    def test_finger_that_leaves_the_snapshot_is_held_to_its_edge(self):
        self.plug()
        self.touch("down", 0, 640, 400)
        self.touch("move", 0, 640, 5)
        self.touch("up", 0)
        _, motion, _ = self.wait_for_touches(3)
        self.assert_at(motion, "motion", 0, 640 * FACTOR, 0)

    def test_unplug_cancels_a_finger_that_is_down(self):
        self.plug()
        self.touch("down", 0, 640, 400)
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for_content(1280, 800, "panel")
        down, cancel = self.wait_for_touches(2)
        self.assertEqual((down.kind, cancel.kind), ("down", "cancel"))
        # The finger is still there; what it does now belongs to no touch.
        self.touch("move", 0, 600, 300)
        self.touch("up", 0)
        self.touch("down", 0, 50, 60)
        self.touch("up", 0)
        after = self.wait_for_touches(4)[2:]
        self.assert_at(after[0], "down", 0, 50, 60)
        self.assertEqual(after[1], ClientTouch("up", 0))
        self.assertEqual(self.service.status()["counters"]["touches_cancelled"], 1)

    def test_replay_repeats_a_recording(self):
        self.plug()
        recording = self.service.folder / "input.jsonl"
        recorder = subprocess.Popen([kagami(), "input", "record", str(recording)], env=self.service.environment)
        self.addCleanup(lambda: recorder.poll() is None and recorder.kill())
        eventually(recording.exists, "the recording has begun")
        self.touch("down", 0, 300, 200)
        self.touch("move", 0, 320, 240)
        self.touch("up", 0)
        self.service.cli("virtual", "key", "type", "again")
        recorded = self.wait_for_touches(3)
        keys = eventually(lambda: (keys := self.viewer.keys()) and len(keys) == 10 and keys, "the keys have arrived")
        recorder.send_signal(signal.SIGINT)
        self.assertEqual(recorder.wait(10), 0)

        self.service.cli("input", "replay", str(recording))
        replayed = self.wait_for_touches(6)[3:]
        places = [[(touch.kind, touch.x, touch.y) for touch in touches] for touches in (recorded, replayed)]
        self.assertEqual(places[1], places[0])
        eventually(lambda: self.viewer.keys() == keys + keys, "the keys have arrived again")

    def test_pointer_points_and_clicks(self):
        self.plug()
        self.service.cli("virtual", "pointer", "move", "640", "400")
        self.service.cli("virtual", "pointer", "button", "left")
        # BTN_LEFT of linux/input-event-codes.h.
        eventually(lambda: self.viewer.buttons() == [(0x110, True), (0x110, False)], "one click")
        x, y = self.viewer.pointer()
        self.assertAlmostEqual(x, 640 * FACTOR, delta=TOLERANCE)
        self.assertAlmostEqual(y, (400 - BAR) * FACTOR, delta=TOLERANCE)


class TypingTests(unittest.TestCase):
    def test_keys_arrive_in_the_terminal(self):
        service = self.enterContext(VirtualService())
        service.terminal_ready()
        service.cli("virtual", "key", "type", "Hello, panel 42!\\n")
        eventually(lambda: service.terminal.typed() == "Hello, panel 42!\n", "the text has arrived")
        service.cli("virtual", "plug", "HDMI-A-1", "3840x2160")
        service.wait_for_content(3840, 2160, "external")
        service.cli("virtual", "key", "type", "and ~external~")
        eventually(lambda: service.terminal.typed().endswith("!\nand ~external~"), "the second text has arrived")
