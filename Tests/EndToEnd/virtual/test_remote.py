"""kagami-remote: displays on the network, as stock VNC viewers see and use them."""

import signal
import socket
import subprocess
import time
import unittest

import numpy

from kagami import Client
from support.remote import Remote, ViewerScreen, free_port
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

NAME = "Virtual-9"


def setUpModule():
    require_programs("foot", "gvnccapture", "xtigervncviewer", "xtightvncviewer", "Xvfb", "xdotool", "ffmpeg")


class ViewTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService(panel="800x480"))
        self.service.terminal_ready(800, 480)

    def test_a_viewer_sees_every_pixel_of_the_display(self):
        remote = self.enterContext(Remote(self.service, "view", "DSI-1"))
        for _ in range(3):
            self.assertTrue(numpy.array_equal(remote.capture(), self.service.screen("panel")))

    def test_a_viewer_types_and_points(self):
        remote = self.enterContext(Remote(self.service, "view", "DSI-1"))
        desk = self.enterContext(ViewerScreen(self.service.folder))
        desk.tigervnc(remote.port)
        eventually(lambda: desk.place("Kagami"), "the viewer's window", timeout=20)
        eventually(
            lambda: numpy.array_equal(desk.window("Kagami"), self.service.screen("panel")), "the viewer shows the panel",
            timeout=20
        )
        x, y, _, _ = desk.place("Kagami")
        desk.xdotool("mousemove", str(x + 400), str(y + 240), "click", "1")
        desk.focus("Kagami")
        text = "Kagami/7?éあ"
        desk.xdotool("type", "--delay", "40", text)
        eventually(lambda: self.service.terminal.typed() == text, "the text has arrived", timeout=20)
        events = self.service.start_viewer()
        desk.xdotool("mousemove", str(x + 300), str(y + 200), "click", "1", "click", "3", "click", "5")
        desk.xdotool("key", "shift+Tab")
        eventually(lambda: len(events.keys()) == 4, "the keys have arrived", timeout=20)
        self.assertEqual(events.keys()[:2], [(42, True), (15, True)])
        self.assertEqual(sorted(events.keys()[2:]), [(15, False), (42, False)])
        self.assertEqual(events.buttons(), [(0x110, True), (0x110, False), (0x111, True), (0x111, False)])
        self.assertIn(("axis_discrete", ["0", "1"]), events.events("wl_pointer"))
        self.assertIsNotNone(events.pointer())
