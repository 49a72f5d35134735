"""How a Qt program begins, whichever version of Qt its classes are of."""

import sys


def run(application_class: type, window_class: type, name: str, style: str) -> None:
    """Shows a window of `window_class` until the program is ended."""
    application = application_class(sys.argv)
    application.setCursorFlashTime(0)
    application.setStyleSheet(style)
    application.setDesktopFileName(name)
    window = window_class()
    window.show()
    application.exec()
