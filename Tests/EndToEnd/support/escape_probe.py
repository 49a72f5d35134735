#!/usr/bin/python3
"""Hosted in the service: tries what an application that is not trusted must not be able to do, and tells what it got.

escape_probe.py REPORT KAGAMI PID SOCKET...
"""

import errno
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path


def connects(path: str) -> bool:
    with socket.socket(socket.AF_UNIX) as channel:
        try:
            channel.connect(path)
            return True
        except OSError:
            return False


def is_there(path: str) -> bool:
    """Whether some program's socket is behind a path, of whatever type."""
    with socket.socket(socket.AF_UNIX) as channel:
        channel.settimeout(5)
        try:
            channel.connect(path)
        except OSError as error:
            return error.errno == errno.EPROTOTYPE
        return True


def everywhere() -> list[str]:
    """All sockets within reach: of those that the kernel lists, and of those in the usual places."""
    names = {line.split(maxsplit=7)[-1].rstrip("\n") for line in open("/proc/net/unix") if " /" in line}
    for place in ("/run", "/tmp", "/var/tmp", "/dev/shm", os.path.expanduser("~")):
        for folder, _, files in os.walk(place):
            names |= {os.path.join(folder, name) for name in files}
    return sorted(name for name in names if Path(name).is_socket() and is_there(name))


def run(*command: str) -> int:
    try:
        return subprocess.run(command, capture_output=True, timeout=10).returncode
    except (OSError, subprocess.TimeoutExpired):
        return -1


def main() -> None:
    report, kagami, service, *sockets = sys.argv[1:]
    folder = Path(os.environ["XDG_RUNTIME_DIR"])
    parent = str(folder.parent)
    before = {path: connects(path) for path in sockets}
    # Mounts of one's own, and the parents of one's namespaces, are the ways out that are tried first.
    run("umount", parent)
    run("umount", "-l", parent)
    run("unshare", "--user", "--map-root-user", "--mount", "umount", "-l", parent)
    found = {
        "variables": sorted(os.environ),
        "own": sorted(path.name for path in folder.iterdir()),
        "beside": sorted(path.name for path in folder.parent.iterdir()),
        "reached": sorted(path for path in sockets if before[path] or connects(path)),
        "everywhere": everywhere(),
        "wayland": connects(str(folder / os.environ["WAYLAND_DISPLAY"])),
        "control": {path: run(kagami, "status", "--socket", path) for path in sockets},
        "default_control": run(kagami, "status"),
        "nested": run(
            "unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
            f'umount -l {parent}; test -S "$0"', sockets[0]),
        "service_seen": Path(f"/proc/{service}/cmdline").exists(),
        "entered": run("nsenter", "--target", service, "--mount", "true"),
    }
    done = Path(report + ".new")
    done.write_text(json.dumps(found))
    done.rename(report)
    time.sleep(1000)


if __name__ == "__main__":
    main()
