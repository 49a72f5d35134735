"""Dmabufs of a real kernel, and what GL draws, on both displays; and the scale that a display's size asks for."""

import unittest

import numpy

from machine.machine import Machine
from support.booted import EXTERNAL_HEAD, machine_at_rest
from support.edid import edid
from support.emulated_service import EmulatedService
from support.pictures import Viewport, check_snapshot
from support.raw.pattern import channels, pattern
from support.requirements import require_programs
from support.triangle import shows_triangle
from support.waiting import eventually

PANEL = (1280, 800)
EXTERNAL = (1600, 900)


def setUpModule():
    require_programs("weston-simple-egl", "wayland-info")
    BufferTests.machine = machine_at_rest()
    BufferTests.machine.run("modprobe vgem && udevadm settle && chmod a+rw /dev/dri/card*")


def tearDownModule():
    BufferTests.machine.run("rmmod vgem")


class BufferTests(unittest.TestCase):
    machine: Machine

    @classmethod
    def setUpClass(cls):
        cls.service = cls.enterClassContext(EmulatedService(cls.machine, "buffers"))
        cls.service.wait_for_content(*PANEL, "panel")
        eventually(cls.service.terminal.size, "the terminal's program runs", 60)

    def setUp(self):
        self.addCleanup(self.unplug)

    def unplug(self) -> None:
        self.machine.heads[EXTERNAL_HEAD].unplug()
        self.service.wait_for("the panel alone", lambda status: status["state"] == "panel-only")

    def plug(self, width: int, height: int) -> dict:
        self.machine.heads[EXTERNAL_HEAD].plug(width, height)
        self.service.wait_for_content(width, height, "external")
        return self.service.wait_until_still()

    def wait_for_picture(self, name: str, expected) -> None:
        """Until the screen shows just this."""
        taken = []

        def probe() -> bool:
            taken[:] = [self.service.screen(name)]
            return taken[0].shape == expected.shape and not (taken[0] != expected).any()

        try:
            eventually(probe, f"the {name} shows the client's picture", 20, interval=0.5)
        except AssertionError as error:
            numpy.testing.assert_array_equal(taken[0], expected, f"{error}\n{self.client_log()}")

    def client_log(self) -> str:
        return (self.service.folder / "client.log").read_text(errors="replace")[-1500:]

    def test_dmabufs_are_shown_upright_and_whole(self):
        for options in (
            "--memory vgem", "--memory dumb", "--memory vgem --inverted",
            "--memory vgem --transform 1 --inverted", "--memory dumb --transform 7",
        ):
            with self.subTest(options), self.service.raw_client("picture_client", options):
                self.unplug()
                self.wait_for_picture("panel", channels(pattern(*PANEL)))
                status = self.plug(*EXTERNAL)
                expected = channels(pattern(*EXTERNAL))
                self.wait_for_picture("external", expected)
                self.service.wait_until_still()
                check_snapshot(self.service.screen("panel"), expected, Viewport.of(status))

    def test_last_whole_picture_stays_until_the_next_is_drawn(self):
        with self.service.raw_client("picture_client", "--memory vgem --late"):
            eventually(lambda: "committed" in self.client_log(), "the commit", 20)
            looks = 0
            while "drawn" not in self.client_log():
                looks += 1
                self.assertLess(looks, 100, self.client_log())
                picture = self.service.screen("panel")
                self.assertFalse((picture == (255, 0, 0)).all(axis=2).any(), "the picture was shown unfinished")
                # The service goes on meanwhile.
                self.service.status()
            self.wait_for_picture("panel", channels(pattern(*PANEL)))

    def test_feedback_names_the_cards_render_node(self):
        display = self.service.terminal.start()["WAYLAND_DISPLAY"]
        text = self.machine.run("wayland-info -i zwp_linux_dmabuf_v1", "person", WAYLAND_DISPLAY=display).output
        self.assertIn("zwp_linux_dmabuf_v1", text)

    def test_gl_is_shown_on_both_screens(self):
        with self.service.client("exec weston-simple-egl -f -o 2>&1"):
            self.service.wait_for("the GL client", lambda status: status["content"]["app_id"] != "foot")
            for name in ("panel", "external"):
                if name == "external":
                    self.machine.heads[EXTERNAL_HEAD].plug(*EXTERNAL)
                    self.service.wait_for_content(*EXTERNAL, "external")
                eventually(lambda: self.shows_triangle(name), f"the triangle on the {name}", 60, interval=0.5)

            self.check_one_pass()

    def check_one_pass(self) -> None:
        """Frames that fill the external go to both displays' memory straight from the client's buffers."""
        # The screenshots' frames were kept for other readers.
        self.frames_later(30)
        before, after = self.service.status()["counters"], self.frames_later(30)
        frames = after["external"]["frames_presented"] - before["external"]["frames_presented"]
        moved = {
            path: sum(after["bytes"][path].values()) - sum(before["bytes"][path].values()) for path in after["bytes"]
        }
        share = sum(moved.values()) / frames / (EXTERNAL[0] * EXTERNAL[1] * 4)
        print(f"\n{frames} frames, each {share:.2f} times the external's bytes: {moved}", flush=True)
        self.assertEqual((moved["copied"], moved["read_back"]), (0, 0))
        self.assertGreater(moved["fused"], 0)
        # Two passes over the external at most: the client's buffer read for each display, each display written once.
        self.assertLess(share, 3.7)

    def frames_later(self, count: int) -> dict:
        start = self.service.status()["counters"]["external"]["frames_presented"]
        return self.service.wait_for(
            f"{count} frames", lambda status: status["counters"]["external"]["frames_presented"] >= start + count
        )["counters"]

    def shows_triangle(self, name: str) -> bool:
        picture = self.service.screen(name)
        return (name == "external" or picture.shape[:2] == PANEL[::-1]) and shows_triangle(picture)

    def test_scale_follows_the_displays_size(self):
        for millimetres, scale in [((597, 336), 1.5), ((160, 90), 1), ((330, 330), 1)]:
            with self.subTest(millimetres=millimetres):
                path = self.service.folder / "edid"
                path.write_bytes(edid(3840, 2160, millimetres))
                override = "/sys/kernel/debug/dri/0/Virtual-2/edid_override"
                self.machine.run(f"cat {self.service.seen_as}/edid >{override}")
                self.addCleanup(self.machine.run, f"echo -n reset >{override}")
                self.machine.heads[EXTERNAL_HEAD].plug(3840, 2160)
                status = self.service.wait_for("mirroring", lambda status: status["state"] == "mirroring")
                self.assertEqual((status["external"]["width"], status["external"]["scale"]), (3840, scale))
                self.unplug()
