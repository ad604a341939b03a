"""The template of an area: its surface, its double edge, the share of each cell, who is inside."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap, QPolygonF

from battlemap.geometry.joined_rings import smoothed
from battlemap.ui.overlays.overlay import Z_PATH, Z_RAY, Overlay
from battlemap.ui.scene.coordinates import cells_path, to_scene
from battlemap.ui.scene.strokes import plate, stroke
from battlemap.ui.theme import font, pen, tint

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from battlemap.geometry.cell import Cell, Point
    from battlemap.geometry.grid import Grid
    from battlemap.tactics.areas import Area
    from battlemap.ui.theme import Theme

LEAST_CELL, ROOMY_CELL = 24.0, 46.0
"""Cells with fewer pixels carry no shares, or only bare numbers without a sign."""

_WHOLE = "100 %"
_SIGN = QRectF(-24, -9, 48, 18)
"""The box of that text around the middle of a cell, in pixels."""

_RING_ROOM = 4.0
"""What the stroke of a ring needs outside of its radius, in pixels."""


@dataclass(frozen=True)
class Ringed:
    """A creature inside: its disc in scene units, and the share of its space."""

    center: QPointF
    radius: float
    share: float
    is_splashed_only: bool

    def box(self) -> QRectF:
        """Return the box of the disc."""
        reach = QPointF(self.radius, self.radius)
        return QRectF(self.center - reach, self.center + reach)


def share_text(share: float) -> str:
    """Return a share in whole percent; what is only grazed isn't nothing.

    Examples
    --------
    >>> share_text(0.854), share_text(0.001), share_text(1.0)
    ('85 %', '< 1 %', '100 %')
    """
    return "< 1 %" if 0 < share < 0.005 else f"{round(share * 100)} %"


class AreaSigns(Overlay):
    """Where an area starts, and the shares of creatures: above the tokens, that would hide them."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_RAY - 2, margin=40)
        self.place = QPointF()
        self.ringed: tuple[Ringed, ...] = ()

    def show_at(self, place: QPointF, ringed: tuple[Ringed, ...] = ()) -> None:
        """Show the origin at *place* of the scene, and the share of each of *ringed*."""
        if self.isVisible() and (place, ringed) == (self.place, self.ringed):
            return
        self.place, self.ringed = place, ringed
        box = QRectF(place.x() - 1, place.y() - 1, 2, 2)
        for one in ringed:
            box = box.united(one.box())
        self.present(box)

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw the dot and the plates."""
        del exposed
        theme, unit = self.theme, self.unit
        painter.setPen(pen(theme.casing, 2 * unit))
        painter.setBrush(tint(theme.template))
        painter.drawEllipse(self.place, 5.5 * unit, 5.5 * unit)
        if self.cell_px < LEAST_CELL:
            return
        for one in self.ringed:
            top = QPointF(one.center.x(), one.center.y() - one.radius - 10 * unit)
            plate(
                painter,
                top,
                share_text(one.share),
                unit,
                ink=theme.on_plate,
                fill=theme.plate,
                padding=5,
                alpha=0.94,
            )


class AreaOverlay(Overlay):
    """Draws one area, or the point at which one would start.

    Parameters
    ----------
    signs
        What draws that point and what lies above the tokens.
    """

    def __init__(self, theme: Theme, signs: AreaSigns) -> None:
        super().__init__(theme, Z_PATH - 2, margin=50)
        self.signs = signs
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
        self.signs.show_at(to_scene(area.origin), self.ringed)
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
            box = box.united(one.box())
        self.present(box)

    def show_origin(self, place: QPointF) -> None:
        """Show the point at which an area would start."""
        self.clear()
        self.signs.show_at(place)

    def clear(self) -> None:
        """Show nothing."""
        self.signs.clear()
        super().clear()
        self.area, self.ringed, self.labels = None, (), ()
        self._inner, self._splash, self._counted = QPainterPath(), QPainterPath(), QPainterPath()

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw surface, edges, rings and labels, in this order."""
        theme, unit, color = self.theme, self.unit, self.theme.template
        painter.fillPath(self._splash, tint(color, 0.07))
        painter.fillPath(self._inner, tint(color, 0.18))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(color, 1.2 * unit, alpha=0.6))
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
        theme, unit = self.theme, self.unit
        radius = round(one.radius / unit, 1) + 6
        ratio = painter.device().devicePixelRatioF()
        sign = _ring_sign(radius, one.is_splashed_only, theme.template, theme.casing, ratio)
        painter.save()
        painter.translate(one.center)
        painter.scale(unit, unit)
        half = radius + _RING_ROOM
        painter.drawPixmap(QPointF(-half, -half), sign)
        painter.restore()

    def _label(self, painter: QPainter, place: QPointF, text: str, *, counts: bool) -> None:
        theme, unit = self.theme, self.unit
        is_roomy = self.cell_px >= ROOMY_CELL
        shown = text if is_roomy else text.removesuffix(" %")
        if text == _WHOLE:
            # Most cells are whole; a plate in each would hide the map.
            painter.save()
            painter.translate(place)
            painter.scale(unit, unit)
            ratio = painter.device().devicePixelRatioF()
            sign = _whole_sign(shown, theme.template, theme.casing, ratio)
            painter.drawPixmap(_SIGN.topLeft(), sign)
            painter.restore()
            return
        plate(
            painter,
            place,
            shown,
            unit,
            ink=theme.on_plate if counts else theme.ink2,
            fill=theme.plate,
            size=11 if counts and is_roomy else 10,
            weight=600 if counts else 500,
            height=17 if counts and is_roomy else 15,
            padding=5 if is_roomy else 3,
            alpha=0.92 if counts else 0.75,
        )


@lru_cache(maxsize=32)
def _ring_sign(radius: float, is_dashed: bool, color: str, casing: str, ratio: float) -> QPixmap:
    """Return a ring with a casing, drawn once for all tokens of a size."""
    half = radius + _RING_ROOM
    picture = QPixmap((QSizeF(2 * half, 2 * half) * ratio).toSize())
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, width, dashes in ((casing, 5.8, ()), (color, 2.6, (5, 4) if is_dashed else ())):
        painter.setPen(pen(ink, width, dashes, alpha=0.9 if ink == casing else 1.0))
        painter.drawEllipse(QPointF(half, half), radius, radius)
    painter.end()
    return picture


@lru_cache(maxsize=8)
def _whole_sign(text: str, color: str, casing: str, ratio: float) -> QPixmap:
    """Return the text of a whole cell with a casing, drawn once: an area has many of them."""
    picture = QPixmap((_SIGN.size() * ratio).toSize())
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    letters = QPainterPath()
    letters.addText(0, 0, font(11 if text == _WHOLE else 10, 600), text)
    letters.translate(-_SIGN.topLeft() - letters.boundingRect().center())
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen(casing, 2.6, alpha=0.7))
    painter.drawPath(letters)
    painter.fillPath(letters, tint(color))
    painter.end()
    return picture


def outlines_path(outlines: Iterable[Sequence[Point]]) -> QPainterPath:
    """Return closed rings in map units as one path of the scene; a ring within one is a hole."""
    path = QPainterPath()
    for ring in outlines:
        path.addPolygon(QPolygonF([to_scene(point) for point in smoothed(ring)]))
        path.closeSubpath()
    return path
