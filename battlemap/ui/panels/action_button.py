"""The buttons of the action bar, and what is left to spend."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QPushButton, QWidget

from battlemap.rules.plan import Action, Pip
from battlemap.ui.guard import guarded
from battlemap.ui.panels.lettering import font
from battlemap.ui.panels.painting import current_theme, paint_focus, paint_pips, pips_width
from battlemap.ui.panels.wording import count, listed
from battlemap.ui.theme import pen, tint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent


PIP_WORDS = {
    "standard": ("action", "actions"),
    "bonus": ("bonus", "bonus"),
    "reaction": ("reaction", "reactions"),
    "point": ("AP", "AP"),
    "die": ("die", "dice"),
}
"""What one and several of a kind are called."""


def with_planned(pips: Sequence[Pip], actions: int) -> list[Pip]:
    """Return the pips with the next *actions* standard ones (or points) marked as planned."""
    marked: list[Pip] = []
    for pip in pips:
        if actions > 0 and pip.kind in ("standard", "point") and pip.state == "left":
            marked.append(replace(pip, state="planned"))
            actions -= 1
        else:
            marked.append(pip)
    return marked


_ONE_LINE, _WIDEST = 122, 170
"""A reason up to so many pixels stays in one line; no button is wider than the second number."""


def two_lines_of(text: str, metrics: QFontMetricsF, width: float) -> tuple[str, str]:
    """Return *text* in two lines of at most *width* pixels; what doesn't fit is elided."""
    words = text.split()
    first = ""
    while words and metrics.horizontalAdvance(f"{first} {words[0]}".strip()) <= width:
        first = f"{first} {words.pop(0)}".strip()
    if not first and words:
        first = words.pop(0)
    elide = Qt.TextElideMode.ElideRight
    return metrics.elidedText(first, elide, width), metrics.elidedText(
        " ".join(words), elide, width
    )


def cost_words(cost: Sequence[str]) -> str:
    """Return what an action costs in words: "2 actions and 1 reaction".

    Examples
    --------
    >>> cost_words(("standard", "standard", "reaction")), cost_words(())
    ('2 actions and 1 reaction', '')
    """
    kinds = dict.fromkeys(cost)
    told = [count(cost.count(kind), *PIP_WORDS.get(kind, (kind, kind))) for kind in kinds]
    return listed(told)


def paint_two_lines(painter: QPainter, box: QRectF, text: str) -> None:
    """Draw *text* in the middle of *box*, in two lines."""
    middle = int(Qt.AlignmentFlag.AlignCenter)
    half = box.height() / 2
    lines = two_lines_of(text, QFontMetricsF(painter.font()), box.width())
    for index, line in enumerate(lines):
        row = QRectF(box.left(), box.top() + index * half, box.width(), half)
        painter.drawText(row, middle, line)


class ActionButton(QPushButton):
    """One action: its name over its cost, dashed with the reason where it can't be done."""

    def __init__(
        self,
        action: Action,
        parent: QWidget | None = None,
        *,
        low: bool = False,
        tight: bool = False,
    ) -> None:
        super().__init__(action.label, parent)
        self.action = action
        self._low = low
        self._tight = tight
        """Only the name, close to the edge: where hardly any button would fit."""
        self.is_chosen = False
        self.setFixedHeight(36 if low else 56)
        self.setFixedWidth(self._width())
        why = action.unavailable or action.help
        penalty = f" ({action.penalty})" if action.penalty else ""
        self.setToolTip(f"{action.label}{penalty}: {why}" if why else action.label + penalty)
        self.setAccessibleName(action.label)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        cost = cost_words(action.cost)
        told = (f"costs {cost}" if cost else "", action.penalty, why)
        self.setAccessibleDescription(". ".join(part for part in told if part))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def _width(self) -> int:
        name = QFontMetricsF(font(12.5, 600)).horizontalAdvance(self.action.label)
        under = QFontMetricsF(font(10.5)).horizontalAdvance(self._under())
        if self._tight:
            return round(name) + 14
        if self._low:
            pips = pips_width(len(self.action.cost))
            return round(name + (pips + 8 if pips else 0) + self._penalty_room()) + 20
        # A long reason wraps onto two lines at most and stands whole in the tool tip.
        cost = 0.0
        if not self.action.unavailable:
            cost = pips_width(len(self.action.cost)) + self._penalty_room()
        wanted = (
            round(under) + 28 if under <= _ONE_LINE else max(_ONE_LINE, round(under * 0.6)) + 20
        )
        return max(62, round(name) + 28, round(cost) + 20, min(_WIDEST, wanted))

    def _penalty_room(self) -> float:
        """Return what the penalty takes beside the pips; it is read before the action is chosen."""
        if not (self.action.penalty and self.action.cost) or self.action.unavailable:
            return 0.0
        return QFontMetricsF(font(10.5)).horizontalAdvance(self.action.penalty) + 6

    def _under(self) -> str:
        return self.action.unavailable or ("" if self.action.cost else self.action.penalty)

    def sizeHint(self) -> QSize:
        """Return the size that fits name and cost."""
        return QSize(self._width(), self.height())

    @guarded
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the button."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.8, 0.8, -0.8, -0.8)
        off = bool(self.action.unavailable)
        if off:
            painter.setPen(pen(theme.line, 1, (4, 3)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        elif self.is_chosen:
            painter.setPen(QPen(tint(theme.accent), 1.6))
            painter.setBrush(tint(theme.selected))
        else:
            painter.setPen(QPen(tint(theme.line), 1))
            painter.setBrush(tint(theme.hover if self.underMouse() else theme.control))
        painter.drawRoundedRect(box, 8, 8)
        ink = theme.ink3 if off else theme.ink
        painter.setPen(tint(ink))
        painter.setFont(font(12.5, 500 if off else 600))
        if self._low:
            self._paint_low(painter, box)
        else:
            self._paint_tall(painter, box)
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()), 8)

    def _paint_low(self, painter: QPainter, box: QRectF) -> None:
        pips = [Pip(kind, "left") for kind in self.action.cost]
        room = pips_width(len(pips))
        middle = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        if self._tight:
            painter.drawText(box.adjusted(6, 0, 0, 0), middle, self.action.label)
            return
        penalty = self._penalty_room()
        words = box.adjusted(9, 0, -(room + 8 + penalty if room else 9), 0)
        painter.drawText(words, middle, self.action.label)
        if room and not self.action.unavailable:
            left = box.right() - 9 - room - penalty
            paint_pips(painter, left, box.center().y(), pips)
            self._paint_penalty(painter, QPointF(left + room + 6, box.center().y() + 4))

    def _paint_penalty(self, painter: QPainter, place: QPointF) -> None:
        if self.action.penalty:
            painter.setFont(font(10.5))
            painter.setPen(tint(current_theme().bad))
            painter.drawText(place, self.action.penalty)

    def _paint_tall(self, painter: QPainter, box: QRectF) -> None:
        theme = current_theme()
        reason = QFontMetricsF(font(10.5)).horizontalAdvance(self._under())
        two_lines = bool(self.action.unavailable) and reason > box.width() - 12
        name = QRectF(box.left(), box.top() + (3 if two_lines else 8), box.width(), 20)
        painter.drawText(name, int(Qt.AlignmentFlag.AlignCenter), self.action.label)
        under = QRectF(box.left() + 6, box.top() + 29, box.width() - 12, 22)
        if self.action.cost and not self.action.unavailable:
            pips = [Pip(kind, "left") for kind in self.action.cost]
            room = pips_width(len(pips))
            left = box.center().x() - (room + self._penalty_room()) / 2
            paint_pips(painter, left, under.center().y() + 1, pips)
            self._paint_penalty(painter, QPointF(left + room + 6, under.center().y() + 5))
            return
        painter.setFont(font(10.5))
        painter.setPen(tint(theme.ink3 if self.action.unavailable else theme.ink2))
        metrics = QFontMetricsF(painter.font())
        if two_lines:
            below = QRectF(box.left() + 6, box.top() + 23, box.width() - 12, 30)
            paint_two_lines(painter, below, self._under())
            return
        words = metrics.elidedText(self._under(), Qt.TextElideMode.ElideRight, under.width())
        painter.drawText(under, int(Qt.AlignmentFlag.AlignCenter), words)


class PipRow(QWidget):
    """What is left to spend, with its names."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pips: list[Pip] = []
        self._words = True
        self.setFixedHeight(18)

    def show_pips(self, pips: list[Pip], *, words: bool) -> None:
        """Show these pips, with their names if there is room."""
        self._pips, self._words = pips, words
        told = []
        for kind in dict.fromkeys(pip.kind for pip in pips):
            left = sum(1 for pip in pips if pip.kind == kind and pip.state != "spent")
            one, many = PIP_WORDS.get(kind, (kind, kind))
            told.append(f"{left} {one if left == 1 else many} left")
        self.setAccessibleName(", ".join(told))
        self.setToolTip(", ".join(told))
        self.setFixedWidth(max(8, round(self._walk(None))))
        self.update()

    def _walk(self, painter: QPainter | None) -> float:
        theme = current_theme()
        x = 1.0
        middle = self.height() / 2
        chosen = font(11)
        for kind in dict.fromkeys(pip.kind for pip in self._pips):
            group = [pip for pip in self._pips if pip.kind == kind]
            if painter is not None:
                color = theme.active if theme.is_dark else theme.ink
                paint_pips(painter, x, middle, group, size=10, gap=4, color=color)
            x += pips_width(len(group), size=10, gap=4) + 6
            if self._words:
                word = PIP_WORDS.get(kind, (kind, kind))[0 if len(group) == 1 else 1]
                if painter is not None:
                    painter.setFont(chosen)
                    painter.setPen(tint(theme.ink2))
                    painter.drawText(QPointF(x, middle + 4), word)
                x += QFontMetricsF(chosen).horizontalAdvance(word) + 12
        return x

    @guarded
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the pips."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._walk(painter)
