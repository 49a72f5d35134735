"""A board with an arm64 processor: a Debian for it, its kernel, and the first program that it runs."""

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .bare import BareDebian
from .binfmt import require_emulation
from .kernel import Kernel, unpack

ARCHITECTURE = "arm64"
# The agent's language, its devices, and what the kernel starts.
INCLUDED = ("busybox-static", "kmod", "python3", "python3-evdev")
# Of the kernel's package, which would make its own initial file system, only the files are wanted.
HOOKS = (
    """chroot "$1" sh -c 'cd /tmp && apt-get download $(apt-cache depends linux-image-arm64 | sed -n "s/.*Depends: //p" | head -n 1)'""",
    """mv "$1"/tmp/linux-image-*.deb {target}/kernel.deb""",
    """cp "$1/bin/busybox" {target}/busybox""",
)


@dataclass(frozen=True)
class Board:
    debian: BareDebian
    kernel: Kernel
    busybox: Path

    @staticmethod
    def prepare(package: Path, release: str) -> "Board":
        """For a package of the project's; the system comes from the cache, where that has it."""
        require_emulation(ARCHITECTURE)
        debian = BareDebian.prepare(package, release, ARCHITECTURE, INCLUDED, HOOKS)
        folder = debian.image.parent
        tree = folder / "kernel"
        if not tree.exists():
            with tempfile.TemporaryDirectory(dir=folder) as work:
                unpack(folder / "kernel.deb", Path(work, "tree"))
                shutil.move(f"{work}/tree", tree)
        return Board(debian, Kernel(next((tree / "boot").glob("vmlinuz-*")), next((tree / "lib/modules").iterdir())), folder / "busybox")
