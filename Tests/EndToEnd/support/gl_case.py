"""What tests on the card with a true 3D driver share."""

import itertools
import os
import re
import unittest
from collections import Counter
from pathlib import Path

import numpy
from PIL import Image

from machine.graphics import VIRTIO_GL

from .booted import machine_at_rest
from .emulated_service import EmulatedService
from .requirements import require_programs
from .waiting import eventually

# Small screens: what is drawn with the card, this computer's processor draws in the end.
PANEL = (800, 500)
EXTERNAL = (1280, 720)
# By themselves both are as small as QEMU's window was at first.
MODES = f"""
[[display]]
connector = "Virtual-1"
role = "panel"
mode = "{PANEL[0]}x{PANEL[1]}R@60"
[[display]]
connector = "Virtual-2"
role = "external"
mode = "{EXTERNAL[0]}x{EXTERNAL[1]}R@60"
"""
# Where a person wants to look at the pictures that the tests compare.
PICTURES = os.environ.get("KAGAMI_PICTURES")


class GLCase(unittest.TestCase):
    """The service with both of the card's displays on, and a terminal in it."""

    graphics = VIRTIO_GL
    backported = False
    configuration = MODES

    @classmethod
    def setUpClass(cls):
        require_programs("weston-simple-egl", "Xvfb")
        cls.machine = machine_at_rest(cls.graphics, backported=cls.backported)
        cls.service = cls.enterClassContext(EmulatedService(cls.machine, "gpu", cls.configuration))
        cls.service.wait_for_content(*EXTERNAL, "external")
        eventually(cls.service.terminal.start, "the terminal's program runs", 60)

    def screenshot(self, name: str) -> numpy.ndarray:
        picture = self.service.screenshot(name)
        if PICTURES:
            folder = Path(PICTURES) / self._testMethodName
            folder.mkdir(parents=True, exist_ok=True)
            numbers = (number for number in itertools.count(1) if not list(folder.glob(f"{number:03}-*")))
            Image.fromarray(picture).save(folder / f"{next(numbers):03}-{name}.png")
        return picture

    def descriptors(self, looks: int = 1) -> Counter:
        """How many descriptors of each kind the service has, or has in so many looks together."""
        listed = self.machine.run(f"for look in $(seq {looks}); do ls -l /proc/{self.service.pid}/fd; done").output
        targets = [line.split(" -> ")[1] for line in listed.splitlines() if " -> " in line]
        return Counter(re.sub(r"\d+", "", target.split(" ")[0]) for target in targets)

    def plug(self, output: str, state: str) -> None:
        """Turns a connector off, on, or with `detect` to what its driver finds."""
        program = "/checkout/Tests/EndToEnd/machine/guest/connector.py"
        finished = self.machine.run(f"/usr/bin/python3 -B {program} card0-{output} {state}")
        self.assertEqual(finished.status, 0, finished.output)
