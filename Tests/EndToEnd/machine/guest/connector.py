#!/usr/bin/python3
"""Plugs a display in or pulls it out where neither can be done from outside: by the connector's own file, and then by telling
udev's listeners what a driver would have told them."""

import os
import socket
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "PaperCards"))

from paper.sysfs import message  # noqa: E402

UEVENTS, UDEV_GROUP = 15, 2


def main(connector: str, state: str) -> None:
    """`state` is on, off, or detect for what the driver finds by itself."""
    folder = Path(f"/sys/class/drm/{connector}")
    (folder / "status").write_text(state)
    card = folder.resolve().parent
    number = os.stat(f"/dev/dri/{card.name}").st_rdev
    fields = {
        "ACTION": "change", "DEVPATH": str(card).removeprefix("/sys"), "SUBSYSTEM": "drm", "SEQNUM": "1", "HOTPLUG": "1",
        "MAJOR": str(os.major(number)), "MINOR": str(os.minor(number)), "DEVNAME": f"/dev/dri/{card.name}", "DEVTYPE": "drm_minor"}
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, UEVENTS) as sender:
        sender.bind((0, 0))
        sender.sendto(message(fields), (0, UDEV_GROUP))


if __name__ == "__main__":
    main(*sys.argv[1:])
