"""Ending the programs that a test started."""

import subprocess


def end_process(process: subprocess.Popen) -> None:
    """Asks a program to end, and kills it if it has not ended in ten seconds."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
