"""What an empty window shows: drop something here, or begin with one of these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from battlemap.resources import maps_path
from battlemap.ui.panels.flow_layout import FlowLayout
from battlemap.ui.panels.painting import current_theme
from battlemap.ui.theme import icon_pixmap

if TYPE_CHECKING:
    from pathlib import Path


def sample_maps() -> list[Path]:
    """Return the maps that come with the program."""
    return sorted(
        path
        for path in maps_path().iterdir()
        if path.suffix == ".battlemap" or path.name.endswith(".map.json")
    )


def sample_name(path: Path) -> str:
    """Return a file's name as words: "sunken-hall.battlemap" becomes "Sunken hall"."""
    return path.name.split(".")[0].replace("-", " ").replace("_", " ").capitalize()


class Welcome(QFrame):
    """A card in the middle of an empty map."""

    open_asked = Signal()
    new_asked = Signal()
    sample_asked = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("Card")
        self._sign = QLabel(self)
        self._sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        title = QLabel("Drop a picture or map here", self)
        title.setProperty("role", "title")
        title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words = QLabel(".battlemap, map.json, .uvtt, .dd2vtt, .df2vtt, PNG, JPEG, WebP", self)
        words.setProperty("role", "quiet12")
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.open_button = QPushButton("Open...", self)
        self.open_button.setProperty("role", "primary")
        self.new_button = QPushButton("New grid...", self)
        self.new_button.setProperty("role", "large")
        self.open_button.clicked.connect(self.open_asked)
        self.new_button.clicked.connect(self.new_asked)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.open_button)
        buttons.addWidget(self.new_button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(28, 24, 28, 24)
        column.setSpacing(12)
        column.addWidget(self._sign)
        column.addWidget(title)
        column.addWidget(words)
        column.addLayout(buttons)
        self.samples: list[QPushButton] = []
        paths = sample_maps()
        if paths:
            head = QLabel("Samples", self)
            head.setProperty("role", "section")
            column.addWidget(head)
            box = QWidget(self)
            flow = FlowLayout(box, 8)
            for path in paths:
                button = QPushButton(sample_name(path), box)
                button.clicked.connect(lambda _=False, p=path: self.sample_asked.emit(p))
                flow.addWidget(button)
                self.samples.append(button)
            column.addWidget(box)
        self.setFixedWidth(440)
        self.restyle()
        parent.installEventFilter(self)
        self.place()

    def restyle(self) -> None:
        """Draw the sign in the color of the current theme."""
        self._sign.setPixmap(icon_pixmap("map", current_theme().ink3, 40))

    def place(self) -> None:
        """Stand in the middle of the map."""
        host = self.parentWidget()
        self.layout().activate()
        tall = self.heightForWidth(self.width()) if self.hasHeightForWidth() else 0
        self.resize(self.width(), max(tall, self.sizeHint().height()))
        self.move((host.width() - self.width()) // 2, (host.height() - self.height()) // 2)

    def eventFilter(self, watched: QWidget, event: object) -> bool:
        """Follow the map when it is resized."""
        if watched is self.parentWidget() and event.type() == event.Type.Resize:
            self.place()
        return False
