"""The programs that a test started: what they hold, and how they end."""

import os
import subprocess
from pathlib import Path


def resident_memory(pid: int) -> int:
    """What a process has in memory, in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def open_descriptors(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


def end_process(process: subprocess.Popen) -> None:
    """Asks a program to end, and kills it if it has not ended in ten seconds."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
