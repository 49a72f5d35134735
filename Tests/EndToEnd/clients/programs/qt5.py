"""A Qt 5 window: a menu at the top left, one at the bottom right, a text field, and a plain area with a tooltip."""

from PyQt5.QtCore import QEvent, Qt
from PyQt5.QtWidgets import QApplication, QLineEdit, QMenu, QPushButton, QVBoxLayout, QWidget

from qt import run
from report import Report

report = Report()

# Colours that a test can find again.
STYLE = """
Window, Area { background: rgb(32, 64, 192); }
QMenu { background: rgb(240, 0, 240); color: black; }
QToolTip { background: rgb(250, 240, 0); color: black; }
"""


class Area(QWidget):
    """The plain area."""

    def __init__(self):
        super().__init__()
        self.setAttribute(Qt.WA_AcceptTouchEvents)
        self.setAttribute(Qt.WA_StyledBackground)
        self.setToolTip("A tooltip of the plain area")

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.TouchBegin:
            self.tell("touch", event.touchPoints()[0].pos().toPoint())
            return True
        if event.type() == QEvent.MouseButtonPress:
            self.tell("click", event.pos())
        return super().event(event)

    def tell(self, kind: str, position) -> None:
        place = self.mapTo(self.window(), position)
        report(kind, x=place.x(), y=place.y())


class Window(QWidget):
    def __init__(self):
        super().__init__()
        self.setAttribute(Qt.WA_StyledBackground)
        self.setWindowTitle("Qt 5")
        entry = QLineEdit()
        entry.textChanged.connect(lambda text: report("text", text=text))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(menu_button("first"), 0, Qt.AlignLeft)
        layout.addWidget(entry)
        layout.addWidget(Area(), 1)
        layout.addWidget(menu_button("last"), 0, Qt.AlignRight)
        entry.setFocus()

    def resizeEvent(self, _) -> None:
        report("size", width=self.width(), height=self.height())


def menu_button(corner: str) -> QPushButton:
    button = QPushButton(f"Menu {corner}")
    button.setFixedSize(160, 48)
    menu = QMenu(button)
    for number in range(1, 6):
        action = menu.addAction(f"Choice number {number}")
        action.triggered.connect(lambda _, number=number: report("chosen", corner=corner, number=number))
    menu.aboutToShow.connect(lambda: report("menu", corner=corner))
    button.setMenu(menu)
    return button


run(QApplication, Window, "qt5", STYLE)
