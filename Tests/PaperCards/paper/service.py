"""The service on paper cards: the unmodified program, which the preloaded library leads to a bench."""

import numpy
from support.binary import kagami
from support.virtual_service import VirtualService
from support.waiting import eventually

from . import pictures
from .bench import Bench
from .device import Device
from .objects import Object


class PaperService(VirtualService):
    """A context in which `kagami run --backend drm` runs on the cards of a bench."""

    def __init__(self, bench: Bench, command: list[str] | None = None, **options):
        self.bench = bench
        super().__init__(command, **options)

    def program(self) -> list:
        # For the service alone: its command line, which the tests use as well, needs no cards.
        return ["env", *(f"{name}={value}" for name, value in self.bench.environment.items()), kagami()]

    def backend(self) -> list[str]:
        return ["--backend", "drm"]

    def crtc(self, name: str) -> tuple[Device, Object] | None:
        """The card and CRTC that drive a connector, where one does; a connector may have vanished."""
        for device in self.bench.devices:
            for connector in device.connectors:
                if connector.name == name:
                    crtc = device.objects.get(device.state[connector.id]["CRTC_ID"])
                    return (device, crtc) if crtc and device.state[crtc.id]["ACTIVE"] else None
        return None

    def log(self) -> str:
        lines = [f"--- card{device.minor}\n" + "\n".join(list(device.history)[-40:]) for device in self.bench.devices]
        return "\n".join([super().log(), *lines, *(f"the model's mistake: {mistake!r}" for mistake in self.bench.mistakes)])

    def draw(self, text: str) -> None:
        """Lets the terminal show more text."""
        process = eventually(self.terminal.start, "the terminal's program runs")["pid"]
        with open(f"/proc/{process}/fd/1", "w") as terminal:
            terminal.write(text)

    def scanout(self, name: str) -> numpy.ndarray:
        """The picture that a connector is sent."""
        with self.bench.lock:
            found = self.crtc(name)
            if found is None:
                raise AssertionError(f"{name} is off\n{self.log()}")
            moment = pictures.Moment.of(*found)
        return moment.picture()
