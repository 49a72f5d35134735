"""The ways in which a mirrored frame comes to the displays, and what each costs by the running service's own counters."""

import statistics
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path

from support.layers import layer
from support.processor_time import processor_time
from support.virtual_service import VirtualService

from .bench import Bench
from .cards.amdgpu import AMDGPU
from .cards.plain import PLAIN
from .displays import PANEL, ULTRA_HD
from .service import PaperService
from .table import Card

CLIENT = [sys.executable, "-B", str(Path(__file__).resolve().parent / "full_frames.py")]
EXTERNAL = (3840, 2160)
SCALE = "[external]\nscale = 1\n"
# What the graphics device does by itself: the processor has no part in it.
DEVICES_OWN = "drawn"


@dataclass(frozen=True)
class Cost:
    """Of one frame of the external that fills it, its mirror on the panel included."""

    passes: float
    """How often all of the external's pixels are read."""
    bytes: float
    """Read and written by the processor, in the bytes of the external's picture."""
    seconds: float
    """The service's processor time."""


@dataclass(frozen=True)
class Way:
    """How the processor's renderer comes by both screens' frames, on a card whose planes allow that."""

    card: Card
    memory: str
    """What the client draws in."""
    content: str
    """How the external shows the client's picture: `plane` or `composed`."""
    snapshot: str
    """How the panel shows the external's."""
    meaning: str

    @contextmanager
    def running(self) -> Iterator[VirtualService]:
        """The service, once frames come in this way; `AssertionError` where they do not."""
        configuration = f'{SCALE}[panel]\noutput = "{self.card.connectors[0].name}"\n[menu]\nhandle = "never"\n'
        with Bench(self.card) as bench, PaperService(bench, [*CLIENT, self.memory], configuration=configuration) as service:
            wanted = (self.content, self.snapshot)
            service.wait_for(f"the ways {wanted}", lambda status: ways(status) == wanted)
            yield service


def on_both(card: Card, panel: str) -> Card:
    return card.with_displays(**{panel: PANEL, "HDMI_A_1": ULTRA_HD})


# Under the names of the figures.
WAYS = {
    "composed": Way(on_both(PLAIN, "eDP_1"), "shm", "composed", "composed", "both screens drawn"),
    "snapshot_plane": Way(on_both(AMDGPU, "DP_1"), "shm", "composed", "plane", "the external drawn, the snapshot a plane's"),
    "content_plane": Way(on_both(PLAIN, "eDP_1"), "paper", "plane", "composed", "the content a plane's, the snapshot drawn"),
    "planes": Way(on_both(AMDGPU, "DP_1"), "paper", "plane", "plane", "both by planes"),
}


@contextmanager
def virtual(renderer: str) -> Iterator[VirtualService]:
    """The service on virtual displays, with a client in shared memory; `AssertionError` where `renderer` does not draw."""
    configuration = f'{SCALE}[renderer]\nuse = "{renderer}"\n'
    with VirtualService([*CLIENT, "shm"], configuration=configuration) as service:
        status = service.plug(*EXTERNAL)
        if status["renderer"] != renderer:
            raise AssertionError(f"{status['renderer']} draws: {status['renderer_remark']}")
        # A frame by OpenGL ES on the processor takes a tenth of a second and more.
        service.patience = 120
        yield service


def ways(status: dict) -> tuple:
    """How the content and the snapshot are shown."""
    return layer(status, "external", "content").get("path"), layer(status, "panel", "snapshot").get("path")


def frames_after(service: VirtualService, status: dict, count: int) -> dict:
    start = status["counters"]["external"]["frames_presented"]
    return service.wait_for(
        f"{count} frames", lambda status: status["counters"]["external"]["frames_presented"] >= start + count)


def settle(service: VirtualService, count: int = 120) -> None:
    """Lets frames pass by: the service finds out how long drawing takes, and until then draws some screens one by one."""
    frames_after(service, service.status(), count)


def cost(service: VirtualService, count: int) -> Cost:
    """What each of the next `count` frames costs, or some more; `AssertionError` where they come in several ways."""
    before = service.status()
    used = processor_time(service.process.pid)
    after = frames_after(service, before, count)
    used = processor_time(service.process.pid) - used
    if ways(before) != ways(after):
        raise AssertionError(f"frames come as {ways(after)}, and came as {ways(before)}")
    frames, mirrored = (
        after["counters"][screen]["frames_presented"] - before["counters"][screen]["frames_presented"]
        for screen in ("external", "panel"))
    if mirrored < frames // 2:
        raise AssertionError(f"the panel shows {mirrored} of {frames} frames")
    whole = frames * EXTERNAL[0] * EXTERNAL[1] * 4
    draws_by_device = after["renderer"] == "gles"

    def moved(counts: Callable[[str], bool], *directions: str) -> int:
        old, new = (status["counters"]["bytes"] for status in (before, after))
        return sum(new[path][way] - old[path][way] for path in new if counts(path) for way in directions)

    passes = moved(lambda path: path == DEVICES_OWN if draws_by_device else True, "read")
    total = moved(lambda path: path != DEVICES_OWN or not draws_by_device, "read", "written")
    return Cost(passes / whole, total / whole, used / frames)


def figures() -> dict[str, tuple[float, str]]:
    """The figures of all ways that this computer has, each with its meaning; a line on standard error says what is left out."""
    found = {}
    for name, way in WAYS.items():
        add(found, f"path_{name}", way.meaning, way.running)
    costs = {name: add(found, f"path_{name}", f"{name} on virtual displays", lambda: virtual(name)) for name in ("pixman", "gles")}
    if all(costs.values()):
        ratio = costs["gles"].seconds / costs["pixman"].seconds
        found["path_gles_cpu_to_pixman"] = (ratio, "the same frame by OpenGL ES on the processor, in those of pixman")
    return found


def add(found: dict, name: str, meaning: str, running: Callable) -> Cost | None:
    """Adds the figures of one way; the medians of three turns. None where the way is not to be had."""
    try:
        with running() as service:
            settle(service)
            turns = [cost(service, 60) for _ in range(3)]
    except AssertionError as error:
        print(f"measure: {name} left out: {str(error).splitlines()[0]}", file=sys.stderr)
        return None
    costs = Cost(*(statistics.median(getattr(turn, field.name) for turn in turns) for field in fields(Cost)))
    found[f"{name}_passes"] = (costs.passes, f"over the external's pixels: {meaning}")
    found[f"{name}_bytes"] = (costs.bytes, "read and written by the processor, in the external's bytes")
    found[f"{name}_cpu_ms"] = (1000 * costs.seconds, "processor time of the service")
    return costs
