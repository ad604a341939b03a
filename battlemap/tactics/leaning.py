"""Leaning out: an attacker's rays may start just beyond its own corners, past a wall's end."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from battlemap.geometry.cell import Cell, LatticePoint
from battlemap.geometry.footprint import border_steps
from battlemap.geometry.rays import segments_meet
from battlemap.tactics.corners import Corner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.geometry.grid import Grid
    from battlemap.tactics.screens import Screens


def leaning_corners(
    screens: Screens, own: Sequence[Cell], corners: Sequence[Corner], height: float
) -> list[Corner]:
    """Return the corners of neighboring cells to which an attacker gets around its own ones.

    The cells around a usable corner are gone through from one to the next across their borders, as
    far as no wall lies between. So one looks past a wall that ends at the corner, and never through
    one that goes on.

    Parameters
    ----------
    own
        The attacker's cells.
    corners
        Its usable corners.
    height
        Of the attacker's eyes, in feet; lower walls are no hindrance.
    """
    grid = screens.grid
    steps = border_steps(grid)
    walls = _walls_near(screens, own, height)
    known_at: dict[LatticePoint, list[Cell]] = {}
    for corner in corners:
        known_at.setdefault(corner.exact, []).append(corner.cell)
    found: list[Corner] = []
    for place, known in known_at.items():
        around = _around(grid, known[0], place)
        for cell in known:
            for step in steps:
                other = cell.plus(step)
                if other not in around or other in known:
                    continue
                start, end = around[cell], around[other]
                if not any(segments_meet(start, end, *ends) for ends in walls):
                    known.append(other)
                    if other not in own:
                        found.append(Corner(other, place, end))
    return found


def _walls_near(
    screens: Screens, own: Sequence[Cell], height: float
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the ends of the walls and shut doors about these cells that aren't lower."""
    grid = screens.grid
    centers = [
        grid.lattice_center(cell.plus(step)) for cell in own for step in (_HERE, *grid.directions)
    ]
    xs, ys = [x for x, _ in centers], [y for _, y in centers]
    # The corners of neighbors, moved inward, lie within the box of the neighbors' own neighbors.
    reach = max(max(xs) - min(xs), max(ys) - min(ys))
    box = min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach
    return [
        screens.wall_ends(i)
        for i in screens.walls.near(box).tolist()
        if not screens.of_walls[i].is_below(height)
    ]


_HERE = Cell(0, 0)


def _around(grid: Grid, cell: Cell, place: LatticePoint) -> dict[Cell, LatticePoint]:
    """Return the cells that meet in a corner of *cell*, each with its own inset corner there."""
    x, y = grid.lattice_center(cell)
    return {
        cell.plus(step): LatticePoint(x + dx, y + dy)
        for step, (dx, dy) in _meeting(grid)[place[0] - x, place[1] - y]
    }


@lru_cache(maxsize=8)
def _meeting(grid: Grid) -> dict[tuple[int, int], tuple[tuple[Cell, tuple[int, int]], ...]]:
    """Return for each corner of a cell, seen from its center, who meets there.

    Those are steps to cells, each with its inset corner, seen from the center too.
    """
    x, y = grid.lattice_center(_HERE)
    found = {}
    for place in grid.lattice_corners(_HERE):
        there = []
        for step in (_HERE, *grid.directions):
            exact = grid.lattice_corners(step)
            if place in exact:
                inset = grid.lattice_corners(step, inset=True)[exact.index(place)]
                there.append((step, (inset[0] - x, inset[1] - y)))
        found[place[0] - x, place[1] - y] = tuple(there)
    return found
