"""Drawing on paper: a painter whose unit is a hundredth of a millimeter."""

from __future__ import annotations

from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
)

from battlemap.ui import theme

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from shapely.geometry.base import BaseGeometry

UNITS = 100.0
"""Painter units in a millimeter: fine enough that fonts, whose sizes are whole, come out exact."""

BLACK, INK2, INK3 = "#111111", "#444444", "#707070"
"""Ink on white paper; the last is for what must not compete with the map."""
GRID_INK = "#a6a6a6"
WHITE = "#ffffff"


CARD_LINES = 3
"""Lines of a note that are printed; what is longer ends in three dots."""


@lru_cache(maxsize=256)
def font(size: float, weight: int = 400) -> QFont:
    """Return the interface's font with digits and signs as wide as they are: nothing moves here."""
    made = QFont(theme.font(size, weight))
    made.unsetFeature(QFont.Tag("tnum"))
    return made


def lines_of(text: str, metrics: QFontMetricsF, most: float) -> list[str]:
    """Return *text* in lines of at most *most*; a longer word has a line of its own."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and metrics.horizontalAdvance(longer) > most:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


class PaperBrush:
    """Draws shapes given in millimeters, or in cells where ``cell_mm`` says how long one is.

    Parameters
    ----------
    painter
        Its unit is a hundredth of a millimeter; its origin is that of the coordinates.
    unit_mm
        Millimeters in one unit of the coordinates: 1 on the page, the cell's length on the map.
    fine
        By how much strokes and type are thinned, for cells much smaller than an inch.
    """

    def __init__(self, painter: QPainter, unit_mm: float = 1.0, fine: float = 1.0) -> None:
        self.painter = painter
        self.scale = unit_mm * UNITS
        self.fine = fine

    def at(self, x: float, y: float) -> QPointF:
        """Return a place in painter units."""
        return QPointF(x * self.scale, y * self.scale)

    def rect(self, x: float, y: float, width: float, height: float) -> QRectF:
        """Return a rectangle in painter units."""
        return QRectF(x * self.scale, y * self.scale, width * self.scale, height * self.scale)

    def pen(
        self,
        width_mm: float,
        color: str = BLACK,
        dashes_mm: Sequence[float] = (),
        *,
        round_: bool = False,
    ) -> QPen:
        """Return a pen; widths and dashes are thinned by ``fine``."""
        made = QPen(QColor(color), width_mm * UNITS * self.fine)
        made.setCapStyle(Qt.PenCapStyle.RoundCap if round_ else Qt.PenCapStyle.FlatCap)
        made.setJoinStyle(Qt.PenJoinStyle.RoundJoin if round_ else Qt.PenJoinStyle.MiterJoin)
        if dashes_mm:
            made.setDashPattern([dash / width_mm for dash in dashes_mm])
        return made

    def use(self, pen: QPen | None, fill: str | None = None) -> None:
        """Set pen and fill; None: none."""
        self.painter.setPen(pen if pen is not None else QPen(Qt.PenStyle.NoPen))
        self.painter.setBrush(QBrush(QColor(fill)) if fill else QBrush(Qt.BrushStyle.NoBrush))

    def lines(self, pen: QPen, segments: Iterable[tuple[Sequence[float], Sequence[float]]]) -> None:
        """Draw straight lines."""
        made = [QLineF(self.at(a[0], a[1]), self.at(b[0], b[1])) for a, b in segments]
        if made:
            self.use(pen)
            self.painter.drawLines(made)

    def segments(self, lines: Iterable[BaseGeometry], width_mm: float, color: str) -> None:
        """Draw straight lines of geometry, from their first point to their last."""
        ends = [(line.coords[0], line.coords[-1]) for line in lines]
        self.lines(self.pen(width_mm, color), ends)

    def polygon(
        self, points: Iterable[Sequence[float]], pen: QPen | None, fill: str | None = None
    ) -> None:
        """Draw a closed polygon."""
        self.use(pen, fill)
        self.painter.drawPolygon(QPolygonF([self.at(x, y) for x, y in points]))

    def polyline(self, points: Iterable[Sequence[float]], pen: QPen) -> None:
        """Draw an open line through *points*."""
        self.use(pen)
        self.painter.drawPolyline(QPolygonF([self.at(x, y) for x, y in points]))

    def disc(
        self, x: float, y: float, radius: float, pen: QPen | None, fill: str | None = None
    ) -> None:
        """Draw a circle."""
        self.use(pen, fill)
        self.painter.drawEllipse(self.at(x, y), radius * self.scale, radius * self.scale)

    def area(self, geometry: BaseGeometry, pen: QPen | None, fill: str | None = None) -> None:
        """Draw the outline and inside of polygons, holes included."""
        path = self.path(geometry)
        if not path.isEmpty():
            self.use(pen, fill)
            self.painter.drawPath(path)

    def path(self, geometry: BaseGeometry) -> QPainterPath:
        """Return polygons as a painter path with holes."""
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        members = geometry.geoms if hasattr(geometry, "geoms") else [geometry]
        for member in members:
            if member.geom_type != "Polygon" or member.is_empty:
                continue
            for ring in (member.exterior, *member.interiors):
                path.addPolygon(QPolygonF([self.at(x, y) for x, y in ring.coords]))
                path.closeSubpath()
        return path

    def text_width_mm(self, text: str, size_mm: float, weight: int = 400) -> float:
        """Return how wide *text* runs, in millimeters."""
        metrics = QFontMetricsF(font(size_mm * UNITS * self.fine, weight))
        return metrics.horizontalAdvance(text) / UNITS

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size_mm: float,
        weight: int = 400,
        color: str = BLACK,
        *,
        align: float = 0.0,
        middle: bool = False,
        plate: bool = False,
        plate_alpha: float = 1.0,
    ) -> None:
        """Write one line of text.

        Parameters
        ----------
        x, y
            Where the base line begins, in units of the coordinates.
        size_mm
            Height of the type.
        align
            0 begins at x, 0.5 is centered on it, 1 ends there.
        middle
            Center the height of the capitals on y, instead of standing on it.
        plate
            Lay a white plate below, so that lines don't run through the letters.
        plate_alpha
            How opaque the plate is.
        """
        type_ = font(size_mm * UNITS * self.fine, weight)
        metrics = QFontMetricsF(type_)
        place = self.at(x, y)
        width = metrics.horizontalAdvance(text)
        left = place.x() - align * width
        base = place.y() + (metrics.capHeight() / 2 if middle else 0)
        if plate:
            pad = 0.25 * size_mm * UNITS * self.fine
            box = QRectF(
                left - pad,
                base - metrics.capHeight() - pad,
                width + 2 * pad,
                metrics.capHeight() + 2 * pad,
            )
            ground = QColor(WHITE)
            ground.setAlphaF(plate_alpha)
            self.painter.setPen(Qt.PenStyle.NoPen)
            self.painter.setBrush(ground)
            self.painter.drawRoundedRect(box, pad, pad)
        self.painter.setFont(type_)
        self.painter.setPen(QColor(color))
        self.painter.drawText(QPointF(left, base), text)

    def card(
        self,
        x: float,
        y: float,
        text: str,
        size_mm: float,
        width_mm: float,
        *,
        dashed: bool = False,
    ) -> None:
        """Write a note on a white card centered on a place, three lines at most.

        Parameters
        ----------
        x, y
            The card's middle, in units of the coordinates.
        size_mm
            Height of the type.
        width_mm
            How wide a line may be.
        dashed
            Whether the card's edge is dashed.
        """
        type_ = font(size_mm * UNITS * self.fine, 500)
        metrics = QFontMetricsF(type_)
        most = width_mm * UNITS
        lines = lines_of(text, metrics, most)
        if len(lines) > CARD_LINES:
            lines = [*lines[: CARD_LINES - 1], " ".join(lines[CARD_LINES - 1 :])]
        lines = [metrics.elidedText(line, Qt.TextElideMode.ElideRight, most) for line in lines]
        step, pad = 1.3 * size_mm * UNITS * self.fine, 0.4 * size_mm * UNITS * self.fine
        width = max(metrics.horizontalAdvance(line) for line in lines) + 2 * pad
        height = (len(lines) - 1) * step + metrics.capHeight() + 2 * pad
        middle = self.at(x, y)
        box = QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height)
        self.use(self.pen(0.2, INK3, (0.9, 0.7) if dashed else ()), WHITE)
        self.painter.drawRoundedRect(box, pad / 2, pad / 2)
        self.painter.setFont(type_)
        self.painter.setPen(QColor(BLACK))
        for index, line in enumerate(lines):
            base = box.top() + pad + metrics.capHeight() + index * step
            self.painter.drawText(QPointF(box.left() + pad, base), line)

    @contextmanager
    def moved(self, x: float, y: float, degrees: float = 0.0) -> Iterator[None]:
        """Move the origin to a place, turned clockwise, and put it back afterwards."""
        self.painter.save()
        self.painter.translate(self.at(x, y))
        self.painter.rotate(degrees)
        try:
            yield
        finally:
            self.painter.restore()
