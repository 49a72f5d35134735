"""The service under one of valgrind's tools."""

import subprocess

from .binary import kagami
from .virtual_service import VirtualService


class ValgrindService(VirtualService):
    """Without a hosted application: Debian's valgrind knows no pidfd_open."""

    patience = 120.0

    def __init__(self, panel: str = "1280x800"):
        super().__init__([], panel=panel)

    def program(self) -> list:
        # Debian's valgrind cannot read the debug information that Swift writes, and gives up.
        stripped = self.folder / "kagami"
        subprocess.run(["strip", "--strip-debug", "-o", stripped, kagami()], check=True)
        return ["valgrind", "--quiet", *self.options(), stripped]

    def options(self) -> list:
        """What valgrind is told."""
        raise NotImplementedError
