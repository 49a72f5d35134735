"""The cursor planes of a real kernel's driver, on both displays."""

import re
import unittest
from dataclasses import dataclass

from machine.keyboard import Keyboard
from machine.machine import Machine
from support.booted import EXTERNAL_HEAD, machine_at_rest
from support.emulated_service import EmulatedService
from support.layers import layer
from support.waiting import eventually

PANEL = (1280, 800)
EXTERNAL = (3840, 2160)
# The snapshot of EXTERNAL on PANEL: a third of its size, below a bar of 40 pixels.
BAR = 40
FACTOR = 3
# A pointer of two millimetres in place of one of some pixels.
GROWTH = 6
STATE = "/sys/kernel/debug/dri/0/state"
PLANE = re.compile(r"^plane\[\d+\][^\n]*\n(?:[ \t][^\n]*\n)*", re.MULTILINE)


@dataclass(frozen=True)
class ShownCursor:
    """What the kernel says about a plane that scans out pixels with alpha."""

    crtc: str
    framebuffer: int
    x: int
    y: int


def setUpModule():
    CursorPlaneTests.machine = machine_at_rest()
    CursorPlaneTests.machine.run("mountpoint -q /sys/kernel/debug || mount -t debugfs none /sys/kernel/debug")


class CursorPlaneTests(unittest.TestCase):
    machine: Machine

    def setUp(self):
        self.mouse = Keyboard(self.machine.monitor)
        self.service = self.enterContext(EmulatedService(self.machine, self._testMethodName))
        self.service.wait_for_content(*PANEL, "panel")
        eventually(self.service.terminal.start, "the terminal's program runs", 60)
        self.addCleanup(self.machine.heads[EXTERNAL_HEAD].unplug)

    def plug(self) -> None:
        self.machine.heads[EXTERNAL_HEAD].plug(*EXTERNAL)
        self.service.wait_for_content(*EXTERNAL, "external")
        self.service.wait_until_still()

    def move(self, x: int, y: int) -> None:
        self.mouse.send(
            {"type": "rel", "data": {"axis": "x", "value": x}}, {"type": "rel", "data": {"axis": "y", "value": y}}
        )

    def cursors(self) -> dict[str, ShownCursor]:
        """The cursor planes that are on, by their CRTCs."""
        found = {}
        for text in PLANE.findall(self.machine.run(f"cat {STATE}").output):
            if "format=AR24" not in text:
                continue
            crtc = re.search(r"crtc=(\S+)", text).group(1)
            place = re.search(r"crtc-pos=\d+x\d+([+-]\d+)([+-]\d+)", text)
            framebuffer = re.search(r"fb=(\d+)", text)
            found[crtc] = ShownCursor(crtc, int(framebuffer.group(1)), int(place.group(1)), int(place.group(2)))
        return found

    def wait_for_cursors(self, count: int) -> dict[str, ShownCursor]:
        def probe():
            found = self.cursors()
            return found if len(found) == count else None

        return eventually(probe, f"{count} cursor planes are on", 30)

    def test_both_planes_follow_the_mouse_and_nothing_is_drawn(self):
        self.plug()
        self.move(30, 30)
        self.wait_for_cursors(2)
        status = self.service.wait_until_still()
        for screen in "external", "panel":
            self.assertEqual(layer(status, screen, "cursor"), {"kind": "cursor", "path": "plane", "reason": None}, screen)
        before, first = status["counters"], self.cursors()
        # The application may still be choosing its cursor when the pointer has just come, on a busy computer for long.
        for _ in range(4):
            middle = self.cursors()
            for step in range(30):
                self.move(9 if step < 15 else 6, 6 if step < 15 else 4)
                # What comes at once is one move to the guest.
                if step % 10 == 9:
                    self.service.status()
            self.service.wait_until_still()
            if self.cursors()["crtc-1"].framebuffer == middle["crtc-1"].framebuffer:
                break
        after = self.service.wait_until_still()["counters"]
        last = self.cursors()
        self.assertEqual(after["frames_composed"], before["frames_composed"])
        for screen in "external", "panel":
            self.assertEqual(after[screen]["damaged_pixels"], before[screen]["damaged_pixels"], screen)
            self.assertGreater(after[screen]["cursor_moves"], before[screen]["cursor_moves"], screen)
        panel, external = last["crtc-0"], last["crtc-1"]
        self.assertGreater(external.x - first["crtc-1"].x, 100)
        # It is larger than the snapshot's scale would have it, and grows around the spot that it points at.
        self.assertAlmostEqual(panel.x, external.x / FACTOR, delta=GROWTH)
        self.assertAlmostEqual(panel.y, external.y / FACTOR + BAR, delta=GROWTH)
        self.assertEqual(external.framebuffer, middle["crtc-1"].framebuffer, "the picture is uploaded once")
        print(
            f"\nmoves: {after['external']['cursor_moves'] - before['external']['cursor_moves']} commits on the"
            f" external, {after['panel']['cursor_moves'] - before['panel']['cursor_moves']} on the panel", flush=True
        )

    def test_cursor_planes_go_with_their_displays_the_console_and_the_service(self):
        self.plug()
        self.move(30, 30)
        self.wait_for_cursors(2)
        self.machine.heads[EXTERNAL_HEAD].unplug()
        self.service.wait_for_content(*PANEL, "panel")
        self.move(5, 5)
        self.assertEqual(list(self.wait_for_cursors(1)), ["crtc-0"])
        self.machine.run("busybox chvt 2")
        eventually(lambda: self.service.events("seat-paused"), "the seat is taken away", 20)
        eventually(lambda: not self.cursors(), "the console has no cursor plane", 20)
        self.machine.run("busybox chvt 1")
        eventually(lambda: self.service.events("seat-resumed"), "the seat is given back", 20)
        self.service.wait_for("the panel again", lambda status: status["state"] == "panel-only")

        def is_back() -> bool:
            # The devices come back one after the other.
            self.move(1, 1)
            return list(self.cursors()) == ["crtc-0"]

        eventually(is_back, "the cursor plane is on again", 30, interval=0.5)
        self.assertEqual(self.service.end(), 0)
        eventually(lambda: not self.cursors(), "the console has no cursor plane", 20)
