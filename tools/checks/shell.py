"""Programs that a tier runs, their output passed on as it comes."""

import os
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


# No check takes half of this on two processors, and torture not half of a day; one that hangs is ended.
LIMIT_SECONDS = 43_200 if os.environ.get("KAGAMI_TORTURE") else 900


# The processes that `run` has started and not seen end yet; each leads a group of its own.
RUNNING: set[int] = set()


def say(line: str) -> None:
    """Prints a line, with the name of the thread before it where several checks run beside each other."""
    thread = threading.current_thread()
    label = "" if thread is threading.main_thread() else f"[{thread.name}] "
    sys.stdout.write(f"{label}{line}\n")
    sys.stdout.flush()


@dataclass(frozen=True)
class Finished:
    status: int
    lines: list[str]


def run(*command: str, environment: dict[str, str] | None = None) -> Finished:
    """Runs a program in the checkout; a program that cannot be started counts as one that failed.

    `environment` is what it finds in its environment beside what this program found.
    """
    say(f"$ {' '.join(command)}")
    try:
        process = subprocess.Popen(
            command, cwd=ROOT, env=os.environ | (environment or {}), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True
        )
    except OSError as error:
        say(str(error))
        return Finished(127, [])
    lines = []
    timer = threading.Timer(LIMIT_SECONDS, end, [process.pid])
    timer.start()
    RUNNING.add(process.pid)
    try:
        with process:
            for line in process.stdout:
                lines.append(line.rstrip("\n"))
                say(lines[-1])
    except KeyboardInterrupt:
        end(process.pid)
        raise
    finally:
        RUNNING.discard(process.pid)
        timer.cancel()
    return Finished(process.returncode, lines)


def end_all() -> None:
    """Ends what runs in any thread: an interruption reaches only the main one."""
    for group in list(RUNNING):
        end(group)


def end(group: int) -> None:
    """Ends a program that `run` started, and all that it started itself."""
    say(f"ending what has run for {LIMIT_SECONDS} s or was interrupted")
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
