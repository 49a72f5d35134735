"""A running service, as its command line shows it, wherever it runs."""

import json
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass

from .pictures import Difference, Viewport, check_detail, check_snapshot, keep
from .waiting import eventually


@dataclass(frozen=True)
class Finished:
    """How one command ended."""

    status: int
    output: str
    error: str


def plain(configuration: str = "") -> str:
    """A configuration for tests that compare the panel's pixels and whose fingers are as slow as a busy machine: without
    the menu's handle and hints, without a long press, and without waiting for an external that was unplugged, unless the
    sections say otherwise."""
    if "[external]" not in configuration:
        configuration += "\n[external]\nhold_ms = 0\n"
    if "[controller]" not in configuration:
        configuration += '\n[controller]\nlong_press = "application"\n'
    if "[menu]" not in configuration:
        configuration += '\n[menu]\nhandle = "never"\n'
    if "[interface]" not in configuration:
        configuration += "\n[interface]\nhints = false\n"
    return configuration


class CommandFailed(AssertionError):
    """A `kagami` command ended with something other than 0."""


class Service(ABC):
    """Asks the service through its own command line; the tiers say where that runs."""

    # The emulated machine answers more slowly.
    patience = 10.0
    # Seconds between two looks at the status.
    interval = 0.1
    # What tools have in WAYLAND_DISPLAY.
    tools = "kagami-tools"
    # Without a frame for so many seconds, nothing is being drawn.
    quiet = 0.25

    @abstractmethod
    def attempt(self, *arguments: str) -> Finished:
        """Runs `kagami ARGUMENTS` against the service."""

    @abstractmethod
    def log(self) -> str:
        """The end of what the service and its application have written about themselves."""

    @abstractmethod
    def screen(self, name: str):
        """What `panel` or `external` shows."""

    def cli(self, *arguments: str) -> str:
        """The output of a command that has to succeed."""
        result = self.attempt(*arguments)
        if result.status != 0:
            raise CommandFailed(f"kagami {' '.join(arguments)}: {result.status}: {result.error or result.output}")
        return result.output

    def status(self) -> dict:
        return json.loads(self.cli("status", "--json"))

    def outputs(self) -> list[dict]:
        return json.loads(self.cli("outputs", "--json"))

    def wait_for(self, what: str, holds) -> dict:
        """The first status for which `holds(status)`."""
        last = {}

        def probe():
            last.update(self.status())
            return dict(last) if holds(last) else None

        try:
            return eventually(probe, what, self.patience, self.interval)
        except AssertionError as error:
            raise AssertionError(f"{error}\nlast status: {json.dumps(last)}\n{self.log()}") from None

    def wait_for_content(self, width: int, height: int, on: str) -> dict:
        """The status once the content has been laid out at a size on a screen."""

        def holds(status):
            content = status["content"]
            return content and (content["width"], content["height"], content["on"]) == (width, height, on)

        return self.wait_for(f"content {width}x{height} on {on}", holds)

    def wait_until_still(self) -> dict:
        """The status once nothing has been drawn for a while."""
        last = {}

        def probe():
            status = self.status()
            frames = [status["counters"][name]["frames_presented"] for name in ("panel", "external")]
            if last.get("frames") != (status["state"], frames):
                last.update(frames=(status["state"], frames), since=time.monotonic())
            return status if time.monotonic() - last["since"] >= self.quiet else None

        return eventually(probe, "nothing is drawn any more", self.patience, self.interval)

    def check_pictures(self) -> Difference:
        """Raises `AssertionError` unless the panel comes to show the external, with text on it, and bars.

        The application may draw between the two pictures: that is tried again.
        """
        for _ in range(3):
            status = self.wait_until_still()
            external, panel = self.screen("external"), self.screen("panel")
            for name, picture in [("external", external), ("panel", panel)]:
                size = (picture.shape[1], picture.shape[0])
                if size != (status[name]["width"], status[name]["height"]):
                    raise AssertionError(f"the {name}'s picture is {size}, its status {status[name]}")
            check_detail(external)
            try:
                return check_snapshot(panel, external, Viewport.of(status))
            except AssertionError as error:
                failure = error
        raise AssertionError(f"{failure}; see {keep(external=external, panel=panel)}")
