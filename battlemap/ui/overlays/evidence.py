"""Each fact of a situation turned into the drawing that proves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QPolygonF

from battlemap.model.obstacle import CoverGrade, Prop
from battlemap.ui.overlays.drawing import (
    CORNER,
    CROSS,
    DIAMOND,
    ORIGIN,
    SQUARE,
    Area,
    Drawing,
    Label,
    Line,
    Mark,
)
from battlemap.ui.scene.coordinates import SCENE_SCALE, SHEET_PIXEL, cells_path, to_scene
from battlemap.ui.scene.heights import height_text
from battlemap.ui.scene.token_look import disc

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from battlemap.geometry.cell import Cell
    from battlemap.tactics.board import Board
    from battlemap.tactics.situation import Cover, Flanking, Ray, Sight, Situation

_MANY_RAYS = 8
"""More rays than this are drawn thin, so that what lies under them can be seen."""


def evidence_of(board: Board, fact: str, situation: Situation) -> Drawing:
    """Return the drawing for one fact of *situation*; empty where it has no geometry.

    Parameters
    ----------
    fact
        Name of an attribute of the situation: "cover", "arc", "distance"...
    """
    draw = _DRAWINGS.get(fact)
    if draw is None or not {situation.attacker, situation.target} <= set(board.encounter.tokens):
        return Drawing()
    return draw(board, situation)


# Cover and sight ------------------------------------------------------------------------------


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
        labels = (Label(middle, f"{name}: {text}" if name else text, below=26),)
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
        path = _outline(board, key)
        if path is not None:
            yield Area(path, "cover", 0.25, "cross", 3.0)


def _outline(board: Board, key: str) -> QPainterPath | None:
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


def sight_drawing(board: Board, sight: Sight) -> Drawing:
    """Return the line of sight: a clear ray, or the one that shows what stops it."""
    start, end = to_scene(sight.ray.start), to_scene(sight.ray.end)
    areas: tuple[Area, ...] = ()
    if sight.obscured_cells:
        fog = cells_path(board.grid, sight.obscured_cells, inset=2)
        areas = (Area(fog, "sight", 0.1, "dots", 1.6, (4, 4)),)
    text = sight.reason or ("clear" if sight.clear else "blocked")
    label = Label((start + end) / 2, f"Sight: {text}", below=22)
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


def _sight(board: Board, situation: Situation) -> Drawing:
    return sight_drawing(board, situation.sight)


def _cover(board: Board, situation: Situation) -> Drawing:
    return cover_drawing(board, situation.cover)


# The other facts --------------------------------------------------------------------------------


def _distance(board: Board, situation: Situation) -> Drawing:
    a, b = (board.grid.center(cell) for cell in situation.distance.nearest)
    start, end = to_scene(a), to_scene(b)
    cells = tuple(
        Area(cells_path(board.grid, (cell,), inset=3), "arc", 0.1, "", 1.8, (5, 3))
        for cell in situation.distance.nearest
    )
    text = f"{situation.distance.feet} ft, {situation.distance.cells:g} cells"
    if situation.distance.hundredths == 100:
        text = f"{situation.distance.feet} ft, 1 cell"
    return Drawing(
        (Line(start, end, "shortest", 2.6, (7, 5)),),
        (Mark(start, CORNER, "ink"), Mark(end, CORNER, "ink")),
        cells,
        (Label((start + end) / 2, text, below=-24),),
    )


def _arc(board: Board, situation: Situation) -> Drawing:
    fact = situation.arc
    if fact.arc is None:
        return Drawing()
    start = to_scene(board.grid.center(fact.from_cell))
    end = to_scene(fact.apex)
    color = "rear" if fact.arc.value == "rear" else "arc"
    text = f"{fact.arc.value.capitalize()}, bears {abs(fact.bearing):.0f}°"
    return Drawing(
        (Line(start, end, color, 2.4, (2, 4)),),
        (Mark(start, DIAMOND, color),),
        (),
        (Label(_above(board, situation.attacker), text, below=-10),),
    )


def _in_reach(board: Board, situation: Situation) -> Drawing:
    fact = situation.in_reach
    areas = []
    if fact.cells:
        areas.append(Area(cells_path(board.grid, fact.cells, inset=2), "party", 0.1, "back", 2.6))
    target = board.cells_of(situation.target)
    if not fact.value:
        areas.append(Area(cells_path(board.grid, target, inset=2), "bad", 0.05, "", 2.2, (4, 4)))
    place = _above(board, situation.target)
    return Drawing((), (), tuple(areas), (Label(place, fact.reason, below=-10),))


def flanking_drawing(board: Board, fact: Flanking, attacker: str, target: str) -> Drawing:
    """Return the line between the flankers and the borders by which it crosses the target."""
    label = (Label(_above(board, target), fact.reason, below=-10),) if fact.reason else ()
    if fact.segment is None:
        return Drawing((), (), (), label)
    start, end = to_scene(fact.segment[0]), to_scene(fact.segment[1])
    borders = [(to_scene(a), to_scene(b)) for a, b in fact.borders]
    lines = [
        Line(
            _outside(board, attacker, start, end),
            _outside(board, fact.partner, end, start),
            "flank",
            2.0,
            is_double=True,
        )
    ]
    lines += [Line(a, b, "flank", 5.0) for a, b in borders]
    marks = [Mark((a + b) / 2, DIAMOND, "flank") for a, b in borders]
    people = tuple(
        Area(cells_path(board.grid, board.cells_of(key), inset=3), "flank", 0.08, "", 1.6)
        for key in (attacker, fact.partner)
        if key is not None and key in board.encounter.tokens
    )
    return Drawing(tuple(lines), tuple(marks), people, label)


def _above(board: Board, token_id: str) -> QPointF:
    """Return the place right above a token, where a label hides nothing of it."""
    center = board.center_of(token_id)
    _, radius = disc(board.grid, board.token(token_id))
    return to_scene((center.x, center.y - radius - 0.25))


def _outside(board: Board, token_id: str | None, start: QPointF, toward: QPointF) -> QPointF:
    """Return where the line from *start* leaves a token's ring, so that its face stays free."""
    if token_id is None or token_id not in board.encounter.tokens:
        return start
    _, radius = disc(board.grid, board.token(token_id))
    line = QLineF(start, toward)
    if line.length() <= radius * SCENE_SCALE:
        return start
    return line.pointAt((radius + 0.04) * SCENE_SCALE / line.length())


def _flanked(board: Board, situation: Situation) -> Drawing:
    return flanking_drawing(board, situation.flanked, situation.attacker, situation.target)


def _height(board: Board, situation: Situation) -> Drawing:
    a, b = (to_scene(board.center_of(key)) for key in (situation.attacker, situation.target))
    heights = [
        height_text(board.elevation_of(board.token(key)))
        for key in (situation.attacker, situation.target)
    ]
    return Drawing(
        (Line(a, b, "contour", 2.0, (6, 4)),),
        (),
        (),
        (
            Label(_above(board, situation.attacker), heights[0], below=-10),
            Label(_above(board, situation.target), heights[1], below=-10),
            Label((a + b) / 2, situation.height.reason or "level", below=0),
        ),
    )


def _tight(board: Board, situation: Situation) -> Drawing:
    fact = situation.tight
    areas: tuple[Area, ...] = ()
    if fact.cells:
        pattern = "cross" if fact.value else ""
        areas = (Area(_cells(board, fact.cells), "cover", 0.18, pattern, 2.2),)
    place = _above(board, situation.attacker)
    return Drawing((), (), areas, (Label(place, fact.reason, below=-10),))


def _cells(board: Board, cells: Iterable[Cell]) -> QPainterPath:
    return cells_path(board.grid, cells, inset=2)


def _engaged_by(board: Board, situation: Situation) -> Drawing:
    return _reactors(board, situation.attacker, situation.engaged_by)


def _reach_holders(board: Board, situation: Situation) -> Drawing:
    return _reactors(board, situation.attacker, [key for key, _ in situation.reach_holders])


def _reactors(board: Board, attacker: str, keys: Iterable[str]) -> Drawing:
    from battlemap.tactics.threat import threatened

    here = to_scene(board.center_of(attacker))
    lines, areas = [], []
    for key in keys:
        if key not in board.encounter.tokens:
            continue
        lines.append(Line(to_scene(board.center_of(key)), here, "foe", 2.2, (2, 4)))
        cells = frozenset().union(*threatened(board, key).values())
        if cells:
            areas.append(Area(_cells(board, cells), "foe", 0.16, "hatch", 2.4))
    return Drawing(tuple(lines), (), tuple(areas), ())


_DRAWINGS: dict[str, Callable[[Board, Situation], Drawing]] = {
    "distance": _distance,
    "arc": _arc,
    "in_reach": _in_reach,
    "flanked": _flanked,
    "cover": _cover,
    "sight": _sight,
    "height": _height,
    "tight": _tight,
    "engaged_by": _engaged_by,
    "reach_holders": _reach_holders,
}
