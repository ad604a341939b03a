"""The cells that a token can reach, by action, with the action's number on the edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt

from battlemap.geometry.footprint import border_steps, footprint, outline_edges
from battlemap.ui.overlays.boxes import Boxes
from battlemap.ui.overlays.overlay import Z_NUMBER, Z_RANGE, Overlay
from battlemap.ui.scene.coordinates import cells_path, to_scene
from battlemap.ui.scene.sheet import SMALL_CELL
from battlemap.ui.scene.strokes import plate
from battlemap.ui.theme import pen, tint

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter, QPainterPath

    from battlemap.geometry.cell import Cell, Point
    from battlemap.geometry.grid import Grid
    from battlemap.model.token import Token
    from battlemap.tactics.movement import Mover
    from battlemap.ui.theme import Theme

_ALPHAS = (0.17, 0.09, 0.03)
_EDGES: tuple[tuple[float, tuple[float, ...]], ...] = ((2.0, ()), (1.8, (9, 6)), (1.6, (2, 5)))
"""Width and dashes by action; those after the third look like the third."""


@dataclass(frozen=True)
class _Band:
    """The cells that need just this many actions."""

    actions: int
    area: QPainterPath
    edges: tuple[QLineF, ...]
    """Borders between what is reached with at most so many actions and the rest."""
    place: QPointF | None
    """Where the number stands."""


class RangeOverlay(Overlay):
    """The reachable cells, tinted by the number of actions that they cost."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_RANGE, is_kept=True)
        self.bands: tuple[_Band, ...] = ()

    def show_range(
        self,
        grid: Grid,
        token: Token,
        costs: Mapping[Cell, int],
        mover: Mover,
        walls: Sequence[tuple[Point, Point]] = (),
        crowd: Sequence[QRectF] = (),
    ) -> None:
        """Show the cells that *token* covers when it ends anywhere in *costs*.

        Parameters
        ----------
        walls
            Along these no edge is drawn: they say it already.
        crowd
            Boxes in scene units that the numbers keep clear of.
        """
        reached: dict[Cell, int] = {}
        for anchor, cost in costs.items():
            needed = max(1, mover.actions_for(cost))
            for cell in footprint(grid, anchor, token.size, token.turned):
                reached[cell] = min(needed, reached.get(cell, needed))
        last = max(reached.values(), default=0)
        start = grid.center(token.at)
        boxes, segments = Boxes(crowd), np.array(walls, dtype=float).reshape(-1, 2, 2)
        self.bands = tuple(
            _band(grid, reached, actions, last, start, segments, boxes)
            for actions in range(1, last + 1)
        )
        box = QRectF()
        for band in self.bands:
            box = box.united(band.area.boundingRect())
        self.present(box)

    def clear(self) -> None:
        """Show no range."""
        self.bands = ()
        super().clear()

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw tints first, then edges."""
        del exposed
        color = self.theme.range
        for band in self.bands:
            painter.fillPath(band.area, tint(color, _ALPHAS[min(band.actions, 3) - 1]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for band in self.bands:
            width, dashes = _EDGES[min(band.actions, 3) - 1]
            painter.setPen(
                pen(color, width * self.unit, [d * self.unit for d in dashes], alpha=0.95)
            )
            painter.drawLines(list(band.edges))


class RangeNumbers(Overlay):
    """The numbers of the actions on the edges; over walls and threats, so that they can be read."""

    def __init__(self, theme: Theme, of: RangeOverlay) -> None:
        super().__init__(theme, Z_NUMBER, is_kept=True)
        self._of = of

    def follow(self) -> None:
        """Show the numbers of the range as it is now."""
        box = QRectF()
        for band in self._of.bands:
            box = box.united(band.area.boundingRect())
        self.present(box)

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw one plate for each action."""
        del exposed
        if self.cell_px < SMALL_CELL:
            return
        color = self.theme.range
        for band in self._of.bands:
            if band.place is not None:
                plate(
                    painter,
                    band.place,
                    str(band.actions),
                    self.unit,
                    ink=color,
                    fill=self.theme.plate,
                    edge=color,
                    weight=700,
                    height=18,
                    padding=4,
                    alpha=1.0,
                )


_ISLAND = 4
"""Unreachable cells enclosed in the range, up to so many, have no edge: a pillar, a token."""


def _band(
    grid: Grid,
    reached: Mapping[Cell, int],
    actions: int,
    last: int,
    start: tuple[float, float],
    walls: NDArray[np.float64],
    crowd: Boxes,
) -> _Band:
    inner = {cell for cell, needed in reached.items() if needed <= actions}
    edges: list[tuple[Point, Point]] = []
    islands: dict[Cell, bool] = {}
    for cell, index in outline_edges(grid, inner):
        other = cell.plus(border_steps(grid)[index])
        # An edge against a wall or pillar says nothing; only where the range itself ends.
        if other not in grid or (actions < last and other not in reached):
            continue
        if actions == last and _is_island(grid, inner, other, islands):
            continue
        corners = grid.corners(cell)
        edges.append((corners[index], corners[(index + 1) % len(corners)]))
    edges = _away_from(edges, walls)
    own = [cell for cell, needed in reached.items() if needed == actions]
    lines = tuple(QLineF(to_scene(a), to_scene(b)) for a, b in edges)
    return _Band(actions, cells_path(grid, own), lines, _number_place(edges, start, crowd))


def _is_island(grid: Grid, inner: set[Cell], cell: Cell, known: dict[Cell, bool]) -> bool:
    """Tell whether *cell* belongs to a few cells that the range encloses."""
    if cell not in known:
        found, edge = {cell}, [cell]
        while edge and len(found) <= _ISLAND:
            here = edge.pop()
            for other in (here.plus(step) for step in border_steps(grid)):
                if other not in inner and other not in found and other in grid:
                    found.add(other)
                    edge.append(other)
        is_island = len(found) <= _ISLAND
        known.update(dict.fromkeys(found, is_island))
    return known[cell]


def _away_from(
    edges: list[tuple[Point, Point]], walls: NDArray[np.float64]
) -> list[tuple[Point, Point]]:
    """Return the edges that no wall runs along: [wall, end, (x, y)]."""
    if not edges or not len(walls):
        return edges
    middles = np.array([((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in edges])[:, None, :]
    # Walls elsewhere on the map are left out before every edge is held against every wall.
    low, high = middles.min(axis=(0, 1)) - 0.2, middles.max(axis=(0, 1)) + 0.2
    ends = walls[((walls.max(axis=1) >= low) & (walls.min(axis=1) <= high)).all(axis=1)]
    if not len(ends):
        return edges
    starts, along = ends[None, :, 0, :], (ends[:, 1] - ends[:, 0])[None, :, :]
    length = np.maximum((along**2).sum(-1), 1e-9)
    share = np.clip(((middles - starts) * along).sum(-1) / length, 0, 1)
    away = np.linalg.norm(middles - starts - share[..., None] * along, axis=-1).min(axis=1)
    return [edge for edge, distance in zip(edges, away, strict=True) if distance > 0.15]


def _number_place(
    edges: list[tuple[Point, Point]], start: tuple[float, float], crowd: Boxes
) -> QPointF | None:
    """Return where the number stands: upright edges first, right of the token, nothing under it."""
    if not edges:
        return None
    middles = [to_scene(((a.x + b.x) / 2, (a.y + b.y) / 2)) for a, b in edges]
    places = np.array([(place.x(), place.y()) for place in middles])
    hides = Boxes.of_sides(np.hstack((places - 20, places + 20))).meets(crowd).any(axis=1)
    best: tuple[float, QPointF] | None = None
    for (a, b), middle, hides_some in zip(edges, middles, hides.tolist(), strict=True):
        if hides_some:
            continue
        rank = abs((a.y + b.y) / 2 - start[1] + 3) - 0.6 * (a.x + b.x) / 2
        rank += 8.0 * (abs(b.y - a.y) < 0.3)
        if best is None or rank < best[0]:
            best = rank, middle
    return best[1] if best is not None else None
