#!/usr/bin/python3
"""A DisplayLink display on the kernel's dummy USB bus, which the real driver udl drives.

Started as `displaylink.py EDID_FILE PICTURE_FILE`: is plugged in until it ends, and writes what it shows, 16 bits a pixel and
2048 pixels a row, at each SIGUSR1. FunctionFS gives this program the device's control and bulk endpoints.
"""

import contextlib
import os
import signal
import struct
import subprocess
import sys
import threading
from pathlib import Path

GADGET = Path("/sys/kernel/config/usb_gadget/displaylink")
ENDPOINTS = Path("/run/displaylink")
# Of DisplayLink; the driver asks for nothing else.
VENDOR = "0x17e9"
MOST_PIXELS = 2048 * 1152
# The driver writes to endpoint 1; the bus gives out 2, 7 and 12 first.
CLAIMED = 4

READ_EDID = 0x02
SETUP = 4
HAS_FULL_SPEED, HAS_HIGH_SPEED, ALL_CONTROL_REQUESTS = 1, 2, 64


def descriptors() -> bytes:
    speeds = b""
    for packet in (64, 512):
        speeds += struct.pack("<9B", 9, 4, 0, 0, CLAIMED, 0xFF, 0, 0, 1)
        speeds += b"".join(struct.pack("<4BHB", 7, 5, number, 2, packet, 0) for number in range(1, CLAIMED + 1))
    flags = HAS_FULL_SPEED | HAS_HIGH_SPEED | ALL_CONTROL_REQUESTS
    counts = struct.pack("<2I", CLAIMED + 1, CLAIMED + 1)
    return struct.pack("<3I", 3, 12 + len(counts) + len(speeds), flags) + counts + speeds


def strings() -> bytes:
    text = struct.pack("<H", 0x409) + b"display\0"
    return struct.pack("<4I", 2, 16 + len(text), 1, 1) + text


class Screen:
    """The display's memory, as commands fill it."""

    def __init__(self):
        self.pixels = bytearray(2 * MOST_PIXELS)
        self.rest = b""

    def take(self, data: bytes) -> None:
        """Carries out the whole commands of the stream so far."""
        data = self.rest + data
        position = 0
        with contextlib.suppress(IndexError):
            while position < len(data):
                position = self.carry_out(data, position)
        self.rest = data[position:]

    def carry_out(self, data: bytes, start: int) -> int:
        """One command; the position after it. Raises `IndexError` if it goes on beyond the data."""
        if data[start] != 0xAF:
            raise ValueError(f"no command at {start}: {data[start:start + 8].hex()}")
        match data[start + 1]:
            case 0xAF:
                return start + 1
            case 0xA0:
                return start + 2
            case 0x20:
                data[start + 3]
                return start + 4
            case 0x6A:
                return self.copy(data, start + 2)
            case 0x6B:
                return self.draw(data, start + 2)
            case other:
                raise ValueError(f"unknown command {other:#x}")

    def copy(self, data: bytes, at: int) -> int:
        target, source = (int.from_bytes(data[start : start + 3]) for start in (at, at + 4))
        length = 2 * (data[at + 3] or 256)
        data[at + 6]
        self.pixels[target : target + length] = self.pixels[source : source + length]
        return at + 7

    def draw(self, data: bytes, at: int) -> int:
        """Spans of pixels, each of which may end with how often its last one is repeated."""
        target = data[at] << 16 | data[at + 1] << 8 | data[at + 2]
        left = data[at + 3] or 256
        at += 4
        line = bytearray()
        while left > 0:
            count = data[at] or 256
            span = data[at + 1 : at + 1 + 2 * count]
            if len(span) < 2 * count:
                raise IndexError
            at += 1 + 2 * count
            line += span
            left -= count
            if left > 0:
                repeats = data[at]
                at += 1
                line += span[-2:] * repeats
                left -= repeats
        self.pixels[target : target + len(line)] = line
        return at


class Display:
    def __init__(self, edid: bytes, picture: Path):
        self.edid = edid
        self.picture = picture
        self.screen = Screen()
        self.lock = threading.Lock()

    def plug(self) -> None:
        subprocess.run(["modprobe", "-a", "dummy_hcd", "libcomposite", "usb_f_fs", "udl"], check=True)
        if not GADGET.parent.exists():
            subprocess.run(["mount", "-t", "configfs", "none", "/sys/kernel/config"], check=True)
        (GADGET / "strings/0x409").mkdir(parents=True)
        (GADGET / "idVendor").write_text(VENDOR)
        (GADGET / "idProduct").write_text("0x0001")
        (GADGET / "strings/0x409/serialnumber").write_text("kagami")
        (GADGET / "functions/ffs.display").mkdir()
        (GADGET / "configs/c.1").mkdir()
        (GADGET / "configs/c.1/ffs.display").symlink_to(GADGET / "functions/ffs.display")
        ENDPOINTS.mkdir()
        subprocess.run(["mount", "-t", "functionfs", "display", ENDPOINTS], check=True)
        self.control = os.open(ENDPOINTS / "ep0", os.O_RDWR)
        os.write(self.control, descriptors())
        os.write(self.control, strings())
        threading.Thread(target=self.answer, daemon=True).start()
        threading.Thread(target=self.receive, daemon=True).start()
        (GADGET / "UDC").write_text(next(Path("/sys/class/udc").iterdir()).name)

    def unplug(self) -> None:
        (GADGET / "UDC").write_text("\n")
        os.close(self.control)
        subprocess.run(["umount", "-l", ENDPOINTS], check=True)
        ENDPOINTS.rmdir()
        (GADGET / "configs/c.1/ffs.display").unlink()
        for folder in ("configs/c.1", "functions/ffs.display", "strings/0x409", "."):
            (GADGET / folder).rmdir()

    def answer(self) -> None:
        """Control requests: the EDID, a byte at a time, and the choice of a channel, which is taken as it comes."""
        while True:
            event = os.read(self.control, 12)
            kind, request, value, _, length = struct.unpack_from("<BBHHH", event)
            if event[8] != SETUP:
                continue
            if not kind & 0x80:
                os.read(self.control, length)
            elif request == READ_EDID:
                os.write(self.control, bytes([0, self.edid[value >> 8]])[:length])
            else:
                os.write(self.control, bytes(length))

    def receive(self) -> None:
        endpoint = os.open(ENDPOINTS / f"ep{CLAIMED}", os.O_RDWR)
        while True:
            data = os.read(endpoint, 65536)
            with self.lock:
                self.screen.take(data)

    def save(self) -> None:
        with self.lock:
            self.picture.with_suffix(".new").write_bytes(self.screen.pixels)
        self.picture.with_suffix(".new").rename(self.picture)


def main() -> None:
    signals = {signal.SIGUSR1, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    display = Display(Path(sys.argv[1]).read_bytes(), Path(sys.argv[2]))
    display.plug()
    print("plugged in", flush=True)
    while signal.sigwait(signals) == signal.SIGUSR1:
        display.save()
    display.unplug()


if __name__ == "__main__":
    main()
