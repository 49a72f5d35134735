#!/usr/bin/python3
"""Hosted in the service: tries what an application that is not trusted must not be able to do, and tells what it got.

escape_probe.py REPORT KAGAMI PID SOCKET...
"""

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
