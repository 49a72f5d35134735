"""Tests that Debian installs beside a library, as GNOME's installed tests do: a file each that names a command."""

import configparser
import os
import re
import shlex
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path("/usr/share/installed-tests")
# A line of the Test Anything Protocol about a test that failed; what failed as expected says TODO, what was left out SKIP.
FAILED = re.compile(r"^not ok \d+ *-? *(?P<name>[^#\n]*?)\s*(?P<directive># *(?:TODO|SKIP).*)?$", re.MULTILINE | re.IGNORECASE)
SECONDS = 120


@dataclass(frozen=True)
class InstalledTest:
    """One of a suite's programs."""

    name: str
    command: tuple[str, ...]

    def failures(self, environment: dict[str, str], folder: Path) -> dict[str, str]:
        """What fails, by its name, with the end of what was printed: points of the test, or "exit" where it ends badly.

        A program of which no point failed and that ends with an error, by a signal or not at all has failed as a whole.
        """
        with subprocess.Popen(
            self.command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True
        ) as process:
            try:
                output, end = process.communicate(timeout=SECONDS)[0], ""
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                output, end = process.communicate()[0], f"not ended after {SECONDS} s"
        text = output.decode(errors="replace")
        failed = {match["name"]: text[-1500:] for match in FAILED.finditer(text) if not match["directive"]}
        if process.returncode != 0 and not failed:
            failed["exit"] = f"{end or f'ended with {process.returncode}'}\n{text[-1500:]}"
        return failed


def installed_tests(suite: str) -> list[InstalledTest]:
    """The tests of one suite, in the order of their names; none where it is not installed."""
    return [read(path, str(path.relative_to(FOLDER / suite).with_suffix(""))) for path in sorted((FOLDER / suite).rglob("*.test"))]


def read(path: Path, name: str) -> InstalledTest:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(path)
    return InstalledTest(name, tuple(shlex.split(parser["Test"]["Exec"])))
