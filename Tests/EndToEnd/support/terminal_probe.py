"""Runs in a terminal: fills it with text, then writes down its size, and what is typed, as JSON lines."""

import json
import os
import signal
import sys
import termios
import time
import tty

LINES = 400


def record(kind: str, **values) -> None:
    """Adds a line by one system call: a signal's record may come in the middle of another one."""
    line = json.dumps({"type": kind, "time": time.clock_gettime(time.CLOCK_MONOTONIC), **values})
    os.write(LOG, line.encode() + b"\n")


def record_size(*_) -> None:
    size = os.get_terminal_size()
    record("size", columns=size.columns, rows=size.lines)


def main() -> None:
    for number in range(LINES):
        colour = 31 + number % 6
        sys.stdout.write(f"\033[{colour}m{number:04} the quick brown fox jumps over the lazy dog 1234567890\n")
    sys.stdout.write("\033[0m")
    sys.stdout.flush()

    names = ["WAYLAND_DISPLAY", "KAGAMI_SOCKET", "XDG_RUNTIME_DIR"]
    record("start", pid=os.getpid(), parent=os.getppid(), **{name: os.environ.get(name) for name in names})
    signal.signal(signal.SIGWINCH, record_size)
    record_size()

    tty.setcbreak(sys.stdin, termios.TCSANOW)
    while data := os.read(sys.stdin.fileno(), 4096):
        record("input", text=data.decode(errors="replace"))
        os.write(sys.stdout.fileno(), data)


LOG = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
main()
