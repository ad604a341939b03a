"""The thin bars: top bar, message bar above the map, status bar at the foot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenuBar,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStatusBar,
    QWidget,
)

from battlemap.ui.panels.buttons import IconButton
from battlemap.ui.panels.lettering import scaled
from battlemap.ui.panels.painting import current_theme
from battlemap.ui.panels.parts import Elided, KeyCap, Still
from battlemap.ui.theme import icon, icon_pixmap
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QResizeEvent

    from battlemap.ui.bridge import Offer


PATIENCE_MS = 300
"""How long something may take before its progress is shown."""

_INFO_MS = 8000
"""How long a mere hint stands above the map, in milliseconds."""


class TopBar(QWidget):
    """Menus at the left, the document in the middle, system and search at the right."""

    search_asked = Signal()
    system_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("TopBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(40)
        self.menus = QMenuBar(self)
        self.menus.setNativeMenuBar(False)
        self.menus.setFixedHeight(26)
        self.title = QLabel("", self)
        self.title.setProperty("role", "document")
        self.state = QLabel("", self)
        self.state.setProperty("role", "quiet12")
        self.system = QPushButton("", self)
        self.system.setObjectName("SystemChip")
        self.system.setToolTip("Rule system and its options")
        self.system.clicked.connect(self.system_asked)
        self.undo = IconButton("undo", "Undo (Ctrl+Z)", self)
        self.redo = IconButton("redo", "Redo (Ctrl+Shift+Z)", self)
        self.search = QPushButton("Search commands", self)
        self.search.setObjectName("SearchButton")
        self.search.setIconSize(QSize(14, 14))
        self.search.setAccessibleName("Search commands, Ctrl+K")
        self.search.clicked.connect(self.search_asked)
        self._hint = QLabel("Ctrl K", self.search)
        self._hint.setProperty("role", "quiet12")
        self._hint.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 16, 1)
        row.setSpacing(8)
        row.addWidget(self.menus, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
        row.addWidget(self.system)
        row.addSpacing(4)
        row.addWidget(self.undo)
        row.addWidget(self.redo)
        row.addSpacing(4)
        row.addWidget(self.search)
        self.restyle()

    def restyle(self) -> None:
        """Tint the magnifier for the current theme, and give the words their room."""
        self.search.setIcon(icon("search", current_theme().ink3, 14))
        self.search.setFixedSize(scaled(196), 28)
        self._hint.setGeometry(scaled(126), 0, scaled(196) - scaled(126) - 10, 28)

    def fit_menus(self) -> None:
        """Give the menu bar the room that all its menus need."""
        bar = self.menus
        bar.setMinimumWidth(0)
        bar.style().polish(bar)  # a window that isn't shown yet wears the letters of before
        bar.resize(2000, 40)
        last = bar.actions()[-1]
        bar.setFixedWidth(bar.actionGeometry(last).right() + 10)
        self._center()

    def set_document(self, title: str, state: str) -> None:
        """Say which document is open and whether it is saved."""
        self.title.setText(title)
        self.state.setText(state)
        self._center()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the document's name in the middle."""
        super().resizeEvent(event)
        self._center()

    def _center(self) -> None:
        """Put name and state in the middle of the window, or of a gap that is too narrow."""
        self.layout().activate()
        left = self.menus.geometry().right() + 12
        right = self.system.geometry().left() - 12
        name, state = self.title.sizeHint().width(), self.state.sizeHint().width()
        gap = 10
        whole = name + gap + state
        self.state.setVisible(whole <= right - left)
        if whole > right - left:
            whole = min(name, max(0, right - left))
            name = whole
        start = (self.width() - whole) // 2
        start = max(left, min(start, right - whole))
        self.title.setGeometry(start, 0, name, 39)
        self.state.setGeometry(start + name + gap, 0, state, 39)


class MessageBar(QWidget):
    """One sentence and what can be done about it, above the map; never a dialog."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("MessageBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._sign = QLabel(self)
        self._kind = "info"
        self.text = QLabel("", self)
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.close_button = IconButton("close", "Close this message", self)
        self.close_button.clicked.connect(self._leave)
        self.buttons: list[QPushButton] = []
        self._offer: Offer | None = None
        self._put_off: Offer | None = None
        """A question that a passing hint stands before; it comes back afterwards."""
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 4, 8, 4)
        self._row.setSpacing(10)
        self._row.addWidget(self._sign)
        self._row.addWidget(self.text, 1)
        self._row.addWidget(self.close_button)
        self.setMinimumHeight(36)
        self._timer = single_shot(self, self._leave, _INFO_MS)
        self.hide()

    def show_offer(self, offer: Offer) -> None:
        """Show this sentence and its actions; it replaces the one before.

        What can be answered comes back once a sentence is gone that asks for no answer.
        """
        if offer.actions or not self.isVisible():
            self._put_off = None
        elif self.buttons:
            self._put_off = self._offer
        self._offer = offer
        self._kind = offer.kind
        self.text.setText(offer.text)
        self.setAccessibleName(offer.text)
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons = []
        for index, (label, deed) in enumerate(offer.actions):
            button = QPushButton(label, self)
            button.clicked.connect(self.hide)
            button.clicked.connect(lambda _=False, d=deed: d())
            self._row.insertWidget(2 + index, button)
            self.buttons.append(button)
        self.restyle()
        self.show()
        if offer.kind == "info" and not offer.actions:
            self._timer.start()
        else:
            self._timer.stop()

    @property
    def is_passing(self) -> bool:
        """Whether the sentence goes away by itself: there is no answer to give."""
        return self.isVisible() and self._kind != "error" and not self.buttons

    def outdate(self) -> None:
        """Go away when something was done since, unless there is an answer to give."""
        holds = self._offer.holds if self._offer is not None else None
        if self.is_passing or (holds is not None and not holds()):
            self._leave()

    def _leave(self) -> None:
        self.hide()
        put_off, self._offer = self._put_off, None
        if put_off is not None and (put_off.holds is None or put_off.holds()):
            self.show_offer(put_off)

    def restyle(self) -> None:
        """Draw the sign in the color of its kind."""
        theme = current_theme()
        color = {"error": theme.bad, "warn": theme.warn}.get(self._kind, theme.accent)
        name = "info" if self._kind == "info" else "warning"
        self._sign.setPixmap(icon_pixmap(name, color, 16))


class FootBar(QStatusBar):
    """The status bar: the cell under the pointer, the keys that count now, the journal."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self.setFixedHeight(24)
        self.place = Elided("", self, role="status")
        self.journal = Elided("", self, role="status-quiet")
        self.journal.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._keys = QWidget(self)
        self._keys_row = QHBoxLayout(self._keys)
        self._keys_row.setContentsMargins(0, 0, 0, 0)
        self._keys_row.setSpacing(6)
        self._shown: tuple[tuple[str, str], ...] = ()
        still = Still(self)
        box = still.inside
        row = QHBoxLayout(box)
        row.setContentsMargins(16, 1, 16, 0)
        row.setSpacing(12)
        self.progress = QProgressBar(box)
        self.progress.setFixedSize(120, 6)
        self.progress.setTextVisible(False)
        self.doing = Elided("", box, role="status")
        self.stop = QPushButton("Cancel", box)
        self.stop.setProperty("role", "link")
        self.stop.setFixedHeight(20)
        self.stop.clicked.connect(self._stopped)
        self._on_stop: Callable[[], object] | None = None
        self._busy = QWidget(box)
        busy = QHBoxLayout(self._busy)
        busy.setContentsMargins(0, 0, 0, 0)
        busy.setSpacing(8)
        busy.addWidget(self.doing)
        busy.addWidget(self.progress)
        busy.addWidget(self.stop)
        self._busy.hide()
        self._patience = single_shot(self, self._busy.show, PATIENCE_MS)
        row.addWidget(self.place, 1)
        row.addWidget(self._busy)
        row.addWidget(self._keys)
        row.addWidget(self.journal, 1)
        self.layout().setContentsMargins(0, 0, 0, 0)
        self.addWidget(still, 1)

    def show_progress(self, words: str, done: int, total: int, stop: Callable[[], object]) -> None:
        """Show how far something is, once it takes longer than 300 ms; done: show nothing."""
        if done >= total:
            self._patience.stop()
            self._busy.hide()
            self._on_stop = None
            return
        self._on_stop = stop
        self.doing.setText(words)
        self.progress.setMaximum(total)
        self.progress.setValue(done)
        self.progress.setAccessibleName(words)
        if not self._busy.isVisible() and not self._patience.isActive():
            self._patience.start()

    def _stopped(self) -> None:
        if self._on_stop is not None:
            self._on_stop()

    def show_keys(self, keys: Sequence[tuple[str, str]]) -> None:
        """Show the keys that do something now: (key, what it does)."""
        if tuple(keys) == self._shown:
            return
        self._shown = tuple(keys)
        while (item := self._keys_row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for key, words in keys:
            label = QLabel(words, self._keys)
            label.setProperty("role", "status-quiet")
            self._keys_row.addWidget(KeyCap(key, self._keys))
            self._keys_row.addWidget(label)
            self._keys_row.addSpacing(10)
