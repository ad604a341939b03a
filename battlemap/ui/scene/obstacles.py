"""Walls, doors, windows and props."""

from __future__ import annotations

from math import atan2, degrees
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QPen, QPolygonF, QTransform

from battlemap.model.obstacle import CoverGrade, Door, Prop, Wall
from battlemap.ui.scene.coordinates import SCENE_SCALE, SHEET_PIXEL, polygon_center, to_scene
from battlemap.ui.scene.one_way import arrowheads
from battlemap.ui.scene.remembered import Remembered
from battlemap.ui.scene.strokes import hatch
from battlemap.ui.theme import font, pen, tint

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QPainter

    from battlemap.geometry.cell import Point
    from battlemap.model.obstacle import Obstacle
    from battlemap.ui.scene.sheet import Sheet
    from battlemap.ui.theme import Theme

_THICKNESS = {"wall": (13.0, 7.0, 2.0), "low": (9.0, 4.4, 0.0), "thin": (6.0, 2.6, 0.0)}
"""Pixels at 100 %: the dark edge, the wall, and the shine along its middle."""


def paint_obstacles(
    sheet: Sheet, obstacles: Mapping[str, Obstacle], *, gm: bool, pictured: bool = False
) -> None:
    """Draw everything that stands in the way.

    Parameters
    ----------
    sheet
        Where to draw.
    obstacles
        By id.
    gm
        Show secret doors as what they are.
    pictured
        The map's picture shows its props already: they get an outline only.
    """
    for prop in _props(obstacles):
        if pictured:
            _outline_prop(sheet, prop)
        else:
            _paint_prop(sheet, prop)
    _paint_walls(sheet, _wall_paths(obstacles, gm, sheet.rect))
    _paint_arrowheads(sheet, _arrowheads(obstacles))
    for door in _doors(obstacles):
        if gm or not door.is_secret or door.is_open:
            _paint_door(sheet, door)


def _of_kind(kind: type) -> Remembered[list[Obstacle]]:
    return Remembered(lambda all_: [o for o in all_.values() if isinstance(o, kind)], kept=4)


_props = _of_kind(Prop)
_doors = _of_kind(Door)
_arrowheads = Remembered(
    lambda all_: [QPolygonF([to_scene(p) for p in head]) for head in arrowheads(all_.values())],
    kept=4,
)


# Walls ----------------------------------------------------------------------------------------


def wall_style(wall: Wall) -> str:
    """Return how a wall is drawn: "wall", "low" (one can see over it) or "thin" (passable)."""
    if not wall.blocks_move:
        return "thin"
    return "wall" if wall.blocks_sight or wall.cover is CoverGrade.TOTAL else "low"


def _make_wall_paths(obstacles: Mapping[str, Obstacle]) -> dict[str, list[QPainterPath]]:
    segments: dict[str, list[tuple[Point, Point]]] = {}
    for obstacle in obstacles.values():
        if isinstance(obstacle, Wall):
            segments.setdefault(wall_style(obstacle), []).append((obstacle.start, obstacle.end))
    return {style: _chained(found) for style, found in segments.items()}


def _make_player_paths(obstacles: Mapping[str, Obstacle]) -> dict[str, list[QPainterPath]]:
    # To the players a secret door is a piece of wall.
    shown: dict[str, Obstacle] = dict(obstacles)
    for key, obstacle in obstacles.items():
        if isinstance(obstacle, Door) and obstacle.is_secret and not obstacle.is_open:
            shown[key] = Wall(key, obstacle.start, obstacle.end)
    return _make_wall_paths(shown)


_gm_paths = Remembered(_make_wall_paths, kept=4)
_player_paths = Remembered(_make_player_paths, kept=4)


def prepare_walls(obstacles: Mapping[str, Obstacle]) -> None:
    """Find the paths of all walls, for whoever draws them next."""
    _gm_paths(obstacles)


def _wall_paths(
    obstacles: Mapping[str, Obstacle], gm: bool, rect: QRectF
) -> dict[str, list[QPainterPath]]:
    """Return the walls near *rect*, by style; stroking all of a large map takes long."""
    reach = 2 * _THICKNESS["wall"][0] * SHEET_PIXEL
    near = rect.adjusted(-reach, -reach, reach, reach)
    # A straight part has a box without an area, which intersects nothing for Qt.
    return {
        style: [
            part
            for part in parts
            if part.controlPointRect().adjusted(-1, -1, 1, 1).intersects(near)
        ]
        for style, parts in (_gm_paths(obstacles) if gm else _player_paths(obstacles)).items()
    }


_PART = 8 * SCENE_SCALE
"""Chains of walls that begin within one square of this side are drawn together or not at all."""


def _chained(segments: list[tuple[Point, Point]]) -> list[QPainterPath]:
    """Return segments as paths in which those that meet end to end are joined."""
    keys = [(_key(a), _key(b)) for a, b in segments]
    at: dict[tuple[int, int], list[int]] = {}
    for number, (start_key, end_key) in enumerate(keys):
        at.setdefault(start_key, []).append(number)
        at.setdefault(end_key, []).append(number)
    used: set[int] = set()
    parts: dict[tuple[float, float], QPainterPath] = {}
    # Chains start where they can't be continued; what is left then are rings.
    ends = [n for n, (a, b) in enumerate(keys) if len(at[a]) != 2 or len(at[b]) != 2]
    for number in [*ends, *range(len(segments))]:
        if number in used:
            continue
        used.add(number)
        (a, b), (first, last) = segments[number], keys[number]
        if len(at[first]) == 2 and len(at[last]) != 2:
            a, b, first, last = b, a, last, first
        points = [a, b]
        while len(at[last]) == 2:
            rest = [n for n in at[last] if n not in used]
            if not rest:
                break
            used.add(rest[0])
            (c, d), (one, other) = segments[rest[0]], keys[rest[0]]
            points.append(d if one == last else c)
            last = other if one == last else one
        polygon = QPolygonF([to_scene(point) for point in points])
        closed = len(points) > 3 and first == last
        start = polygon.first()
        path = parts.setdefault((start.x() // _PART, start.y() // _PART), QPainterPath())
        path.addPolygon(polygon)
        if closed:
            path.closeSubpath()
    return list(parts.values())


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 1000), round(point[1] * 1000)


def _wall_pen(color: str, width: float) -> QPen:
    made = QPen(tint(color), width * SHEET_PIXEL)
    made.setCapStyle(Qt.PenCapStyle.SquareCap)
    made.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    made.setMiterLimit(3)
    return made


def _paint_walls(sheet: Sheet, paths: dict[str, list[QPainterPath]]) -> None:
    painter, theme = sheet.painter, sheet.theme
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if sheet.ink_saver:
        for style, parts in paths.items():
            whole = QPainterPath()
            for part in parts:
                whole.addPath(part)
            _outline_wall(sheet, whole, _THICKNESS[style][0] * SHEET_PIXEL)
        return
    for layer, color in ((0, theme.wall_edge), (1, theme.wall), (2, theme.wall_shine)):
        for style, parts in paths.items():
            if width := _THICKNESS[style][layer]:
                painter.setPen(_wall_pen(color, width))
                # A raster painter is many times slower with one path across the whole map.
                for part in parts:
                    painter.drawPath(part)


def _outline_wall(sheet: Sheet, path: QPainterPath, width: float) -> None:
    stroker = QPainterPathStroker(_wall_pen("#000000", width / SHEET_PIXEL))
    area = stroker.createStroke(path).simplified()
    sheet.painter.fillPath(area, tint(sheet.theme.wall))
    u = SHEET_PIXEL
    hatch(sheet.painter, area, sheet.rect, 45, 5 * u, sheet.theme.wall_shine, 0.8 * u)
    sheet.painter.setBrush(Qt.BrushStyle.NoBrush)
    sheet.painter.setPen(pen(sheet.theme.wall_edge, 1.8 * u, flat=True))
    sheet.painter.drawPath(area)


def _paint_arrowheads(sheet: Sheet, heads: list[QPolygonF]) -> None:
    """Show to which side one-way walls let steps through."""
    painter, theme = sheet.painter, sheet.theme
    painter.setPen(pen(theme.wall_edge, 1.8 * SHEET_PIXEL, flat=True))
    painter.setBrush(tint(theme.wall))
    for head in heads:
        if head.boundingRect().intersects(sheet.rect):
            painter.drawPolygon(head)


# Doors ----------------------------------------------------------------------------------------


def _paint_door(sheet: Sheet, door: Door) -> None:
    line = QLineF(to_scene(door.start), to_scene(door.end))
    u = SHEET_PIXEL
    length = line.length() / u
    reach = QRectF(line.p1(), line.p2()).normalized()
    margin = line.length() + 20 * u
    if length <= 0 or not reach.adjusted(-margin, -margin, margin, margin).intersects(sheet.rect):
        return
    painter = sheet.painter
    painter.save()
    turn = degrees(atan2(line.dy(), line.dx()))
    painter.translate(line.p1())
    painter.rotate(turn)
    painter.scale(u, u)
    if door.is_window:
        _window(painter, sheet.theme, length, door.is_open)
    elif door.is_open:
        _open_door(painter, sheet.theme, length)
    elif door.is_secret:
        _secret_door(painter, sheet.theme, length, turn)
    else:
        _shut_door(painter, sheet.theme, length)
        if door.is_locked:
            _keyhole(painter, sheet.theme, length, turn)
    painter.restore()


def _shut_door(painter: QPainter, theme: Theme, length: float) -> None:
    painter.setPen(pen(theme.wall_edge, 2))
    painter.setBrush(tint(theme.door))
    painter.drawRoundedRect(QRectF(3, -7, length - 6, 14), 2, 2)
    painter.setPen(pen(theme.door_shine, 1.4))
    painter.drawLine(QLineF(7, 0, length - 7, 0))
    painter.setPen(pen(theme.wall_edge, 1))
    painter.setBrush(tint(theme.knob))
    painter.drawEllipse(QPointF(length * 0.78, 0), 3.2, 3.2)


def _keyhole(painter: QPainter, theme: Theme, length: float, turn: float) -> None:
    painter.translate(length / 2, 0)
    painter.rotate(-turn)
    painter.setPen(pen(theme.wall_edge, 1.5))
    painter.setBrush(tint(theme.plate))
    painter.drawEllipse(QPointF(0, 0), 9, 9)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(theme.on_plate))
    painter.drawEllipse(QPointF(0, -2), 2.4, 2.4)
    painter.drawRect(QRectF(-1.2, -1, 2.4, 6))


def _open_door(painter: QPainter, theme: Theme, length: float) -> None:
    leaf = QTransform().rotate(-60).map(QPointF(length - 6, 0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    swing = QPainterPath(leaf)
    swing.arcTo(QRectF(-(length - 6), -(length - 6), 2 * (length - 6), 2 * (length - 6)), 60, -60)
    painter.setPen(pen(theme.ink2, 1.4, (3, 3)))
    painter.drawPath(swing)
    for color, width in ((theme.wall_edge, 9.0), (theme.door_shine, 4.5)):
        painter.setPen(pen(color, width))
        painter.drawLine(QLineF(QPointF(2, 0), leaf))


def _secret_door(painter: QPainter, theme: Theme, length: float, turn: float) -> None:
    painter.setPen(pen(theme.wall_edge, 2, (5, 3)))
    painter.setBrush(tint(theme.wall, 0.5))
    painter.drawRoundedRect(QRectF(2, -6, length - 4, 12), 2, 2)
    painter.translate(length / 2, 0)
    painter.rotate(-turn)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(theme.plate))
    box = QRectF(-9.5, -9, 19, 18)
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(tint(theme.on_plate))
    painter.setFont(font(11, 700))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "S")


def _window(painter: QPainter, theme: Theme, length: float, is_open: bool) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for y in (-3.5, 3.5):
        line = QLineF(0, y, length, y)
        painter.setPen(pen(theme.wall, 4.4, flat=True))
        if not theme.is_dark or not is_open:
            painter.drawLine(line)
        painter.setPen(pen(theme.wall_edge, 2, (4, 4) if is_open else (), flat=True))
        painter.drawLine(line)


# Props ----------------------------------------------------------------------------------------


def _outline_prop(sheet: Sheet, prop: Prop) -> None:
    outline = QPolygonF([to_scene(point) for point in prop.outline])
    u, painter, theme = SHEET_PIXEL, sheet.painter, sheet.theme
    if sheet.is_small or not outline.boundingRect().adjusted(-u, -u, u, u).intersects(sheet.rect):
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for color, width in ((tint(theme.wall_edge, 0.5), 3.0), (tint(theme.wall, 0.8), 1.2)):
        line = QPen(color, width * u)
        line.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(line)
        painter.drawPolygon(outline)


def _paint_prop(sheet: Sheet, prop: Prop) -> None:
    outline = QPolygonF([to_scene(point) for point in prop.outline])
    box = outline.boundingRect()
    u, painter, theme = SHEET_PIXEL, sheet.painter, sheet.theme
    if not box.adjusted(-6 * u, -6 * u, 6 * u, 6 * u).intersects(sheet.rect):
        return
    if not sheet.ink_saver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint("#000000", 0.4))
        painter.drawPolygon(outline.translated(0, 2 * u))
    painter.setPen(pen(theme.wall_edge, 3 * u))
    painter.setBrush(tint(theme.prop, 1.0 if prop.blocks_move or prop.blocks_sight else 0.85))
    painter.drawPolygon(outline)
    middle = polygon_center(outline)
    shrink = QTransform().translate(middle.x(), middle.y()).scale(0.64, 0.64)
    inner = shrink.translate(-middle.x(), -middle.y()).map(outline)
    if sheet.ink_saver:
        area = QPainterPath()
        area.addPolygon(outline)
        area.closeSubpath()
        hatch(painter, area, sheet.rect, 45, 6 * u, theme.wall_shine, 0.8 * u)
        painter.setBrush(tint(theme.prop))
    else:
        painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(theme.prop_line, 2 * u))
    painter.drawPolygon(inner)
