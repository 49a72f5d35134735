"""The service's control socket, asked from within the guest: a program that asks takes seconds to start there."""

import json
import os
import pwd
import socket
import threading
from typing import BinaryIO


def connect(user: str) -> socket.socket:
    """A connection to the service that a user runs."""
    channel = socket.socket(socket.AF_UNIX)
    try:
        channel.connect(f"/run/user/{pwd.getpwnam(user).pw_uid}/kagami.sock")
    except OSError:
        channel.close()
        raise
    return channel


def ask(user: str, line: str) -> str:
    """The line that the service answers to a line."""
    with connect(user) as channel:
        channel.sendall(line.encode() + b"\n")
        return channel.makefile("r").readline()


def take_picture(user: str, screen: str, file: str) -> str:
    """Writes what a screen shows to a file, and returns the service's answer."""
    # Written in many small pieces, which are slow on a folder of the other computer's.
    memory = os.memfd_create("picture", os.MFD_CLOEXEC)
    with os.fdopen(memory, "r+b") as picture, connect(user) as channel:
        line = json.dumps({"command": "screenshot", "screen": screen}).encode() + b"\n"
        sent = socket.send_fds(channel, [line], [memory])
        channel.sendall(line[sent:])
        reply = channel.makefile("r").readline()
        picture.seek(0)
        with open(file, "wb") as target:
            target.write(picture.read())
    return reply


def follow_events(user: str, file: str) -> str:
    """Has a file follow the events from now on, and returns the service's answer."""
    channel = connect(user)
    lines = channel.makefile("rb")
    channel.sendall(b'{"command":"events"}\n')
    reply = lines.readline().decode()
    # There from now on, with nothing in it yet.
    target = open(file, "wb", buffering=0)
    threading.Thread(target=append, args=(channel, lines, target), daemon=True).start()
    return reply


def append(channel: socket.socket, lines: BinaryIO, target: BinaryIO) -> None:
    with channel, target:
        for line in lines:
            target.write(line)
