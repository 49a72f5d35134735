"""Buffers of applications that a real kernel's primary plane shows, and what is left of them."""

import signal
import unittest

import numpy

from machine.keyboard import Keyboard
from machine.machine import Machine
from machine.touch import TouchScreen
from support.booted import EXTERNAL_HEAD, machine_at_rest
from support.emulated_service import EmulatedService
from support.layers import layer
from support.pictures import Viewport, check_snapshot
from support.raw.pattern import channels, pattern
from support.waiting import eventually

PANEL = (1280, 800)
EXTERNAL = (1600, 900)
CLIENT = "flipping_client"
FRAMES = 40
KERNEL = "/sys/kernel/debug"
ON_PLANE = {"kind": "content", "path": "plane", "reason": None}


def setUpModule():
    ScanoutTests.machine = machine_at_rest()
    ScanoutTests.machine.run("chmod a+rw /dev/dri/card*")


class ScanoutTests(unittest.TestCase):
    machine: Machine

    def setUp(self):
        self.service = self.enterContext(EmulatedService(self.machine, self._testMethodName))
        self.service.wait_for_content(*PANEL, "panel")
        eventually(self.service.terminal.start, "the terminal's program runs", 60)
        self.addCleanup(self.machine.heads[EXTERNAL_HEAD].unplug)
        self.plug()

    def plug(self) -> None:
        self.machine.heads[EXTERNAL_HEAD].plug(*EXTERNAL)
        self.service.wait_for_content(*EXTERNAL, "external")
        self.service.wait_until_still()

    def content(self, status: dict, screen: str = "external") -> dict:
        return layer(status, screen, "content")

    def wait_for_plane(self, screen: str = "external") -> dict:
        return self.wait_for_content("a buffer on the plane", lambda content: content == ON_PLANE, screen)

    def wait_for_composing(self, reason: str) -> dict:
        return self.wait_for_content(f"composing: {reason}", lambda content: content.get("reason") == reason)

    def wait_for_content(self, what: str, holds, screen: str = "external") -> dict:
        try:
            return self.service.wait_for(what, lambda status: holds(self.content(status, screen)))
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.client_log()[-1500:]}") from None

    def client_log(self) -> str:
        return (self.service.folder / "client.log").read_text(errors="replace")

    def framebuffers(self) -> int:
        """How many the kernel keeps for the service."""
        return self.machine.run(f"grep -c 'allocated by = kagami' {KERNEL}/dri/0/framebuffer").output.strip()

    def shared_buffers(self) -> str:
        return self.machine.run(f"grep -o 'Total [0-9]* objects' {KERNEL}/dma_buf/bufinfo").output.strip()

    def check_pictures(self, expected) -> None:
        """Seen from outside, through the service, and smaller on the panel."""
        status = self.service.wait_until_still()
        numpy.testing.assert_array_equal(self.service.screen("external"), expected)
        numpy.testing.assert_array_equal(self.service.screenshot("external"), expected)
        check_snapshot(self.service.screen("panel"), expected, Viewport.of(status))

    def test_buffers_that_fill_the_screen_are_shown_without_composing(self):
        with self.service.raw_client(CLIENT, f"--frames {FRAMES}"):
            before = self.wait_for_plane()["counters"]
            eventually(lambda: "shown" in self.client_log(), "the client's last picture", 60)
            after = self.service.wait_until_still()["counters"]
            self.assertEqual(after["frames_composed"], before["frames_composed"])
            self.assertEqual(after["external"]["damaged_pixels"], before["external"]["damaged_pixels"])
            shown = after["external"]["client_buffers"] - before["external"]["client_buffers"]
            self.assertGreater(shown, FRAMES // 4)
            written = {
                path: after["bytes"][path]["written"] - before["bytes"][path]["written"] for path in after["bytes"]
            }
            panel = after["panel"]["damaged_pixels"] - before["panel"]["damaged_pixels"]
            print(f"\n{shown} buffers shown; written: {written}, {panel * 4} of them the panel's", flush=True)
            self.assertLessEqual(sum(written.values()), panel * 4, "the external is not written")
            self.check_pictures(channels(pattern(*EXTERNAL, (FRAMES - 1) % 2)))

    def test_what_lies_above_is_drawn_for_as_long_as_it_is_there(self):
        expected = channels(pattern(*EXTERNAL, 1))
        touch = self.enterContext(TouchScreen(self.machine.agent, *PANEL))
        with self.service.raw_client(CLIENT, "--frames 2"):
            eventually(lambda: "shown" in self.client_log(), "the client's last picture", 60)
            self.wait_for_plane()
            composed = self.service.wait_until_still()["counters"]["frames_composed"]
            touch.touch(0, 640, 400)
            self.wait_for_composing("something drawn lies in front")
            self.assertGreater(self.service.status()["counters"]["frames_composed"], composed)
            touch.lift(0)
            self.wait_for_plane()
            self.check_pictures(expected)
            self.service.cli("blank", "on", "--external")
            self.wait_for_composing("its pixels are in ordinary memory")
            eventually(lambda: not self.service.screen("external").any(), "the external is black", 20)
            self.service.cli("blank", "off")
            self.wait_for_plane()
            self.check_pictures(expected)
            # The cursor has a plane of its own.
            mouse = Keyboard(self.machine.monitor)
            mouse.send({"type": "rel", "data": {"axis": "x", "value": 30}})
            status = self.service.wait_for("a cursor", lambda status: len(status["external"]["layers"]) == 2)
            self.assertEqual([layer["path"] for layer in status["external"]["layers"]], ["plane", "plane"])
        # The terminal's pixels are in ordinary memory.
        self.wait_for_composing("its pixels are in ordinary memory")

    def test_nothing_of_a_buffer_is_left_behind(self):
        rest = self.framebuffers(), self.shared_buffers()
        for end in "client", "unplug", "console":
            with self.subTest(end), self.service.raw_client(CLIENT):
                self.wait_for_plane()
                if end == "unplug":
                    self.machine.heads[EXTERNAL_HEAD].unplug()
                    self.service.wait_for_content(*PANEL, "panel")
                    self.wait_for_plane("panel")
                    self.plug_again()
                elif end == "console":
                    self.machine.run("busybox chvt 2")
                    eventually(lambda: self.service.events("seat-paused"), "the seat is taken away", 20)
                    self.machine.run("busybox chvt 1")
                    eventually(lambda: self.service.events("seat-resumed"), "the seat is given back", 20)
                    self.wait_for_plane()
            self.wait_for_composing("its pixels are in ordinary memory")
            eventually(
                lambda: (self.framebuffers(), self.shared_buffers()) == rest, f"after {end}: {rest} again", 20
            )
        self.service.start_raw_client(CLIENT)
        self.wait_for_plane()
        self.assertEqual(self.service.end(signal.SIGTERM), 0)
        self.assertEqual(self.framebuffers(), "0")

    def plug_again(self) -> None:
        self.machine.heads[EXTERNAL_HEAD].plug(*EXTERNAL)
        self.service.wait_for_content(*EXTERNAL, "external")
        self.wait_for_plane()
