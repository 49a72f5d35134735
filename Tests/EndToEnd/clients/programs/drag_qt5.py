"""A Qt 5 window that is dragged from, or dropped on, as a whole. Its arguments are those of `drag_gtk3.py`."""

import sys

from PyQt5.QtCore import QMimeData, Qt, QUrl
from PyQt5.QtGui import QColor, QDrag, QPixmap
from PyQt5.QtWidgets import QApplication, QWidget

from report import Report

report = Report()
ROLE, TITLE, WIDTH, HEIGHT = sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
DATA = sys.argv[6:]
NAMES = {Qt.CopyAction: ["copy"], Qt.MoveAction: ["move"]}


class Window(QWidget):
    def __init__(self):
        super().__init__()
        self.setWindowTitle(TITLE)
        self.setAcceptDrops(ROLE == "target")
        self.setStyleSheet("background: rgb(32, 64, 192)")
        if TITLE.startswith("small"):
            self.setFixedSize(WIDTH, HEIGHT)

    def mousePressEvent(self, event) -> None:
        report("pressed", x=event.x(), y=event.y())

    def mouseMoveEvent(self, event) -> None:
        if ROLE != "source":
            return
        data = QMimeData()
        if DATA[0].startswith("file:"):
            data.setUrls([QUrl(address) for address in DATA])
        else:
            data.setText(DATA[0])
        drag = QDrag(self)
        drag.setMimeData(data)
        icon = QPixmap(48, 48)
        icon.fill(QColor(240, 0, 240))
        drag.setPixmap(icon)
        report("begun")
        report("ended", action=NAMES.get(drag.exec(Qt.CopyAction | Qt.MoveAction, Qt.CopyAction), []))

    def dragEnterEvent(self, event) -> None:
        event.acceptProposedAction()

    def dragMoveEvent(self, event) -> None:
        report("over", x=event.pos().x(), y=event.pos().y())
        event.acceptProposedAction()

    def dragLeaveEvent(self, _) -> None:
        report("left")

    def dropEvent(self, event) -> None:
        data = event.mimeData()
        report("dropped", x=event.pos().x(), y=event.pos().y())
        report(
            "received", text=data.text() if data.hasText() and not data.hasUrls() else None,
            files=[bytes(url.toEncoded()).decode() for url in data.urls()], action=NAMES.get(event.proposedAction(), []))
        event.acceptProposedAction()


application = QApplication(sys.argv)
window = Window()
window.resize(WIDTH, HEIGHT)
window.show()
report("shown")
application.exec()
