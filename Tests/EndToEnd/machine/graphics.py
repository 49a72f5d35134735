"""The graphics cards that the emulated machine can have."""

import os
import shutil
import subprocess
from contextlib import ExitStack
from dataclasses import dataclass

from .errors import MachineMissing

# The name of the graphics card among QEMU's devices.
CARD = "card"


@dataclass(frozen=True)
class Graphics:
    """One kind of card, and what QEMU needs to show its heads."""

    device: str
    """QEMU's device, with its options."""
    heads: int = 1
    draws_with_gl: bool = False
    """True where the guest's drawing is done by this computer's GL, which takes an X server for QEMU's window."""

    def arguments(self, sockets) -> list[str]:
        """QEMU's arguments; each head is an RFB socket `headN`, but not beside GL, which QEMU cannot combine."""
        device = ["-device", f"{self.device},id={CARD}"]
        if self.draws_with_gl:
            return [*device, "-display", "gtk,gl=on"]
        for head in range(self.heads):
            device += ["-vnc", f"unix:{sockets}/head{head},display={CARD},head={head},share=ignore"]
        return [*device, "-display", "none"]

    def environment(self, stack: ExitStack) -> dict[str, str]:
        """The variables that QEMU needs; an X server that it takes is ended with the stack."""
        if not self.draws_with_gl:
            return {}
        return {"DISPLAY": x_server(stack), "LIBGL_ALWAYS_SOFTWARE": "1", "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"}


# Three heads that are plugged and unplugged from outside, drawn by the guest's processor.
VIRTIO = Graphics("virtio-vga,max_outputs=3,xres=1280,yres=800", heads=3)
# The same without what only a PC has.
VIRTIO_BOARD = Graphics("virtio-gpu-pci,max_outputs=3,xres=1280,yres=800", heads=3)
# A driver with a render node, fences and dmabufs, and without modifiers; both heads are always connected.
VIRTIO_GL = Graphics("virtio-vga-gl,max_outputs=2,xres=1280,yres=800", heads=2, draws_with_gl=True)
# The Bochs card with the usual 16 MB: two buffers of a 1920x1080 screen take all of that.
BOCHS = Graphics("VGA,vgamem_mb=16,xres=1280,yres=800")
QXL = Graphics("qxl-vga")


def x_server(stack: ExitStack) -> str:
    """Starts an X server without a screen and returns its name."""
    for program in ["Xvfb", "setpriv"]:
        if shutil.which(program) is None:
            raise MachineMissing(f"{program} is not installed")
    reading, writing = os.pipe()
    command = ["setpriv", "--pdeathsig", "KILL", "Xvfb", "-displayfd", str(writing), "-nolisten", "tcp"]
    command += ["-screen", "0", "2600x1400x24", "+extension", "GLX"]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, pass_fds=[writing], **quiet)
    stack.callback(lambda: (process.terminate(), process.wait()))
    os.close(writing)
    with open(reading) as pipe:
        number = pipe.readline().strip()
    if not number:
        raise MachineMissing("Xvfb does not start")
    return f":{number}"
