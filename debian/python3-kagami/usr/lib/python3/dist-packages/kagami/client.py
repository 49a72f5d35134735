"""Requests and events over the control socket: lines of JSON, as the page on the command line describes them."""

import json
import os
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from .types import Event, OutputStatus, ServiceStatus, WindowStatus


class CommandRefused(Exception):
    """The service did not carry out a command; the text says why."""


class ConnectionEnded(ConnectionError):
    """The service closed the connection before it had answered."""


class Client:
    """Asks the service at one socket. Each request has a connection of its own, so that a client can be kept for long."""

    def __init__(self, path: str | os.PathLike | None = None, timeout: float = 10):
        """`path` is `$KAGAMI_SOCKET`, else `kagami.sock` in `$XDG_RUNTIME_DIR`, if not given; `timeout` is in seconds.

        Raises `KeyError` if neither variable is set.
        """
        self.path = Path(path or os.environ.get("KAGAMI_SOCKET") or Path(os.environ["XDG_RUNTIME_DIR"]) / "kagami.sock")
        self.timeout = timeout

    def request(self, command: str, files: Sequence[int] = (), **keys: Any) -> dict[str, Any]:
        """The reply to a command with its keys; `files` are descriptors to attach.

        Raises `CommandRefused`, `ConnectionEnded`, or another `OSError` where no service listens.
        """
        with self.connect() as channel, channel.makefile("rb") as lines:
            return ask(channel, lines, {**keys, "command": command}, files)

    def status(self) -> ServiceStatus:
        """What the service shows, where, and how much it has done."""
        return cast(ServiceStatus, self.request("status")["status"])

    def outputs(self) -> list[OutputStatus]:
        """All connectors with their displays."""
        return cast(list[OutputStatus], self.request("outputs")["outputs"])

    def windows(self) -> list[WindowStatus]:
        """The windows of both applications."""
        return cast(list[WindowStatus], self.request("windows")["windows"])

    def events(self) -> "Events":
        """The events from now on: none is missed once this has returned."""
        return Events(self)

    def connect(self) -> socket.socket:
        """A connection to the socket."""
        channel = socket.socket(socket.AF_UNIX)
        channel.settimeout(self.timeout)
        try:
            channel.connect(str(self.path))
        except OSError:
            channel.close()
            raise
        return channel


class Events:
    """An iterator of events, which ends when the service does, or when `close` is called, from another thread perhaps."""

    def __init__(self, client: Client):
        self.channel = client.connect()
        self.lines = self.channel.makefile("rb")
        try:
            ask(self.channel, self.lines, {"command": "events"})
        except Exception:
            self.channel.close()
            raise
        # Events may be far apart.
        self.channel.settimeout(None)

    def __iter__(self) -> Iterator[Event]:
        for line in self.lines:
            yield json.loads(line)

    def close(self) -> None:
        """Ends the iteration."""
        try:
            self.channel.shutdown(socket.SHUT_RDWR)
        except OSError:
            # The service has closed it.
            pass

    def __enter__(self) -> "Events":
        return self

    def __exit__(self, *_) -> None:
        self.close()
        self.lines.close()
        self.channel.close()


def ask(channel: socket.socket, lines, request: dict[str, Any], files: Sequence[int] = ()) -> dict[str, Any]:
    """Sends one request and returns its reply."""
    line = json.dumps(request).encode() + b"\n"
    sent = socket.send_fds(channel, [line], list(files)) if files else 0
    channel.sendall(line[sent:])
    answer = lines.readline()
    if not answer.endswith(b"\n"):
        raise ConnectionEnded(f"the service closed the connection before it answered {request['command']}")
    reply = json.loads(answer)
    if not reply.get("ok", False):
        raise CommandRefused(reply.get("error", "no reason given"))
    return reply
