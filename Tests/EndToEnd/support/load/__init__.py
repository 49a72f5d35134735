"""Clients that keep the service busy, and one whose frames are measured meanwhile."""

import functools
import queue
import subprocess
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from kagami import Client
from support.compiled import compiled
from support.virtual_service import VirtualService

SOURCE = Path(__file__).resolve().with_name("load.c")
PROTOCOLS = Path(__file__).resolve().parents[4] / "Sources" / "WaylandBinding" / "Protocols"
# Pointer positions come in rows of this width.
ROW = 400


@functools.cache
def program() -> Path:
    """The program with all these clients, compiled when it is first wanted."""

    def make(folder: Path) -> list[str]:
        for protocol in ("xdg-shell", "presentation-time"):
            for kind, name in (("client-header", f"{protocol}.h"), ("private-code", f"{protocol}.c")):
                subprocess.run(["wayland-scanner", kind, PROTOCOLS / f"{protocol}.xml", folder / name], check=True)
        return [f"-I{folder}", str(folder / "xdg-shell.c"), str(folder / "presentation-time.c"), "-lwayland-client"]

    return compiled("load", [SOURCE], make)


@dataclass
class Measure:
    """What the painter got in a while; times are in seconds."""

    # From each commit to its frame callback.
    callbacks: list[float] = field(default_factory=list)
    # From each input event to the first picture that knows of it.
    answers: list[float] = field(default_factory=list)
    # Events that no picture has answered.
    unanswered: int = 0
    # What the events' own requests took on the control socket.
    requests: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        return (f"{len(self.callbacks)} frames, callbacks {spread(self.callbacks)}, answers {spread(self.answers)}, "
                f"{self.unanswered} unanswered, requests {spread(self.requests)}")


def percentile(values: list[float], share: float) -> float:
    """The value that this share of the values does not exceed; infinite without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("inf")


def spread(values: list[float]) -> str:
    return f"p50 {percentile(values, .5) * 1000:.1f} p99 {percentile(values, .99) * 1000:.1f} ms"


class Painter:
    """The measured client, on top of all others."""

    def __init__(self, service: VirtualService):
        self.control = Client(service.socket_path)
        self.event = 0
        self.move()
        self.process = subprocess.Popen(
            [program(), "paint"], env=hosted(service), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        service.others.append(self.process)
        self.lines: queue.SimpleQueue[list[str]] = queue.SimpleQueue()
        threading.Thread(target=self.read, daemon=True).start()
        assert self.lines.get(timeout=60)[0] in ("callback", "shown")

    def read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line.split())

    def move(self) -> int:
        """Moves the pointer to the next position; returns its number."""
        self.event += 1
        self.control.request("virtual.pointer", action="move", x=self.event % ROW, y=self.event // ROW)
        return self.event

    def measure(self, seconds: float, interval: float = 0.025) -> Measure:
        """Moves the pointer for a while, and measures what comes of it."""
        while not self.lines.empty():
            self.lines.get()
        result = Measure()
        sent: dict[int, float] = {}
        begin = time.monotonic()
        while (start := time.monotonic()) < begin + seconds:
            sent[self.move()] = start
            result.requests.append(time.monotonic() - start)
            time.sleep(max(0, interval - (time.monotonic() - start)))
        last = max(sent)
        shown: list[tuple[int, float]] = []
        try:
            while not shown or shown[-1][0] < last:
                kind, *values = self.lines.get(timeout=20)
                if kind == "callback":
                    result.callbacks.append(int(values[0]) / 1e6)
                else:
                    shown.append((int(values[1]) * ROW + int(values[0]), int(values[2]) / 1e6))
        except queue.Empty:
            pass
        for number, start in sent.items():
            answer = next((time for position, time in shown if position >= number), None)
            if answer is None:
                result.unanswered += 1
            else:
                result.answers.append(max(0.0, answer - start))
        return result


class Flood:
    """A context in which clients commit as fast as they are read."""

    def __init__(self, service: VirtualService, clients: int, surfaces: int, kind: str = "flood"):
        self.service = service
        self.command = [program(), "flood", str(clients), str(surfaces), kind]

    def __enter__(self) -> "Flood":
        self.process = subprocess.Popen(
            self.command, env=hosted(self.service), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        try:
            assert self.process.stdout.readline() == "ready\n", "the flood has ended"
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_) -> None:
        has_ended = self.process.poll() is not None
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        assert not has_ended, "a client of the flood has ended"


def hosted(service: VirtualService) -> dict[str, str]:
    """The environment of a client of the service."""
    return service.environment | {"WAYLAND_DISPLAY": service.application_display()}
