"""A computer's /sys and /dev as udev's library finds them, in a folder that umockdev's preloaded library puts in their place.

The folder is written here and not by umockdev's testbed, which works only inside a process that has the library preloaded.
"""

import glob
import os
import shutil
import socket
import struct
import tempfile
from pathlib import Path

# The head of a message of udev's daemon to its listeners.
MAGIC = 0xFEEDCAFE
HEAD = struct.Struct("<8s8I")


class Sysfs:
    def __init__(self):
        self.root = Path(tempfile.mkdtemp(prefix="paper-sys-"))
        self.properties: dict[str, dict[str, str]] = {}
        self.sequence = 1
        for folder in ("sys/bus/pci/devices", "sys/bus/platform/devices", "sys/class/drm", "sys/class/input", "sys/dev/char", "sys/dev/block",
                       "sys/devices", "dev/dri", "dev/.node", "run/udev/data", "ioctl"):
            (self.root / folder).mkdir(parents=True)
        (self.root / "run/udev/control").touch()

    def close(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)

    def add(self, path: str, subsystem: str, attributes: dict[str, str], properties: dict[str, str]) -> str:
        """Adds a device below /sys/devices and returns its path."""
        place = self.root / "sys/devices" / path
        place.mkdir(parents=True)
        is_bus = subsystem in ("pci", "platform", "usb")
        home = self.root / "sys" / (f"bus/{subsystem}/devices" if is_bus else f"class/{subsystem}")
        home.mkdir(parents=True, exist_ok=True)
        target = home.parent if is_bus else home
        self.link(place / "subsystem", target)
        self.link(home / place.name, place)
        if subsystem == "drm" and "/drm/" in path:
            self.link(place / "device", self.root / "sys/devices" / path.split("/drm/")[0])
        for name, value in attributes.items():
            (place / name).write_text(value + "\n")
        if "MAJOR" in properties:
            number = f"{properties['MAJOR']}:{properties['MINOR']}"
            self.link(self.root / "sys/dev/char" / number, place)
            name = properties["DEVNAME"].removeprefix("/dev/")
            (self.root / "dev" / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / "dev" / name).touch()
            (self.root / "dev" / name).chmod(0o660)
            os.symlink(number, self.root / "dev/.node" / name.replace("/", "_"))
        self.properties[f"/devices/{path}"] = properties
        self.write(place, properties)
        return f"/devices/{path}"

    def link(self, at: Path, to: Path) -> None:
        os.symlink(os.path.relpath(to, at.parent), at)

    def write(self, place: Path, properties: dict[str, str]) -> None:
        # The kernel names device files without their folder, unlike udev's daemon.
        lines = {name: value.removeprefix("/dev/") for name, value in properties.items()}
        (place / "uevent").write_text("".join(f"{name}={value}\n" for name, value in lines.items()))

    def set_attribute(self, path: str, name: str, value: str) -> None:
        (self.root / "sys").joinpath(path.lstrip("/"), name).write_text(value + "\n")

    def remove(self, path: str) -> None:
        """Removes a device and all below it."""
        for device in [device for device in self.properties if device == path or device.startswith(path + "/")]:
            properties = self.properties.pop(device)
            if "MAJOR" in properties:
                name = properties["DEVNAME"].removeprefix("/dev/")
                (self.root / "sys/dev/char" / f"{properties['MAJOR']}:{properties['MINOR']}").unlink()
                (self.root / "dev" / name).unlink()
                (self.root / "dev/.node" / name.replace("/", "_")).unlink()
            for home in [*self.root.glob("sys/bus/*/devices"), *self.root.glob("sys/class/*")]:
                if (home / Path(device).name).is_symlink():
                    (home / Path(device).name).unlink()
        shutil.rmtree(self.root / "sys" / path.lstrip("/"))

    def event(self, path: str, action: str, subsystem: str, properties: dict[str, str], **more: str) -> None:
        """Tells udev's listeners about a device."""
        self.sequence += 1
        fields = {"ACTION": action, "DEVPATH": path, "SUBSYSTEM": subsystem, "SEQNUM": str(self.sequence)} | properties | more
        told = message(fields)
        with socket.socket(socket.AF_UNIX, socket.SOCK_RAW) as sender:
            for listener in glob.glob(f"{self.root}/event[0-9]*"):
                try:
                    sender.sendto(told, listener)
                except OSError:
                    # A listener that has gone.
                    pass


def message(fields: dict[str, str]) -> bytes:
    """A device's properties as udev tells its listeners of them."""
    text = b"".join(f"{name}={value}".encode() + b"\0" for name, value in fields.items())
    hashes = [socket.htonl(murmur(fields.get(name, "").encode())) for name in ("SUBSYSTEM", "DEVTYPE")]
    return HEAD.pack(b"libudev\0", socket.htonl(MAGIC), HEAD.size, HEAD.size, len(text), *hashes, 0, 0) + text


def murmur(data: bytes) -> int:
    """MurmurHash2, by which listeners let the kernel sort out subsystems: their filters work on these sockets too."""
    factor, mask = 0x5BD1E995, 0xFFFFFFFF
    value = len(data)
    while len(data) >= 4:
        word = int.from_bytes(data[:4], "little") * factor & mask
        word = (word ^ word >> 24) * factor & mask
        value = value * factor & mask ^ word
        data = data[4:]
    if data:
        value = (value ^ int.from_bytes(data, "little")) * factor & mask
    value = (value ^ value >> 13) * factor & mask
    return value ^ value >> 15
