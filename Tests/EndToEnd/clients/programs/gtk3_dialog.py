"""A GTK 3 window, and over it a dialog that draws its own title bar."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title="Behind")
window.connect("destroy", Gtk.main_quit)
window.show_all()
dialog = Gtk.Dialog(title="In front", transient_for=window, use_header_bar=True)
dialog.set_default_size(400, 300)
dialog.show_all()
Gtk.main()
