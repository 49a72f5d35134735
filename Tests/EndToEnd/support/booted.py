"""The emulated machine that all tests of a run share: booting it takes longer than most of them."""

import atexit
import functools

from machine.errors import MachineMissing
from machine.machine import Machine

from .binary import kagami
from .requirements import missing, require_programs

EXTERNAL_HEAD = 1


def machine_at_rest() -> Machine:
    """The machine with its panel alone plugged in and no service; skips or fails where there can be none."""
    require_programs("foot", "wev", "seatd", "busybox", "depmod")
    kagami()
    try:
        machine = boot()
    except MachineMissing as error:
        missing(str(error))
    machine.heads[EXTERNAL_HEAD].unplug()
    machine.run("udevadm settle")
    return machine


@functools.cache
def boot() -> Machine:
    machine = Machine()
    machine.__enter__()
    atexit.register(machine.__exit__)
    print(f"\nthe emulated machine has booted in {machine.boot_seconds:.1f} s", flush=True)
    return machine
