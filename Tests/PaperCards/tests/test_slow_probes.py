"""Displays that take long to say what they are."""

import time

from paper import oracles
from paper.cards.plain import PLAIN
from paper.displays import FULL_HD
from support.waiting import eventually

from .case import PaperCase

# What the kernel takes to ask one connector; the frames in between are counted for this long.
PROBE_SECONDS = 4.0


class SlowProbeTests(PaperCase):
    def test_frames_go_on_while_displays_are_asked(self):
        with self.running(PLAIN) as service:
            service.terminal_ready()
            service.wait_until_still()
            bench = service.bench
            with bench.lock:
                bench.device.faults.probe_seconds = PROBE_SECONDS
                bench.device.history.clear()
            before = service.status()["counters"]["panel"]["frames_presented"]
            started = time.monotonic()
            bench.plug("HDMI-A-1", FULL_HD)
            eventually(lambda: "GETCONNECTOR" in bench.device.history, "the display is asked")
            shown = 0
            for line in range(4):
                service.draw(f"line {line}\r\n")
                shown = service.wait_for(
                    "its frame", lambda status: status["counters"]["panel"]["frames_presented"] > before + shown
                )["counters"]["panel"]["frames_presented"] - before
            status = service.status()
            self.assertLess(time.monotonic() - started, PROBE_SECONDS, "not while the display was asked")
            self.assertEqual(status["state"], "panel-only")
            service.wait_for_content(1920, 1080, "external")
            with bench.lock:
                bench.device.faults.probe_seconds = 0
            oracles.check_shown(service, "eDP-1", "HDMI-A-1")
            oracles.check(service)
