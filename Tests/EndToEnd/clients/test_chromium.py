"""Chromium in kiosk mode shows a page that reports the screen's size and the input that it gets."""

import unittest

from support.binary import CHECKOUT
from support.clients.acts import Click, Key, Rest, Tap, Text
from support.clients.client import Client
from support.clients.effects import Changes, Reports, ReportsPlace
from support.clients.life import lead
from support.clients.looks import Area, Colour, Detail
from support.clients.spots import part, pixel

KEY_DOWN, KEY_UP, KEY_ENTER = 108, 103, 28
BLUE = (32, 64, 192)
POPUP = Area(20, 62, 220, 110)
PAGE = CHECKOUT / "Tests" / "EndToEnd" / "clients" / "programs" / "page.html"


def knows_size(reports: list[dict], width: int, height: int) -> bool:
    """Whether both the page and the screen have the size, in the end."""
    return bool(reports) and (reports[-1]["width"], reports[-1]["height"], *reports[-1]["screen"]) == (
        width, height, width, height
    )


def value(text: str) -> Reports:
    return Reports("chosen", lambda news: [report["value"] for report in news] == [text])


CHROMIUM = Client(
    name="chromium",
    command=(
        "chromium", "--kiosk", "--ozone-platform=wayland", "--no-sandbox", "--disable-gpu", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
        "--password-store=basic", "--user-data-dir={folder}/chromium", "{pages}/",
    ),
    serves={"/": str(PAGE)},
    app_id="chromium",
    looks=(Colour(BLUE, 0.9), Detail(300, Area(20, 130, 1100, 180))),
    knows_size=knows_size,
    acts=(
        Tap(part(0.6, 0.5), ReportsPlace("touch"), Reports("touch-end"), drag=(10, 120)),
        Click(part(0.3, 0.8), ReportsPlace("click")),
        Click(pixel(100, 100)),
        Text("words", "text"),
        Click(pixel(100, 40), Changes(POPUP)),
        Rest(0.5),
        Key("down", KEY_DOWN),
        Key("enter", KEY_ENTER, value("Choice number 2")),
        # As it was, for the next time.
        Key("up", KEY_UP, value("Choice number 1")),
    ),
    patience=40,
)


class ChromiumTests(unittest.TestCase):
    def test_chromium(self):
        lead(CHROMIUM)
