"""Runs as a Wayland client: a GTK 4 window that takes a pen, so that its protocol log tells what the pen did."""

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gtk  # noqa: E402


def show(application: Gtk.Application) -> None:
    window = Gtk.ApplicationWindow(application=application, title="Pen")
    area = Gtk.DrawingArea(hexpand=True, vexpand=True)
    area.add_controller(Gtk.GestureStylus())
    window.set_child(area)
    window.fullscreen()
    window.present()


application = Gtk.Application(application_id="org.kagami.Pen")
application.connect("activate", show)
application.run()
