"""A GTK 4 window: a menu at the top left, one at the bottom right, an entry, and a plain area with a tooltip."""

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk  # noqa: E402

from report import Report  # noqa: E402

report = Report()

# Colours that a test can find again.
STYLE = b"""
window { background: rgb(32, 64, 192); }
popover > contents, popover > arrow { background: rgb(240, 0, 240); color: black; border: none; box-shadow: none; }
tooltip { background: rgb(250, 240, 0); color: black; }
* { transition: none; }
"""


def menu_button(corner: str) -> Gtk.MenuButton:
    menu = Gio.Menu()
    actions = Gio.SimpleActionGroup()
    for number in range(1, 6):
        action = Gio.SimpleAction.new(f"choose{number}", None)
        action.connect("activate", lambda *_, number=number: report("chosen", corner=corner, number=number))
        actions.add_action(action)
        menu.append(f"Choice number {number}", f"{corner}.choose{number}")
    button = Gtk.MenuButton(label=f"Menu {corner}", menu_model=menu)
    button.insert_action_group(corner, actions)
    button.get_popover().connect("map", lambda _: report("menu", corner=corner))
    button.set_size_request(160, 48)
    return button


class Area(Gtk.Box):
    """The plain area: its size follows the window's."""

    def __init__(self):
        super().__init__(hexpand=True, vexpand=True, tooltip_text="A tooltip of the plain area")
        click = Gtk.GestureClick()
        click.connect("pressed", self.pressed)
        self.add_controller(click)

    def pressed(self, gesture: Gtk.GestureClick, _, x: float, y: float) -> None:
        touch = gesture.get_device().get_source() == Gdk.InputSource.TOUCHSCREEN
        x, y = self.translate_coordinates(self.get_root(), x, y)
        report("touch" if touch else "click", x=x, y=y)


def watch_size(window: Gtk.Window) -> None:
    surface = window.get_surface()
    surface.connect("layout", lambda _, width, height: report("size", width=width, height=height))


def build(application: Gtk.Application) -> None:
    window = Gtk.ApplicationWindow(application=application, title="GTK 4")
    window.set_default_size(500, 400)
    window.connect("realize", watch_size)
    entry = Gtk.Entry()
    entry.connect("changed", lambda _: report("text", text=entry.get_text()))
    first, last = menu_button("first"), menu_button("last")
    first.set_halign(Gtk.Align.START)
    last.set_halign(Gtk.Align.END)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for widget in (first, entry, Area(), last):
        box.append(widget)
    window.set_child(box)
    entry.grab_focus()
    window.present()


def main() -> None:
    provider = Gtk.CssProvider()
    provider.load_from_data(STYLE)
    Gtk.StyleContext.add_provider_for_display(
        Gdk.Display.get_default(), provider, Gtk.STYLE_PROVIDER_PRIORITY_USER
    )
    settings = Gtk.Settings.get_default()
    settings.props.gtk_cursor_blink = False
    settings.props.gtk_enable_animations = False
    application = Gtk.Application(application_id="org.example.Gtk4", flags=Gio.ApplicationFlags.NON_UNIQUE)
    application.connect("activate", build)
    application.run()


Gtk.init()
GLib.set_prgname("gtk4")
main()
