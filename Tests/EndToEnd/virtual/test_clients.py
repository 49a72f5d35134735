"""Stock clients that start at once, on virtual displays."""

import unittest

from support.clients.acts import Click, Drag, Key, Tap, Text
from support.clients.client import Client
from support.clients.effects import Changes, Prints, Shows
from support.clients.life import lead
from support.clients.looks import Above, Area, Box, Colour, Detail
from support.clients.spots import part, pixel

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
HD = (1920, 1080)
KEY_SPACE, KEY_DOWN = 57, 108

# The terminal probe writes coloured lines, and its size in cells whenever that changes.
PROBE = ("/usr/bin/python3", "-B", "{support}/terminal_probe.py", "{report}")


def cells_follow(reports: list[dict], width: int, height: int) -> bool:
    """Whether a terminal has as many more columns and rows than on the panel as it has more pixels.

    A twentieth is left for what a cell does not fit into, and for decorations.
    """
    if not reports:
        return False
    first, last = reports[0], reports[-1]
    return (
        abs(last["columns"] / first["columns"] / (width / 1280) - 1) < 0.05
        and abs(last["rows"] / first["rows"] / (height / 800) - 1) < 0.05
    )


# The title bar that weston's own clients draw, and their name in it.
DECORATED = (Colour(WHITE, 0.5, Area(0, 0, 400, 4)), Detail(100, Area(0, 0, 4000, 26)))


FOOT = Client(
    name="foot",
    command=("foot", "--config=/dev/null", "--override=font=DejaVu Sans Mono:pixelsize=16", *PROBE),
    app_id="foot",
    looks=(Detail(2000),),
    knows_size=cells_follow,
    acts=(Text("Hello, foot 42!", "input"), Click(part(0.5, 0.5))),
)

WESTON_TERMINAL = Client(
    name="weston-terminal",
    command=("weston-terminal", "--shell={support}/../clients/programs/probe-shell"),
    environment={"PROBE_REPORT": "{report}"},
    app_id="org.freedesktop.weston.wayland-terminal",
    looks=(*DECORATED, Detail(2000)),
    knows_size=cells_follow,
    acts=(Text("Hello, weston 42!", "input"), Click(part(0.5, 0.5)), Tap(part(0.3, 0.6))),
)

SIMPLE_SHM = Client(
    name="weston-simple-shm",
    command=("weston-simple-shm",),
    app_id="org.freedesktop.weston.simple-shm",
    fixed=(250, 250),
    moving=True,
    looks=(Colour(WHITE, 0.9, Box(0.01, 0.01, 0.06, 0.99)), Colour(WHITE, 0, Box(0.2, 0.2, 0.8, 0.8), most=0.3)),
)

SIMPLE_TOUCH = Client(
    name="weston-simple-touch",
    command=("weston-simple-touch",),
    app_id="simple-touch",
    fixed=(600, 500),
    looks=(Colour((64, 64, 64), 0.95),),
    acts=(Tap(part(0.3, 0.3), Changes(Area(170, 140, 290, 160)), drag=(100, 0)),),
    acts_away=(Tap(part(0.7, 0.8), Changes(Area(410, 390, 530, 410)), drag=(100, 0)),),
)

SIMPLE_EGL = Client(
    name="weston-simple-egl",
    command=("weston-simple-egl",),
    app_id="org.freedesktop.weston.simple-egl",
    moving=True,
    external=HD,
    looks=(Colour(BLACK, 1, Box(0, 0, 1, 0.1)), Above(2, 1), Above(2, 0)),
    acts=(Click(part(0.2, 0.2)),),
)

SUBSURFACES = Client(
    name="weston-subsurfaces",
    command=("weston-subsurfaces",),
    app_id="org.freedesktop.weston.wayland-sub-surface-demo",
    moving=True,
    external=HD,
    looks=(
        Colour((0, 163, 0), 0.9, Box(0.02, 0.05, 0.65, 0.98)),
        Colour((163, 33, 0), 0.8, Box(0.75, 0.05, 0.98, 0.45)),
        Colour((0, 81, 0), 0.5, Box(0.75, 0.55, 0.98, 0.98)),
        Above(2, 0, Box(0.75, 0.55, 0.98, 0.98)),
    ),
    acts=(Key("space", KEY_SPACE), Key("space", KEY_SPACE)),
)

FLOWER = Area(16, 110, 96, 190)
CLEARING = Area(560, 460, 640, 540)
DND = Client(
    name="weston-dnd",
    command=("weston-dnd",),
    app_id="org.freedesktop.weston.wayland-drag-and-drop-demo",
    looks=(*DECORATED, Colour(BLACK, 0.2, FLOWER, most=0.95), Colour(BLACK, 1, CLEARING)),
    acts=(
        Drag(pixel(54, 155), (546, 345), Shows(Colour(BLACK, 1, FLOWER), Colour(BLACK, 0.2, CLEARING, most=0.95))),
        Drag(pixel(600, 500), (-546, -345), Shows(Colour(BLACK, 0.2, FLOWER, most=0.95), Colour(BLACK, 1, CLEARING))),
    ),
)

EVENTDEMO = Client(
    name="weston-eventdemo",
    command=("stdbuf", "-oL", "weston-eventdemo", "--log-key", "--log-button"),
    programs=("weston-eventdemo",),
    app_id="org.freedesktop.weston.eventdemo",
    looks=(*DECORATED, Colour((255, 0, 0), 1, Area(125, 100, 374, 299))),
    acts=(
        Key("down", KEY_DOWN, Prints("key")),
        Click(part(0.5, 0.5), Prints("button")),
    ),
)

CLICKDOT = Client(
    name="weston-clickdot",
    command=("weston-clickdot",),
    app_id="org.freedesktop.weston.wayland-clickdot",
    looks=DECORATED,
    acts=(
        Click(part(0.6, 0.6), Changes(Box(0.55, 0.55, 0.65, 0.65))),
        Click(part(0.3, 0.4), Changes(Box(0.28, 0.38, 0.32, 0.42))),
    ),
)

WEV = Client(
    name="wev",
    command=("wev",),
    app_id="wev",
    looks=(Detail(2000),),
    acts=(Tap(part(0.1, 0.9), drag=(60, -50)), Click(part(0.7, 0.4)), Key("space", KEY_SPACE)),
)


class ClientTests(unittest.TestCase):
    def test_foot(self):
        lead(FOOT)

    def test_weston_terminal(self):
        lead(WESTON_TERMINAL)

    def test_weston_simple_shm(self):
        lead(SIMPLE_SHM)

    def test_weston_simple_touch(self):
        lead(SIMPLE_TOUCH)

    def test_weston_simple_egl(self):
        lead(SIMPLE_EGL)

    def test_weston_subsurfaces(self):
        lead(SUBSURFACES)

    def test_weston_dnd(self):
        lead(DND)

    def test_weston_eventdemo(self):
        lead(EVENTDEMO)

    def test_weston_clickdot(self):
        lead(CLICKDOT)

    def test_wev(self):
        lead(WEV)
