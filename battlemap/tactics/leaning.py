"""Leaning out: an attacker's rays may start just beyond its own corners, past a wall's end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.footprint import border_steps
from battlemap.tactics.corners import Corner, walls_between

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.geometry.cell import Cell, LatticePoint
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
    found: list[Corner] = []
    for place in dict.fromkeys(corner.exact for corner in corners):
        around = _around(grid, own, place)
        known = [corner.cell for corner in corners if corner.exact == place]
        for cell in known:
            for step in border_steps(grid):
                other = cell.plus(step)
                if (
                    other in around
                    and other not in known
                    and not walls_between(screens, around[cell], around[other], height)
                ):
                    known.append(other)
                    if other not in own:
                        found.append(Corner(other, place, around[other]))
    return found


def _around(grid: Grid, own: Sequence[Cell], place: LatticePoint) -> dict[Cell, LatticePoint]:
    """Return the cells that meet in a corner of *own*, each with its own inset corner there."""
    found: dict[Cell, LatticePoint] = {}
    for start in own:
        if place in grid.lattice_corners(start):
            for cell in (start, *(start.plus(step) for step in grid.directions)):
                exact = grid.lattice_corners(cell)
                if place in exact:
                    found[cell] = grid.lattice_corners(cell, inset=True)[exact.index(place)]
    return found
