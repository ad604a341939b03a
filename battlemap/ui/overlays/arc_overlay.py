"""Front, side and rear of a token as a band around it, never a pie."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath

from battlemap.geometry.angle import Arc
from battlemap.ui.overlays.boxes import Boxes
from battlemap.ui.overlays.overlay import Z_ARC, Z_RAY, Overlay
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

_SIZE, _HEIGHT = 10.0, 16.0
"""Type and height of a name's plate, in pixels."""


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
    """The arcs of one token; ``names`` draws what they are called, above tokens and rays."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_ARC, margin=20, is_kept=True)
        self.band: ArcBand | None = None
        self.names = ArcNames(theme, self)

    def show_band(self, band: ArcBand) -> None:
        """Show the arcs of *band*."""
        if band == self.band and self.isVisible():
            return
        self.band = band
        reach = (band.radius + 1.0) * SCENE_SCALE
        center = to_scene(band.center)
        box = QRectF(center.x() - reach, center.y() - reach, 2 * reach, 2 * reach)
        self.present(box)
        self.names.present(box)

    def clear(self) -> None:
        """Show no arcs."""
        self.band = None
        super().clear()
        self.names.clear()

    def limits(self) -> tuple[float, float]:
        """Return the radii of the band's inner and outer edge, in scene units."""
        if self.band is None:
            return 0.0, 0.0
        ring, pixel = self.band.radius * SCENE_SCALE, scale_of(self.cell_px) * self.unit
        return ring + _INNER * pixel, ring + _OUTER * pixel

    def surface(self) -> QPainterPath:
        """Return the band and what it surrounds, in the scene; empty where none is shown."""
        path = QPainterPath()
        if self.band is not None and self.isVisible():
            outer = self.limits()[1]
            path.addEllipse(to_scene(self.band.center), outer, outer)
        return path

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw the four parts."""
        band = self.band
        if band is None:
            return
        inner, outer = self.limits()
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


class ArcNames(Overlay):
    """The names of the arcs, each on a plate of its own that hides no other."""

    def __init__(self, theme: Theme, of: ArcOverlay) -> None:
        super().__init__(theme, Z_RAY + 6, margin=60)
        self._of = of
        self._placed_for: object = None
        self.places: list[tuple[str, QPointF]] = []

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw one plate for each arc."""
        del exposed
        theme = self.theme
        if not self._find_places():
            return
        for text, place in self.places:
            color = {"Front": theme.arc, "Rear": theme.rear}.get(text, theme.ink)
            plate(
                painter,
                place,
                text,
                self.unit,
                ink=color if theme.is_dark or text == "Rear" else theme.ink,
                fill=theme.plate,
                size=_SIZE,
                weight=700,
                height=_HEIGHT,
                alpha=0.9,
            )

    def boxes(self) -> list[QRectF]:
        """Return the boxes of the names that are shown, in scene units."""
        if not (self.isVisible() and self._find_places()):
            return []
        return [self._box(place, text) for text, place in self.places]

    def _find_places(self) -> bool:
        """Place the names anew where anything has changed; tell whether any are shown."""
        band = self._of.band
        if band is None or self.cell_px < SMALL_CELL:
            return False
        scene = self.scene()
        best = getattr(scene, "best", None)
        shown = best.positions if best is not None else ()
        key = (band, self.unit, getattr(scene, "revision", 0), shown)
        if key != self._placed_for:
            self._placed_for = key
            self.places = self._place(band)
        return True

    def _place(self, band: ArcBand) -> list[tuple[str, QPointF]]:
        """Return each arc's name and where it stands: free of tokens and names if possible.

        A name that would hide a percentage of the best positions is left out.
        """
        inner, outer = self._of.limits()
        side = (band.front_half + band.side_half) / 2
        rear = 180 - band.side_half
        labels = [("Front", [band.front_half * share for share in (0.6, 0.3, 0.0, 0.85)])]
        if band.side_half - band.front_half > 12:
            spread = (band.side_half - band.front_half) * 0.3
            labels.append(("Side", [side, side + spread, side - spread]))
        if rear > 6:
            labels.append(("Rear", [180 - rear * share for share in (0.6, 0.3, 0.0, 0.85)]))
        # Within the band, else beyond its edge.
        radii = ((inner + outer) / 2, outer, outer + 12 * self.unit)
        crowd, own, odds = Boxes(self._crowd()), Boxes(()), Boxes(self._percentages())
        placed = []
        for text, turns in labels:
            spots = [
                (_at(to_scene(band.center), radius, band.facing + turn * sign), rank)
                for rank, radius in enumerate(radii)
                for turn in turns
                for sign in (-1, 1)
            ]
            boxes = Boxes(self._box(place, text) for place, _ in spots)
            # The share of the plate that others cover; another arc's name counts most.
            cost = (crowd.covered(boxes) + 20 * own.covered(boxes)) / boxes.areas()
            best = int((cost + [0.02 * rank for _, rank in spots]).argmin())
            place = spots[best][0]
            if odds.meeting(self._box(place, text)).any():
                continue
            own = own.plus([self._box(place, text)])
            placed.append((text, place))
        return placed

    def _box(self, place: QPointF, text: str) -> QRectF:
        half = (plate_width(text, _SIZE, 700) / 2 + 1) * self.unit
        tall = (_HEIGHT / 2 + 1) * self.unit
        return QRectF(place.x() - half, place.y() - tall, 2 * half, 2 * tall)

    def _crowd(self) -> list[QRectF]:
        crowd = getattr(self.scene(), "crowd", None)
        return [*(crowd() if crowd is not None else ()), *self._percentages()]

    def _percentages(self) -> list[QRectF]:
        best = getattr(self.scene(), "best", None)
        return best.boxes() if best is not None else []


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
