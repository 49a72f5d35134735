"""The unit of the page on monitoring that writes metrics for node_exporter."""

import shlex
import subprocess
from pathlib import Path

from .binary import CHECKOUT, kagami
from .virtual_service import VirtualService


def write_metrics(service: VirtualService, folder: Path) -> None:
    """Runs the unit's command for a service, with `folder` as its state directory."""
    programs = service.folder / "programs"
    programs.mkdir(exist_ok=True)
    if not (programs / "kagami").exists():
        (programs / "kagami").symlink_to(kagami())
    environment = service.environment | {
        "STATE_DIRECTORY": str(folder), "PATH": f"{programs}:{service.environment['PATH']}"
    }
    subprocess.run(documented_command(), env=environment, check=True, timeout=30)


def documented_command() -> list[str]:
    """The command of the unit, as systemd reads it."""
    page = (CHECKOUT / "docs/monitoring.md").read_text().replace("\\\n", " ")
    [line] = [line for line in page.splitlines() if line.startswith("ExecStart=")]
    return shlex.split(line.removeprefix("ExecStart="))
