"""A notification daemon beside two outputs: its notifications are where the user's eyes and fingers are."""

import subprocess
import unittest

import numpy

from support.pictures import keep
from support.requirements import require_programs
from support.session_bus import BusService, SessionBus, require_bus
from support.waiting import eventually

RED = (200, 32, 32)
# One notification is of one colour, without text that would be in the way of counting.
OPTIONS = ("--background-color=#c82020ff", "--text-color=#c82020ff", "--border-color=#c82020ff", "--width=300", "--height=100")


def setUpModule():
    require_bus()
    require_programs("foot", "mako")


class MakoTests(unittest.TestCase):
    def setUp(self):
        self.bus = self.enterContext(SessionBus())
        self.service = self.enterContext(BusService(self.bus, "[application]\noutputs = 2\n"))
        self.service.terminal_ready()

    def start(self, *options: str) -> None:
        environment = self.service.environment | {"WAYLAND_DISPLAY": self.service.tools}
        self.service.others.append(subprocess.Popen(
            ["mako", "--config=/dev/null", *OPTIONS, *options], env=environment, stderr=subprocess.DEVNULL))
        self.program = self.bus.program()
        eventually(lambda: self.program.owns("org.freedesktop.Notifications"), "mako is on the bus")

    def notify(self) -> None:
        name = "org.freedesktop.Notifications"
        self.program.call(
            name, "/org/freedesktop/Notifications", name, "Notify", "(susssasa{sv}i)", "test", 0, "", "A notification",
            "With words", [], {}, 0)

    def red(self, screen: str) -> int:
        """The pixels of a screen that the notification has."""
        return int((numpy.abs(self.service.screen(screen).astype(int) - RED).max(axis=2) <= 2).sum())

    def wait_for_notification(self, screen: str, is_there: bool = True) -> None:
        eventually(lambda: (self.red(screen) > 5000) == is_there, f"a notification on the {screen}: {is_there}", 20)

    def test_a_notification_is_on_the_panel_and_a_finger_dismisses_it(self):
        self.service.plug(1920, 1080)
        self.start()
        self.notify()
        self.wait_for_notification("panel")
        self.service.wait_until_still()
        panel = self.service.screen("panel")
        keep(mako_panel=panel, mako_external=self.service.screen("external"))
        self.assertEqual(self.red("external"), 0)
        scale = self.service.status()["panel"]["scale"]
        # At the top right, 10 logical pixels from the edges, as wide and dense as on the panel alone.
        rows, columns = numpy.nonzero(numpy.abs(panel.astype(int) - RED).max(axis=2) <= 2)
        self.assertEqual((int(columns.min()), int(columns.max())), (round(1280 - 310 * scale), round(1280 - 10 * scale) - 1))
        self.assertEqual(int(rows.min()), round(10 * scale))

        # At the unplug it stays where it is, and is back there with the next external.
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for_content(1280, 800, "panel")
        self.wait_for_notification("panel")
        self.service.plug(1920, 1080)
        self.wait_for_notification("panel")
        self.assertEqual(self.red("external"), 0)

        # Before the controller a finger reaches it.
        self.service.cli("virtual", "touch", "tap", str(1280 - round(100 * scale)), str(round(30 * scale)))
        self.wait_for_notification("panel", False)
        self.service.wait_until_still()
        self.service.check_pictures()

    def test_one_that_names_the_external_is_there(self):
        self.service.plug(1920, 1080)
        self.start("--output=HDMI-A-1")
        self.notify()
        self.wait_for_notification("external")
        keep(mako_named_external=self.service.screen("external"))
