"""Xwayland as one window for a whole X desktop, with xterm on it. Its screen follows the display by itself."""

import unittest

from support.clients.acts import Click, Rest, Tap, Text
from support.clients.client import Client
from support.clients.life import lead
from support.clients.looks import Area, Box, Colour, Detail
from support.clients.spots import part, pixel

TERMINAL = Area(40, 40, 400, 300)

# X gives the keyboard to the window under the pointer.
ACTS = (Click(pixel(200, 150)), Text("Hello, X 42!", "input"), Tap(part(0.7, 0.7)))

XWAYLAND = Client(
    name="xwayland",
    command=(
        "{support}/../clients/programs/xwayland", "{folder}",
        "/usr/bin/python3", "-B", "{support}/terminal_probe.py", "{report}",
    ),
    programs=("Xwayland", "xterm", "xclock"),
    looks=(Colour((0, 0, 0), 0.99, Box(0.6, 0.6, 1, 1)), Colour((255, 255, 255), 0.5, TERMINAL), Detail(500, TERMINAL)),
    acts=ACTS,
    # Until Xwayland has given up its buffers of the old size.
    acts_away=(Rest(1.5), *ACTS),
    patience=20,
)


class XwaylandTests(unittest.TestCase):
    def test_xterm_on_xwayland(self):
        lead(XWAYLAND)
