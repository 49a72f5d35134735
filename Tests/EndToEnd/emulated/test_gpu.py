"""A real graphics driver with a render node, native fences and no modifiers: the service and its clients draw with it."""

import re
import unittest

import numpy

from machine.machine import ORDINARY_USER
from support.booted import EXTERNAL_HEAD, machine_at_rest
from support.effort import lengthy
from support.emulated_service import EmulatedService
from support.gl_case import GLCase
from support.pictures import Viewport, check_detail, check_snapshot
from support.triangle import shows_triangle
from support.waiting import eventually


RAW = "/checkout/Tests/EndToEnd/support/raw"
PROGRAMS = "/checkout/Tests/EndToEnd/clients/programs"
FILM = "--vo=gpu --gpu-context=wayland --hwdec=no --no-audio --fs --pause av://lavfi:testsrc2=size=320x180:rate=5"
GL_CLIENTS = {
    "weston-simple-dmabuf-egl": "weston-simple-dmabuf-egl",
    "mpv": f"mpv --no-config --no-terminal {FILM}",
    "gtk4": f"env GSK_RENDERER=gl /usr/bin/python3 -B {PROGRAMS}/gtk4.py /dev/null",
}
# The others draw all the time.
STILL = ("mpv", "gtk4")


def colours(picture: numpy.ndarray) -> int:
    return len(numpy.unique(picture.reshape(-1, 3), axis=0))


class GraphicsHardwareTests(GLCase):
    """Frames are drawn in the graphics card's memory, from clients' buffers in it, and shown from there."""

    def test_the_card_draws_and_says_so(self):
        status = self.service.status()
        self.assertEqual((status["renderer"], status["snapshot"]["path"]), ("gles", "gpu"), self.service.log())
        self.assertIn("virgl", status["renderer_remark"])
        self.assertIn("gles: virgl", self.service.attempt("doctor").output)

    def test_a_terminal_is_drawn_and_mirrored(self):
        status = self.service.wait_until_still()
        external, panel = self.screenshot("external"), self.screenshot("panel")
        check_detail(external)
        check_snapshot(panel, external, Viewport.of(status))

    def test_gl_clients_draw_with_the_card_and_nothing_is_read_back(self):
        display = self.service.terminal.start()["WAYLAND_DISPLAY"]
        offered = self.machine.run("wayland-info", ORDINARY_USER, WAYLAND_DISPLAY=display).output
        self.assertIn("zwp_linux_dmabuf_v1", offered)
        # Debian 12's own kernel has no timelines for this card.
        kernel = tuple(map(int, self.machine.run("uname -r").output.split(".")[:2]))
        self.assertEqual("wp_linux_drm_syncobj_manager_v1" in offered, kernel >= (6, 6))
        with self.service.client("exec weston-simple-egl -f -o 2>&1"):
            self.service.wait_for("the GL client", lambda status: status["content"]["app_id"] != "foot")
            for name in ("panel", "external"):
                eventually(lambda: shows_triangle(self.screenshot(name)), f"the triangle on the {name}", 60, interval=0.5)
            before, after = self.service.status()["counters"], self.frames_later(30)
            moved = {
                path: sum(after["bytes"][path].values()) - sum(before["bytes"][path].values())
                for path in after["bytes"]
            }
            print(f"\n30 frames and their mirror: {moved}", flush=True)
            self.assertEqual([moved[path] for path in ("fused", "copied", "read_back", "uploaded")], [0, 0, 0, 0])
            self.assertGreater(moved["drawn"], 0)
            # The card's planes show the client's buffers by themselves.
            self.assertGreater(after["external"]["client_buffers"], before["external"]["client_buffers"])

    def test_a_tools_copy_goes_into_the_cards_memory(self):
        """As a portal's does that shares the screen without copies in ordinary memory."""
        self.service.wait_until_still()
        path = self.service.folder / "copy.npy"
        copied = self.machine.run(
            f"python3 -B {RAW}/copy_tool.py {self.service.seen_as}/copy.npy", ORDINARY_USER, WAYLAND_DISPLAY="kagami-tools")
        self.assertEqual((copied.status, copied.output.strip()), (0, "ready"), f"{copied.output}\n{self.service.log()}")
        rows = numpy.load(path)
        # Blue, green, red and nothing, in each word.
        pixels = rows.reshape(len(rows), -1, 4)[:, :, 2::-1]
        numpy.testing.assert_array_equal(pixels, self.screenshot("external")[:, :, :3])

    def test_a_client_that_fills_the_screen_is_told_what_the_plane_shows(self):
        with self.service.client("exec env WAYLAND_DEBUG=client weston-simple-egl -f -o 2>&1", "told.log"):
            self.service.wait_for("the GL client", lambda status: status["content"]["app_id"] != "foot")
            eventually(lambda: "tranche_flags(1)" in self.told(), "a tranche for scanout", 60, interval=0.5)
            self.frames_later(60)
            # Once, in front of what the renderer draws from.
            flags = re.findall(r"tranche_flags\((\d)\)", self.told())
            self.assertEqual(flags[-2:], ["1", "0"])
            self.assertEqual(flags.count("1"), 1)

    def told(self) -> str:
        return (self.service.folder / "told.log").read_text(errors="replace")

    def test_frames_go_with_fences_and_none_stays_open(self):
        """The driver has fences as descriptors: commits take them, and after many frames there are as many as before."""
        # A client that turns a part of the screen: nothing but drawn frames.
        with self.service.client("exec weston-simple-egl 2>&1"):
            self.service.wait_for("the GL client", lambda status: status["content"]["app_id"] != "foot")
            start = self.frames_later(50)["external"]["frames_presented"]
            before = self.descriptors()
            meanwhile = self.descriptors(looks=13)
            self.frames_later(200, start)
            after = self.descriptors()
            print(f"\ndescriptors before and after 200 frames: {before}, {after}", flush=True)
            self.assertIn("anon_inode:sync_file", meanwhile)
            self.assertLessEqual(after.total(), before.total() + 8)
            self.assertEqual(self.service.status()["renderer"], "gles")

    def test_stock_gl_clients_are_shown_on_both_screens(self):
        for name, command in GL_CLIENTS.items():
            with self.subTest(name), self.service.client(f"exec {command} 2>&1"):
                self.service.wait_for("the client", lambda status: status["content"]["app_id"] != "foot")
                for screen in ("external", "panel"):
                    eventually(
                        lambda: colours(self.screenshot(screen)) > 20, f"{name} draws on the {screen}", 60, interval=0.5)
                if name in STILL:
                    status = self.service.wait_until_still()
                    check_snapshot(self.screenshot("panel"), self.screenshot("external"), Viewport.of(status))

    def frames_later(self, count: int, start: int | None = None) -> dict:
        """The counters once so many frames have been shown since the frame `start`, or from now on."""
        if start is None:
            start = self.service.status()["counters"]["external"]["frames_presented"]
        return self.service.wait_for(
            f"{count} frames", lambda status: status["counters"]["external"]["frames_presented"] >= start + count
        )["counters"]


GLES = """
[renderer]
use = "gles"
"""


class ProcessorDrawingTests(unittest.TestCase):
    """OpenGL ES by the processor, on a card without 3D: frames are read back for its displays."""

    @lengthy
    def test_both_screens_show_what_is_drawn(self):
        machine = machine_at_rest()
        service = self.enterContext(EmulatedService(machine, "gles", GLES))
        service.wait_for_content(1280, 800, "panel")
        eventually(service.terminal.size, "the terminal's program runs", 60)
        machine.heads[EXTERNAL_HEAD].plug(1600, 900)
        self.addCleanup(machine.heads[EXTERNAL_HEAD].unplug)
        service.wait_for_content(1600, 900, "external")
        status = service.wait_until_still()
        self.assertEqual(status["renderer"], "gles")
        self.assertIn("llvmpipe", status["renderer_remark"])
        # What the displays show, seen from outside.
        external = service.screen("external")
        check_detail(external)
        check_snapshot(service.screen("panel"), external, Viewport.of(status))
