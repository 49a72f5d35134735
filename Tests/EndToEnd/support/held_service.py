"""The service on sockets that outlive it, as a service manager holds them."""

import os
import socket
import subprocess
from pathlib import Path

from .binary import kagami
from .virtual_service import VirtualService

# Becomes the service with the descriptors that follow its own arguments, as a service manager starts one.
HAND_OVER = """import os, sys
count = int(sys.argv[1])
for number in range(count):
    os.dup2(int(sys.argv[2 + number]), 3 + number)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": str(count)}
os.execv(sys.argv[2 + count], sys.argv[2 + count:])
"""


class HeldService(VirtualService):
    """A service that is started with sockets which this process goes on holding."""

    def __init__(self, *names: str, folder: str = "", command: list[str] | None = None, configuration: str = ""):
        """Its sockets have these names in `folder`, a path or a name in the service's own folder."""
        super().__init__(command or [], wait=False, configuration=configuration)
        (self.folder / folder).mkdir(exist_ok=True)
        self.sockets = {name: listening(self.folder / folder / name) for name in names}
        self.environment = os.environ | {
            "XDG_RUNTIME_DIR": str(self.folder), "XDG_CONFIG_HOME": str(self.folder / "config"), "HOME": str(self.folder)
        }

    def start(self) -> subprocess.Popen:
        # Numbers beyond those that they become.
        copies = [os.dup2(each.fileno(), 200 + index) for index, each in enumerate(self.sockets.values())]
        command = ["/usr/bin/python3", "-c", HAND_OVER, str(len(copies)), *map(str, copies), str(kagami()), "run", *self.backend()]
        if self.command:
            command += ["--", *self.command]
        with open(self.folder / "stdout", "ab") as output:
            self.process = subprocess.Popen(
                command, env=self.environment, pass_fds=copies, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        for copy in copies:
            os.close(copy)
        return self.process


def listening(path: Path) -> socket.socket:
    held = socket.socket(socket.AF_UNIX)
    held.bind(str(path))
    path.chmod(0o600)
    held.listen()
    return held
