"""swaylock, as tests lock a session with it: green, and without anything that moves."""

import signal

COMMAND = ["swaylock", "--config", "/dev/null", "--color", "00c000", "--no-unlock-indicator"]


def handles_unlocking(status: str) -> bool:
    """Whether a process's `/proc/PID/status` says that it handles the signal that unlocks: swaylock does once the session is locked
    for it."""
    handled = next((line.split()[1] for line in status.splitlines() if line.startswith("SigCgt")), "0")
    return bool(int(handled, 16) & 1 << signal.SIGUSR1 - 1)
