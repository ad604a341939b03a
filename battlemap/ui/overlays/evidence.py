"""Each fact of a situation turned into the drawing that proves it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF

from battlemap.rules.ruleable_facts import BY_GM
from battlemap.tactics.situation import Sight
from battlemap.tactics.threat import threatened
from battlemap.ui.overlays.drawing import (
    CORNER,
    DIAMOND,
    Area,
    Drawing,
    Label,
    Line,
    Mark,
)
from battlemap.ui.overlays.rays import cover_drawing, sight_drawing
from battlemap.ui.scene.coordinates import SCENE_SCALE, cells_path, to_scene
from battlemap.ui.scene.heights import height_text
from battlemap.ui.scene.token_look import disc

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtGui import QPainterPath

    from battlemap.geometry.cell import Cell
    from battlemap.tactics.board import Board
    from battlemap.tactics.situation import Engagement, Flanking, Seeing, Situation


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


# Each fact -------------------------------------------------------------------------------------


def _sight(board: Board, situation: Situation) -> Drawing:
    return sight_drawing(board, situation.sight)


def _cover(board: Board, situation: Situation) -> Drawing:
    return cover_drawing(board, situation.cover)


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
        (*_reach_areas(board, situation), *cells),
        (Label((start + end) / 2, text, below=-24),),
    )


def _arc(board: Board, situation: Situation) -> Drawing:
    fact = situation.arc
    if fact.arc is None:
        return Drawing()
    start = to_scene(board.grid.center(fact.from_cell))
    end = to_scene(fact.apex)
    color = "rear" if fact.arc.value == "rear" else "arc"
    bears = f"bears {abs(fact.bearing):.0f}°"
    text = f"{fact.arc.value.capitalize()}, {BY_GM if 'arc' in situation.by_hand else bears}"
    return Drawing(
        (Line(start, end, color, 2.4, (2, 4)),),
        (Mark(start, DIAMOND, color),),
        (),
        (Label(_above(board, situation.attacker), text, below=-10),),
    )


def _in_reach(board: Board, situation: Situation) -> Drawing:
    place = _above(board, situation.target)
    label = Label(place, situation.in_reach.reason, below=-10)
    return Drawing(areas=_reach_areas(board, situation), labels=(label,))


def _reach_areas(board: Board, situation: Situation) -> tuple[Area, ...]:
    """Return what a melee weapon threatens, and the target's cells that it reaches or doesn't."""
    fact = situation.in_reach
    areas = []
    reach = threatened(board, situation.attacker).get(fact.weapon, frozenset())
    if reach:
        areas.append(Area(_cells(board, reach), "party", 0.05, "", 1.8, (2, 4)))
    if fact.cells:
        areas.append(Area(cells_path(board.grid, fact.cells, inset=2), "party", 0.1, "back", 2.6))
    target = board.cells_of(situation.target)
    if not fact.value:
        areas.append(Area(cells_path(board.grid, target, inset=2), "bad", 0.05, "", 2.2, (4, 4)))
    return tuple(areas)


def flanking_drawing(board: Board, fact: Flanking, attacker: str, target: str) -> Drawing:
    """Return the line between the flankers and the borders by which it crosses the target."""
    label = (Label(_above(board, target), fact.reason, below=-10),) if fact.reason else ()
    if fact.segment is None:
        return Drawing((), (), (), label)
    start, end = to_scene(fact.segment[0]), to_scene(fact.segment[1])
    flanker = fact.flanker or attacker
    borders = [(to_scene(a), to_scene(b)) for a, b in fact.borders]
    lines = [
        Line(
            _outside(board, flanker, start, end),
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
        for key in (flanker, fact.partner)
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
    holder = situation.high_ground.holder
    return Drawing(
        (Line(a, b, "contour", 2.0, (6, 4)),),
        (),
        () if holder is None else (_space(board, holder, "contour"),),
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


def _space(board: Board, token_id: str, color: str, alpha: float = 0.16) -> Area:
    """Return the space of a token, outlined."""
    path = cells_path(board.grid, board.cells_of(token_id), inset=3)
    return Area(path, color, alpha, "", 2.2)


def _engaged_by(board: Board, situation: Situation) -> Drawing:
    return _reaching(board, situation.engaged)


def _reach_holders(board: Board, situation: Situation) -> Drawing:
    return _reaching(board, [one for one in situation.engaged if one.is_longer])


def _reaching(board: Board, found: Iterable[Engagement]) -> Drawing:
    """Return a line from each weapon's holder to the cells that it reaches, and its whole reach."""
    lines, marks, areas = [], [], []
    words: dict[str, list[str]] = {}
    for one in found:
        if one.by not in board.encounter.tokens:
            continue
        start = to_scene(board.grid.center(one.from_cell))
        ends = [to_scene(board.grid.center(cell)) for cell in one.cells]
        lines += [Line(start, end, "foe", 2.2, (2, 4)) for end in ends]
        marks += [Mark(end, DIAMOND, "foe") for end in ends]
        reach = threatened(board, one.by).get(one.weapon, frozenset())
        if reach:
            areas.append(Area(_cells(board, reach), "foe", 0.1, "hatch", 2.0))
        areas.append(Area(_cells(board, one.cells), "foe", 0.24, "", 2.4))
        word = f"longer {one.weapon}" if one.is_longer else one.weapon
        words.setdefault(one.by, []).append(word)
    labels = tuple(
        Label(_above(board, by), ", ".join(named), below=-10) for by, named in words.items()
    )
    return Drawing(tuple(lines), tuple(marks), tuple(areas), labels)


def _target_seen(board: Board, situation: Situation) -> Drawing:
    return _seeing(board, situation.target_seen, situation.target)


def _attacker_seen(board: Board, situation: Situation) -> Drawing:
    return _seeing(board, situation.attacker_seen, situation.attacker)


def _seeing(board: Board, fact: Seeing, seen: str) -> Drawing:
    """Return the ray of sight, or what a condition hides from it."""
    sight = Sight(fact.value or fact.hidden_by != "sight", fact.ray, fact.obscured_cells, "")
    drawing = replace(sight_drawing(board, sight), labels=())
    label = Label(_above(board, seen), fact.reason, below=-10)
    return drawing.plus(Drawing(areas=(_space(board, seen, "sight", 0.1),), labels=(label,)))


def _attacker_posture(board: Board, situation: Situation) -> Drawing:
    return _state(board, situation.attacker, situation.attacker_posture.reason)


def _target_posture(board: Board, situation: Situation) -> Drawing:
    return _state(board, situation.target, situation.target_posture.reason)


def _target_motion(board: Board, situation: Situation) -> Drawing:
    return _state(board, situation.target, situation.target_motion.reason)


def _state(board: Board, token_id: str, reason: str) -> Drawing:
    label = Label(_above(board, token_id), reason, below=-10)
    return Drawing(areas=(_space(board, token_id, "arc"),), labels=(label,))


def _sizes(board: Board, situation: Situation) -> Drawing:
    keys = (situation.attacker, situation.target)
    label = Label(_above(board, situation.attacker), situation.sizes.reason, below=-10)
    return Drawing(areas=tuple(_space(board, key, "arc") for key in keys), labels=(label,))


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
    "high_ground": _height,
    "target_seen": _target_seen,
    "attacker_seen": _attacker_seen,
    "target_posture": _target_posture,
    "attacker_posture": _attacker_posture,
    "target_motion": _target_motion,
    "sizes": _sizes,
}
