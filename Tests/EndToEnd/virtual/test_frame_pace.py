"""What one application waits for its frames while others keep the service busy."""

import json
import statistics
import subprocess
import sys
import time
import unittest
from pathlib import Path

from support.virtual_service import VirtualService

CLIENT = Path(__file__).resolve().parents[1] / "support" / "raw" / "animation.py"
# Other work on this computer only ever makes it slower.
ATTEMPTS = 4


class FairnessTests(unittest.TestCase):
    """An interactive window keeps its pace whatever others do."""

    def setUp(self):
        self.service = self.enterContext(VirtualService([]))
        name = next(path.name for path in Path(self.service.environment["XDG_RUNTIME_DIR"]).glob("wayland-?"))
        self.environment = self.service.environment | {"WAYLAND_DISPLAY": name}

    def start(self, *arguments: str) -> subprocess.Popen:
        process = subprocess.Popen([sys.executable, CLIENT, *arguments], env=self.environment)
        self.service.others.append(process)
        return process

    def pace(self) -> float:
        """The usual time between two frames of one more window, in front of all others."""
        output = subprocess.run(
            [sys.executable, CLIENT, "timed"], env=self.environment, capture_output=True, text=True, check=True,
            timeout=60
        ).stdout
        return statistics.median(json.loads(output)[10:])

    def test_flooding_window_does_not_halve_anothers_pace(self):
        ratios = []
        for _ in range(ATTEMPTS):
            alone = self.pace()
            flood = self.start("flood")
            self.service.wait_for("the other window is there", lambda status: status["content"])
            ratios.append(self.pace() / alone)
            flood.kill()
            flood.wait()
            if ratios[-1] < 1.6:
                return
        self.fail(f"a frame takes {ratios} times as long")
