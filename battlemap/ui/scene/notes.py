"""What the GM put on the map: notes as small signs, drawings as lines, areas as dashed fields."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from battlemap.geometry.joined_rings import borders
from battlemap.ui.scene.coordinates import SCENE_SCALE, to_scene
from battlemap.ui.theme import font, pen, tint

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.model.battle_map import Mark
    from battlemap.ui.scene.sheet import Sheet

NOTE, AREA = "note", "area"
"""Kinds of marks with a look of their own; any other kind is a drawn line."""

SIDE, LEAST_SIDE = 20.0, 13.0
"""Width and height of a note's sign in pixels of type: in large cells and in small ones."""

SHARE = 0.34
"""How much of a small cell's width a note's sign takes."""

_NUMBER = re.compile(r"\s*(\d{1,3})[.)]\s")


def shown_marks(marks: Mapping[str, Mark], *, gm: bool) -> list[Mark]:
    """Return the marks that are drawn: those for the GM only where *gm*."""
    return [mark for mark in marks.values() if mark.points and (gm or not mark.gm_only)]


def note_number(mark: Mark) -> str:
    """Return the number with which a note's text begins, as in "3. Look here."; else nothing.

    Examples
    --------
    >>> from battlemap.model.battle_map import Mark
    >>> note_number(Mark("m", "note", ((1.0, 1.0),), "12. Behind the pillar"))
    '12'
    """
    found = _NUMBER.match(mark.text)
    return found.group(1) if found else ""


def note_rect(mark: Mark, unit: float) -> QRectF:
    """Return the place of a note's sign in scene units; *unit* is one pixel of type in them."""
    middle = to_scene(mark.points[0])
    half = max(LEAST_SIDE, min(SIDE, SHARE * SCENE_SCALE / unit)) * unit / 2
    return QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)


def note_at(marks: Mapping[str, Mark], place: QPointF, unit: float, *, gm: bool) -> Mark | None:
    """Return the note whose sign lies at *place* of the scene; the topmost of several."""
    for mark in reversed(shown_marks(marks, gm=gm)):
        if mark.kind == NOTE and note_rect(mark, unit).contains(place):
            return mark
    return None


def paint_notes(sheet: Sheet, marks: Mapping[str, Mark], *, gm: bool) -> None:
    """Draw the marks; small cells keep lines and areas only."""
    shown = shown_marks(marks, gm=gm)
    for mark in shown:
        if mark.kind != NOTE and len(mark.points) > 1:
            _paint_drawing(sheet, mark)
    if not sheet.is_small:
        for mark in shown:
            if mark.kind == NOTE and note_rect(mark, sheet.unit).intersects(sheet.rect):
                _paint_note(sheet, mark)


def _paint_drawing(sheet: Sheet, mark: Mark) -> None:
    painter, unit = sheet.painter, sheet.unit
    line = QPolygonF([to_scene(point) for point in mark.points])
    if not line.boundingRect().adjusted(-unit, -unit, unit, unit).intersects(sheet.rect):
        return
    path, edge = QPainterPath(), QPainterPath()
    path.addPolygon(line)
    color = _color(sheet, mark)
    is_area = mark.kind == AREA and len(mark.points) > 2
    if is_area:
        path.closeSubpath()
        for border in borders(mark.points):
            edge.addPolygon(QPolygonF([to_scene(point) for point in border]))
        if not sheet.ink_saver:
            painter.fillPath(path, tint(color, 0.12))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(sheet.theme.casing, 5 * unit, alpha=0.6))
    painter.drawPath(edge if is_area else path)
    painter.setPen(pen(color, 2 * unit, (7 * unit, 5 * unit) if is_area else ()))
    painter.drawPath(edge if is_area else path)


def _paint_note(sheet: Sheet, mark: Mark) -> None:
    painter, theme = sheet.painter, sheet.theme
    box = note_rect(mark, sheet.unit)
    unit = box.width() / SIDE
    color = _color(sheet, mark)
    painter.setPen(pen(color, 1.6 * unit))
    painter.setBrush(tint(theme.plate))
    painter.drawRoundedRect(box, 5 * unit, 5 * unit)
    number = note_number(mark)
    if number:
        painter.save()
        painter.translate(box.center())
        painter.scale(unit, unit)
        painter.setFont(font(12, 600))
        painter.setPen(tint(color))
        half = SIDE / 2
        painter.drawText(QRectF(-half, -half, SIDE, SIDE), Qt.AlignmentFlag.AlignCenter, number)
        painter.restore()
        return
    painter.setPen(pen(color, 1.5 * unit))
    left, right = box.left() + 5.5 * unit, box.right() - 5.5 * unit
    for row, end in ((6.5, right), (10.0, right), (13.5, right - 3.5 * unit)):
        y = box.top() + row * unit
        painter.drawLine(QLineF(left, y, end, y))


def _color(sheet: Sheet, mark: Mark) -> str:
    return sheet.theme.warn if mark.gm_only else sheet.theme.on_plate
