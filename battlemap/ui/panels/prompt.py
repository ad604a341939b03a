"""The card at the map's foot that asks the GM: keys 1, 2, 3; or boxes to type real dice in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsDropShadowEffect,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from battlemap.rules.procedure import Ask, Roll
from battlemap.ui.guard import guarded
from battlemap.ui.panels.buttons import IconButton
from battlemap.ui.panels.dice_boxes import DiceBoxes
from battlemap.ui.panels.painting import current_theme, paint_focus
from battlemap.ui.panels.parts import Elided, Portrait
from battlemap.ui.panels.wording import percent
from battlemap.ui.theme import font, tint

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from battlemap.rules.procedure import AskOption
    from battlemap.ui.bridge import Bridge

WIDTH = 560
_MARGIN = 16


class OptionButton(QPushButton):
    """One answer: its number in a key cap, its words, and why it can't be chosen if so."""

    def __init__(self, number: int, option: AskOption, parent: QWidget | None = None) -> None:
        super().__init__(option.label, parent)
        self.number = number
        self.option = option
        self.is_first = False
        why = self.under = option.unavailable or option.detail
        self.setEnabled(not option.unavailable)
        self.setToolTip(why)
        self.setAccessibleName(f"{number} {option.label}")
        self.setAccessibleDescription(why)
        self.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMinimumWidth(round(self._words_width()) + 58)

    def sizeHint(self) -> QSize:
        """Return a height for one line or two."""
        return QSize(self.minimumWidth(), 52 if self.under else 42)

    def _words_width(self) -> float:
        name = QFontMetricsF(font(13, 600)).horizontalAdvance(self.option.label)
        under = QFontMetricsF(font(11)).horizontalAdvance(self.under)
        return max(name, under)

    @guarded
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the button."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = self.hasFocus()
        inset = 4.0 if focused else 2.0
        box = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        on = self.isEnabled()
        primary = on and self.is_first
        if primary:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.accent))
        elif on:
            painter.setPen(QPen(tint(theme.ink3), 1))
            painter.setBrush(tint(theme.hover if self.underMouse() else theme.control))
        else:
            dashed = QPen(tint(theme.line), 1, Qt.PenStyle.DashLine)
            painter.setPen(dashed)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        ink = theme.on_accent if primary else theme.ink if on else theme.ink3
        painter.setPen(QPen(tint(ink, 0.7), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        cap = QRectF(box.left() + 8, box.center().y() - 9, 18, 18)
        painter.drawRoundedRect(cap, 4, 4)
        painter.setPen(tint(ink))
        painter.setFont(font(11, 600))
        painter.drawText(cap, int(Qt.AlignmentFlag.AlignCenter), str(self.number))
        words = QRectF(cap.right() + 8, box.top(), box.right() - cap.right() - 16, box.height())
        left = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        painter.setFont(font(13, 600 if primary else 500))
        if self.under:
            upper = QRectF(words.left(), words.top() + 3, words.width(), words.height() / 2 - 1)
            painter.drawText(upper, left, self.option.label)
            painter.setFont(font(11))
            painter.setPen(tint(ink if primary else theme.ink2 if on else theme.ink3))
            lower = QRectF(words.left(), words.center().y() - 1, words.width(), words.height() / 2)
            painter.drawText(lower, left, self.under)
        else:
            painter.drawText(words, left, self.option.label)
        if focused:
            paint_focus(painter, QRectF(self.rect()), 9)


class Prompt(QFrame):
    """The question that waits for the GM. It never takes the map away."""

    def __init__(self, bridge: Bridge, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("Card")
        self.bridge = bridge
        self.question: Ask | Roll | None = None
        self.options: list[OptionButton] = []
        self._lift = 0
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(24)
        shadow.setOffset(0, 4)
        shadow.setColor(QColor(0, 0, 0, 110))
        self.setGraphicsEffect(shadow)
        self._build()
        self.hide()
        bridge.asked.connect(self.ask)
        parent.installEventFilter(self)

    def _build(self) -> None:
        self.portrait = Portrait(36, self)
        self.headline = QLabel("", self)
        self.headline.setWordWrap(True)
        self.headline.setProperty("role", "heading")
        self.facts = QLabel("", self)
        self.facts.setProperty("role", "secondary")
        self.facts.setWordWrap(True)
        self.chance = QLabel("", self)
        self.chance.setProperty("role", "title")
        self.chance.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.mean = Elided("", self, role="secondary")
        self.mean.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.mean.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(self.headline)
        words.addWidget(self.facts)
        words.addStretch(1)
        figures = QVBoxLayout()
        figures.setSpacing(3)
        figures.addWidget(self.chance)
        figures.addWidget(self.mean)
        figures.addStretch(1)
        self.close_button = IconButton("close", "Take the whole deed back (Ctrl+Z)", self)
        self.close_button.clicked.connect(self._cancel)
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self.portrait, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(words, 1)
        top.addLayout(figures)
        top.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self._answers = QWidget(self)
        self._answers_row = QHBoxLayout(self._answers)
        self._answers_row.setContentsMargins(0, 0, 0, 0)
        self._answers_row.setSpacing(8)
        self.dice = DiceBoxes(self)
        self.dice.given.connect(self.bridge.give_dice)
        self.dice.told.connect(self.place)
        self._dice_foot = QWidget(self)
        self.use = QPushButton("Use these dice", self._dice_foot)
        self.use.setProperty("role", "primary")
        self.use.clicked.connect(self.dice.give)
        foot = QHBoxLayout(self._dice_foot)
        foot.setContentsMargins(0, 0, 0, 0)
        foot.addWidget(self.use)
        foot.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN + 4, 14, _MARGIN, 14)
        column.setSpacing(12)
        column.addLayout(top)
        column.addWidget(self._answers)
        column.addWidget(self.dice)
        column.addWidget(self._dice_foot)

    # Showing --------------------------------------------------------------------------------

    def ask(self, question: Ask | Roll | None) -> None:
        """Show this question; None: nothing is asked any more."""
        if question is self.question and self.isVisible() == (question is not None):
            return
        had_focus = self.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        self.question = question
        if question is None:
            self.hide()
            if had_focus:
                self.parentWidget().setFocus()
            return
        is_ask = isinstance(question, Ask)
        self._answers.setVisible(is_ask)
        self.dice.setVisible(not is_ask)
        self._dice_foot.setVisible(not is_ask)
        token = self.bridge.token(question.token)
        self.portrait.setVisible(token is not None)
        if token is not None:
            self.portrait.show_token(token, self.bridge.encounter)
        if isinstance(question, Ask):
            self._show_ask(question)
        else:
            self._show_roll(question)
        self.show()
        self.place()
        self.raise_()
        self._take_focus()

    def _show_ask(self, question: Ask) -> None:
        self.headline.setText(question.headline)
        self.facts.setText(". ".join(question.facts))
        self.facts.setVisible(bool(question.facts))
        has_odds = question.to_hit is not None
        self.chance.setVisible(has_odds)
        self.mean.setVisible(has_odds)
        if question.to_hit is not None:
            self.chance.setText(percent(question.to_hit))
            mean = f", mean {question.mean:.1f}" if question.mean is not None else ""
            self.mean.setText(f"to hit{mean}")
        while (item := self._answers_row.takeAt(0)) is not None:
            if item.widget() is not None:
                item.widget().hide()
                item.widget().deleteLater()
        self.options = []
        for number, option in enumerate(question.options, start=1):
            button = OptionButton(number, option, self._answers)
            button.is_first = not any(other.is_first for other in self.options) and (
                not option.unavailable
            )
            button.clicked.connect(lambda _=False, key=option.key: self.bridge.answer(key))
            self._answers_row.addWidget(button)
            # A card on show already would count a new button as hidden, and be cut.
            button.show()
            self.options.append(button)
        self.setAccessibleName(question.headline)
        self.setAccessibleDescription(". ".join(question.facts))

    def _show_roll(self, question: Roll) -> None:
        self.options = []
        self.headline.setText(question.why)
        self.facts.setVisible(True)
        dice, them = ("die", "it") if question.count == 1 else ("dice", "them")
        typing = f"Roll {question.count} {dice} with {question.sides} sides and type {them}."
        self.facts.setText(f"{question.so_far}.\n{typing}" if question.so_far else typing)
        self.chance.hide()
        self.mean.hide()
        self.dice.ask_for(question)
        self.setAccessibleName(question.why)

    def _take_focus(self) -> None:
        if self.options:
            first = next((b for b in self.options if b.is_first), self.options[0])
            first.setFocus()
        elif self.dice.boxes:
            self.dice.boxes[0].setFocus()

    def set_lift(self, lift: int) -> None:
        """Stay this far above the foot of the map."""
        self._lift = lift
        self.place()

    def place(self) -> None:
        """Stand at the map's foot, in the middle."""
        host = self.parentWidget()
        width = min(max(WIDTH, self.minimumSizeHint().width()), host.width() - 24)
        width = max(240, width)
        self.setFixedWidth(width)
        for part in (self._answers, self.dice, self._dice_foot, self):
            part.layout().invalidate()
            part.layout().activate()
        tall = self.heightForWidth(width) if self.hasHeightForWidth() else -1
        self.resize(width, tall if tall > 0 else self.sizeHint().height())
        self.move(
            (host.width() - self.width()) // 2, host.height() - self.height() - 16 - self._lift
        )

    def eventFilter(self, watched: QWidget, event: object) -> bool:
        """Follow the map when it is resized."""
        if watched is self.parentWidget() and event.type() == event.Type.Resize:
            self.place()
        return False

    # Answers ----------------------------------------------------------------------------------

    def press(self, number: int) -> bool:
        """Give the answer with this number, if it can be given."""
        for button in self.options:
            if button.number == number and button.isEnabled():
                button.click()
                return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer with 1, 2, 3; go between answers with the arrow keys."""
        key = event.key()
        if self.options and Qt.Key.Key_1 <= key <= Qt.Key.Key_9 and self.press(key - Qt.Key.Key_0):
            return
        if self.options and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.focusNextPrevChild(key == Qt.Key.Key_Right)
            return
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = self.focusWidget()
            if isinstance(focused, QPushButton):
                focused.click()
            return
        super().keyPressEvent(event)

    def _cancel(self) -> None:
        self.bridge.undo()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card with the edge of the side that is asked."""
        super().paintEvent(event)
        token = self.bridge.token(self.question.token) if self.question is not None else None
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint(theme.side(token.side) if token is not None else theme.accent))
        painter.drawRoundedRect(QRectF(1, 12, 4, self.height() - 24), 2, 2)
