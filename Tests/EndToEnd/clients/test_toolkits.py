"""Toolkits: their menus, tooltips, text fields and touches. What they get they write down themselves."""

import unittest
from dataclasses import dataclass

from support.clients.acts import Act, Click, Hover, Rest, Tap, Text
from support.clients.client import Client
from support.clients.effects import Effect, Reports, ReportsPlace, Shows
from support.clients.life import lead
from support.clients.looks import Area, Colour, Detail
from support.clients.spots import part, pixel

BLUE, MAGENTA, YELLOW = (32, 64, 192), (240, 0, 240), (250, 240, 0)
PROGRAMS = "{support}/../clients/programs"


@dataclass(frozen=True)
class Layout:
    """Where a toolkit puts what all the windows have: pixels from the left and top, or from the right and bottom."""

    first: tuple[int, int]
    """The button of the menu at the top left."""

    first_menu: Area
    second_item: tuple[int, int]
    entry: tuple[int, int]
    last_menu: Area
    fourth_item: tuple[int, int]


def knows_size(reports: list[dict], width: int, height: int) -> bool:
    """Whether it has the size; GTK 3 leaves out the title bar that it draws."""
    return bool(reports) and reports[-1]["width"] == width and 0 <= height - reports[-1]["height"] <= 48


def opened(corner: str, area: Area) -> tuple[Effect, ...]:
    """A menu has been opened, and lies in this part of the window, beside its button."""
    return (
        Reports("menu", lambda news: [report["corner"] for report in news] == [corner]),
        Shows(Colour(MAGENTA, 0.5, area)),
    )


def chosen(corner: str, number: int) -> tuple[Effect, ...]:
    """An item has been chosen, and the menu is gone."""
    return (
        Reports("chosen", lambda news: [(report["corner"], report["number"]) for report in news] == [(corner, number)]),
        Shows(Colour(MAGENTA, 0, most=0)),
    )


def acts(layout: Layout) -> tuple[Act, ...]:
    return (
        Click(pixel(*layout.first), *opened("first", layout.first_menu)),
        Rest(0.6),
        Click(pixel(*layout.second_item), *chosen("first", 2)),
        Tap(pixel(-80, -24), *opened("last", layout.last_menu)),
        Rest(0.6),
        Tap(pixel(*layout.fourth_item), *chosen("last", 4), on_popup=True),
        Click(part(0.6, 0.5), ReportsPlace("click")),
        Tap(part(0.2, 0.7), ReportsPlace("touch")),
        Hover(part(0.5, 0.6), Shows(Colour(YELLOW, 0.04, Area(-120, 0, 180, 80, x=0.5, y=0.6)))),
        Click(pixel(*layout.entry)),
        Text("words", "text"),
    )


# The plain area, the buttons' labels, and whatever the window has at its top.
LOOKS = (Colour(BLUE, 0.8), Detail(100, Area(0, 0, 200, 100)), Detail(100, Area(-160, -48, 0, 0, x=1, y=1)))

# GTK's windows have no title bars of their own: `org_kde_kwin_server_decoration_manager` says that none is needed.
GTK3 = Client(
    name="gtk3",
    command=("/usr/bin/python3", "-B", f"{PROGRAMS}/gtk3.py", "{report}"),
    environment={"GDK_BACKEND": "wayland", "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory"},
    needs="/usr/bin/python3 -c 'import gi; gi.require_version(\"Gtk\", \"3.0\")'",
    app_id="gtk3.py",
    looks=LOOKS,
    knows_size=knows_size,
    acts=acts(Layout(
        first=(60, 24),
        first_menu=Area(4, 52, 180, 184),
        second_item=(90, 91),
        entry=(400, 66),
        last_menu=Area(-180, -180, -4, -54, x=1, y=1),
        fourth_item=(-60, -92),
    )),
    patience=20,
)

GTK4 = Client(
    name="gtk4",
    command=("/usr/bin/python3", "-B", f"{PROGRAMS}/gtk4.py", "{report}"),
    # GTK's own GL renderer would draw 4K in software.
    environment={
        "GDK_BACKEND": "wayland", "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory", "GSK_RENDERER": "cairo"
    },
    needs="/usr/bin/python3 -c 'import gi; gi.require_version(\"Gtk\", \"4.0\")'",
    app_id="gtk4",
    looks=LOOKS,
    knows_size=knows_size,
    acts=acts(Layout(
        first=(60, 24),
        first_menu=Area(8, 68, 150, 214),
        second_item=(80, 110),
        entry=(400, 66),
        last_menu=Area(-150, -212, -8, -64, x=1, y=1),
        fourth_item=(-80, -110),
    )),
    patience=20,
)

QT5 = Client(
    name="qt5",
    command=("/usr/bin/python3", "-B", f"{PROGRAMS}/qt5.py", "{report}"),
    environment={"QT_QPA_PLATFORM": "wayland"},
    needs="/usr/bin/python3 -c 'import PyQt5.QtWidgets' && ls /usr/lib/*/qt5/plugins/platforms/libqwayland-generic.so",
    app_id="qt5",
    looks=LOOKS,
    knows_size=knows_size,
    acts=acts(Layout(
        first=(60, 24),
        first_menu=Area(4, 52, 150, 160),
        second_item=(80, 83),
        entry=(400, 64),
        last_menu=Area(-160, -160, -4, -52, x=1, y=1),
        fourth_item=(-80, -83),
    )),
    patience=20,
)


class ToolkitTests(unittest.TestCase):
    def test_gtk3(self):
        lead(GTK3)

    def test_gtk4(self):
        lead(GTK4)

    def test_qt5(self):
        lead(QT5)
