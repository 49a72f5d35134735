"""Programs for another architecture on this computer: the kernel hands them to QEMU's user emulation."""

import subprocess
from pathlib import Path

from .errors import MachineMissing

KERNEL = Path("/proc/sys/fs/binfmt_misc")
QEMU = {"arm64": "qemu-aarch64"}


def require_emulation(architecture: str) -> None:
    """Has the kernel know the architecture's programs; raises `MachineMissing` where that cannot be."""
    name = QEMU[architecture]
    description = Path(f"/usr/lib/binfmt.d/{name}.conf")
    if not description.exists():
        raise MachineMissing(f"{name} is not installed (Debian's qemu-user-static)")
    if (KERNEL / name).exists():
        return
    try:
        if not (KERNEL / "register").exists():
            subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", str(KERNEL)], check=True, capture_output=True)
        (KERNEL / "register").write_text(description.read_text().splitlines()[0])
    except (OSError, subprocess.SubprocessError) as error:
        raise MachineMissing(f"the kernel cannot be told of {architecture} programs: {error}") from None
