"""The emulated machine that all tests of a process share: booting it takes longer than most of them."""

import unittest
from multiprocessing.util import Finalize
from pathlib import Path

from machine.errors import MachineMissing
from machine.graphics import BOCHS, QXL, VIRTIO, VIRTIO_GL, Graphics
from machine.machine import Machine

from .binary import kagami
from .outcomes import each
from .requirements import missing, require_programs

EXTERNAL_HEAD = 1
# A second external, where the card has one.
OTHER_HEAD = 2


running: list[Machine] = []


def by_machine(suite: unittest.TestSuite) -> unittest.TestSuite:
    """The tests in an order in which few machines are booted: classes say by `graphics` which card they need, and by
    `spoils_machine` that no other test can have the machine after them."""

    def place(test: unittest.TestCase) -> tuple[int, bool]:
        cards = [VIRTIO, VIRTIO_GL, BOCHS, QXL]
        return cards.index(getattr(test, "graphics", VIRTIO)), getattr(test, "spoils_machine", False)

    return unittest.TestSuite(sorted(each(suite), key=place))


def machine_at_rest(graphics: Graphics = VIRTIO, systemd: bool = False, root: Path | None = None) -> Machine:
    """The machine with this card, its panel alone plugged in, and no service; skips or fails where there can be none."""
    require_programs("foot", "wev", "seatd", "busybox", "depmod")
    kagami()
    try:
        machine = boot(graphics, systemd, root)
    except MachineMissing as error:
        missing(str(error))
    for head in machine.heads[EXTERNAL_HEAD:]:
        head.unplug()
    machine.run("udevadm settle")
    return machine


def boot(graphics: Graphics, systemd: bool, root: Path | None) -> Machine:
    """The machine that runs, if it has this card, first process and root; else another one in its place."""
    wanted = (graphics, systemd, root)
    if running and (running[0].graphics, running[0].systemd, running[0].root) == wanted and running[0].process.poll() is None:
        return running[0]
    shut_down()
    # Processes of a pool run no `atexit`.
    Finalize(None, shut_down, exitpriority=1)
    machine = Machine(graphics, systemd, root)
    machine.__enter__()
    running.append(machine)
    print(f"\nthe emulated machine ({graphics.device.split(',')[0]}) has booted in {machine.boot_seconds:.1f} s", flush=True)
    return machine


def shut_down() -> None:
    while running:
        running.pop().__exit__()
