"""The main job on a board with an arm64 processor: from apt to the finger, seen from outside the emulator."""

import json
import os
import shlex
import unittest
from pathlib import Path

from machine.board import Board
from machine.errors import MachineMissing
from machine.graphics import VIRTIO_BOARD
from machine.keyboard import Keyboard
from machine.machine import Machine
from machine.touch import TouchScreen
from support.binary import CHECKOUT
from support.booted import EXTERNAL_HEAD
from support.pictures import Viewport, check_detail, check_snapshot, keep, load
from support.requirements import missing
from support.service import plain
from support.waiting import eventually

PANEL = (1280, 800)
EXTERNAL = (1920, 1080)
LARGE = (3840, 2160)
# Of the service's own, beside a frame of each display in ordinary memory. Between 30 and 41 were seen.
MOST_MEGABYTES = 60
# Debian's release on the board; that of the package is the oldest.
RELEASE = os.environ.get("KAGAMI_BOARD_RELEASE", "trixie")
SETTINGS = Path("/etc/kagami/mandatory.toml.d/plain.toml")
COMMANDS = ["apt-get update", "apt-get install --yes kagami", "systemctl enable --now kagami@kagami"]


def setUpModule():
    packages = sorted((CHECKOUT / ".build" / "packages").glob("kagami_*_arm64.deb"), key=lambda path: path.stat().st_mtime)
    if not packages:
        missing("there is no package for arm64 (make arm64)")
    try:
        board = Board.prepare(packages[-1], RELEASE)
        machine = unittest.enterModuleContext(Machine(VIRTIO_BOARD, systemd=True, board=board))
    except MachineMissing as error:
        missing(str(error))
    print(f"\nthe board with {RELEASE} has booted in {machine.boot_seconds:.0f} s", flush=True)
    for head in machine.heads[EXTERNAL_HEAD:]:
        head.unplug()
    board.debian.write_repository(packages[-1], machine.share / "repository")
    BoardTests.machine = machine


class BoardTests(unittest.TestCase):
    machine: Machine

    def do(self, command: str) -> str:
        finished = self.machine.run(command, timeout=1200, DEBIAN_FRONTEND="noninteractive")
        self.assertEqual(finished.status, 0, f"{command}\n{finished.output}")
        return finished.output

    def status(self) -> dict:
        finished = self.machine.run("kagami status --json --socket /run/user/$(id -u kagami)/kagami.sock")
        return json.loads(finished.output) if finished.status == 0 else {}

    def content(self) -> tuple[str | None, int, int]:
        content = self.status().get("content") or {"app_id": None, "width": 0, "height": 0}
        return content["app_id"], content["width"], content["height"]

    def ask(self, command: str) -> str:
        return self.do(f"kagami {command} --socket /run/user/$(id -u kagami)/kagami.sock")

    def own_memory(self) -> float:
        """The megabytes of the service's own: neither its program, nor memory of displays and clients."""
        process = self.do("systemctl show --property MainPID --value kagami@kagami").strip()
        return int(self.do(f"grep RssAnon /proc/{process}/status").split()[1]) / 1000

    def picture(self, head: int):
        path = self.machine.folder / f"head{head}.ppm"
        self.machine.dump(head, path)
        return load(path)

    def check_mirrored(self) -> None:
        """The panel comes to show the external's area average, once neither changes."""

        def holds() -> bool:
            status = self.status()
            external, panel = self.picture(EXTERNAL_HEAD), self.picture(0)
            try:
                check_detail(external)
                check_snapshot(panel, external, Viewport.of(status))
            except AssertionError as error:
                self.failure = f"{error}; see {keep(external=external, panel=panel)}"
                return False
            return True

        try:
            eventually(holds, "the panel shows the external", 120, interval=1)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{getattr(self, 'failure', '')}") from None

    def test_the_package_does_the_main_job(self):
        self.assertEqual(self.do("dpkg --print-architecture").strip(), "arm64")
        # Nothing but the snapshot is to be on the panel.
        self.do(f"mkdir -p {SETTINGS.parent} && printf '%s' {shlex.quote(plain())} >{SETTINGS}")
        for command in COMMANDS:
            self.do(command)
        eventually(lambda: self.content() == ("foot", *PANEL), "the terminal is on the panel", 300, interval=1)
        self.machine.heads[EXTERNAL_HEAD].plug(*EXTERNAL)
        eventually(lambda: self.content() == ("foot", *EXTERNAL), "the terminal is on the external", 120, interval=1)
        self.assertEqual(self.picture(EXTERNAL_HEAD).shape[:2], EXTERNAL[::-1])
        Keyboard(self.machine.monitor).type("seq 3000\n")
        self.check_mirrored()
        self.do("modprobe uinput && udevadm settle")
        with TouchScreen(self.machine.agent, *PANEL) as screen:
            self.do("udevadm settle")
            before = self.picture(EXTERNAL_HEAD)
            # The bar above the snapshot has 40 pixels. A terminal of Debian 13 scrolls by finger, an older one marks text.
            screen.touch(0, 4, 46)
            for step in range(1, 8):
                screen.touch(0, 4 + 40 * step, 46 + 2 * step)
            screen.lift(0)
            eventually(lambda: (self.picture(EXTERNAL_HEAD) != before).any(), "the terminal on the external follows the finger", 60, interval=1)
        self.check_mirrored()
        kept = keep(**{f"board-{RELEASE}-{name}": self.picture(head) for name, head in (("external", EXTERNAL_HEAD), ("panel", 0))})
        print(f"\nwhat the displays showed then is in {kept}", flush=True)
        self.machine.heads[EXTERNAL_HEAD].unplug()
        eventually(lambda: self.content() == ("foot", *PANEL), "the terminal is at home", 60, interval=1)
        self.assertEqual(self.picture(0).shape[:2], PANEL[::-1])
        self.check_memory()

    def check_memory(self) -> None:
        """On a board with 1 GB the service keeps little beside what displays and clients need, at 4K too."""
        seen = {"at home": self.own_memory()}
        self.machine.heads[EXTERNAL_HEAD].plug(*LARGE)
        eventually(lambda: self.content() == ("foot", *LARGE), "the terminal is on the large external", 180, interval=1)
        self.check_mirrored()
        seen["4K"] = self.own_memory()
        self.ask("menu show")
        seen["menu"] = self.own_memory()
        self.ask("menu hide")
        self.ask("hud show --as pip")
        eventually(lambda: self.status()["pip"]["state"] == "active", "the picture in picture is there", 60, interval=1)
        seen["picture in picture"] = self.own_memory()
        self.machine.heads[EXTERNAL_HEAD].unplug()
        eventually(lambda: self.content() == ("foot", *PANEL), "the terminal is at home again", 60, interval=1)
        seen["unplugged"] = self.own_memory()
        print("\nthe service's own memory in MB: " + ", ".join(f"{step} {megabytes:.1f}" for step, megabytes in seen.items()), flush=True)
        frames = 4 * (LARGE[0] * LARGE[1] + PANEL[0] * PANEL[1]) / 1e6
        self.assertLess(max(seen.values()), frames + MOST_MEGABYTES, seen)
