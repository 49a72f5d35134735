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
    """The tests in an order in which few machines are booted: classes say by `graphics` which card they need, by `backported`
    that they need the newer kernel, and by `spoils_machine` that no other test can have the machine after them."""

    def place(test: unittest.TestCase) -> tuple[int, bool, bool]:
        cards = [VIRTIO, VIRTIO_GL, BOCHS, QXL]
        card = cards.index(getattr(test, "graphics", VIRTIO))
        return card, getattr(test, "backported", False), getattr(test, "spoils_machine", False)

    return unittest.TestSuite(sorted(each(suite), key=place))


def machine_at_rest(
    graphics: Graphics = VIRTIO, systemd: bool = False, root: Path | None = None, backported: bool = False, processors: int = 1
) -> Machine:
    """The machine with this card, its panel alone plugged in, and no service; skips or fails where there can be none."""
    require_programs("foot", "wev", "seatd", "busybox", "depmod")
    kagami()
    try:
        machine = boot(graphics, systemd, root, backported, processors)
    except MachineMissing as error:
        missing(str(error))
    for head in machine.heads[EXTERNAL_HEAD:]:
        head.unplug()
    machine.run("udevadm settle")
    return machine


def boot(graphics: Graphics, systemd: bool, root: Path | None, backported: bool, processors: int) -> Machine:
    """The machine that runs, if it has this card, first process, root, kernel and processors; else another one in its place."""
    wanted = (graphics, systemd, root, backported, processors)
    for machine in running:
        has = (machine.graphics, machine.systemd, machine.root, machine.backported, machine.processors)
        if has == wanted and machine.process.poll() is None:
            return machine
    shut_down()
    # Processes of a pool run no `atexit`.
    Finalize(None, shut_down, exitpriority=1)
    machine = Machine(graphics, systemd, root, backported=backported, processors=processors)
    machine.__enter__()
    running.append(machine)
    print(f"\nthe emulated machine ({graphics.device.split(',')[0]}) has booted in {machine.boot_seconds:.1f} s", flush=True)
    return machine


def shut_down() -> None:
    while running:
        running.pop().__exit__()
