"""The main job on a board with an arm64 processor: from apt to the finger, seen from outside the emulator."""

import os
import shlex
import unittest
from pathlib import Path

from machine.board import ARCHITECTURE, Board
from machine.errors import MachineMissing
from machine.graphics import VIRTIO_BOARD
from machine.keyboard import Keyboard
from machine.machine import Machine
from machine.touch import TouchScreen
from support.binary import newest_package
from support.booted import EXTERNAL_HEAD
from support.installed_service import COMMANDS, UNATTENDED, InstalledService
from support.pictures import keep
from support.requirements import missing
from support.service import plain
from support.waiting import eventually

PANEL = (1280, 800)
EXTERNAL = (1920, 1080)
LARGE = (3840, 2160)
# Of the service's own, beside a frame of each display in ordinary memory.
MOST_MEGABYTES = 15
# Debian's release on the board; that of the package is the oldest.
RELEASE = os.environ.get("KAGAMI_BOARD_RELEASE", "trixie")
SETTINGS = Path("/etc/kagami/mandatory.toml.d/plain.toml")


def booted_board(counts: bool = False) -> Machine:
    """A board for the module's tests, with the newest package in a repository and nothing plugged in but the panel. One that
    `counts` tells programs how many instructions they took."""
    package = newest_package(ARCHITECTURE)
    if package is None:
        missing("there is no package for arm64 (make arm64)")
    try:
        board = Board.prepare(package, RELEASE)
        machine = unittest.enterModuleContext(Machine(VIRTIO_BOARD, systemd=True, board=board, counts=counts))
    except MachineMissing as error:
        missing(str(error))
    for head in machine.heads[EXTERNAL_HEAD:]:
        head.unplug()
    board.debian.write_repository(package, machine.share / "repository")
    return machine


def setUpModule():
    machine = booted_board()
    print(f"\nthe board with {RELEASE} has booted in {machine.boot_seconds:.0f} s", flush=True)
    BoardTests.machine = machine
    BoardTests.service = InstalledService(machine)


class BoardTests(unittest.TestCase):
    machine: Machine
    service: InstalledService

    def own_memory(self) -> float:
        """The megabytes of the service's own: neither its program, nor memory of displays and clients."""
        process = self.service.property("MainPID")
        return int(self.machine.do(f"grep RssAnon /proc/{process}/status").split()[1]) * 1024 / 1e6

    def wait_for_terminal(self, size: tuple[int, int], on: str) -> None:
        self.assertEqual(self.service.wait_for_content(*size, on)["content"]["app_id"], "foot")

    def test_the_package_does_the_main_job(self):
        self.assertEqual(self.machine.do("dpkg --print-architecture").strip(), ARCHITECTURE)
        # Nothing but the snapshot is to be on the panel.
        self.machine.do(f"mkdir -p {SETTINGS.parent} && printf '%s' {shlex.quote(plain())} >{SETTINGS}")
        for command in COMMANDS:
            self.machine.do(command, **UNATTENDED)
        self.wait_for_terminal(PANEL, "panel")
        self.machine.heads[EXTERNAL_HEAD].plug(*EXTERNAL)
        self.wait_for_terminal(EXTERNAL, "external")
        self.assertEqual(self.service.screen("external").shape[:2], EXTERNAL[::-1])
        Keyboard(self.machine.monitor).type("seq 3000\n")
        self.service.check_pictures()
        self.machine.do("modprobe uinput && udevadm settle")
        with TouchScreen(self.machine.agent, *PANEL) as screen:
            self.machine.do("udevadm settle")
            before = self.service.screen("external")
            # The bar above the snapshot has 40 pixels. A terminal of Debian 13 scrolls by finger, an older one marks text.
            screen.touch(0, 4, 46)
            for step in range(1, 8):
                screen.touch(0, 4 + 40 * step, 46 + 2 * step)
            screen.lift(0)
            eventually(
                lambda: (self.service.screen("external") != before).any(), "the terminal on the external follows the finger", 60, interval=1)
        self.service.check_pictures()
        kept = keep(**{f"board-{RELEASE}-{name}": self.service.screen(name) for name in ("external", "panel")})
        print(f"\nwhat the displays showed then is in {kept}", flush=True)
        self.machine.heads[EXTERNAL_HEAD].unplug()
        self.wait_for_terminal(PANEL, "panel")
        self.assertEqual(self.service.screen("panel").shape[:2], PANEL[::-1])
        self.check_memory()

    def check_memory(self) -> None:
        """On a board with 1 GB the service keeps little beside what displays and clients need, at 4K too."""
        seen = {"at home": self.own_memory()}
        self.machine.heads[EXTERNAL_HEAD].plug(*LARGE)
        self.wait_for_terminal(LARGE, "external")
        self.service.check_pictures()
        seen["4K"] = self.own_memory()
        self.service.cli("menu", "show")
        seen["menu"] = self.own_memory()
        self.service.cli("menu", "hide")
        self.service.cli("hud", "show", "--as", "pip")
        self.service.wait_for("the picture in picture is there", lambda status: status["pip"]["state"] == "active")
        seen["picture in picture"] = self.own_memory()
        self.machine.heads[EXTERNAL_HEAD].unplug()
        self.wait_for_terminal(PANEL, "panel")
        seen["unplugged"] = self.own_memory()
        print("\nthe service's own memory in MB: " + ", ".join(f"{step} {megabytes:.1f}" for step, megabytes in seen.items()), flush=True)
        frames = 4 * (LARGE[0] * LARGE[1] + PANEL[0] * PANEL[1]) / 1e6
        self.assertLess(max(seen.values()), frames + MOST_MEGABYTES, seen)
