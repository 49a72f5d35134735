"""The service for programs of X, on virtual displays."""

import subprocess
from pathlib import Path

from .virtual_service import VirtualService
from .waiting import eventually

PANEL = (1280, 800)
FOUR_K = (3840, 2160)


class XService(VirtualService):
    """A service whose application tells the display of X programs, and does nothing else."""

    def __init__(self, configuration: str = ""):
        super().__init__(command=[], configuration=configuration)
        self.command = ["sh", "-c", 'printf %s "$DISPLAY" >"$0.new"; mv "$0.new" "$0"; exec sleep 1000', str(self.folder / "display")]
        self.patience = max(self.patience, 20)

    @property
    def x_display(self) -> str:
        file = self.folder / "display"
        eventually(file.exists, "the application has started")
        return file.read_text()

    @property
    def x_number(self) -> int:
        return int(self.x_display.removeprefix(":"))

    def start(self, *command: str, **variables: str) -> subprocess.Popen:
        """Starts a program that finds the X display alone."""
        own = {name: value for name, value in self.environment.items() if name != "WAYLAND_DISPLAY"}
        with open(self.folder / "program.log", "ab") as log:
            process = subprocess.Popen(
                command, env=own | {"DISPLAY": self.x_display} | variables, cwd=self.folder, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log)
        self.others.append(process)
        return process

    def x(self, *command: str) -> str:
        """What a small X program prints."""
        return subprocess.run(
            command, env=self.environment | {"DISPLAY": self.x_display}, capture_output=True, text=True, timeout=20).stdout

    def xwayland(self) -> int | None:
        """The process of this service's Xwayland."""
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if words[0].endswith(b"Xwayland") and words[1:2] == [self.x_display.encode()]:
                return int(entry.name)
        return None


def colour_at(service: VirtualService, screen: str, x: int, y: int) -> tuple[int, ...]:
    return tuple(int(value) for value in service.screen(screen)[y, x][:3])
