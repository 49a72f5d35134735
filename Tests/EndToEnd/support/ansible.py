"""The play of the documentation, given by the stock ansible-playbook."""

import os
import subprocess
from pathlib import Path

from .binary import CHECKOUT

ANSIBLE = CHECKOUT / "data" / "ansible"


def play(folder: Path, hosts: list[str], *options: str, **environment: str) -> subprocess.CompletedProcess:
    """Plays it for `hosts`, a line of the inventory each; `folder` is for what Ansible writes here."""
    inventory = folder / "panels.ini"
    inventory.write_text("".join(f"{host}\n" for host in hosts))
    return subprocess.run(
        ["ansible-playbook", "--inventory", inventory, *options, ANSIBLE / "fleet.yml"],
        env={
            "PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", "ANSIBLE_LOCAL_TEMP": str(folder / "ansible"),
            "ANSIBLE_ROLES_PATH": str(ANSIBLE / "roles"), "ANSIBLE_NOCOLOR": "1", **environment,
        }, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=240)
