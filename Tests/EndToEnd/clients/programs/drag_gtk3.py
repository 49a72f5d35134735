"""A GTK 3 window of its own colour that is dragged from, or dropped on, as a whole.

Arguments: the file of reports, `source` or `target`, the title, and the width and height; a source also has what it drags: a text, or
addresses of files.
"""

import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GdkPixbuf, Gtk  # noqa: E402

from report import Report  # noqa: E402

report = Report()
ROLE, TITLE, WIDTH, HEIGHT = sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
DATA = sys.argv[6:]
STYLE = b"window { background: rgb(32, 64, 192); } * { transition: none; animation: none; }"
ACTIONS = Gdk.DragAction.COPY | Gdk.DragAction.MOVE


def make_source(area: Gtk.EventBox) -> None:
    area.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], ACTIONS)
    files = DATA[0].startswith("file:")
    if files:
        area.drag_source_add_uri_targets()
    else:
        area.drag_source_add_text_targets()
    icon = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, False, 8, 48, 48)
    icon.fill(0xF000F0FF)
    area.drag_source_set_icon_pixbuf(icon)
    area.connect(
        "drag-data-get", lambda _, context, data, *__: data.set_uris(DATA) if files else data.set_text(DATA[0], -1))
    area.connect("drag-begin", lambda *_: report("begun"))
    area.connect("drag-data-delete", lambda *_: report("deleted"))
    area.connect("drag-end", lambda _, context: report("ended", action=names(context.get_selected_action())))
    area.connect("drag-failed", lambda *_: report("failed") or True)


def make_target(area: Gtk.EventBox) -> None:
    area.drag_dest_set(Gtk.DestDefaults.MOTION, [], ACTIONS)
    area.drag_dest_add_uri_targets()
    area.drag_dest_add_text_targets()
    area.connect("drag-motion", lambda _, context, x, y, *__: report("over", x=x, y=y))
    area.connect("drag-leave", lambda *_: report("left"))
    area.connect("drag-drop", dropped)
    area.connect("drag-data-received", received)


def dropped(area, context, x, y, time) -> bool:
    target = area.drag_dest_find_target(context, None)
    report("dropped", x=x, y=y, target=target.name())
    area.drag_get_data(context, target, time)
    return True


def received(_, context, x, y, data, info, time) -> None:
    action = context.get_selected_action()
    report("received", text=data.get_text(), files=data.get_uris(), action=names(action))
    Gtk.drag_finish(context, True, bool(action & Gdk.DragAction.MOVE), time)


def names(action: Gdk.DragAction) -> list[str]:
    return [name for name in ("copy", "move", "ask") if action & getattr(Gdk.DragAction, name.upper())]


def clicked(_, event) -> bool:
    report("pressed", x=event.x, y=event.y)
    return False


window = Gtk.Window(title=TITLE)
window.set_default_size(WIDTH, HEIGHT)
window.set_size_request(WIDTH, HEIGHT)
window.set_resizable(not TITLE.startswith("small"))
window.connect("destroy", Gtk.main_quit)
area = Gtk.EventBox()
area.connect("button-press-event", clicked)
window.add(area)
provider = Gtk.CssProvider()
provider.load_from_data(STYLE)
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), provider, Gtk.STYLE_PROVIDER_PRIORITY_USER)
make_source(area) if ROLE == "source" else make_target(area)
window.show_all()
report("shown")
Gtk.main()
