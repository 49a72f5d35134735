"""Stock programs of many toolkits through start, input, plug, input, unplug and close."""

import unittest

from support.clients.stock import Stock, lead_short
from support.effort import RUNS_ALL

GTK = {"GDK_BACKEND": "wayland", "NO_AT_BRIDGE": "1", "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory", "GSK_RENDERER": "cairo"}
QT = {"QT_QPA_PLATFORM": "wayland"}

# Not here is what binds xdg_wm_base at any version and knows only the first events, as weston-presentation-shm of weston 10.
STOCK = {
    "alacritty": Stock(("alacritty", "-e", "sleep", "1000")),
    # The key is a change of its text, and the click opens a dialog in GTK 3's icons: they ask, or close that.
    "featherpad": Stock(("featherpad",), QT, closes=False),
    # Its own status tells that what ran in it was hung up.
    "foot": Stock(("foot", "sleep", "1000"), ends_with=(0, 1)),
    "galculator": Stock(("galculator",), GTK),
    "glmark2": Stock(("glmark2-es2-wayland", "--run-forever", "-b", "shading:duration=100")),
    "gtk3_demo": Stock(("gtk3-demo",), GTK),
    "gtk3_icon_browser": Stock(("gtk3-icon-browser",), GTK, closes=False),
    "gtk3_widget_factory": Stock(("gtk3-widget-factory",), GTK),
    "gtk4_demo": Stock(("gtk4-demo",), GTK),
    "gtk4_icon_browser": Stock(("gtk4-icon-browser",), GTK),
    "gtk4_node_editor": Stock(("gtk4-node-editor",), GTK),
    "gtk4_widget_factory": Stock(("gtk4-widget-factory",), GTK),
    "gucharmap": Stock(("gucharmap",), GTK),
    "kitty": Stock(("kitty", "sleep", "1000"), closes=False),
    "l3afpad": Stock(("l3afpad",), GTK, closes=False),
    "lxterminal": Stock(("lxterminal", "-e", "sleep 1000"), GTK, closes=False),
    "mousepad": Stock(("mousepad",), GTK, closes=False),
    "mpv": Stock(("mpv", "--no-config", "--vo=wlshm", "--no-audio", "av://lavfi:testsrc2=size=320x180:rate=10"), closes=False),
    "qterminal": Stock(("qterminal", "-e", "sleep 1000"), QT, closes=False),
    "sakura": Stock(("sakura", "-x", "sleep 1000"), GTK, closes=False),
    "speedcrunch": Stock(("speedcrunch",), QT),
    "vkcube": Stock(("vkcube-wayland",), closes=False),
    "wev": Stock(("wev",)),
    "weston_clickdot": Stock(("weston-clickdot",)),
    "weston_cliptest": Stock(("weston-cliptest",)),
    "weston_confine": Stock(("weston-confine",)),
    "weston_dnd": Stock(("weston-dnd",)),
    "weston_eventdemo": Stock(("weston-eventdemo",)),
    "weston_flower": Stock(("weston-flower",)),
    "weston_fullscreen": Stock(("weston-fullscreen",)),
    "weston_resizor": Stock(("weston-resizor",)),
    "weston_scaler": Stock(("weston-scaler",)),
    "weston_simple_damage": Stock(("weston-simple-damage",), closes=False),
    "weston_simple_egl": Stock(("weston-simple-egl",), closes=False),
    "weston_simple_shm": Stock(("weston-simple-shm",), closes=False),
    "weston_simple_touch": Stock(("weston-simple-touch",), closes=False),
    "weston_smoke": Stock(("weston-smoke",)),
    "weston_stacking": Stock(("weston-stacking",)),
    "weston_subsurfaces": Stock(("weston-subsurfaces",)),
    "weston_terminal": Stock(("weston-terminal",), closes=False),
    # It hides the pointer, and destroys the surface that it then has not made whenever the pointer leaves it.
    "weston_transformed": Stock(("weston-transformed",), takes_input=False),
    "yad": Stock(("yad", "--text=kagami"), GTK, closes=False),
    "zathura": Stock(("zathura",), GTK),
}

# One of each toolkit; `make test-clients` leads all of them.
SAMPLE = {"alacritty", "galculator", "gtk4_widget_factory", "speedcrunch", "weston_flower", "wev", "zathura"}


class StockTests(unittest.TestCase):
    pass


def leading(stock: Stock):
    return lambda test: lead_short(stock)


for name, stock in STOCK.items():
    if name in SAMPLE or RUNS_ALL:
        setattr(StockTests, f"test_{name}", leading(stock))
