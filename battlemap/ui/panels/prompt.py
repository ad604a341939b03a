"""The card at the map's foot that asks the GM: keys 1, 2, 3; or boxes to type real dice in."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsDropShadowEffect,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from battlemap.rules.procedure import Ask, Roll
from battlemap.ui.guard import guarded
from battlemap.ui.panels.buttons import IconButton
from battlemap.ui.panels.dice_boxes import DiceBoxes
from battlemap.ui.panels.flow_layout import FlowLayout
from battlemap.ui.panels.lettering import font
from battlemap.ui.panels.painting import current_theme, paint_focus
from battlemap.ui.panels.parts import Elided, Portrait
from battlemap.ui.panels.wording import percent
from battlemap.ui.theme import tint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from battlemap.rules.procedure import AskOption
    from battlemap.ui.bridge import Bridge

WIDTH = 560
_WIDEST = 880
"""Answers that need more than this many pixels go on in another row."""
_MARGIN = 16
_BESIDE_WORDS = 58
"""What a button needs beside its words: the key cap and the space around it, in pixels."""
_WRAPS_AT = 300
"""The line under an answer is wrapped to this many pixels, where its name is no longer."""
_LEAST_SCROLLED = 56
"""However low the map is, so many pixels of the answers are seen."""
_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
}


class OptionButton(QPushButton):
    """One answer: its number in a key cap, its words, and why it can't be chosen if so."""

    stepped = Signal(int)
    """An arrow key asks for the next answer (1) or the one before (-1)."""

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
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        name = QFontMetricsF(font(13, 600)).horizontalAdvance(option.label)
        under = QFontMetricsF(font(11)).horizontalAdvance(self.under)
        words = round(max(name, min(under, _WRAPS_AT)))
        self._wanted = max(words, _BESIDE_WORDS) + _BESIDE_WORDS
        self.least = 42
        """No lower than this, in pixels: answers beside each other are of one height."""

    def sizeHint(self) -> QSize:
        """Return a width for the name in one line, and the height that goes with it."""
        return QSize(self._wanted, self.heightForWidth(self._wanted))

    def minimumSizeHint(self) -> QSize:
        """Return the least size: in a narrow card the words are wrapped."""
        return QSize(_BESIDE_WORDS * 2, 42)

    def hasHeightForWidth(self) -> bool:
        """Tell that narrow means taller."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return a height for all lines at this width."""
        name, under = self._heights(width - _BESIDE_WORDS + 14)
        return max(self.least, round(name + under) + 18)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tell the card about the arrow keys: it goes round its answers."""
        if event.key() in _STEPS:
            self.stepped.emit(_STEPS[event.key()])
        else:
            super().keyPressEvent(event)

    def _heights(self, room: float) -> tuple[float, float]:
        """Return the heights of the name and of the line under it."""
        wraps = int(Qt.TextFlag.TextWordWrap)
        box = QRect(0, 0, max(1, round(room)), 1000)
        name = QFontMetricsF(font(13, 600)).boundingRect(box, wraps, self.option.label).height()
        if not self.under:
            return name, 0.0
        return name, QFontMetricsF(font(11)).boundingRect(box, wraps, self.under).height()

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
        flags = int(
            Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
        )
        name, under = self._heights(words.width())
        top = words.center().y() - (name + under) / 2
        painter.setFont(font(13, 600 if primary else 500))
        painter.drawText(QRectF(words.left(), top, words.width(), name), flags, self.option.label)
        if self.under:
            painter.setFont(font(11))
            painter.setPen(tint(ink if primary else theme.ink2 if on else theme.ink3))
            lower = QRectF(words.left(), top + name, words.width(), under + 2)
            painter.drawText(lower, flags, self.under)
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
        self._body = QWidget(self)
        self._answers = QWidget(self._body)
        self._answers_flow = FlowLayout(self._answers, 8)
        self.dice = DiceBoxes(self._body)
        self.dice.given.connect(self.bridge.give_dice)
        self.dice.told.connect(self.place)
        inside = QVBoxLayout(self._body)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(self._answers)
        inside.addWidget(self.dice)
        self.scroll = QScrollArea(self)
        self.scroll.setFrameShape(QFrame.Shape.NoFrame)
        self.scroll.setWidgetResizable(True)
        self.scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll.setWidget(self._body)
        # The card's own ground shows through.
        self._body.setAutoFillBackground(False)
        self.scroll.viewport().setAutoFillBackground(False)
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
        column.addWidget(self.scroll)
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
        self.take_focus()

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
        while (item := self._answers_flow.takeAt(0)) is not None:
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
            button.stepped.connect(self._step)
            self._answers_flow.addWidget(button)
            # A card on show already would count a new button as hidden, and be cut.
            button.show()
            self.options.append(button)
        tallest = max((button.sizeHint().height() for button in self.options), default=0)
        for button in self.options:
            button.least = max(button.least, tallest)
        self._order_focus(self.options)
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
        self._order_focus([*self.dice.boxes, self.use])
        self.setAccessibleName(question.why)

    def _order_focus(self, parts: Sequence[QWidget]) -> None:
        """Let Tab go through the card in the order of reading: new widgets come last otherwise."""
        for before, after in pairwise((self.close_button, *parts)):
            QWidget.setTabOrder(before, after)

    def take_focus(self) -> None:
        """Give the focus to the first answer that can be given, or to the first die."""
        if self.options:
            first = next((b for b in self.options if b.is_first), self.options[0])
            first.setFocus()
            self.scroll.ensureWidgetVisible(first, 0, 0)
        elif self.dice.boxes:
            self.dice.boxes[0].setFocus()

    def place(self) -> None:
        """Stand at the map's foot, in the middle: no wider and no taller than the map."""
        host = self.parentWidget()
        gaps = 8 * (len(self.options) - 1)
        answers = sum(button.sizeHint().width() for button in self.options) + gaps
        edges = self.layout().contentsMargins()
        frame = self.width() - self.contentsRect().width()
        beside = edges.left() + edges.right() + frame
        widest = min(_WIDEST, host.width() - 24)
        width = max(240, min(widest, max(WIDTH, answers + beside)))
        self.setFixedWidth(width)
        room = width - beside
        wanted = self._body_height(room)
        self.scroll.setFixedHeight(0)
        lift = 16 + self._lift
        rest = self._height_at(width)
        least = min(wanted, _LEAST_SCROLLED)
        free = host.height() - lift - 8 - rest
        # Not as needed: an area that is being resized would keep its bar, and wrap beside it.
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if free < wanted:
            policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOn
            bar = self.scroll.verticalScrollBar().sizeHint().width()
            wanted = self._body_height(room - bar)
        self.scroll.setVerticalScrollBarPolicy(policy)
        self.scroll.setFixedHeight(max(least, min(wanted, free)))
        self.resize(width, self._height_at(width))
        self.move((host.width() - width) // 2, max(0, host.height() - self.height() - lift))
        focused = self.focusWidget()
        if focused is not None and self._body.isAncestorOf(focused):
            self.scroll.ensureWidgetVisible(focused, 0, 0)

    def _body_height(self, width: int) -> int:
        """Return the height of all answers, or of the dice and the sentence under them."""
        part = self.dice if self.options == [] else self._answers
        part.layout().invalidate()
        return max(0, part.layout().heightForWidth(width))

    def _height_at(self, width: int) -> int:
        for part in (self._body, self._dice_foot, self):
            part.layout().invalidate()
            part.layout().activate()
        tall = self.heightForWidth(width) if self.hasHeightForWidth() else -1
        return tall if tall > 0 else self.sizeHint().height()

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
        """Answer with 1, 2, 3 or Enter."""
        key = event.key()
        if self.options and Qt.Key.Key_1 <= key <= Qt.Key.Key_9 and self.press(key - Qt.Key.Key_0):
            return
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = self.focusWidget()
            if isinstance(focused, QPushButton):
                focused.click()
            return
        super().keyPressEvent(event)

    def _step(self, by: int) -> None:
        """Give the focus to the next answer that can be given, or the one before."""
        able = [button for button in self.options if button.isEnabled()]
        if not able:
            return
        focused = self.focusWidget()
        here = able.index(focused) if focused in able else -max(0, by)
        after = able[(here + by) % len(able)]
        after.setFocus()
        self.scroll.ensureWidgetVisible(after, 0, 0)

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
