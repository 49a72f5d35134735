"""The other graphics cards of virtual machines, each with the kernel's own driver for it."""

import unittest

import numpy

from machine.graphics import BOCHS, QXL, VIRTIO_GL, Graphics
from machine.machine import ORDINARY_USER
from support.booted import machine_at_rest
from support.emulated_service import EmulatedService
from support.pictures import check_detail
from support.requirements import require_programs
from support.triangle import shows_triangle
from support.waiting import eventually


PIXMAN = """
[renderer]
use = "pixman"
"""


class OneScreen:
    """The panel alone, seen from outside the guest as the service says that it looks."""

    graphics: Graphics
    driver: str

    @classmethod
    def setUpClass(cls):
        # Nobody else has these cards, so that the machines can have more than one processor as well.
        cls.machine = machine_at_rest(cls.graphics, processors=2)

    def test_terminal_is_drawn_and_the_console_comes_back(self):
        self.assertIn(self.driver, self.machine.run("readlink /sys/class/drm/card0/device/driver").output)
        service = self.enterContext(EmulatedService(self.machine, self.driver))
        status = service.wait_for("content", lambda status: status["content"] and status["panel"])
        self.assertEqual((status["backend"], status["state"]), ("drm", "panel-only"))
        service.wait_for_content(status["panel"]["width"], status["panel"]["height"], "panel")
        eventually(service.terminal.start, "the terminal's program runs", 60)
        service.wait_until_still()
        picture = service.screenshot("panel")
        check_detail(picture)
        numpy.testing.assert_array_equal(service.screen("panel"), picture)
        self.assertEqual(service.end(), 0)
        eventually(lambda: "fbcon" in self.owner(), "the console's framebuffer is shown again", 20)

    def owner(self) -> str:
        """Who allocated what the card shows."""
        return self.machine.run("cat /sys/kernel/debug/dri/0/framebuffer").output


class BochsTests(OneScreen, unittest.TestCase):
    graphics = BOCHS
    driver = "bochs-drm"


class QXLTests(OneScreen, unittest.TestCase):
    graphics = QXL
    driver = "qxl"


class HostDrawingTests(unittest.TestCase):
    """A driver with 3D, a render node, and no modifiers: what GL draws in its memory cannot be read by the processor.

    Frames are drawn by the processor here; test_gpu has them drawn by the card.
    """

    graphics = VIRTIO_GL

    def setUp(self):
        require_programs("weston-simple-egl", "Xvfb")
        self.machine = machine_at_rest(self.graphics)
        self.service = self.enterContext(EmulatedService(self.machine, "host-drawing", PIXMAN))
        self.service.wait_for("both displays", lambda status: status["state"] == "mirroring")
        eventually(self.service.terminal.start, "the terminal's program runs", 60)

    def test_gl_clients_live_and_are_shown_on_both_screens(self):
        self.assertIn("applications draw with the processor", self.service.log())
        display = self.service.terminal.start()["WAYLAND_DISPLAY"]
        offered = self.machine.run("wayland-info", ORDINARY_USER, WAYLAND_DISPLAY=display).output
        self.assertNotIn("zwp_linux_dmabuf_v1", offered)
        with self.service.client("exec weston-simple-egl -f -o 2>&1"):
            self.service.wait_for("the GL client", lambda status: status["content"]["app_id"] != "foot")
            for name in ("panel", "external"):
                eventually(lambda: self.shows_triangle(name), f"the triangle on the {name}", 60, interval=0.5)

    def shows_triangle(self, name: str) -> bool:
        return shows_triangle(self.service.screenshot(name))
