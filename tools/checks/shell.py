"""Programs that a tier runs, their output passed on as it comes."""

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


IS_TORTURE = bool(os.environ.get("KAGAMI_TORTURE"))
# A program that prints nothing for so long hangs: every check tells of each test and of each module that it compiles. On two
# quiet processors none is silent for a quarter of this.
SILENCE_SECONDS = 43_200 if IS_TORTURE else 600
# One that goes on printing is ended at last. No check takes a third of this.
LIMIT_SECONDS = 43_200 if IS_TORTURE else 2700


# The processes that `run` has started and not seen end yet; each leads a group of its own.
RUNNING: set[int] = set()


def label() -> str:
    """What this thread's lines begin with: its name, where several checks run beside each other."""
    thread = threading.current_thread()
    return "" if thread is threading.main_thread() else f"[{thread.name}] "


def say(line: str, of: str | None = None) -> None:
    """Prints a line, with the label of this thread or that of another one before it."""
    sys.stdout.write(f"{label() if of is None else of}{line}\n")
    sys.stdout.flush()


@dataclass(frozen=True)
class Finished:
    status: int
    lines: list[str]


class Watch:
    """Ends a program that hangs; a context in which its lines are read."""

    def __init__(self, group: int, silence: float, limit: float):
        self.group = group
        self.silence = silence
        self.limit = limit
        self.heard = time.monotonic()
        self.over = threading.Event()
        self.label = label()
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def __enter__(self) -> "Watch":
        self.thread.start()
        return self

    def __exit__(self, *_) -> None:
        self.over.set()
        self.thread.join()

    def hear(self) -> None:
        """The program has printed a line."""
        self.heard = time.monotonic()

    def watch(self) -> None:
        started = time.monotonic()
        while not self.over.wait(min(1, self.silence / 10)):
            now = time.monotonic()
            if now - self.heard > self.silence:
                return end(self.group, f"what has printed nothing for {self.silence:g} s", self.label)
            if now - started > self.limit:
                return end(self.group, f"what has run for {self.limit:g} s", self.label)


def run(
    *command: str, environment: dict[str, str] | None = None, silence: float = SILENCE_SECONDS, limit: float = LIMIT_SECONDS
) -> Finished:
    """Runs a program in the checkout; a program that cannot be started counts as one that failed.

    `environment` is what it finds in its environment beside what this program found. It is ended if it prints nothing for
    `silence` seconds, or has run for `limit` seconds.
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
    RUNNING.add(process.pid)
    try:
        with Watch(process.pid, silence, limit) as watch, process:
            for line in process.stdout:
                watch.hear()
                lines.append(line.rstrip("\n"))
                say(lines[-1])
    except KeyboardInterrupt:
        end(process.pid, "what was interrupted")
        raise
    finally:
        RUNNING.discard(process.pid)
    return Finished(process.returncode, lines)


def end_all() -> None:
    """Ends what runs in any thread: an interruption reaches only the main one."""
    for group in list(RUNNING):
        end(group, "what was interrupted")


def end(group: int, what: str, of: str | None = None) -> None:
    """Ends a program that `run` started, and all that it started itself; says so with a label as `say` does."""
    say(f"ending {what}", of)
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
