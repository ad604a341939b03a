"""The cells of a reach pattern on a grid, before walls: around, as it is measured, or ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import HUNDRED, DiagonalMetric, GridKind
from battlemap.tactics.reach import Ahead, Around, ReachMeasure

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from battlemap.geometry.grid import Grid


def pattern_cells(
    grid: Grid,
    space: Sequence[Cell],
    facing: float,
    pattern: Around | Ahead,
    metric: DiagonalMetric = DiagonalMetric.EQUAL,
) -> dict[Cell, list[Cell]]:
    """Return the cells of a pattern with the own cells from which each is reached; no walls yet.

    Around: every cell within so many steps of any own cell, and no nearer to the space than the
    minimum, as the pattern measures; *metric* is for the measure that counts diagonals. Ahead: from
    each front cell (an own cell whose neighbor ahead is not its own) the three cells ahead, and the
    same three moved ahead step by step (ShadowRealms, section 7).
    """
    own = set(space)
    found: dict[Cell, list[Cell]] = {}
    if isinstance(pattern, Around):
        # No two cells of the map are farther apart than this.
        radius = min(pattern.cells, grid.columns + grid.rows)
        for start in space:
            for cell in grid.disc(start, radius):
                if cell not in own and cell in grid:
                    found.setdefault(cell, []).append(start)
        if pattern.measure is not ReachMeasure.NEAREST:
            found = _measured(grid, space, found, (pattern.measure, radius, metric))
        if pattern.minimum > 1:
            short = (pattern.measure, min(radius, pattern.minimum - 1), metric)
            nearer = _measured(grid, space, found, short)
            found = {cell: starts for cell, starts in found.items() if cell not in nearer}
        return found
    assert isinstance(pattern, Ahead)  # the two patterns there are
    index = grid.facing_index(facing)
    count = len(grid.directions)
    ahead = grid.directions[index]
    fan = (grid.directions[index - 1], ahead, grid.directions[(index + 1) % count])
    for start in space:
        if start.plus(ahead) in own:
            continue
        for row in range(pattern.rows):
            moved = start.plus((ahead[0] * row, ahead[1] * row))
            for step in fan:
                cell = moved.plus(step)
                if cell not in own and cell in grid:
                    found.setdefault(cell, []).append(start)
    return found


def _measured(
    grid: Grid,
    space: Sequence[Cell],
    found: Mapping[Cell, list[Cell]],
    how: tuple[ReachMeasure, int, DiagonalMetric],
) -> dict[Cell, list[Cell]]:
    """Return those of *found* that are within a radius, with the own cells that reach them so."""
    measure, radius, metric = how
    if measure is ReachMeasure.CENTER:
        near = _near_center(grid, space, radius)
        return {
            cell: starts
            for cell, starts in found.items()
            if near(cell) or min(grid.steps(cell, start) for start in space) <= 1
        }
    within: dict[Cell, list[Cell]] = {}
    for cell, starts in found.items():
        reaching = [s for s in starts if _is_near(grid, s, cell, measure, radius, metric)]
        if reaching:
            within[cell] = reaching
    return within


def _is_near(
    grid: Grid,
    start: Cell,
    cell: Cell,
    measure: ReachMeasure,
    radius: int,
    metric: DiagonalMetric,
) -> bool:
    if measure is ReachMeasure.DIAGONALS:
        return grid.distance(start, cell, metric) <= HUNDRED * radius
    if grid.steps(start, cell) > radius:
        return False
    if measure is ReachMeasure.OUTLINE and grid.kind is GridKind.SQUARE:
        # In halves of a cell from the border; a hex's disc of steps lies in the circle wholly.
        dx, dy = (max(0, 2 * abs(a - b) - 1) for a, b in zip(start, cell, strict=True))
        return dx * dx + dy * dy <= 4 * radius * radius
    return True


def _near_center(grid: Grid, space: Sequence[Cell], radius: int) -> Callable[[Cell], bool]:
    """Return what tells whether a cell's center is within *radius* of the center of a space."""
    count = len(space)
    own = [grid.lattice_center(cell) for cell in space]
    x0, y0 = sum(p[0] for p in own), sum(p[1] for p in own)
    origin, beside = (grid.lattice_center(Cell(q, 0)) for q in (0, 1))
    most = (count * radius * (beside[0] - origin[0])) ** 2

    def near(cell: Cell) -> bool:
        x, y = grid.lattice_center(cell)
        return grid.lattice_norm(count * x - x0, count * y - y0) <= most

    return near
