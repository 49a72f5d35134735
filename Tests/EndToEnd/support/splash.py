"""A stock boot splash in an emulated machine, and what its screen shows from then on, seen from outside."""

import re
import tarfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from machine.machine import Machine

from .pictures import load
from .unpacked import unpacked_tree

PACKAGES = ("plymouth", "libplymouth5", "plymouth-themes")
# Debian's spinner on a colour that nothing else has.
COLOUR = (0x20, 0x40, 0x80)
THEME = "/usr/share/plymouth/themes"
# The machine's kernel has its console on a serial line, too, which would have a splash of text.
START = """[Service]
ExecStart=
ExecStart=/usr/sbin/plymouthd --mode=boot --pid-file=/run/plymouth/pid --attach-to-session \
"--kernel-command-line=splash plymouth.ignore-serial-consoles"
"""
# A machine beside others may take longer to find its card than the eight seconds after which plymouth makes do with text.
INSTALL = f"""
set -e
tar --extract --keep-directory-symlink --directory / --file /share/plymouth.tar
# No splash on the way down.
rm -f /lib/systemd/system/{{halt,kexec,poweroff,reboot}}.target.wants/plymouth-*
mkdir -p {THEME}/test /etc/systemd/system/plymouth-start.service.d /run/plymouth
sed 's/^\\(Background.*Color\\)=.*/\\1=0x204080/' {THEME}/spinner/spinner.plymouth >{THEME}/test/test.plymouth
printf '[Daemon]\\nTheme=test\\nShowDelay=0\\nDeviceTimeout=120\\n' >/etc/plymouth/plymouthd.conf
cp /share/plymouth-start.conf /etc/systemd/system/plymouth-start.service.d/machine.conf
systemctl daemon-reload
"""
SCANOUT = re.compile(r"virtio_gpu_cmd_set_scanout id 0, res 0x([0-9a-f]+)")


def install_splash(machine: Machine) -> None:
    """Puts plymouth into the machine for as long as that runs."""
    # One file: the guest takes a twentieth of a second for each that it opens on the share.
    with tarfile.open(machine.share / "plymouth.tar", "w") as archive:
        for package in PACKAGES:
            archive.add(unpacked_tree(package), arcname="", filter=needed)
    (machine.share / "plymouth-start.conf").write_text(START)
    machine.do(INSTALL)


def needed(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """What a package has for the splash, as root's; None for documents, translations and other themes."""
    path = f"/{member.name}/"
    is_shared = path.startswith("/usr/share/") and member.isfile()
    if is_shared and not path.startswith(f"{THEME}/spinner/"):
        return None
    member.uid = member.gid = 0
    member.uname = member.gname = "root"
    return member


@dataclass(frozen=True)
class Look:
    """One look at the screen."""

    splash: float
    """How much of the screen had the splash's colour."""
    black: float
    scanouts: int
    """How many of the card's commands had been written down by then."""


class Watch:
    """A context in which the first display is looked at all the time, and the card's own commands are written down."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self.looks: list[Look] = []
        self.end = threading.Event()
        self.thread = threading.Thread(target=self.look_on)

    def __enter__(self) -> "Watch":
        self.log = Path(self.machine.folder) / "qemu.log"
        self.start = self.log.stat().st_size
        self.trace(True)
        self.thread.start()
        return self

    def __exit__(self, *_) -> None:
        self.end.set()
        self.thread.join()
        self.trace(False)

    def trace(self, isOn: bool) -> None:
        self.machine.monitor.execute("trace-event-set-state", name="virtio_gpu_cmd_set_scanout", enable=isOn)

    def look(self) -> Look:
        count = len(self.scanouts())
        path = Path(self.machine.folder) / "watch.ppm"
        self.machine.dump(0, path)
        picture = load(path)
        shares = [float((picture == colour).all(axis=2).mean()) for colour in (COLOUR, 0)]
        return Look(*shares, scanouts=count)

    def look_on(self) -> None:
        while not self.end.is_set():
            self.looks.append(self.look())
            time.sleep(0.02)

    def scanouts(self) -> list[int]:
        """The numbers of the pictures that the guest's card was told to show, 0 for none: each change, however short."""
        return [int(number, 16) for number in SCANOUT.findall(self.log.read_bytes()[self.start :].decode(errors="replace"))]
