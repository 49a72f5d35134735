"""What a start costs on a small board, in instructions: a number that is the same on each computer, however busy it is."""

import json
import unittest

from machine.board import ARCHITECTURE, Board
from machine.errors import MachineMissing
from machine.graphics import VIRTIO_BOARD
from machine.machine import Machine
from support.binary import newest_package
from support.booted import EXTERNAL_HEAD
from support.installed_service import INSTALLATION, UNATTENDED
from support.requirements import missing

from .test_board import RELEASE

# Of what was measured, a tenth more: docs/performance.md.
MOST_MILLIONS = {"drm": 132, "virtual": 107}
RUNTIME = "/run/count"


def setUpModule():
    package = newest_package(ARCHITECTURE)
    if package is None:
        missing("there is no package for arm64 (make arm64)")
    try:
        board = Board.prepare(package, RELEASE)
        machine = unittest.enterModuleContext(Machine(VIRTIO_BOARD, systemd=True, board=board, counts=True))
    except MachineMissing as error:
        missing(str(error))
    for head in machine.heads[EXTERNAL_HEAD:]:
        head.unplug()
    board.debian.write_repository(package, machine.share / "repository")
    for command in INSTALLATION:
        machine.do(command, **UNATTENDED)
    StartTests.machine = machine


class StartTests(unittest.TestCase):
    machine: Machine

    def millions(self, backend: str, *options: str) -> float:
        """What the service takes for a terminal that ends as soon as it has shown its window, and the service with it."""
        run = ["/usr/bin/kagami", "run", "--backend", backend, *options, "--socket", f"{RUNTIME}/socket", "--", "foot", "-e", "true"]
        counted = self.machine.do(
            f"mkdir -p -m 700 {RUNTIME} && env -u LIBSEAT_BACKEND XDG_RUNTIME_DIR={RUNTIME} HOME=/root "
            f"/checkout/Tests/EndToEnd/machine/guest/instructions.py {' '.join(run)} 2>{RUNTIME}/log", timeout=300)
        result = json.loads(counted.splitlines()[-1])
        self.assertEqual(result["status"], 0, self.machine.do(f"cat {RUNTIME}/log"))
        return result["instructions"] / 1e6

    def test_a_start_takes_few_instructions(self):
        seen = {"drm": self.millions("drm"), "virtual": self.millions("virtual", "--virtual-panel", "1280x800")}
        print("\ninstructions of a start, in millions: " + ", ".join(f"{backend} {count:.1f}" for backend, count in seen.items()), flush=True)
        for backend, count in seen.items():
            self.assertLess(count, MOST_MILLIONS[backend], seen)
