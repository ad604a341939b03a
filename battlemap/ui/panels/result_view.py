"""What the dice came to: dice boxes, damage, location, the target's track, all in words too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from battlemap.ui.guard import guarded
from battlemap.ui.panels.lettering import font
from battlemap.ui.panels.painting import current_theme
from battlemap.ui.theme import pen, tint

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from battlemap.model.event import DiceShown, Outcome
    from battlemap.rules.plan import Track

_DIE, _GAP = 34, 7
_BOX_HEIGHT = 14


class ResultView(QWidget):
    """The result of one attack, drawn from its ``Outcome``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Result")
        self._outcome: Outcome | None = None
        self._track: Track | None = None

    @property
    def outcome(self) -> Outcome | None:
        """The outcome on show."""
        return self._outcome

    def show_outcome(self, outcome: Outcome | None, track: Track | None) -> None:
        """Show this outcome on the target's track; None: nothing."""
        self._outcome, self._track = outcome, track
        self.setVisible(outcome is not None)
        if outcome is not None:
            self.setAccessibleDescription(self.summary())
        self.updateGeometry()
        self.update()

    def summary(self) -> str:
        """Return the result in one paragraph, for screen readers."""
        outcome = self._outcome
        if outcome is None:
            return ""
        parts = []
        for shown in outcome.rolls:
            dice = ", ".join(
                f"{die.face}{' hit' if die.success else ''}"
                f"{f' rerolled from {die.was}' if die.was is not None else ''}"
                for die in shown.dice
            )
            parts.append(f"{shown.headline}: {dice}. {shown.detail}")
        parts += [outcome.location, outcome.critical, outcome.consequence]
        if self._track is not None:
            parts.append(self._track.label)
        return ". ".join(part.rstrip(". ") for part in parts if part)

    def hasHeightForWidth(self) -> bool:
        """Tell the layout that narrow results are taller: dice wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all sections at this width."""
        if self._outcome is None:
            return 0
        return round(self._walk(None, float(width)))

    def sizeHint(self) -> QSize:
        """Return the height at the usual width."""
        return QSize(300, self.heightForWidth(self.width() or 332))

    def minimumSizeHint(self) -> QSize:
        """Return the same height: a result is never cut."""
        return QSize(200, self.heightForWidth(max(200, self.width())))

    def resizeEvent(self, _event: object) -> None:
        """Ask for the height that the new width needs."""
        self.updateGeometry()

    @guarded
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the result."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._walk(painter, float(self.width()))

    def _walk(self, painter: QPainter | None, width: float) -> float:
        """Draw (or, without a painter, only measure) from top to foot; return the height."""
        outcome = self._outcome
        if outcome is None:
            return 0.0
        y = 4.0
        for shown in outcome.rolls:
            y = self._dice(painter, width, y, shown)
        theme = current_theme()
        if outcome.location or outcome.critical:
            y = self._words(
                painter,
                width,
                y,
                ((outcome.location, theme.ink, 500), (outcome.critical, theme.ink2, 400)),
            )
        if self._track is not None and self._track.size > 0:
            y = self._boxes(painter, width, y + 4, self._track)
        if outcome.consequence:
            y = self._words(painter, width, y, ((outcome.consequence, theme.warn, 500),))
        return y + 4

    def _dice(self, painter: QPainter | None, width: float, y: float, shown: DiceShown) -> float:
        head = font(15, 600)
        text_width = QFontMetricsF(head).horizontalAdvance(shown.headline)
        detail_width = QFontMetricsF(font(11.5)).horizontalAdvance(shown.detail)
        room = width - max(text_width, detail_width, 60) - 12
        in_row = max(1, int((room + _GAP) // (_DIE + _GAP)))
        rerolled = any(die.was is not None for die in shown.dice)
        tall = _DIE + (18 if rerolled else 4)
        rows = max(1, -(-len(shown.dice) // in_row))
        if painter is not None:
            for index, die in enumerate(shown.dice):
                row, column = divmod(index, in_row)
                box = QRectF(column * (_DIE + _GAP), y + row * (tall + 4), _DIE, _DIE)
                self._die(painter, box, die.face, success=die.success, was=die.was)
            theme = current_theme()
            painter.setFont(head)
            is_bad = shown.label == "damage" and (self._outcome and self._outcome.damage)
            painter.setPen(tint(theme.bad if is_bad else theme.ink))
            right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            painter.drawText(QRectF(0, y, width, 20), right, shown.headline)
            painter.setFont(font(11.5))
            painter.setPen(tint(theme.ink2))
            painter.drawText(QRectF(0, y + 19, width, 16), right, shown.detail)
        return y + rows * (tall + 4) + 4

    def _die(
        self, painter: QPainter, box: QRectF, face: int, *, success: bool, was: int | None
    ) -> None:
        theme = current_theme()
        if success:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.accent))
        else:
            painter.setPen(QPen(tint(theme.ink3), 1.2))
            painter.setBrush(tint(theme.control))
        inset = 0.0 if success else 0.6
        painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), 7, 7)
        painter.setPen(tint(theme.on_accent if success else theme.ink2))
        painter.setFont(font(15, 600))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), str(face))
        if was is not None:
            painter.setFont(font(11, 500))
            painter.setPen(tint(theme.ink3))
            under = QRectF(box.left(), box.bottom() + 2, box.width(), 16)
            painter.drawText(under, int(Qt.AlignmentFlag.AlignCenter), str(was))
            half = QFontMetricsF(painter.font()).horizontalAdvance(str(was)) / 2 + 2
            middle = under.center()
            painter.drawLine(middle - QPointF(half, 0), middle + QPointF(half, 0))

    def _words(
        self,
        painter: QPainter | None,
        width: float,
        y: float,
        parts: tuple[tuple[str, str, int], ...],
    ) -> float:
        shown = [part for part in parts if part[0]]
        flags = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft)
        total = sum(
            QFontMetricsF(font(12.5, weight)).horizontalAdvance(text) + 12
            for text, _, weight in shown
        )
        one_line = total - 12 <= width
        x = 0.0
        for text, color, weight in shown:
            chosen = font(12.5, weight)
            metrics = QFontMetricsF(chosen)
            room = QRectF(x, y, max(40.0, width - x), 400)
            tall = metrics.boundingRect(room, flags, text).height()
            if painter is not None:
                painter.setFont(chosen)
                painter.setPen(tint(color))
                painter.drawText(room, flags, text)
            if one_line:
                x += metrics.horizontalAdvance(text) + 12
            else:
                y += tall + 2
        return y + (20 if one_line else 4)

    def _boxes(self, painter: QPainter | None, width: float, y: float, track: Track) -> float:
        outcome = self._outcome
        assert outcome is not None
        bands = list(track.bands) or [(track.size, "")]
        gaps = len(bands) - 1
        each = (width - gaps * 8 - (track.size - 1 - gaps) * 2) / track.size
        if each < 4:
            return self._long_track(painter, width, y, track)
        if painter is None:
            return y + _BOX_HEIGHT + (20 if track.bands else 8)
        theme = current_theme()
        x, box, first = 0.0, 0, 0
        before, after = outcome.taken_before, outcome.taken_after
        for end, label in bands:
            start_x = x
            while box < min(end, track.size):
                rect = QRectF(x, y, each, _BOX_HEIGHT)
                fresh = before <= box < after
                taken = box < before
                edge = theme.foe if fresh else theme.ink3
                painter.setPen(QPen(tint(edge), 1))
                painter.setBrush(
                    tint(theme.foe if fresh else theme.ink3 if taken else theme.control)
                )
                painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
                if fresh:
                    painter.setPen(pen(theme.panel, 1.8))
                    c, r = rect.center(), min(3.0, each / 3)
                    painter.drawLine(c + QPointF(-r, -r), c + QPointF(r, r))
                    painter.drawLine(c + QPointF(-r, r), c + QPointF(r, -r))
                x += each + 2
                box += 1
            in_band = first < after <= end or (after == 0 and first == 0)
            painter.setFont(font(11, 600 if in_band else 400))
            painter.setPen(tint(theme.ink if in_band else theme.ink3))
            under = QRectF(start_x, y + _BOX_HEIGHT + 2, x - start_x - 2, 16)
            painter.drawText(under, int(Qt.AlignmentFlag.AlignCenter), label)
            first = end
            x += 6
        return y + _BOX_HEIGHT + (20 if track.bands else 8)

    def _long_track(self, painter: QPainter | None, width: float, y: float, track: Track) -> float:
        """Draw a track with too many points for boxes as a bar, new damage crossed."""
        outcome = self._outcome
        assert outcome is not None
        if painter is not None:
            theme = current_theme()
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.control))
            painter.drawRoundedRect(QRectF(0, y, width, 10), 5, 5)
            share = [outcome.taken_before / track.size, outcome.taken_after / track.size]
            painter.setBrush(tint(theme.foe))
            painter.drawRect(QRectF(0, y, width * min(1.0, share[1]), 10))
            painter.setBrush(tint(theme.ink3))
            painter.drawRect(QRectF(0, y, width * min(1.0, share[0]), 10))
        return y + 18
