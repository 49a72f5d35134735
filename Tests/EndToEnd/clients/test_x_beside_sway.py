"""X programs under Kagami and under sway, one after the other in the same run: their sizes, pictures and times to start."""

import contextlib
import os
import signal
import subprocess
import time
import unittest
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy

from support.pictures import keep
from support.requirements import require_programs
from support.sway import Sway
from support.waiting import eventually
from support.x_client import XClient
from support.x_programs import DIALOG, compile_swing
from support.x_service import FOUR_K, XService

WORDS = r"""printf 'A terminal.\n\033[31mred\033[0m \033[42mgreen\033[0m \033[1mbold\033[0m\n'; exec sleep 1000"""
# Of several starts under each, the quickest counts: the machine may be busy with something else.
STARTS = 5
# A program's own work is the larger part of its start.
MOST_TIME = 4


class Place:
    """An X display whose windows are laid out for 4K, and what is seen there."""

    def __init__(self, display: str, environment: dict[str, str], folder: Path, picture: Callable[[], numpy.ndarray]):
        self.environment = {name: value for name, value in environment.items() if name != "WAYLAND_DISPLAY"} | {"DISPLAY": display}
        self.folder = folder
        self.picture = picture
        # The X server runs as long as it has a client.
        self.client = XClient(int(display.removeprefix(":")))

    def windows(self) -> tuple[int, ...]:
        return self.client.words(self.client.root, "_NET_CLIENT_LIST")

    def sizes(self) -> list[tuple[int, int]]:
        """The sizes of the windows, the largest first."""
        return sorted((size for window in self.windows() if (size := self.client.size(window))), reverse=True)

    @contextlib.contextmanager
    def run(self, program: "Program") -> Iterator[tuple[subprocess.Popen, float]]:
        """The program, and the seconds until its windows had the sizes that they keep."""
        eventually(lambda: not self.windows(), "no window is left")
        began = time.monotonic()
        process = subprocess.Popen(
            program.command, env=self.environment | program.environment, cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            eventually(lambda: program.is_shown(self.sizes()), f"{program.name} is shown", 60, 0.004)
            yield process, time.monotonic() - began
        finally:
            process.kill()
            process.wait()


@dataclass(frozen=True)
class Program:
    name: str
    command: tuple[str, ...]
    windows: int = 1
    environment: dict[str, str] = field(default_factory=dict)
    changes: bool = False
    """Whether the picture changes once a second, when it has to be held for the comparison."""

    prepare: Callable[[Path], None] = lambda folder: None

    def is_shown(self, sizes: list[tuple[int, int]]) -> bool:
        return len(sizes) == self.windows and sizes[0] == FOUR_K


XTERM = Program("xterm", ("xterm", "-e", "sh", "-c", WORDS))
XCLOCK = Program("xclock", ("xclock", "-update", "1"), changes=True)
SWING = Program(
    "swing", ("java", "-cp", ".", "Swing", "report"), environment={"_JAVA_AWT_WM_NONREPARENTING": "1"}, prepare=compile_swing)
GTK = Program("gtk3-dialog", ("/usr/bin/python3", "-B", str(DIALOG)), 2, {"GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"})


class BesideSwayTests(unittest.TestCase):
    def setUp(self):
        require_programs("Xwayland", "sway", "grim")
        service = self.enterContext(XService("[external]\nhold_ms = 0\n"))
        service.cli("virtual", "plug", "HDMI-A-1", "{}x{}".format(*FOUR_K))
        service.wait_for("mirroring", lambda status: status["state"] == "mirroring")
        sway = self.enterContext(Sway("{}x{}".format(*FOUR_K), "default_border none\n"))
        self.kagami = Place(service.x_display, service.environment, service.folder, lambda: service.screen("external"))
        self.sway = Place(sway.x_display(), sway.environment, sway.folder, sway.picture)
        self.enterContext(self.kagami.client)
        self.enterContext(self.sway.client)

    def compare(self, program: Program) -> None:
        for place in (self.kagami, self.sway):
            program.prepare(place.folder)
        self.check_sizes_and_picture(program)
        quickest = {place: 1e9 for place in (self.kagami, self.sway)}
        for _ in range(STARTS):
            for place in quickest:
                with place.run(program) as (_, seconds):
                    quickest[place] = min(quickest[place], seconds)
        ratio = quickest[self.kagami] / quickest[self.sway]
        print(f"{program.name}: {quickest[self.kagami] * 1000:.0f} ms to {quickest[self.sway] * 1000:.0f} ms under sway, {ratio:.2f}")
        self.assertLess(ratio, MOST_TIME)

    def check_sizes_and_picture(self, program: Program) -> None:
        with self.kagami.run(program) as (one, _), self.sway.run(program) as (other, _):
            seen: list[numpy.ndarray] = []

            def same() -> bool:
                if program.changes:
                    # Both have drawn this second's picture, and neither draws the next one.
                    time.sleep((0.5 - time.time()) % 1)
                    for process in (one, other):
                        os.kill(process.pid, signal.SIGSTOP)
                try:
                    seen[:] = self.kagami.picture(), self.sway.picture()
                    return bool((seen[0] == seen[1]).all())
                finally:
                    for process in (one, other):
                        os.kill(process.pid, signal.SIGCONT)

            try:
                eventually(same, f"{program.name} looks the same", 30, 0.1)
            except AssertionError:
                keep(**{f"{program.name}-{where}": picture for where, picture in zip(("kagami", "sway"), seen)})
                different = numpy.argwhere((seen[0] != seen[1]).any(axis=2))
                self.fail(f"{len(different)} pixels differ, from {different.min(axis=0)} to {different.max(axis=0)} (row, column)")
            self.assertGreater(len(numpy.unique(seen[0].reshape(-1, 3)[::97], axis=0)), 1, "the picture shows something")
            self.assertEqual(self.kagami.sizes(), self.sway.sizes())

    def test_xterm(self):
        require_programs("xterm")
        self.compare(XTERM)

    def test_xclock(self):
        require_programs("xclock")
        self.compare(XCLOCK)

    def test_swing(self):
        require_programs("java", "ecj")
        self.compare(SWING)

    def test_a_dialog_of_gtk(self):
        self.compare(GTK)


if __name__ == "__main__":
    unittest.main()
