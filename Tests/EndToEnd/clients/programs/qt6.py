"""A Qt 6 window: a text field, and a plain area that counts what touches it and shows the number."""

import os

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QVBoxLayout, QWidget

from qt import run
from report import Report

report = Report()

# Colours that a test can find again, and letters that stay readable in the controller.
STYLE = """
Window { background: rgb(32, 64, 192); }
Counter { background: rgb(32, 64, 192); color: white; font: 96px; }
QLineEdit { font: 48px; }
"""


class Counter(QLabel):
    """The plain area."""

    def __init__(self):
        super().__init__("0")
        self.setAttribute(Qt.WA_AcceptTouchEvents)
        self.setAlignment(Qt.AlignCenter)
        self.count = 0

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.TouchBegin:
            self.count += 1
            self.setText(str(self.count))
            place = self.mapTo(self.window(), event.points()[0].position().toPoint())
            report("touch", x=place.x(), y=place.y(), count=self.count)
            return True
        return super().event(event)


class Window(QWidget):
    def __init__(self):
        super().__init__()
        self.setWindowTitle("Qt 6")
        entry = QLineEdit()
        entry.textChanged.connect(lambda text: report("text", text=text))
        layout = QVBoxLayout(self)
        layout.addWidget(entry)
        layout.addWidget(Counter(), 1)
        entry.setFocus()


report("start", process=os.getpid())
run(QApplication, Window, "qt6", STYLE)
