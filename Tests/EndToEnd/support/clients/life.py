"""The life that every stock client leads in its test."""

import subprocess

from support.pictures import Viewport, check_snapshot
from support.requirements import missing, require_programs

from .acts import Act
from .client import Client
from .hosted import PANEL, Hosted

CYCLES = 20
CONNECTOR = "HDMI-A-1"


def lead(client: Client) -> None:
    """Start, use, plug, use through the controller, unplug, many quick cycles, end; raises `AssertionError`."""
    require(client)
    with Hosted(client) as hosted:
        come_home(hosted)
        hosted.keep("1-start")
        use(hosted, client.acts)
        plug(hosted)
        come_to_external(hosted)
        use(hosted, client.acts if client.acts_away is None else client.acts_away)
        hosted.keep("2-plugged")
        unplug(hosted)
        come_home(hosted)
        for _ in range(CYCLES):
            plug(hosted)
            unplug(hosted)
        come_home(hosted)
        hosted.keep("3-home")
        check_log(hosted)
        status = hosted.end()
        if status != 0:
            raise AssertionError(f"{client.name}: the service ended with {status}\n{hosted.log()}")


def require(client: Client) -> None:
    require_programs(*(client.programs or client.command[:1]))
    if client.needs and subprocess.run(client.needs, shell=True, capture_output=True).returncode != 0:
        missing(f"{client.name} lacks a package (make setup): {client.needs}")


def use(hosted: Hosted, acts: tuple[Act, ...]) -> None:
    for act in acts:
        act.perform(hosted)


def plug(hosted: Hosted) -> None:
    width, height = hosted.client.external
    hosted.ask("virtual.plug", name=CONNECTOR, width=width, height=height)
    hosted.wait_for("mirroring", lambda status: status["state"] == "mirroring")


def unplug(hosted: Hosted) -> None:
    hosted.ask("virtual.unplug", name=CONNECTOR)
    hosted.wait_for("the panel alone", lambda status: status["state"] == "panel-only")


def come_home(hosted: Hosted) -> None:
    """The client is on the panel, knows it, and shows what it has to."""
    arrive(hosted, "panel", *PANEL)


def come_to_external(hosted: Hosted) -> None:
    """The same of the external, and the panel shows it."""
    arrive(hosted, "external", *hosted.client.external)
    if hosted.client.moving:
        hosted.wait_for_looks(hosted.client.looks, hosted.window_on_panel)
    else:
        check_panel(hosted)


def check_panel(hosted: Hosted) -> None:
    """The panel shows the external's every pixel; tried again, where the client draws between the two pictures."""
    for attempt in range(5):
        status = hosted.wait_until_still()
        try:
            check_snapshot(hosted.screen("panel"), hosted.screen("external"), Viewport.of(status))
            return
        except AssertionError:
            if attempt == 4:
                hosted.keep("wrong")
                raise


def arrive(hosted: Hosted, screen: str, width: int, height: int) -> None:
    client = hosted.client
    own_width, own_height = client.size(width, height)
    status = hosted.wait_for_content(own_width, own_height, screen)
    if client.app_id != status["content"]["app_id"]:
        raise AssertionError(f"the application is {status['content']['app_id']!r}, not {client.app_id!r}")
    if client.knows_size:
        sizes = lambda: hosted.reports("size")
        hosted.eventually(
            lambda: client.knows_size(sizes(), own_width, own_height),
            f"the client knows of {own_width}x{own_height}", lambda: sizes()[-1:]
        )
    hosted.wait_for_looks(client.looks)


def check_log(hosted: Hosted) -> None:
    """Nothing went wrong in the client's eyes, and it had an output throughout."""
    errors = hosted.protocol.errors()
    if errors:
        raise AssertionError(f"{hosted.client.name} was told of {errors}")
    outputs = hosted.protocol.fewest_outputs()
    if outputs != 1:
        raise AssertionError(f"{hosted.client.name} has seen {outputs} outputs at some time, not 1 throughout")
