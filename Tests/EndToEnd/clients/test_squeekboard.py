"""squeekboard, an on-screen keyboard that is an input method, on the panel beside the controller."""

import os
import signal
import subprocess
import unittest

from support.pictures import keep
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

PANEL = (1024, 600)
# Squeekboard shows itself when its user's desktop asks for that; here a D-Bus message does, again and again, because one that comes
# before Squeekboard has found its screen is answered and forgotten.
SCRIPT = """
squeekboard &
while dbus-send --session --print-reply --dest=sm.puri.OSK0 /sm/puri/OSK0 sm.puri.OSK0.SetVisible boolean:true || sleep 0.1
do sleep 0.2; done
"""
# The middles of keys of its keyboard for terminals, whose size is its own choice.
KEYS = {"h": (613, 376), "i": (767, 305), " ": (486, 516)}


def setUpModule():
    require_programs("foot", "squeekboard", "dbus-run-session", "dbus-send")


class SqueekboardTests(unittest.TestCase):
    def setUp(self):
        configuration = '[screen_keyboard]\nshow = "always"\n'
        self.service = self.enterContext(VirtualService(panel="{}x{}".format(*PANEL), configuration=configuration))
        # The keyboard's own start takes seconds, on a busy computer many.
        self.service.patience = 60
        self.service.terminal_ready(*PANEL)
        keyboard = subprocess.Popen(
            ["dbus-run-session", "--", "sh", "-c", SCRIPT], env=self.service.environment | {"WAYLAND_DISPLAY": self.service.tools},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        self.addCleanup(keyboard.wait)
        self.addCleanup(os.killpg, keyboard.pid, signal.SIGKILL)

    def test_it_types_from_the_panel(self):
        # Of several outputs it takes the first one's size, and keeps it: one that starts beside an external has smaller keys.
        self.service.wait_for("its keyboard", lambda status: (status["screen_keyboard"] or {}).get("shown"))
        self.service.plug(1920, 1080)
        self.service.wait_for("the controller above it", lambda status: status["viewport"]["height"] < 400)
        self.service.wait_until_still()
        keep(squeekboard=self.service.screen("panel"))
        self.assertEqual(self.service.status()["content"]["height"], 1080)
        text = "hi hi"
        for count, letter in enumerate(text, 1):
            self.service.cli("virtual", "touch", "tap", *map(str, KEYS[letter]))
            # foot leaves out what crosses its own word on where its cursor is, so that letters wait for each other.
            eventually(lambda: self.service.terminal.typed() == text[:count], f"{text[:count]!r} is typed")
