"""The external's client sets the pace, on displays of different rates."""

import subprocess
import sys
import unittest
from pathlib import Path

from support.virtual_service import VirtualService

CLIENT = Path(__file__).resolve().parents[1] / "support" / "raw" / "paced_client.py"


class PaceTests(unittest.TestCase):
    # Compares rates.
    alone = True

    def shown(self, panel: int, external: int) -> tuple[int, int]:
        """Frames on a panel and an external of these rates over a while, of a client that draws with each callback."""
        with VirtualService([], panel="640x400") as service:
            service.cli("virtual", "unplug", "DSI-1")
            service.cli("virtual", "plug", "DSI-1", f"640x400@{panel}")
            service.cli("virtual", "plug", "HDMI-A-1", f"640x360@{external}")
            environment = service.environment | {"WAYLAND_DISPLAY": service.application_display()}
            service.others.append(subprocess.Popen([sys.executable, CLIENT], env=environment, stdout=subprocess.DEVNULL))
            service.wait_for_content(640, 360, "external")
            before, after = (status["counters"] for status in service.rest(2))
            return tuple(after[on]["frames_presented"] - before[on]["frames_presented"] for on in ("panel", "external"))

    def test_external_of_another_rate_than_the_panel(self):
        panel, external = self.shown(10, 60)
        self.assertGreater(external, 2 * panel, "the panel has one blank for six of the external's")
        self.assertGreater(panel, external / 10, "the panel goes on")
        panel, external = self.shown(60, 24)
        self.assertGreater(external, 0)
        self.assertLess(panel, 1.3 * external, "the panel draws no frame twice")
