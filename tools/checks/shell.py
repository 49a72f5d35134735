"""Programs that a tier runs, their output passed on as it comes."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


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
            text=True, errors="replace"
        )
    except OSError as error:
        print(error, flush=True)
        return Finished(127, [])
    lines = []
    with process:
        for line in process.stdout:
            sys.stdout.write(line)
            sys.stdout.flush()
            lines.append(line.rstrip("\n"))
    return Finished(process.returncode, lines)
