"""A GTK 3 window: a menu at the top left, one at the bottom right, an entry, and a plain area with a tooltip."""

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

from report import Report  # noqa: E402

report = Report()

# Colours that a test can find again, and a caret that does not blink.
STYLE = b"""
window { background: rgb(32, 64, 192); }
menu, menu menuitem, menu label { background: rgb(240, 0, 240); color: black; }
tooltip, tooltip.background, tooltip label { background: rgb(250, 240, 0); color: black; }
* { transition: none; animation: none; }
"""


def menu_button(corner: str) -> Gtk.MenuButton:
    menu = Gtk.Menu()
    for number in range(1, 6):
        item = Gtk.MenuItem(label=f"Choice number {number}")
        item.connect("activate", lambda _, number=number: report("chosen", corner=corner, number=number))
        menu.append(item)
    menu.show_all()
    menu.connect("map", lambda _: report("menu", corner=corner))
    button = Gtk.MenuButton(label=f"Menu {corner}", popup=menu, use_popover=False)
    button.set_size_request(160, 48)
    return button


def touched(_, event) -> bool:
    if event.type == Gdk.EventType.TOUCH_BEGIN:
        report("touch", x=event.touch.x_root, y=event.touch.y_root)
    return True


def clicked(_, event) -> bool:
    report("click", x=event.x_root, y=event.y_root)
    return True


def build() -> Gtk.Window:
    window = Gtk.Window(title="GTK 3")
    window.set_default_size(500, 400)
    window.connect("destroy", Gtk.main_quit)
    window.connect("size-allocate", lambda *_: report("size", width=window.get_size()[0], height=window.get_size()[1]))

    entry = Gtk.Entry()
    entry.connect("changed", lambda _: report("text", text=entry.get_text()))
    area = Gtk.EventBox(hexpand=True, vexpand=True, tooltip_text="A tooltip of the plain area")
    area.add_events(Gdk.EventMask.TOUCH_MASK | Gdk.EventMask.BUTTON_PRESS_MASK)
    area.connect("touch-event", touched)
    area.connect("button-press-event", clicked)
    # Widgets need not be as wide as the window.
    first, last = menu_button("first"), menu_button("last")
    first.set_halign(Gtk.Align.START)
    last.set_halign(Gtk.Align.END)

    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for widget in (first, entry, area, last):
        box.pack_start(widget, widget is area, True, 0)
    window.add(box)
    entry.grab_focus()
    return window


provider = Gtk.CssProvider()
provider.load_from_data(STYLE)
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), provider, Gtk.STYLE_PROVIDER_PRIORITY_USER)
settings = Gtk.Settings.get_default()
settings.props.gtk_cursor_blink = False
settings.props.gtk_enable_animations = False
build().show_all()
Gtk.main()
