"""What proves a verdict about a route: who may strike at a step and where, and what steps cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.tactics.threat import threatened
from battlemap.ui.overlays.drawing import DIAMOND, Area, Drawing, Label, Line, Mark
from battlemap.ui.overlays.rays import outline_of
from battlemap.ui.scene.coordinates import cells_path, to_scene
from battlemap.ui.scene.token_look import disc

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QPointF

    from battlemap.geometry.cell import Cell
    from battlemap.model.token import Token
    from battlemap.rules.trigger import Trigger
    from battlemap.tactics.board import Board
    from battlemap.tactics.step_costs import StepCost


_PLATE = 0.3
"""The share of a step that the plate in the middle of a cell takes."""


def touched_cells(board: Board, mover: Token, trigger: Trigger) -> tuple[Cell, ...]:
    """Return the mover's cells that the reactor's weapon reaches where the trigger arises."""
    if trigger.by not in board.encounter.tokens:
        return ()
    reach = threatened(board, trigger.by).get(trigger.weapon, frozenset())
    return tuple(cell for cell in board.cells_at(mover, trigger.cell) if cell in reach)


def trigger_drawing(
    board: Board, mover: Token, trigger: Trigger, step: tuple[Cell, Cell] | None
) -> Drawing:
    """Return the weapon's whole reach, the cells touched, the step, and who strikes.

    Parameters
    ----------
    step
        The anchors before and after the step; None where an attack or action is the trigger.
    """
    if trigger.by not in board.encounter.tokens:
        return Drawing()
    reach = threatened(board, trigger.by).get(trigger.weapon, frozenset())
    touched = touched_cells(board, mover, trigger)
    areas = []
    if reach:
        areas.append(Area(cells_path(board.grid, reach, inset=2), "foe", 0.12, "hatch", 2.4))
    if touched:
        areas.append(Area(cells_path(board.grid, touched, inset=3), "trigger", 0.3, "", 2.6))
    reactor = to_scene(board.center_of(trigger.by))
    ends = [to_scene(board.grid.center(cell)) for cell in touched]
    lines = [Line(reactor, end, "foe", 2.2, (2, 4)) for end in ends]
    marks = [Mark(end, DIAMOND, "foe") for end in ends]
    if step is not None:
        lines.append(Line(_middle(board, mover, step[0]), _middle(board, mover, step[1]), "bad", 4))
    center = board.center_of(trigger.by)
    _, radius = disc(board.grid, board.token(trigger.by))
    place = to_scene((center.x, center.y - radius - 0.25))
    return Drawing(
        tuple(lines), tuple(marks), tuple(areas), (Label(place, trigger.weapon, below=-10),)
    )


def cost_drawing(board: Board, mover: Token, costs: Sequence[StepCost]) -> Drawing:
    """Return the way, the cells that cost more or are dangerous, and what is climbed over."""
    lines = [
        # Between the plates that say what the way has cost so far.
        _shortened(_middle(board, mover, one.start), _middle(board, mover, one.end))
        for one in costs
    ]
    dear = dict.fromkeys(
        cell for one in costs for part in one.parts if part.cost for cell in part.cells
    )
    hot = dict.fromkeys(cell for one in costs for cell in one.hazards)
    areas = [Area(cells_path(board.grid, (cell,), inset=3), "warn", 0.2, "", 2.2) for cell in dear]
    areas += [
        Area(cells_path(board.grid, (cell,), inset=6), "bad", 0.2, "cross", 2.0) for cell in hot
    ]
    for key in dict.fromkeys(hurdle.obstacle for one in costs for hurdle in one.hurdles):
        path = outline_of(board, key)
        if path is not None:
            areas.append(Area(path, "cover", 0.25, "cross", 3.0))
    return Drawing(tuple(lines), (), tuple(areas))


def _shortened(start: QPointF, end: QPointF) -> Line:
    way = end - start
    return Line(start + way * _PLATE, end - way * _PLATE, "warn", 4.0)


def _middle(board: Board, mover: Token, anchor: Cell) -> QPointF:
    return to_scene(board.grid.centroid(board.cells_at(mover, anchor)))
