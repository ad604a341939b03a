"""Rays of cover and of sight as drawings, with what stops them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QPolygonF

from battlemap.model.obstacle import CoverGrade, Prop
from battlemap.rules.ruleable_facts import BY_GM
from battlemap.ui.overlays.drawing import (
    CORNER,
    CROSS,
    ORIGIN,
    SQUARE,
    Area,
    Drawing,
    Label,
    Line,
    Mark,
)
from battlemap.ui.scene.coordinates import SHEET_PIXEL, cells_path, to_scene

if TYPE_CHECKING:
    from collections.abc import Iterable

    from battlemap.tactics.board import Board
    from battlemap.tactics.situation import Cover, Ray, Sight

_MANY_RAYS = 8
"""More rays than this are drawn thin, so that what lies under them can be seen."""


def cover_drawing(board: Board, cover: Cover, ids: tuple[str, ...] = ()) -> Drawing:
    """Return the rays from the attacker's best corner, and what stops them.

    Parameters
    ----------
    ids
        Objects to outline; empty: those that give the cover.
    """
    lines: list[Line] = []
    marks: list[Mark] = []
    for ray in cover.rays:
        made, signs = _ray(ray, "cover", is_thin=len(cover.rays) > _MANY_RAYS)
        lines.extend(made)
        marks.extend(signs)
    marks.append(Mark(to_scene(cover.corner), ORIGIN, "sight"))
    areas = tuple(_blockers(board, ids or cover.by))
    stopped = sum(1 for ray in cover.rays if ray.stopped_by)
    labels: tuple[Label, ...] = ()
    if cover.rays:
        middle = _below_rays([(to_scene(ray.start), to_scene(ray.end)) for ray in cover.rays])
        name = _name(board, cover.by[0]) if cover.by else ""
        grade = cover.grade.word if cover.grade is not CoverGrade.NONE else "no cover"
        text = f"{grade}, {stopped} of {len(cover.rays)} rays"
        words = f"{name}: {text}" if name else text
        labels = (Label(middle, cover.reason if BY_GM in cover.reason else words, below=26),)
    return Drawing(tuple(lines), tuple(marks), areas, labels)


def _below_rays(rays: list[tuple[QPointF, QPointF]]) -> QPointF:
    """Return the middle of a bundle of rays, on the lowest of them there."""
    count = len(rays)
    start = QPointF(
        sum(start.x() for start, _ in rays) / count, sum(start.y() for start, _ in rays) / count
    )
    end = QPointF(sum(end.x() for _, end in rays) / count, sum(end.y() for _, end in rays) / count)
    middle = (start + end) / 2
    low = middle.y()
    for a, b in rays:
        if abs(b.x() - a.x()) > 1:
            share = (middle.x() - a.x()) / (b.x() - a.x())
            if 0 <= share <= 1:
                low = max(low, a.y() + (b.y() - a.y()) * share)
    return QPointF(middle.x(), low)


def _ray(ray: Ray, blocked: str, *, is_thin: bool) -> tuple[list[Line], list[Mark]]:
    start, end = to_scene(ray.start), to_scene(ray.end)
    if not ray.stopped_by:
        width, casing = (1.3, 0.8) if is_thin else (2.0, 2.0)
        return [Line(start, end, "sight", width, casing=casing)], [Mark(end, CORNER, "ink")]
    hit = to_scene(ray.hit) if ray.hit is not None else end
    lines = [
        Line(hit, end, blocked, 2.0, (2, 5), casing=0.8),
        Line(start, hit, blocked, *((1.4, (), False, 0.8) if is_thin else (2.2,))),
    ]
    return lines, [Mark(hit, SQUARE, blocked), Mark(end, CORNER, "ink")]


def _blockers(board: Board, ids: Iterable[str]) -> Iterable[Area]:
    for key in dict.fromkeys(ids):
        path = outline_of(board, key)
        if path is not None:
            yield Area(path, "cover", 0.25, "cross", 3.0)


def outline_of(board: Board, key: str) -> QPainterPath | None:
    """Return the outline of an obstacle or of a token's space; None where it is gone."""
    obstacle = board.encounter.map.obstacles.get(key)
    if obstacle is None:
        if key in board.encounter.tokens:
            return cells_path(board.grid, board.cells_of(key), inset=4 * SHEET_PIXEL)
        return None
    path = QPainterPath()
    if isinstance(obstacle, Prop):
        path.addPolygon(QPolygonF([to_scene(point) for point in obstacle.outline]))
        path.closeSubpath()
        return path
    path.moveTo(to_scene(obstacle.start))
    path.lineTo(to_scene(obstacle.end))
    around = QPainterPathStroker()
    around.setWidth(17 * SHEET_PIXEL)
    return around.createStroke(path).simplified()


def _name(board: Board, key: str) -> str:
    token = board.encounter.tokens.get(key)
    if token is not None:
        return token.name
    obstacle = board.encounter.map.obstacles.get(key)
    if isinstance(obstacle, Prop):
        return obstacle.name or key
    return type(obstacle).__name__.lower() if obstacle is not None else key


def sight_words(sight: Sight) -> str:
    """Return what a GM would say of a line of sight: "in sight", or what is in the way."""
    if not sight.clear:
        return f"not in sight: {sight.reason}" if sight.reason else "not in sight"
    return f"in sight {sight.reason}" if sight.obscured_cells else "in sight"


def sight_drawing(board: Board, sight: Sight) -> Drawing:
    """Return the line of sight: a clear ray, or the one that shows what stops it."""
    start, end = to_scene(sight.ray.start), to_scene(sight.ray.end)
    areas: tuple[Area, ...] = ()
    if sight.obscured_cells:
        fog = cells_path(board.grid, sight.obscured_cells, inset=2)
        areas = (Area(fog, "sight", 0.1, "dots", 1.6, (4, 4)),)
    words = sight_words(sight)
    label = Label((start + end) / 2, words[:1].upper() + words[1:], below=22)
    if sight.clear:
        marks = (Mark(start, ORIGIN, "sight"), Mark(end, CORNER, "ink"))
        return Drawing((Line(start, end, "sight", 2.0),), marks, areas, (label,))
    hit = to_scene(sight.ray.hit) if sight.ray.hit is not None else (start + end) / 2
    lines = (
        Line(hit, end, "sight", 2.0, (3, 5), casing=1.0),
        Line(start, hit, "sight", 2.0, (3, 5)),
    )
    marks = (Mark(start, ORIGIN, "sight"), Mark(hit, CROSS, "sight"), Mark(end, CORNER, "ink"))
    return Drawing(lines, marks, (*areas, *_blockers(board, sight.ray.stopped_by[:1])), (label,))
