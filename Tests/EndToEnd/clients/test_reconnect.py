"""A Qt application that outlives the service: it connects to the next one, with all that it had."""

import json
import os
import subprocess
import unittest

import numpy

from support.binary import CHECKOUT, kagami
from support.held_service import HeldService
from support.pictures import Viewport, check_snapshot, keep
from support.python_packages import python_packages
from support.waiting import eventually

PROGRAM = CHECKOUT / "Tests/EndToEnd/clients/programs/qt6.py"
EXTERNAL = (1920, 1080)
BLUE = (32, 64, 192)


class ReconnectTests(unittest.TestCase):
    def setUp(self):
        packages = python_packages()
        self.service = HeldService("kagami.sock", "wayland-7", "kagami-tools")
        self.addCleanup(self.service.__exit__)
        self.service.patience = 30
        self.report = self.service.folder / "report.jsonl"
        self.environment = {"QT_QPA_PLATFORM": "wayland", "PYTHONPATH": str(packages)}
        self.start()

    def start(self) -> None:
        self.service.start()
        eventually(self.service.answers, "the service answers", 20)

    def command(self) -> list:
        return ["/usr/bin/python3", "-B", PROGRAM, self.report]

    def reports(self, kind: str) -> list[dict]:
        if not self.report.exists():
            return []
        lines = self.report.read_text().rpartition("\n")[0].splitlines()
        return [report for report in map(json.loads, lines) if report["type"] == kind]

    def plug(self) -> None:
        self.service.plug(*EXTERNAL)

    def tap(self, x: int, y: int) -> None:
        """Touches the panel where it shows a point of the external, which the application must see there, once."""
        before = len(self.reports("touch"))
        viewport = self.service.status()["viewport"]
        place = [str(viewport["xy"[axis]] + value * viewport["scale"]) for axis, value in enumerate((x, y))]
        self.service.cli("virtual", "touch", "tap", *place)
        touch = eventually(lambda: self.reports("touch")[before:], "the touch arrives", 20)[0]
        self.assertEqual(touch["count"], before + 1)
        self.assertLessEqual(max(abs(touch["x"] - x), abs(touch["y"] - y)), 1, touch)

    def external(self) -> numpy.ndarray:
        """The external's picture, which the application fills, and which the panel shows."""
        status = self.service.wait_until_still()
        picture = self.service.screen("external")
        self.assertEqual(picture.shape[1::-1], EXTERNAL)
        self.assertGreater((picture == BLUE).all(axis=2).mean(), 0.7)
        panel = self.service.screen("panel")
        check_snapshot(panel, picture, Viewport.of(status))
        keep(**{"reconnect-external": picture, "reconnect-panel": panel})
        return picture

    def use(self) -> numpy.ndarray:
        """Types and touches on the external; what that shows there."""
        self.plug()
        empty = self.external()
        self.service.cli("virtual", "key", "type", "kagami")
        eventually(lambda: [report["text"] for report in self.reports("text")][-1:] == ["kagami"], "the text arrives", 20)
        for x in (500, 1400):
            self.tap(x, 800)
        used = self.external()
        # Letters in the field above, and another digit below.
        for part in (slice(0, 100), slice(100, None)):
            self.assertGreater((used[part] != empty[part]).any(axis=2).sum(), 200)
        return used

    def crash(self) -> None:
        self.service.process.kill()
        self.service.process.wait()
        self.start()

    def check_survival(self, before: numpy.ndarray) -> None:
        """The same process has its window again, with what was in it, and takes touches and keys."""
        self.service.wait_for_content(1280, 800, "panel")
        self.plug()
        numpy.testing.assert_array_equal(self.external(), before)
        self.tap(960, 700)
        self.service.cli("virtual", "key", "type", "x")
        eventually(lambda: self.reports("text")[-1]["text"] == "kagamix", "the text goes on", 20)
        self.assertEqual(len(self.reports("start")), 1)

    def test_a_program_of_its_own_survives_two_crashes(self):
        application = subprocess.Popen(
            self.command(), env=self.service.environment | self.environment | {"WAYLAND_DISPLAY": "wayland-7", "QT_WAYLAND_RECONNECT": "1"},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(application.wait)
        self.addCleanup(application.kill)
        self.service.wait_for_content(1280, 800, "panel")
        before = self.use()
        self.crash()
        self.service.wait_for_content(1280, 800, "panel")
        self.crash()
        self.check_survival(before)
        self.assertIsNone(application.poll())

    def test_a_hosted_program_is_told_to_connect_again(self):
        variables = [f"{name}={value}" for name, value in self.environment.items()]
        self.service.cli("launch", "--", "env", *variables, *map(str, self.command()))
        self.service.wait_for_content(1280, 800, "panel")
        process = self.reports("start")[0]["process"]
        self.addCleanup(lambda: os.kill(process, 9))
        before = self.use()
        self.crash()
        self.check_survival(before)
        os.kill(process, 0)
