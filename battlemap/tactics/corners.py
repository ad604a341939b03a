"""The corners of spaces, between which rays run, and what cuts a corner off from its own cell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.rays import segments_meet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.geometry.cell import Cell, LatticePoint
    from battlemap.tactics.barriers import Screen
    from battlemap.tactics.screens import Screens

MOST = 8192
"""The corners of so many cells are remembered for one set of walls, and no more."""


@dataclass(frozen=True)
class Corner:
    """One end of rays: the exact place, and the inset one for walls."""

    cell: Cell
    exact: LatticePoint
    inset: LatticePoint
    cut_off_by: tuple[Screen, ...] = ()
    """What lies between the center of its cell and this corner; empty: it can be used."""


def corners_of(
    screens: Screens, spaces: Sequence[tuple[tuple[Cell, ...], float, tuple[str, ...]]]
) -> list[tuple[Corner, ...]]:
    """Return all corners of each space; those that can't be used say what cuts them off.

    The corners of a space that comes back, as an attacker's with every target, are the same tuple
    as long as the same creatures count there.

    Parameters
    ----------
    spaces
        For each its cells, the height in feet, and the ids of creatures that don't count.
    """
    known = screens.corners_behind_walls
    wanted = dict.fromkeys((cell, height) for cells, height, _ in spaces for cell in cells)
    fresh = [key for key in wanted if key not in known]
    if fresh:
        if len(known) + len(fresh) > MOST:
            known.clear()
            fresh = list(wanted)
        _make_corners(screens, fresh)
    met = screens.met_at_corners({cell for cell, _ in wanted})
    plain: dict[object, tuple[tuple[Corner, ...], set[str | None]]] = {}
    found = []
    for cells, height, apart in spaces:
        space = cells, height
        if space not in plain:
            corners = known[cells[0], height]
            if len(cells) > 1:
                corners = tuple(chain.from_iterable([known[cell, height] for cell in cells]))
            plain[space] = corners, set().union(*[met[cell] for cell in cells if cell in met])
        corners, creatures = plain[space]
        if creatures:
            # What is apart elsewhere makes no difference here.
            key = space, *[creature for creature in apart if creature in creatures]
            if key not in screens.closed_corners:
                screens.closed_corners[key] = _closed(screens, corners, apart, height)
            corners = screens.closed_corners[key]
        found.append(corners)
    return found


def _closed(
    screens: Screens, corners: tuple[Corner, ...], apart: tuple[str, ...], height: float
) -> tuple[Corner, ...]:
    """Return the corners of a space, those cut off in which bodies meet and close the point."""
    closing = []
    for corner in corners:
        counting = screens.counting(corner.exact, apart, height)
        closing.append(screens.closing(corner.exact, counting) if counting else ())
    if not any(closing):
        return corners
    return tuple(
        replace(corner, cut_off_by=(*corner.cut_off_by, *bodies)) if bodies else corner
        for corner, bodies in zip(corners, closing, strict=True)
    )


def _make_corners(screens: Screens, keys: Sequence[tuple[Cell, float]]) -> None:
    """Remember the corners of cells at a height in feet, cut off by walls alone so far."""
    grid = screens.grid
    rays = np.array(
        [
            (*grid.lattice_center(cell), *inset)
            for cell, _ in keys
            for inset in grid.lattice_corners(cell, inset=True)
        ],
        dtype=np.int64,
    ).reshape(-1, 4)
    met = screens.walls.met(rays).reshape(len(keys), -1).tolist()
    for (cell, height), met_there in zip(keys, met, strict=True):
        center = grid.lattice_center(cell)
        exact = grid.lattice_corners(cell)
        insets = grid.lattice_corners(cell, inset=True)
        screens.corners_behind_walls[cell, height] = tuple(
            Corner(
                cell, place, inset, walls_between(screens, center, inset, height) if is_met else ()
            )
            for place, inset, is_met in zip(exact, insets, met_there, strict=True)
        )


def walls_between(
    screens: Screens, start: LatticePoint, end: LatticePoint, height: float
) -> tuple[Screen, ...]:
    """Return the walls and shut doors that meet a short segment, those left out that lie lower."""
    box = (
        min(start[0], end[0]),
        min(start[1], end[1]),
        max(start[0], end[0]),
        max(start[1], end[1]),
    )
    return tuple(
        screens.of_walls[i]
        for i in screens.walls.near(box).tolist()
        if not screens.of_walls[i].is_below(height)
        and segments_meet(start, end, *screens.wall_ends(i))
    )
