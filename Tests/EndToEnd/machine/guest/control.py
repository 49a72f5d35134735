"""The service's control socket, asked from within the guest: a program that asks takes seconds to start there."""

import json
import os
import pwd
import sys
import threading
from pathlib import Path
from typing import TextIO

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "python"))

from kagami import Client, CommandRefused, Events  # noqa: E402

PATIENCE_SECONDS = 60


def client(user: str) -> Client:
    """Of the service that a user runs."""
    return Client(f"/run/user/{pwd.getpwnam(user).pw_uid}/kagami.sock", PATIENCE_SECONDS)


def ask(user: str, command: str) -> dict:
    """The service's reply to a command without keys."""
    return client(user).request(command)


def attempt(user: str, command: str, **values) -> dict:
    """The service's reply to a command, or why it refuses that."""
    try:
        return {"reply": client(user).request(command, **values)}
    except CommandRefused as error:
        return {"refusal": str(error)}


def take_picture(user: str, screen: str, file: str) -> None:
    """Writes what a screen shows to a PPM file."""
    # The service writes many small pieces, which are slow on a folder of the other computer's.
    with os.fdopen(os.memfd_create("picture", os.MFD_CLOEXEC), "r+b") as picture:
        client(user).request("screenshot", files=[picture.fileno()], screen=screen, format="ppm")
        picture.seek(0)
        Path(file).write_bytes(picture.read())


def follow_events(user: str, file: str) -> None:
    """Has a file, which is there from now on, follow the events from now on, a line each."""
    events = client(user).events()
    threading.Thread(target=append, args=(events, open(file, "w", buffering=1)), daemon=True).start()


def append(events: Events, target: TextIO) -> None:
    with events, target:
        for event in events:
            print(json.dumps(event), file=target)
