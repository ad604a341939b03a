"""Front, side and rear of a token as a band around it, never a pie."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath

from battlemap.geometry.angle import Arc
from battlemap.ui.overlays.overlay import Z_ARC, Overlay
from battlemap.ui.scene.coordinates import SCENE_SCALE, to_scene
from battlemap.ui.scene.sheet import SMALL_CELL
from battlemap.ui.scene.strokes import dots, plate, plate_width
from battlemap.ui.scene.token_art import scale_of
from battlemap.ui.theme import pen, tint

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from battlemap.geometry.cell import Point
    from battlemap.ui.theme import Theme

_INNER, _OUTER = 13.0, 53.0
"""From the token's ring to the band and to its far edge, in pixels at 100 %."""


@dataclass(frozen=True)
class ArcBand:
    """Whose arcs: angles in degrees, radius of the token's ring in cells."""

    center: Point
    radius: float
    facing: float
    front_half: float
    side_half: float
    marked: Arc | None = None
    """The arc that the question is about; it is drawn stronger."""
    bearing: float | None = None
    """Where the other token lies, in degrees clockwise from north."""


class ArcOverlay(Overlay):
    """The arcs of one token."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_ARC, margin=20)
        self.band: ArcBand | None = None
        self._placed_for: object = None
        self._places: list[tuple[str, QPointF]] = []

    def show_band(self, band: ArcBand) -> None:
        """Show the arcs of *band*."""
        if band == self.band and self.isVisible():
            return
        self.band = band
        reach = (band.radius + 1.0) * SCENE_SCALE
        center = to_scene(band.center)
        self.present(QRectF(center.x() - reach, center.y() - reach, 2 * reach, 2 * reach))

    def clear(self) -> None:
        """Show no arcs."""
        self.band = None
        super().clear()

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw the four parts and their names."""
        band, unit = self.band, self.unit
        if band is None:
            return
        k = scale_of(self.cell_px)
        ring = band.radius * SCENE_SCALE
        inner, outer = ring + _INNER * k * unit, ring + _OUTER * k * unit
        center = to_scene(band.center)
        parts = (
            (Arc.FRONT, -band.front_half, band.front_half),
            (Arc.SIDE, band.front_half, band.side_half),
            (Arc.SIDE, -band.side_half, -band.front_half),
            (Arc.REAR, band.side_half, 360 - band.side_half),
        )
        for arc, start, end in parts:
            if end - start > 0.5:
                path = _sector(center, inner, outer, band.facing + start, band.facing + end)
                self._fill(painter, exposed, arc, path, arc is band.marked)
        if self.cell_px >= SMALL_CELL:
            self._names(painter, center, (inner + outer) / 2, band)

    def _fill(
        self, painter: QPainter, exposed: QRectF, arc: Arc, path: QPainterPath, marked: bool
    ) -> None:
        theme, unit = self.theme, self.unit
        painter.setBrush(Qt.BrushStyle.NoBrush)
        more = 0.8 if marked else 0.0
        if arc is Arc.REAR:
            painter.fillPath(path, tint(theme.rear, 0.26))
            if self.cell_px >= SMALL_CELL:
                dots(painter, path, exposed, 8 * unit, theme.rear, 3.4 * unit, alpha=0.95)
            painter.setPen(pen(theme.rear, (2.2 + more) * unit))
        elif arc is Arc.FRONT:
            painter.fillPath(path, tint(theme.arc, 0.13))
            painter.setPen(pen(theme.arc, (1.6 + more) * unit, alpha=0.75))
        else:
            painter.fillPath(path, tint(theme.arc, 0.04))
            dashes = (6 * unit, 4 * unit)
            painter.setPen(pen(theme.arc, (1.4 + more) * unit, dashes, alpha=0.6))
        painter.drawPath(path)

    def _names(self, painter: QPainter, center: QPointF, radius: float, band: ArcBand) -> None:
        theme = self.theme
        key = (band, self.unit, getattr(self.scene(), "revision", 0))
        if key != self._placed_for:
            self._placed_for = key
            self._places = self._place_names(center, radius, band)
        for text, place in self._places:
            color = {"Front": theme.arc, "Rear": theme.rear}.get(text, theme.ink)
            plate(
                painter,
                place,
                text,
                self.unit,
                ink=color if theme.is_dark or text == "Rear" else theme.ink,
                fill=theme.plate,
                size=10,
                weight=700,
                height=16,
                alpha=0.9,
            )

    def _place_names(
        self, center: QPointF, radius: float, band: ArcBand
    ) -> list[tuple[str, QPointF]]:
        """Return each arc's name and where it stands: free of tokens and names if possible."""
        side = (band.front_half + band.side_half) / 2
        rear = 180 - band.side_half
        labels = [("Front", [band.front_half * share for share in (0.6, 0.3, 0.85)])]
        if band.side_half - band.front_half > 12:
            labels.append(("Side", [side]))
        if rear > 6:
            labels.append(("Rear", [180 - rear * share for share in (0.6, 0.3, 0.0, 0.85)]))
        crowd = self._crowd()
        placed = []
        for text, turns in labels:
            ends = [turn * sign for turn in turns for sign in (-1, 1)]
            places = [_at(center, radius, band.facing + end) for end in ends]
            place = min(places, key=lambda p: _covered(p, 20 * self.unit, 9 * self.unit, crowd))
            half = plate_width(text, 10, 700) / 2 * self.unit
            crowd.append(QRectF(place.x() - half, place.y() - half / 2, 2 * half, half))
            placed.append((text, place))
        return placed

    def _crowd(self) -> list[QRectF]:
        crowd = getattr(self.scene(), "crowd", None)
        return crowd() if crowd is not None else []


def _covered(place: QPointF, half: float, tall: float, crowd: list[QRectF]) -> float:
    """Return how much of a label at *place* other things would cover."""
    box = QRectF(place.x() - half, place.y() - tall, 2 * half, 2 * tall)
    parts = (box.intersected(other) for other in crowd)
    return sum(part.width() * part.height() for part in parts)


def _at(center: QPointF, radius: float, angle: float) -> QPointF:
    return QPointF(
        center.x() + radius * sin(radians(angle)), center.y() - radius * cos(radians(angle))
    )


def _sector(center: QPointF, inner: float, outer: float, start: float, end: float) -> QPainterPath:
    """Return the part of a ring from *start* to *end*, degrees clockwise from north."""
    path = QPainterPath()
    # Qt counts counter-clockwise from east.
    begin, sweep = 90 - start, -(end - start)
    large = QRectF(center.x() - outer, center.y() - outer, 2 * outer, 2 * outer)
    small = QRectF(center.x() - inner, center.y() - inner, 2 * inner, 2 * inner)
    path.arcMoveTo(large, begin)
    path.arcTo(large, begin, sweep)
    path.arcTo(small, begin + sweep, -sweep)
    path.closeSubpath()
    return path
