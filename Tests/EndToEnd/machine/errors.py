"""What can go wrong with the emulated machine."""


class MachineError(Exception):
    """One line that says what failed and why."""


class MachineMissing(MachineError):
    """This computer lacks something that the emulated machine needs."""
