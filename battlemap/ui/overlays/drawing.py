"""Evidence as a drawing: lines, marks, areas and labels, independent of theme and zoom."""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import wrap
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF, QRegion

from battlemap.ui.overlays.label_place import FARTHEST, label_place
from battlemap.ui.overlays.overlay import Z_RAY, Overlay
from battlemap.ui.scene.sheet import SMALL_CELL
from battlemap.ui.scene.strokes import dots, hatch, line_path, plate, plate_width, stroke
from battlemap.ui.theme import pen, tint

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from battlemap.ui.theme import Theme

ARROW, CORNER, CROSS, DIAMOND, ORIGIN, SQUARE = (
    "arrow",
    "corner",
    "cross",
    "diamond",
    "origin",
    "square",
)


_LONGEST_ROW = 46
_ROW_HEIGHT = 17.0


@dataclass(frozen=True)
class Line:
    """A line in scene units; ``color`` names a field of the theme, the rest is in pixels."""

    start: QPointF
    end: QPointF
    color: str
    width: float = 2.0
    dashes: tuple[float, ...] = ()
    is_double: bool = False
    casing: float = 2.0


@dataclass(frozen=True)
class Mark:
    """A small sign at a place."""

    place: QPointF
    kind: str
    color: str


@dataclass(frozen=True)
class Area:
    """A surface: ``pattern`` is "cross", "hatch", "back" (hatched the other way), "dots" or ""."""

    path: QPainterPath
    color: str
    alpha: float = 0.16
    pattern: str = ""
    width: float = 3.0
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True)
class Label:
    """A line of text on a plate, so many pixels below its place (above, where negative)."""

    place: QPointF
    text: str
    below: float = 0.0
    color: str = ""


@dataclass(frozen=True)
class Drawing:
    """What proves one fact."""

    lines: tuple[Line, ...] = ()
    marks: tuple[Mark, ...] = ()
    areas: tuple[Area, ...] = ()
    labels: tuple[Label, ...] = field(default=())

    def plus(self, other: Drawing) -> Drawing:
        """Return both drawings as one."""
        return Drawing(
            self.lines + other.lines,
            self.marks + other.marks,
            self.areas + other.areas,
            self.labels + other.labels,
        )

    def box(self) -> QRectF:
        """Return the bounding box in scene units, labels and strokes aside."""
        places = [line.start for line in self.lines] + [line.end for line in self.lines]
        places += [mark.place for mark in self.marks] + [label.place for label in self.labels]
        box = QRectF()
        for place in places:
            box = box.united(QRectF(place.x() - 1, place.y() - 1, 2, 2))
        for area in self.areas:
            box = box.united(area.path.boundingRect())
        return box


class DrawingOverlay(Overlay):
    """Draws one ``Drawing``."""

    def __init__(self, theme: Theme, z: float = Z_RAY) -> None:
        super().__init__(theme, z, margin=90 + FARTHEST)
        self.drawing = Drawing()

    def show_drawing(self, drawing: Drawing) -> None:
        """Show *drawing*."""
        if drawing is self.drawing and self.isVisible():
            return
        self.drawing = drawing
        self._margin = (
            90
            + FARTHEST
            + max(
                (plate_width(label.text[:_LONGEST_ROW]) / 2 for label in drawing.labels),
                default=0.0,
            )
        )
        self.present(drawing.box())

    def clear(self) -> None:
        """Show nothing."""
        self.drawing = Drawing()
        super().clear()

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw areas, lines, marks and labels, in this order; lines pass under names."""
        for area in self.drawing.areas:
            self._area(painter, area, exposed)
        painter.save()
        painter.setClipRegion(beside_plates(self, exposed), Qt.ClipOperation.IntersectClip)
        for line in self.drawing.lines:
            self._line(painter, line)
        painter.restore()
        for mark in self.drawing.marks:
            painter.save()
            painter.translate(mark.place)
            painter.scale(self.unit, self.unit)
            self._mark(painter, mark)
            painter.restore()
        for label, box in zip(self.drawing.labels, self.label_boxes(), strict=True):
            self._label(painter, label, box)

    def label_boxes(self) -> list[QRectF]:
        """Return where the labels stand, in scene units: beside tokens, names and each other."""
        scene, unit = self.scene(), self.unit
        discs, plates = getattr(scene, "discs", None), getattr(scene, "plates", None)
        tokens = list(discs().values()) if discs is not None else []
        taken = list(plates()) if plates is not None and self.cell_px >= SMALL_CELL else []
        arcs = getattr(scene, "arcs", None)
        taken += arcs.names.boxes() if arcs is not None else []
        found = []
        for label in self.drawing.labels:
            rows = _rows(label)
            more = _ROW_HEIGHT * (len(rows) - 1)
            # Labels above a place grow upward, those below it downward.
            top = label.below - (more if label.below < 0 else 0) - (_ROW_HEIGHT + 1) / 2
            width = max(plate_width(row, 11, 600, 8) for row in rows)
            corner = label.place + QPointF(-width / 2, top) * unit
            box = QRectF(corner, QSizeF(width, more + _ROW_HEIGHT + 1) * unit)
            box.translate(label_place(box, unit, tokens=tokens, plates=taken))
            taken.append(box)
            found.append(box)
        return found

    def _label(self, painter: QPainter, label: Label, box: QRectF) -> None:
        for index, row in enumerate(_rows(label)):
            down = (_ROW_HEIGHT + 1) / 2 + _ROW_HEIGHT * index
            plate(
                painter,
                QPointF(box.center().x(), box.top() + down * self.unit),
                row,
                self.unit,
                ink=getattr(self.theme, label.color) if label.color else self.theme.on_plate,
                fill=self.theme.plate,
                size=11,
                height=_ROW_HEIGHT + 1,
                padding=8,
                alpha=0.94,
            )

    def _area(self, painter: QPainter, area: Area, exposed: QRectF) -> None:
        color, unit = getattr(self.theme, area.color), self.unit
        painter.fillPath(area.path, tint(color, area.alpha))
        for pattern, angle in (("cross", 45), ("cross", -45), ("hatch", 45), ("back", -45)):
            if area.pattern == pattern:
                hatch(painter, area.path, exposed, angle, 9 * unit, color, 1.6 * unit, alpha=0.8)
        if area.pattern == "dots":
            dots(painter, area.path, exposed, 8 * unit, color, 3 * unit, alpha=0.9)
        if area.width > 0:
            stroke(painter, area.path, self.theme, color, area.width, unit, area.dashes, casing=1.5)

    def _line(self, painter: QPainter, line: Line) -> None:
        color, path = getattr(self.theme, line.color), line_path(line.start, line.end)
        if line.is_double:
            stroke(painter, path, self.theme, color, 6.0, self.unit)
            painter.setPen(pen(self.theme.casing, 2.2 * self.unit))
            painter.drawPath(path)
            return
        stroke(
            painter,
            path,
            self.theme,
            color,
            line.width,
            self.unit,
            line.dashes,
            casing=line.casing,
        )

    def _mark(self, painter: QPainter, mark: Mark) -> None:
        color = getattr(self.theme, mark.color)
        painter.setPen(pen(self.theme.casing, 1.6))
        painter.setBrush(tint(color))
        if mark.kind == SQUARE:
            painter.drawRoundedRect(QRectF(-5, -5, 10, 10), 2, 2)
        elif mark.kind == ORIGIN:
            painter.drawEllipse(QPointF(0, 0), 4.5, 4.5)
        elif mark.kind == DIAMOND:
            painter.drawPolygon(
                QPolygonF([QPointF(0, -8), QPointF(8, 0), QPointF(0, 8), QPointF(-8, 0)])
            )
        elif mark.kind == CORNER:
            painter.setPen(pen(color, 1.4))
            painter.setBrush(tint(self.theme.plate))
            painter.drawEllipse(QPointF(0, 0), 3.5, 3.5)
        elif mark.kind == CROSS:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for ink, width in ((self.theme.casing, 5.0), (color, 2.2)):
                painter.setPen(pen(ink, width))
                painter.drawLine(QPointF(-5, -5), QPointF(5, 5))
                painter.drawLine(QPointF(5, -5), QPointF(-5, 5))


def _rows(label: Label) -> list[str]:
    return wrap(label.text, _LONGEST_ROW) or [""]


def beside_plates(overlay: Overlay, exposed: QRectF) -> QRegion:
    """Return what is exposed without the plates of tokens, so that names stay legible."""
    region = QRegion(exposed.toAlignedRect())
    plates = getattr(overlay.scene(), "plates", None)
    if plates is None or overlay.cell_px < SMALL_CELL:
        return region
    for box in plates():
        if box.intersects(exposed):
            region -= QRegion(box.toAlignedRect())
    return region
