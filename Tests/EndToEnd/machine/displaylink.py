"""A DisplayLink display on the guest's USB bus, with the kernel's driver for it."""

import signal
from pathlib import Path

import numpy

from support.edid import edid
from support.waiting import eventually

from .machine import Machine

PROGRAM = "exec /usr/bin/python3 -B /checkout/Tests/EndToEnd/machine/guest/displaylink.py"


class DisplayLink:
    """A context in which the display is plugged in; the driver's first use of it takes the guest a few seconds."""

    def __init__(self, machine: Machine, folder: Path, seen_as: str, width: int, height: int):
        """`folder` is one that the guest sees as `seen_as`."""
        self.machine = machine
        self.folder = folder
        self.seen_as = seen_as
        self.size = width, height
        self.log = folder / "displaylink.log"

    def __enter__(self) -> "DisplayLink":
        width, height = self.size
        (self.folder / "displaylink.edid").write_bytes(edid(width, height, (width * 3 // 10, height * 3 // 10)))
        command = f"{PROGRAM} {self.seen_as}/displaylink.edid {self.seen_as}/displaylink.raw"
        self.pid = self.machine.agent.ask(
            "start", command=command, user="root", log=f"{self.seen_as}/{self.log.name}", environment={})["pid"]
        eventually(lambda: "plugged in" in self.log.read_text(), "the USB display is plugged in", 60)
        return self

    def __exit__(self, *_) -> None:
        self.signal(signal.SIGTERM)
        self.machine.agent.ask("wait", 40, pid=self.pid, timeout=30)

    def signal(self, number: int) -> None:
        self.machine.agent.ask("signal", pid=self.pid, number=int(number))

    def shown(self) -> numpy.ndarray:
        """What the display has been sent, 16 bits a pixel, most significant byte first, as rows of pixels."""
        picture = self.folder / "displaylink.raw"
        picture.unlink(missing_ok=True)
        self.signal(signal.SIGUSR1)
        eventually(picture.exists, "the display's picture", 30)
        width, height = self.size
        return numpy.frombuffer(picture.read_bytes(), ">u2")[: width * height].reshape(height, width)
