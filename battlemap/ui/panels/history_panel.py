"""The history: every step that can be undone, and the fight stepped through like a film."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QVBoxLayout,
    QWidget,
)

from battlemap.session.history import begins_turn
from battlemap.ui.guard import guarded
from battlemap.ui.panels.buttons import IconButton
from battlemap.ui.panels.lettering import font
from battlemap.ui.panels.log_list import lay_out_in_batches
from battlemap.ui.panels.painting import current_theme, paint_focus
from battlemap.ui.panels.record_form import Combo
from battlemap.ui.panels.wording import name_of
from battlemap.ui.theme import tint
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent
    from PySide6.QtWidgets import QStyleOptionViewItem

    from battlemap.session.history import Commit
    from battlemap.ui.bridge import Bridge

STEP_ROLE = int(Qt.ItemDataRole.UserRole)

SPEEDS = (("slow", 2000), ("normal", 1000), ("fast", 400))
"""How long the film stays at a step, in milliseconds."""


@dataclass(frozen=True)
class HistoryStep:
    """One line of the panel; place 0 is the document as it was opened."""

    place: int
    label: str
    detail: str = ""
    is_undone: bool = False
    is_now: bool = False
    begins_turn: bool = False


def history_steps(bridge: Bridge) -> list[HistoryStep]:
    """Return the steps of the history, the first one first."""
    history = bridge.session.history
    position = history.position
    steps = [HistoryStep(0, "As it was opened", is_now=position == 0)]
    for place, commit in enumerate(history.commits, 1):
        steps.append(
            HistoryStep(
                place,
                commit.label,
                _detail(commit),
                is_undone=place > position,
                is_now=place == position,
                begins_turn=begins_turn(commit),
            )
        )
    return steps


def _detail(commit: Commit) -> str:
    order = commit.after.turn_order
    parts = []
    if order.is_running:
        parts.append(f"round {order.round}")
        if begins_turn(commit) and order.active in commit.after.tokens:
            parts.append(f"{name_of(commit.after, order.active)}'s turn")
    if commit.rolls:
        dice = sum(len(record.faces) for record in commit.rolls)
        parts.append(f"{dice} {'die' if dice == 1 else 'dice'}")
    return ", ".join(parts)


class HistoryModel(QAbstractListModel):
    """The steps as Qt lists them, newest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.steps: list[HistoryStep] = []

    def set_steps(self, steps: list[HistoryStep]) -> None:
        """Show these steps."""
        newest_first = steps[::-1]
        if newest_first != self.steps:
            self.beginResetModel()
            self.steps = newest_first
            self.endResetModel()

    def rowCount(self, parent: QModelIndex | None = None) -> int:
        """Return how many steps there are."""
        return 0 if parent is not None and parent.isValid() else len(self.steps)

    def data(self, index: QModelIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Return a step, or its words."""
        step = self.steps[index.row()]
        if role == STEP_ROLE:
            return step
        if role in (int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.AccessibleTextRole)):
            state = "now, " if step.is_now else "undone, " if step.is_undone else ""
            return f"{step.place}. {state}{step.label}. {step.detail}".rstrip(" .")
        return None


class _StepDelegate(QStyledItemDelegate):
    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        step: HistoryStep = index.data(STEP_ROLE)
        return QSize(120, 40 if step.detail else 26)

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        step: HistoryStep = index.data(STEP_ROLE)
        theme = current_theme()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        plate = box.adjusted(6, 1, -6, -1)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if step.is_now or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.selected if step.is_now else theme.hover))
            painter.drawRoundedRect(plate, 6, 6)
        if step.is_now:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.accent))
            painter.drawRoundedRect(QRectF(plate.left(), plate.center().y() - 9, 3, 18), 1.5, 1.5)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, plate, 6)
        if step.begins_turn:
            painter.setPen(tint(theme.line))
            painter.drawLine(box.bottomLeft(), box.bottomRight())
        left = box.left() + 20
        words = font(12.5, 600 if step.is_now else 500)
        words.setStrikeOut(step.is_undone)
        painter.setFont(words)
        painter.setPen(tint(theme.ink3 if step.is_undone else theme.ink))
        metrics = QFontMetricsF(words)
        room = box.width() - 70
        text = metrics.elidedText(step.label, Qt.TextElideMode.ElideRight, room)
        upper = QRectF(left, box.top() + 4, room, 18)
        painter.drawText(upper, int(Qt.AlignmentFlag.AlignVCenter), text)
        painter.setFont(font(11))
        painter.setPen(tint(theme.ink3))
        number = QRectF(box.right() - 50, box.top() + 4, 36, 18)
        right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(number, right, str(step.place))
        if step.detail:
            painter.setPen(tint(theme.ink3 if step.is_undone else theme.ink2))
            lower = QRectF(left, box.top() + 20, room, 16)
            painter.drawText(lower, int(Qt.AlignmentFlag.AlignVCenter), step.detail)
        painter.restore()


class HistoryPanel(QWidget):
    """The steps; a click goes to one, the foot plays them."""

    place_chosen = Signal(int)
    branch_asked = Signal()

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("DockBody")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.bridge = bridge
        self.head = QWidget()
        self.head.setObjectName("DockHead")
        self.head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.head.setFixedHeight(36)
        title = QLabel("History", self.head)
        title.setProperty("role", "document")
        self.place_label = QLabel("", self.head)
        self.place_label.setProperty("role", "quiet12")
        self.place_label.setMinimumWidth(90)
        self.place_label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row = QHBoxLayout(self.head)
        row.setContentsMargins(16, 4, 12, 0)
        row.addWidget(title, 1)
        row.addWidget(self.place_label)
        self.model = HistoryModel(self)
        self.list = QListView(self)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        lay_out_in_batches(self.list)
        self.list.setModel(self.model)
        self.list.setItemDelegate(_StepDelegate(self.list))
        self.list.setMouseTracking(True)
        self.list.setAccessibleName("History")
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.list.clicked.connect(self._choose)
        self.list.activated.connect(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.list, 1)
        column.addWidget(self._build_foot())
        self._film = QTimer(self)
        self._film.timeout.connect(self._play_on)
        self._is_ours = False
        self._refreshes = single_shot(self, self.refresh)
        bridge.changed.connect(self._changed)
        bridge.asked.connect(self._refresh_later)
        self.refresh()

    def _build_foot(self) -> QWidget:
        foot = QWidget(self)
        foot.setObjectName("DockFoot")
        foot.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.first = IconButton("skip-back", "To the beginning", foot)
        self.back = IconButton("chevron-left", "A step back", foot)
        self.play = IconButton("play", "Play on from here", foot)
        self.play.setCheckable(True)
        self.forward = IconButton("chevron-right", "A step on", foot)
        self.last = IconButton("skip", "To the last step", foot)
        self.speed = Combo(foot)
        self.speed.setAccessibleName("Speed of the film")
        for name, pause in SPEEDS:
            self.speed.addItem(name.capitalize(), pause)
        self.speed.setCurrentIndex(1)
        self.speed.currentIndexChanged.connect(
            lambda _: self._film.setInterval(int(self.speed.currentData()))
        )
        self.branch = QPushButton("Branch...", foot)
        self.branch.setToolTip("Go on from this step in a map of its own; this one stays")
        self.branch.clicked.connect(self.branch_asked)
        self.first.clicked.connect(lambda: self._go(0))
        self.back.clicked.connect(lambda: self._go(self._position() - 1))
        self.forward.clicked.connect(lambda: self._go(self._position() + 1))
        self.last.clicked.connect(lambda: self._go(self._most()))
        self.play.toggled.connect(self._run_film)
        buttons = QHBoxLayout()
        buttons.setSpacing(2)
        for button in (self.first, self.back, self.play, self.forward, self.last):
            buttons.addWidget(button)
        buttons.addWidget(self.speed, 1)
        column = QVBoxLayout(foot)
        column.setContentsMargins(12, 8, 12, 10)
        column.setSpacing(6)
        column.addLayout(buttons)
        column.addWidget(self.branch)
        return foot

    # Showing ----------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the history as it stands now."""
        self._refreshes.stop()
        self.model.set_steps(history_steps(self.bridge))
        position, most = self._position(), self._most()
        self.place_label.setText(f"{position} of {most}")
        is_free = not self.bridge.is_waiting
        for button, on in (
            (self.first, position > 0),
            (self.back, position > 0),
            (self.forward, position < most),
            (self.last, position < most),
            (self.play, position < most),
        ):
            button.setEnabled(on and is_free)
        if not self.play.isEnabled():
            self.stop()
        # Only a row that is laid out can be scrolled to.
        lay_out_in_batches(self.list, most - position + 1)
        self.list.scrollTo(self.model.index(most - position))

    def _position(self) -> int:
        return self.bridge.session.history.position

    def _most(self) -> int:
        return len(self.bridge.session.history.commits)

    def _choose(self, index: QModelIndex) -> None:
        self.stop()
        self._go(index.data(STEP_ROLE).place)

    def _changed(self, *_: object) -> None:
        if not self._is_ours:
            self.stop()
        self._refresh_later()

    def _refresh_later(self, *_: object) -> None:
        # A long evening has thousands of steps: nobody lists them while the panel is away.
        if self.isVisible():
            self._refreshes.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while the panel was away."""
        super().showEvent(event)
        self._refreshes.start()

    def _go(self, place: int) -> None:
        if 0 <= place <= self._most():
            self._is_ours = True
            try:
                self.place_chosen.emit(place)
            finally:
                self._is_ours = False

    # The film ---------------------------------------------------------------------------------

    @property
    def is_playing(self) -> bool:
        """Whether the steps are played one after another."""
        return self._film.isActive()

    def stop(self) -> None:
        """Stop the film."""
        self._film.stop()
        self.play.setChecked(False)

    def _run_film(self, on: bool) -> None:
        self.play.set_icon_name("pause" if on else "play")
        self.play.setToolTip("Stop here" if on else "Play on from here")
        if on:
            self._film.start(int(self.speed.currentData()))
        else:
            self._film.stop()

    def _play_on(self) -> None:
        if self._position() >= self._most() or self.bridge.is_waiting:
            self.stop()
            return
        self._go(self._position() + 1)
