"""The cells in reach, tinted by the odds of the chosen attack from there, with the percentage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt

from battlemap.session.best_position import rank
from battlemap.ui.overlays.overlay import Z_NUMBER, Overlay
from battlemap.ui.scene.coordinates import SCENE_SCALE, cells_path, to_scene
from battlemap.ui.scene.sheet import SMALL_CELL
from battlemap.ui.scene.strokes import plate
from battlemap.ui.theme import pen, tint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter, QPainterPath

    from battlemap.geometry.grid import Grid
    from battlemap.session.best_position import Position
    from battlemap.ui.theme import Theme

STEPS = (0.08, 0.16, 0.24, 0.32, 0.40)
"""Alpha of the tint, from no chance to certain."""


def step_of(hit: float) -> int:
    """Return which of the five tints a chance gets.

    Examples
    --------
    >>> step_of(0.0), step_of(0.2), step_of(0.55), step_of(1.0)
    (0, 1, 2, 4)
    """
    return min(len(STEPS) - 1, int(hit * len(STEPS)))


def words_of(position: Position) -> str:
    """Return a cell's label: the chance, and a sign for each reaction on the way.

    Examples
    --------
    >>> from battlemap.geometry.cell import Cell
    >>> from battlemap.session.best_position import Position
    >>> words_of(Position(Cell(0, 0), 0.0, 0.625, 1.0, 2, 10)), words_of(
    ...     Position(Cell(0, 0), 0.0, 0.004, 0.0, 0, 10)
    ... )
    ('62 % !!', '<1 %')
    """
    percent = "<1 %" if 0 < position.hit < 0.005 else f"{position.hit * 100:.0f} %"
    warning = "!" * min(position.triggers, 3)
    return f"{percent} {warning}".strip()


class BestOverlay(Overlay):
    """The best positions; the best of all has a frame."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_NUMBER - 1)
        self.positions: tuple[Position, ...] = ()
        self._tints: list[tuple[QPainterPath, float]] = []
        self._labels: list[tuple[QPointF, str, bool]] = []
        self._frame: QPainterPath | None = None

    def show_positions(self, grid: Grid, positions: Sequence[Position]) -> None:
        """Show these positions; none: nothing."""
        self.positions = tuple(positions)
        if not positions:
            self.clear()
            return
        by_step: dict[int, list[Position]] = {}
        for position in positions:
            by_step.setdefault(step_of(position.hit), []).append(position)
        self._tints = [
            (cells_path(grid, [p.cell for p in found]), STEPS[step])
            for step, found in by_step.items()
        ]
        best = min(positions, key=rank)
        self._frame = cells_path(grid, [best.cell])
        self._labels = [
            (to_scene(grid.center(p.cell)), words_of(p), p.cell == best.cell) for p in positions
        ]
        box = QRectF()
        for path, _ in self._tints:
            box = box.united(path.boundingRect())
        self.present(box)

    def clear(self) -> None:
        """Show nothing."""
        self.positions = ()
        self._tints, self._labels, self._frame = [], [], None
        super().clear()

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw tints, the frame of the best cell, then the percentages."""
        color = self.theme.range
        for path, alpha in self._tints:
            painter.fillPath(path, tint(color, alpha))
        if self._frame is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(pen(color, 3 * self.unit))
            painter.drawPath(self._frame)
        if self.cell_px < SMALL_CELL:
            return
        room = exposed.adjusted(-SCENE_SCALE, -SCENE_SCALE, SCENE_SCALE, SCENE_SCALE)
        for place, words, is_best in self._labels:
            if room.contains(place):
                plate(
                    painter,
                    place,
                    words,
                    self.unit,
                    ink=color,
                    fill=self.theme.plate,
                    edge=color if is_best else self.theme.line,
                    weight=700 if is_best else 600,
                    height=16,
                    padding=4,
                    alpha=0.94,
                )
