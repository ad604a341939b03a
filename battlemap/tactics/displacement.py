"""Where things land that don't go there by themselves: pushed, knocked back, scattered."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from battlemap.geometry.angle import bearing
from battlemap.geometry.grid import HUNDRED
from battlemap.tactics.movement import path_along
from battlemap.tactics.mover import Mover

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from battlemap.geometry.cell import Cell, Point
    from battlemap.model.token import Token
    from battlemap.tactics.board import Board


_FREE = Mover(rate=10_000_000, actions=1)
"""Whoever is pushed pays nothing."""


def pushed_to(
    board: Board, pusher_id: str, target_id: str, steps: int = 1, *, farther: bool = False
) -> Mapping[Cell, tuple[Cell, ...]]:
    """Return the free anchors to which a token can be pushed, each with the way there.

    No step leads nearer to the pusher, neither by the nearest cells of the two spaces nor by their
    centers. Walls, impassable ground and whoever stands there stop a push. Nearest ways first,
    clockwise.

    Parameters
    ----------
    steps
        At most so many.
    farther
        Each step leads farther away, by the nearest cells of the two spaces.
    """
    target = board.token(target_id)
    space = board.cells_of(pusher_id)
    found: dict[Cell, tuple[Cell, ...]] = {}
    ways: list[tuple[Cell, ...]] = [(target.at,)]
    for _ in range(steps):
        onward: dict[Cell, tuple[Cell, ...]] = {}
        for way in ways:
            for end in _away(board, space, target, way[-1], farther):
                if end in found or end == target.at:
                    continue
                longer = (*way, end)
                if end not in onward or _bend(board, longer) < _bend(board, onward[end]):
                    onward[end] = longer
        found.update(onward)
        ways = list(onward.values())
    return found


def _bend(board: Board, way: tuple[Cell, ...]) -> float:
    """Return how far a way strays from the straight line between its ends."""
    places = [board.grid.center(cell) for cell in way]
    start, end = places[0], places[-1]
    dx, dy = end.x - start.x, end.y - start.y
    return round(sum(abs(dx * (p.y - start.y) - dy * (p.x - start.x)) for p in places), 9)


def _away(
    board: Board, space: tuple[Cell, ...], target: Token, start: Cell, farther: bool
) -> Iterator[Cell]:
    """Yield the free anchors one step from *start* that are not nearer to *space*, clockwise."""
    grid = board.grid
    cells = board.cells_at(target, start)
    least = grid.space_distance(space, cells) + (1 if farther else 0)
    here = grid.centroid(space)
    away = _apart(here, grid.centroid(cells))
    for end in grid.neighbors(start):
        cells = board.cells_at(target, end)
        if grid.space_distance(space, cells) < least or _apart(here, grid.centroid(cells)) < away:
            continue
        if not _in_the_way(board, target, start, end):
            yield end


def _in_the_way(board: Board, target: Token, start: Cell, end: Cell) -> str:
    """Return what stops a push by one step; empty: nothing."""
    for cell in board.cells_at(target, end):
        for who in board.standing.get(cell, ()):
            if who != target.id:
                return board.token(who).name
    return path_along(board, target.id, _FREE, (start, end))[1]


def _apart(a: Point, b: Point) -> float:
    # Rounded, so that two places that mirror each other are equally far.
    return round(hypot(a[0] - b[0], a[1] - b[1]), 9)


@dataclass(frozen=True)
class KnockedBack:
    """How far a token flies straight away from whoever struck it."""

    cells: tuple[Cell, ...]
    """The anchors on the way, the start first."""
    facing: float
    """The direction of the flight, in degrees clockwise from north."""
    left: int
    """Steps that are not made because something is in the way."""
    stopped_by: str
    """What is in the way: a creature's name, or what stops the step; empty: nothing."""


def knocked_back(board: Board, striker_id: str, target_id: str, steps: int) -> KnockedBack:
    """Return where a token ends that is knocked *steps* cells straight away from the striker.

    The direction is the grid's that is nearest to the line between the two centers; from the same
    place, where the striker faces. The first thing in the way ends the flight.
    """
    target = board.token(target_id)
    here, there = board.center_of(striker_id), board.center_of(target_id)
    toward = board.token(striker_id).facing if here == there else bearing(here, there)
    index = board.grid.facing_index(toward)
    cells = [target.at]
    stopped_by = ""
    while len(cells) <= steps and not stopped_by:
        end = cells[-1].plus(board.grid.directions[index])
        stopped_by = _in_the_way(board, target, cells[-1], end)
        if not stopped_by:
            cells.append(end)
    facing = board.grid.facings[index]
    return KnockedBack(tuple(cells), facing, steps - len(cells) + 1, stopped_by)


@dataclass(frozen=True)
class Scattered:
    """Where something lands that misses the cell it was meant for."""

    cell: Cell
    """Where it lands; the last cell of the map on its way where that lies off the map."""
    aimed: Cell
    """Where it would land on a map without end."""
    facing: float
    """In degrees clockwise from north."""
    way: tuple[Cell, ...]
    """The cells of the map that it passes, the impact first and the landing last."""

    @property
    def is_off_map(self) -> bool:
        """Whether it flies off the map."""
        return self.cell != self.aimed


def scattered(board: Board, impact: Cell, direction: int, feet: int) -> Scattered:
    """Return the cell that lies *feet* from the impact in one of the grid's directions.

    Measured as the map measures diagonals: the farthest cell on the way that isn't farther than
    *feet*, rounded to whole cells (half a cell up).

    Parameters
    ----------
    direction
        The index of one of ``Grid.directions``, clockwise: 8 on squares, 6 on hexes.

    Raises
    ------
    IndexError
        If the grid has no such direction.
    ValueError
        If the impact lies off the map.
    """
    grid = board.grid
    if impact not in grid:
        raise ValueError("what scatters must strike the map first")
    if not 0 <= direction < len(grid.directions):
        raise IndexError(f"the grid has {len(grid.directions)} directions, not a {direction + 1}th")
    per_cell = board.encounter.map.grid.feet_per_cell
    cells = (2 * feet + per_cell) // (2 * per_cell)
    aimed = _farthest(board, impact, grid.directions[direction], cells * HUNDRED)
    way = []
    for step in range(grid.steps(impact, aimed) + 1):
        cell = impact.plus(_times(grid.directions[direction], step))
        if cell not in grid:
            break
        way.append(cell)
    return Scattered(way[-1], aimed, grid.facings[direction], tuple(way))


def _farthest(board: Board, start: Cell, step: Cell, hundredths: int) -> Cell:
    metric = board.conventions.diagonals
    steps = 0
    while board.grid.distance(start, start.plus(_times(step, steps + 1)), metric) <= hundredths:
        steps += 1
    return start.plus(_times(step, steps))


def _times(step: Cell, count: int) -> tuple[int, int]:
    return step[0] * count, step[1] * count
