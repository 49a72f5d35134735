"""Programs that a tier runs, their output passed on as it comes."""

import os
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


# No check takes half of this on two processors; one that hangs is ended.
LIMIT_SECONDS = 900


@dataclass(frozen=True)
class Finished:
    status: int
    lines: list[str]


def run(*command: str) -> Finished:
    """Runs a program in the checkout; a program that cannot be started counts as one that failed."""
    print(f"$ {' '.join(command)}", flush=True)
    try:
        process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", start_new_session=True
        )
    except OSError as error:
        print(error, flush=True)
        return Finished(127, [])
    lines = []
    timer = threading.Timer(LIMIT_SECONDS, end, [process.pid])
    timer.start()
    try:
        with process:
            for line in process.stdout:
                sys.stdout.write(line)
                sys.stdout.flush()
                lines.append(line.rstrip("\n"))
    except KeyboardInterrupt:
        end(process.pid)
        raise
    finally:
        timer.cancel()
    return Finished(process.returncode, lines)


def end(group: int) -> None:
    """Ends a program that `run` started, and all that it started itself."""
    print(f"ending what has run for {LIMIT_SECONDS} s or was interrupted", flush=True)
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
