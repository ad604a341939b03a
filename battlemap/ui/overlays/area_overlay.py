"""The template of an area: its surface, its double edge, the share of each cell, who is inside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from battlemap.ui.overlays.overlay import Z_PATH, Z_RAY, Overlay
from battlemap.ui.scene.coordinates import cells_path, to_scene
from battlemap.ui.scene.strokes import plate, stroke
from battlemap.ui.theme import font, pen, tint

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtGui import QPainter

    from battlemap.geometry.cell import Cell, Point
    from battlemap.geometry.grid import Grid
    from battlemap.tactics.areas import Area
    from battlemap.ui.theme import Theme

LEAST_CELL = 38.0
"""Cells with fewer pixels carry no shares: the plates would hide the map."""


@dataclass(frozen=True)
class Ringed:
    """A creature inside: its disc in scene units, and the share of its space."""

    center: QPointF
    radius: float
    share: float
    is_splashed_only: bool


def share_text(share: float) -> str:
    """Return a share in whole percent; what is only grazed isn't nothing.

    Examples
    --------
    >>> share_text(0.854), share_text(0.001), share_text(1.0)
    ('85 %', '< 1 %', '100 %')
    """
    return "< 1 %" if 0 < share < 0.005 else f"{round(share * 100)} %"


class OriginDot(Overlay):
    """The point at which an area starts: above the tokens, whose arrows would hide it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_RAY - 2, margin=12)
        self.place = QPointF()

    def show_at(self, place: QPointF) -> None:
        """Show it at this place of the scene."""
        if place != self.place or not self.isVisible():
            self.place = place
            self.present(QRectF(place.x() - 1, place.y() - 1, 2, 2))

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw the dot."""
        del exposed
        painter.setPen(pen(self.theme.casing, 2 * self.unit))
        painter.setBrush(tint(self.theme.template))
        painter.drawEllipse(self.place, 5.5 * self.unit, 5.5 * self.unit)


class AreaOverlay(Overlay):
    """Draws one area, or the point at which one would start.

    Parameters
    ----------
    dot
        What draws that point.
    """

    def __init__(self, theme: Theme, dot: OriginDot) -> None:
        super().__init__(theme, Z_PATH - 2, margin=50)
        self.dot = dot
        self.area: Area | None = None
        self.ringed: tuple[Ringed, ...] = ()
        self._inner = QPainterPath()
        self._splash = QPainterPath()
        self._counted = QPainterPath()
        self.labels: tuple[tuple[QPointF, str, bool], ...] = ()
        """Place, text and whether the cell counts."""

    def show_area(
        self, grid: Grid, area: Area, ringed: Sequence[Ringed], taken: frozenset[Cell]
    ) -> None:
        """Show *area*.

        Parameters
        ----------
        ringed
            The creatures inside.
        taken
            Cells whose tokens a label would hide.
        """
        self.area, self.ringed = area, tuple(ringed)
        self.dot.show_at(to_scene(area.origin))
        self._inner = outlines_path(area.outlines)
        self._splash = outlines_path(area.splash_outlines)
        counted = {*area.cells, *area.splash_cells}
        self._counted = cells_path(grid, counted, inset=2)
        self.labels = tuple(
            (to_scene(grid.center(cell)), share_text(share), cell in counted)
            for cell, share in area.touched.items()
            if cell not in taken
        )
        box = self._inner.boundingRect().united(self._splash.boundingRect())
        box = box.united(self._counted.boundingRect())
        for one in self.ringed:
            reach = QPointF(one.radius, one.radius)
            box = box.united(QRectF(one.center - reach, one.center + reach))
        self.present(box)

    def show_origin(self, place: QPointF) -> None:
        """Show the point at which an area would start."""
        self.clear()
        self.dot.show_at(place)

    def clear(self) -> None:
        """Show nothing."""
        self.dot.clear()
        super().clear()
        self.area, self.ringed, self.labels = None, (), ()
        self._inner, self._splash, self._counted = QPainterPath(), QPainterPath(), QPainterPath()

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw surface, edges, rings and labels, in this order."""
        theme, unit, color = self.theme, self.unit, self.theme.template
        painter.fillPath(self._splash, tint(color, 0.07))
        painter.fillPath(self._inner, tint(color, 0.18))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(color, 1.2 * unit, (2 * unit, 3 * unit), alpha=0.8))
        painter.drawPath(self._counted)
        if not self._splash.isEmpty():
            stroke(painter, self._splash, theme, color, 1.8, unit, (7, 4), casing=1.2)
        if not self._inner.isEmpty():
            stroke(painter, self._inner, theme, color, 5.6, unit, casing=1.6)
            painter.setPen(pen(theme.casing, 2.2 * unit))
            painter.drawPath(self._inner)
        for one in self.ringed:
            self._ring(painter, one)
        if self.cell_px >= LEAST_CELL:
            for place, text, counts in self.labels:
                if exposed.adjusted(-60, -30, 60, 30).contains(place):
                    self._label(painter, place, text, counts=counts)

    def _ring(self, painter: QPainter, one: Ringed) -> None:
        radius = one.radius + 6 * self.unit
        path = QPainterPath()
        path.addEllipse(one.center, radius, radius)
        dashes = (5, 4) if one.is_splashed_only else ()
        stroke(painter, path, self.theme, self.theme.template, 2.6, self.unit, dashes, casing=1.6)
        if self.cell_px >= LEAST_CELL:
            top = QPointF(one.center.x(), one.center.y() - radius - 3 * self.unit)
            self._label(painter, top, share_text(one.share), counts=True)

    def _label(self, painter: QPainter, place: QPointF, text: str, *, counts: bool) -> None:
        theme, unit = self.theme, self.unit
        if text == "100 %":
            # Most cells are whole; a plate in each would hide the map.
            painter.save()
            painter.translate(place)
            painter.scale(unit, unit)
            painter.setFont(font(11, 600))
            painter.setPen(tint(theme.template, 0.95))
            painter.drawText(QRectF(-24, -9, 48, 18), Qt.AlignmentFlag.AlignCenter, text)
            painter.restore()
            return
        plate(
            painter,
            place,
            text,
            unit,
            ink=theme.on_plate if counts else theme.ink3,
            fill=theme.plate,
            size=11 if counts else 10,
            weight=600 if counts else 500,
            height=17 if counts else 15,
            padding=5,
            alpha=0.92 if counts else 0.7,
        )


def outlines_path(outlines: Iterable[Sequence[Point]]) -> QPainterPath:
    """Return closed rings in map units as one path of the scene; a ring within one is a hole."""
    path = QPainterPath()
    for ring in outlines:
        path.addPolygon(QPolygonF([to_scene(point) for point in ring]))
        path.closeSubpath()
    return path
