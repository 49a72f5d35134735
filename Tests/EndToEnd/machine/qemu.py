"""The command line of the emulated machine."""

import shutil
from dataclasses import dataclass, field
from pathlib import Path

from .errors import MachineMissing
from .graphics import Graphics


@dataclass(frozen=True)
class Platform:
    """A kind of computer that QEMU emulates."""

    program: str
    package: str
    """Debian's, which has the program."""
    options: tuple[str, ...]
    serial: str
    """What its kernel calls the serial line."""
    memory: str


# llvmpipe and pixman run four times slower on the widest vectors, which the emulator has no match for.
PC = Platform("qemu-system-x86_64", "qemu-system-x86", ("-machine", "q35,i8042=off,sata=off,smbus=off", "-cpu", "Nehalem"), "ttyS0", "3G")
# With the processor of a Raspberry Pi 4, and the memory of its smallest one.
BOARD = Platform("qemu-system-aarch64", "qemu-system-arm", ("-machine", "virt,gic-version=3", "-cpu", "cortex-a72"), "ttyAMA0", "1G")


@dataclass(frozen=True)
class Setup:
    """What one machine is made of, on this computer."""

    image: Path
    modules: Path
    initramfs: Path
    checkout: Path
    """The project's folder: the guest sees it as /checkout."""
    share: Path
    """The folder that the guest can write to, as /share."""
    sockets: Path
    graphics: Graphics
    platform: Platform = PC
    layer: Path | None = None
    """A disk image that keeps what the guest writes when it is booted again with systemd; without one, all is forgotten and the
    first process is the machine's own."""
    root: Path | None = None
    """The image of another root than this computer's, which is then seen as /host; only with a layer."""
    processors: int = 1
    ports: dict[int, int] = field(default_factory=dict)
    """The guest's ports that are reached from this computer, each at a port of the loopback; without any, it has no network."""
    counts: bool = False
    """Whether the guest's counters of instructions count: its clock follows these then."""


def emulator(platform: Platform = PC) -> str:
    """The path of QEMU for this kind of guest."""
    path = shutil.which(platform.program)
    if path is None:
        raise MachineMissing(f"{platform.program} is not installed (Debian's {platform.package})")
    return path


def command_line(setup: Setup) -> list[str]:
    """QEMU with its graphics card, a tablet, a mouse and a keyboard, and this computer's root."""
    kernel = [
        "console=tty0",
        f"console={setup.platform.serial}",
        "quiet",
        "rdinit=/init",
        "mitigations=off",
        "random.trust_cpu=on",
        # The emulator translates code anew for each address that it lies at: a program's second start takes half the time of
        # one at addresses of its own.
        "nokaslr",
        "norandmaps",
        # What Debian's kernel does for safety alone, with each page and each file.
        "init_on_alloc=0",
        "hardened_usercopy=off",
        "apparmor=0",
        "vt.global_cursor_default=0",
        f"kagami.checkout={setup.checkout}",
        f"kagami.modules={setup.modules}",
    ]
    if setup.layer:
        # What the guest's systemd would look for on disks of its own.
        kernel += ["kagami.start=systemd", "kagami.layer=/dev/vda", "fstab=no", "systemd.gpt_auto=no", "systemd.show_status=yes"]
        kernel += ["selinux=0", "audit=0"]
    if setup.root:
        kernel += ["kagami.root=/dev/vdb"]
    arguments = [emulator(setup.platform), "-nodefaults", "-no-user-config"]
    if setup.layer:
        arguments += ["-drive", f"file={escaped(setup.layer)},format=raw,if=virtio,cache=unsafe"]
        if setup.root:
            arguments += ["-drive", f"file={escaped(setup.root)},format=raw,if=virtio,readonly=on"]
    else:
        arguments += ["-no-reboot"]
    arguments += [*setup.platform.options, "-accel", f"tcg,thread={'single' if setup.counts else 'multi'},tb-size=512", "-smp", str(setup.processors), "-m", setup.platform.memory]
    if setup.counts:
        arguments += ["-icount", "shift=1,sleep=off"]
    arguments += ["-kernel", str(setup.image), "-initrd", str(setup.initramfs), "-append", " ".join(kernel)]
    arguments += ["-serial", f"file:{setup.share}/serial.log"]
    arguments += ["-qmp", f"unix:{setup.sockets}/qmp,server=on,wait=off"]
    arguments += files("root", "/", "host", ",readonly=on") + files("share", str(setup.share), "share", "")
    arguments += ["-device", "virtio-serial-pci", "-chardev", f"socket,id=agent,path={setup.sockets}/agent,server=on,wait=off"]
    arguments += ["-device", "virtserialport,chardev=agent,name=kagami.agent"]
    arguments += setup.graphics.arguments(setup.sockets)
    if setup.ports:
        forwards = [f"hostfwd=tcp:127.0.0.1:{here}-:{there}" for there, here in setup.ports.items()]
        arguments += ["-netdev", ",".join(["user", "id=network", "restrict=on", *forwards])]
        arguments += ["-device", "virtio-net-pci,netdev=network"]
    # A place where a card can be plugged in while the machine runs.
    arguments += ["-device", "pcie-root-port,id=plug,chassis=1,pref32-reserve=32M"]
    for device in ["virtio-tablet-pci", "virtio-mouse-pci", "virtio-keyboard-pci", "virtio-rng-pci"]:
        arguments += ["-device", device]
    return arguments


def files(name: str, path: str, tag: str, options: str) -> list[str]:
    """A folder of this computer as a 9p file system, which has a tag for the guest."""
    return [
        "-fsdev",
        f"local,id={name},path={escaped(path)},security_model=none,multidevs=remap{options}",
        "-device",
        f"virtio-9p-pci,fsdev={name},mount_tag={tag}",
    ]


def escaped(path: Path | str) -> str:
    """A path among the properties of one of QEMU's options, where commas are doubled."""
    return str(path).replace(",", ",,")
