"""Two exact bar charts side by side: chance of each number of hits, and of each damage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from battlemap.ui.guard import guarded
from battlemap.ui.panels.lettering import font
from battlemap.ui.panels.painting import current_theme, paint_focus
from battlemap.ui.panels.wording import bar_percent, percent
from battlemap.ui.theme import tint

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from battlemap.rules.plan import Odds

TALL, SHORT, ONE_LINE = 190, 142, 60
_MOST_BARS = 9


def shown_bars(chances: Mapping[int, float]) -> list[tuple[str, int, float]]:
    """Return the bars to draw as (label, least value, chance), never more than fit.

    Where there are too many, the last one gathers the rest: "12+".

    Examples
    --------
    >>> shown_bars({0: 0.25, 1: 0.75})
    [('0', 0, 0.25), ('1', 1, 0.75)]
    >>> shown_bars({value: 0.1 for value in range(10)})[-1]
    ('8+', 8, 0.2)
    """
    pairs = sorted(chances.items())
    if len(pairs) <= _MOST_BARS:
        return [(str(value), value, chance) for value, chance in pairs]
    kept = pairs[: _MOST_BARS - 1]
    rest = pairs[_MOST_BARS - 1 :]
    gathered = sum(chance for _, chance in rest)
    bars = [(str(value), value, chance) for value, chance in kept]
    return [*bars, (f"{rest[0][0]}+", rest[0][0], gathered)]


def degree_words(odds: Odds) -> str:
    """Return the results that have names, each with its chance; empty: none has one.

    Examples
    --------
    >>> from battlemap.rules.plan import Odds
    >>> named = (("Critical hit", 0.05), ("Miss", 0.4))
    >>> odds = Odds(0.6, {0: 0.4, 1: 0.6}, {0: 1.0}, 0.0, "", degrees=named)
    >>> degree_words(odds).replace(chr(0xA0), " ")
    'Critical hit 5.0 %, Miss 40.0 %'
    """
    return ", ".join(f"{name} {percent(chance)}" for name, chance in odds.degrees if chance > 0)


_LABEL_GAP = 3.0
"""Labels of bars stand so many pixels apart at least."""


def labels_that_fit(widths: Sequence[float], each: float, first: Sequence[int] = ()) -> set[int]:
    """Return which labels can be shown without touching each other.

    Parameters
    ----------
    widths
        Widths of the labels, which stand in the middles of their bars, in pixels.
    each
        From one middle to the next, in pixels.
    first
        Labels that must not be left out; then come the ends, then the others from the left.

    Examples
    --------
    >>> sorted(labels_that_fit([6, 6, 6], 10))
    [0, 1, 2]
    >>> sorted(labels_that_fit([6, 12, 12, 18], 14))
    [0, 1, 3]
    """
    last = len(widths) - 1
    kept: set[int] = set()
    for index in dict.fromkeys((*first, *((0, last) if widths else ()), *range(len(widths)))):
        if all(
            abs(index - other) * each >= (widths[index] + widths[other]) / 2 + _LABEL_GAP
            for other in kept
        ):
            kept.add(index)
    return kept


class OddsChart(QWidget):
    """The odds of an attack; what happened is outlined once the dice lie."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._odds: Odds | None = None
        self._hits: int | None = None
        self._damage: int | None = None
        self._height = TALL
        self._pointed: tuple[str, int] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Odds")

    @property
    def odds(self) -> Odds | None:
        """The odds on show."""
        return self._odds

    @property
    def outlined(self) -> tuple[int | None, int | None]:
        """The (hits, damage) that are outlined; None: neither happened yet."""
        return self._hits, self._damage

    def show_odds(
        self, odds: Odds | None, *, hits: int | None = None, damage: int | None = None
    ) -> None:
        """Show these odds and outline what happened, if anything did."""
        self._odds, self._hits, self._damage = odds, hits, damage
        if odds is not None:
            told = [f"{percent(odds.hit)} to hit", f"{odds.mean:.2f} mean damage"]
            told += [f"{value} damage: {percent(p)}" for value, p in sorted(odds.damage.items())]
            self.setAccessibleDescription("; ".join(told))
        self.update()

    def set_height(self, height: int) -> None:
        """Take this height: TALL, SHORT (beside a result) or ONE_LINE (narrow screens)."""
        if height != self._height:
            self._height = height
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Return the height that is asked for."""
        return QSize(300, self._height)

    def minimumSizeHint(self) -> QSize:
        """Return the least size at which the labels stay apart."""
        return QSize(200, self._height)

    def _halves(self) -> tuple[QRectF, QRectF]:
        inner = QRectF(self.rect()).adjusted(12, 0, -12, 0)
        width = (inner.width() - 12) / 2
        return (
            QRectF(inner.left(), 0, width, self.height()),
            QRectF(inner.right() - width, 0, width, self.height()),
        )

    def _columns(self, half: QRectF, chances: Mapping[int, float]) -> list[tuple[int, QRectF]]:
        bars = shown_bars(chances)
        each = half.width() / max(1, len(bars))
        top, foot = self._span()
        return [
            (value, QRectF(half.left() + i * each, top, each, foot - top))
            for i, (_, value, _) in enumerate(bars)
        ]

    def _span(self) -> tuple[float, float]:
        return 58.0, self._height - 38.0

    @guarded
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the card and both charts."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint(theme.control))
        painter.drawRoundedRect(QRectF(self.rect()), 8, 8)
        odds = self._odds
        if odds is None:
            return
        left, right = self._halves()
        self._head(painter, left, percent(odds.hit), "to hit")
        self._head(painter, right, f"{odds.mean:.2f}", "mean")
        if self._height <= ONE_LINE:
            self._line(painter, left, odds.hits, theme.party)
            self._line(painter, right, odds.damage, theme.foe)
        else:
            self._bars(painter, left, odds.hits, theme.party, odds.hits_label, self._hits)
            self._bars(painter, right, odds.damage, theme.foe, "damage", self._damage)
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()), 8)

    def _head(self, painter: QPainter, half: QRectF, figure: str, unit: str) -> None:
        theme = current_theme()
        painter.setFont(font(20, 600))
        painter.setPen(tint(theme.ink))
        base = 30.0 if self._height > ONE_LINE else 24.0
        painter.drawText(QPointF(half.left(), base), figure)
        width = QFontMetricsF(painter.font()).horizontalAdvance(figure)
        painter.setFont(font(11.5, 400))
        painter.setPen(tint(theme.ink2))
        painter.drawText(QPointF(half.left() + width + 6, base - 1), unit)

    def _bars(
        self,
        painter: QPainter,
        half: QRectF,
        chances: Mapping[int, float],
        color: str,
        unit: str,
        happened: int | None,
    ) -> None:
        theme = current_theme()
        bars = shown_bars(chances)
        top, foot = self._span()
        most = max((chance for _, _, chance in bars), default=0.0) or 1.0
        each = half.width() / max(1, len(bars))
        wide = min(28.0, each * 0.66)
        heavy, heavier = QFontMetricsF(font(11, 600)), QFontMetricsF(font(11.5, 600))
        first = [i for i, (_, v, _) in enumerate(bars) if v == happened]
        named = labels_that_fit([heavier.horizontalAdvance(one[0]) for one in bars], each, first)
        told = labels_that_fit(
            [heavy.horizontalAdvance(bar_percent(one[2])) for one in bars], each, first
        )
        for index, (label, value, chance) in enumerate(bars):
            middle = half.left() + (index + 0.5) * each
            tall = max(2.0, (foot - top) * chance / most) if chance > 0 else 0.0
            bar = QRectF(middle - wide / 2, foot - tall, wide, tall)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.ink3 if value == 0 else color, 0.7 if value == 0 else 1.0))
            painter.drawRoundedRect(bar, 2.5, 2.5)
            if happened is not None and self._is_bar(bars, index, happened):
                painter.setPen(QPen(tint(theme.ink), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(bar.adjusted(-2, -2, 2, 0), 4, 4)
            painter.setPen(tint(theme.ink))
            painter.setFont(font(11, 600))
            box = QRectF(middle - each, bar.top() - 19, 2 * each, 16)
            if index in told:
                painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), bar_percent(chance))
            painter.setPen(tint(theme.ink if value == happened else theme.ink2))
            painter.setFont(font(11.5, 600 if value == happened else 500))
            under = QRectF(middle - each, foot + 3, 2 * each, 16)
            if index in named:
                painter.drawText(under, int(Qt.AlignmentFlag.AlignCenter), label)
        painter.setPen(QPen(tint(theme.ink3), 1))
        painter.drawLine(QPointF(half.left(), foot + 0.5), QPointF(half.right(), foot + 0.5))
        painter.setFont(font(11, 400))
        painter.setPen(tint(theme.ink3 if theme.is_dark else theme.ink2))
        caption = QRectF(half.left(), foot + 18, half.width(), 16)
        painter.drawText(caption, int(Qt.AlignmentFlag.AlignCenter), unit)

    @staticmethod
    def _is_bar(bars: list[tuple[str, int, float]], index: int, value: int) -> bool:
        label, least, _ = bars[index]
        return least == value or (label.endswith("+") and value >= least)

    def _line(
        self, painter: QPainter, half: QRectF, chances: Mapping[int, float], color: str
    ) -> None:
        theme = current_theme()
        x = half.left()
        painter.setPen(Qt.PenStyle.NoPen)
        for value, chance in sorted(chances.items()):
            width = half.width() * chance
            painter.setBrush(tint(theme.ink3 if value == 0 else color, 0.45 + 0.55 * (value % 2)))
            painter.drawRect(QRectF(x, 34, max(0.0, width - 1), 10))
            if width > 18:
                painter.setPen(tint(theme.ink2))
                painter.setFont(font(10, 500))
                box = QRectF(x, 45, width, 13)
                painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), str(value))
                painter.setPen(Qt.PenStyle.NoPen)
            x += width

    def mouseMoveEvent(self, event: QEvent) -> None:
        """Say four decimals and "at least n" for the bar under the pointer."""
        odds = self._odds
        if odds is None or self._height <= ONE_LINE:
            return
        tip = ""
        for half, chances, unit in zip(
            self._halves(), (odds.hits, odds.damage), (odds.hits_label, "damage"), strict=True
        ):
            for value, column in self._columns(half, chances):
                if column.adjusted(0, -20, 0, 20).contains(event.position()):
                    tip = self._words(chances, value, unit)
        if tip != self.toolTip():
            self.setToolTip(tip)

    @staticmethod
    def _words(chances: Mapping[int, float], value: int, unit: str) -> str:
        at_least = sum(chance for other, chance in chances.items() if other >= value)
        exact = chances.get(value, 0.0)
        return (
            f"{value} {unit}: {percent(exact, 4)}\nat least {value}: {percent(min(1, at_least), 4)}"
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the bars with the arrow keys; each is told in words."""
        odds = self._odds
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if odds is None or step is None:
            super().keyPressEvent(event)
            return
        stops = [(odds.hits_label, v) for _, v, _ in shown_bars(odds.hits)]
        stops += [("damage", v) for _, v, _ in shown_bars(odds.damage)]
        here = stops.index(self._pointed) if self._pointed in stops else -1
        self._pointed = stops[(here + step) % len(stops)]
        unit, value = self._pointed
        chances = odds.hits if unit == odds.hits_label else odds.damage
        self.setAccessibleDescription(self._words(chances, value, unit).replace("\n", ", "))
        self.setToolTip(self._words(chances, value, unit))
