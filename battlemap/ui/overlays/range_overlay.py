"""The cells that a token can reach, by action, with the action's number on the edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt

from battlemap.geometry.footprint import border_steps, footprint
from battlemap.ui.overlays.overlay import Z_RANGE, Overlay
from battlemap.ui.scene.coordinates import cells_path, to_scene
from battlemap.ui.scene.sheet import SMALL_CELL
from battlemap.ui.scene.strokes import plate
from battlemap.ui.theme import pen, tint

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QPainter, QPainterPath

    from battlemap.geometry.cell import Cell
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
        super().__init__(theme, Z_RANGE)
        self._bands: tuple[_Band, ...] = ()

    def show_range(self, grid: Grid, token: Token, costs: Mapping[Cell, int], mover: Mover) -> None:
        """Show the cells that *token* covers when it ends anywhere in *costs*."""
        reached: dict[Cell, int] = {}
        for anchor, cost in costs.items():
            needed = max(1, mover.actions_for(cost))
            for cell in footprint(grid, anchor, token.size, token.turned):
                reached[cell] = min(needed, reached.get(cell, needed))
        last = max(reached.values(), default=0)
        self._bands = tuple(
            _band(grid, reached, actions, last, grid.center(token.at))
            for actions in range(1, last + 1)
        )
        box = QRectF()
        for band in self._bands:
            box = box.united(band.area.boundingRect())
        self.present(box)

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw tints first, then edges, then numbers."""
        del exposed
        color = self.theme.range
        for band in self._bands:
            painter.fillPath(band.area, tint(color, _ALPHAS[min(band.actions, 3) - 1]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for band in self._bands:
            width, dashes = _EDGES[min(band.actions, 3) - 1]
            painter.setPen(
                pen(color, width * self.unit, [d * self.unit for d in dashes], alpha=0.95)
            )
            painter.drawLines(list(band.edges))
        if self.cell_px < SMALL_CELL:
            return
        for band in self._bands:
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


def _band(
    grid: Grid, reached: Mapping[Cell, int], actions: int, last: int, start: tuple[float, float]
) -> _Band:
    inner = {cell for cell, needed in reached.items() if needed <= actions}
    edges = []
    best: tuple[float, float] | None = None
    place: QPointF | None = None
    for cell in inner:
        corners = grid.corners(cell)
        for index, step in enumerate(border_steps(grid)):
            other = cell.plus(step)
            # An edge against a wall or pillar says nothing; only where the range itself ends.
            if other in inner or other not in grid or (actions < last and other not in reached):
                continue
            a, b = corners[index], corners[(index + 1) % len(corners)]
            edges.append(QLineF(to_scene(a), to_scene(b)))
            middle = ((a.x + b.x) / 2, (a.y + b.y) / 2)
            rank = (round(-middle[0], 2), abs(middle[1] - start[1] + 3))
            if abs(b.y - a.y) > 0.3 and (best is None or rank < best):
                best, place = rank, to_scene(middle)
    own = [cell for cell, needed in reached.items() if needed == actions]
    return _Band(actions, cells_path(grid, own), tuple(edges), place)
