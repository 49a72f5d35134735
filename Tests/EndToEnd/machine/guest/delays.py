"""Runs in the guest: touches the panel at any moment, and prints how long each touch took to show, as JSON lines.

The client is `kagami-bench answer-touches`: it paints a band at each touch, and writes when that was on the external. When it was
on the panel is seen from the service's counters. Instants are CLOCK_MONOTONIC in microseconds.
"""

import json
import os
import random
import select
import socket
import sys
import time

from touchscreen import MAXIMUM, TouchScreen

NAME = "Kagami delay touch screen"
# The longest wait for an answer, in seconds.
PATIENCE = 10
# A frame that has been drawn is on the panel within this, in microseconds.
STILL = 100_000


class Panel:
    """The panel's counters, by the control socket."""

    def __init__(self, path: str, band: int):
        """`band` is the number of panel pixels that an answer repaints; the disc under the finger has fewer."""
        self.band = band
        self.channel = socket.socket(socket.AF_UNIX)
        self.channel.connect(path)
        self.lines = self.channel.makefile("r")
        self.start = self.counters()["damaged_pixels"]

    def ask(self, command: str) -> dict:
        self.channel.sendall(json.dumps({"command": command}).encode() + b"\n")
        return json.loads(self.lines.readline())

    def counters(self) -> dict:
        return self.ask("status")["status"]["counters"]["panel"]

    def await_screen(self) -> None:
        """Waits for the service to have the touch screen."""
        limit = time.monotonic() + 3 * PATIENCE
        while time.monotonic() < limit:
            if any(glass["name"] == NAME for output in self.ask("outputs")["outputs"] for glass in output["touchscreens"]):
                return
            time.sleep(0.1)
        raise SystemExit("the service never had the touch screen")

    def begin(self) -> None:
        self.start = self.counters()["damaged_pixels"]

    def await_answer(self) -> int:
        """When the band was first seen to be on the panel."""
        drawn = None
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            counters = self.counters()
            if drawn is None:
                if counters["damaged_pixels"] - self.start >= self.band:
                    drawn, seen = counters["frames_presented"], now()
            elif counters["frames_presented"] > drawn:
                return now()
            elif now() - seen > STILL:
                # It had been presented by the time that it was seen to be drawn.
                return seen
        raise SystemExit("the panel never showed an answer")


def now() -> int:
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000


def main() -> None:
    path, answers, band, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    screen = TouchScreen(NAME)
    panel = Panel(path, band)
    panel.await_screen()
    pipe = os.open(answers, os.O_RDWR)
    for _ in range(count):
        time.sleep(random.uniform(0.05, 0.07))
        panel.begin()
        start = now()
        screen.frame([[0, MAXIMUM // 2, MAXIMUM // 2]])
        shown = panel.await_answer()
        screen.frame([[0, None, None]])
        ready, _, _ = select.select([pipe], [], [], PATIENCE)
        if not ready:
            raise SystemExit("the external never showed an answer")
        instant = int(os.read(pipe, 4096).split()[-1])
        print(json.dumps({"external_us": instant - start, "panel_us": shown - start}), flush=True)


main()
