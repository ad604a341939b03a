"""The cells in reach, tinted by the odds of the chosen attack from there, with the percentage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt

from battlemap.session.best_position import rank
from battlemap.ui.overlays.boxes import Boxes
from battlemap.ui.overlays.overlay import Z_NUMBER, Overlay
from battlemap.ui.scene.coordinates import SCENE_SCALE, cells_path, to_scene
from battlemap.ui.scene.sheet import SMALL_CELL
from battlemap.ui.scene.strokes import plate, plate_width
from battlemap.ui.theme import pen, tint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter, QPainterPath

    from battlemap.geometry.grid import Grid
    from battlemap.session.best_position import Position
    from battlemap.ui.theme import Theme

STEPS = (0.08, 0.16, 0.24, 0.32, 0.40)
"""Alpha of the tint, from no chance to certain."""


_HEIGHT, _PADDING = 16.0, 4.0
"""Of a percentage's plate, in pixels."""
_NARROW = 48.0
"""Below so many pixels a cell "92 % !" would reach into the next cell."""
_SHIFTS = (0.0, 0.28, -0.28)
"""Where a percentage may stand, in cells below the middle: the first that no name lies on."""


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


def short_words(words: str, cell_px: float) -> str:
    """Return a label as it fits into a cell of so many pixels: small cells leave out the sign.

    Examples
    --------
    >>> short_words("62 % !!", 60.0), short_words("62 % !!", 40.0)
    ('62 % !!', '62!!')
    """
    return words if cell_px >= _NARROW else words.replace(" %", "").replace(" ", "")


class BestOverlay(Overlay):
    """The best positions; the best of all has a frame."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_NUMBER - 1)
        self.positions: tuple[Position, ...] = ()
        self._tints: list[tuple[QPainterPath, float]] = []
        self._labels: list[tuple[QPointF, str, bool]] = []
        self._frame: QPainterPath | None = None
        self._placed_for: object = None
        self._boxes: list[QRectF] = []

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

    def boxes(self) -> list[QRectF]:
        """Return where the percentages stand, in scene units: clear of names and tokens."""
        if self.cell_px < SMALL_CELL or not self._labels:
            return []
        scene = self.scene()
        key = (self.positions, self.unit, getattr(scene, "revision", 0))
        if key != self._placed_for:
            self._placed_for = key
            crowd = getattr(scene, "crowd", None)
            self._boxes = self._place(Boxes(crowd() if crowd is not None else ()))
        return self._boxes

    def boxes_in_cells(self) -> list[QRectF]:
        """Return where the percentages stand as long as nothing is in their way."""
        if self.cell_px < SMALL_CELL:
            return []
        return [
            self._box(place, words, 0.0, is_best=is_best) for place, words, is_best in self._labels
        ]

    def _place(self, crowd: Boxes) -> list[QRectF]:
        rows = [
            [
                self._box(place, words, shift, is_best=is_best)
                for place, words, is_best in self._labels
            ]
            for shift in _SHIFTS
        ]
        covered = [crowd.covered(Boxes(row)) for row in rows]
        return [
            rows[min(range(len(_SHIFTS)), key=lambda row: covered[row][index])][index]
            for index in range(len(self._labels))
        ]

    def _box(self, place: QPointF, words: str, shift: float, *, is_best: bool) -> QRectF:
        words = short_words(words, self.cell_px)
        half = plate_width(words, weight=_weight(is_best=is_best), padding=_PADDING) / 2 * self.unit
        tall = _HEIGHT / 2 * self.unit
        middle = place.y() + shift * SCENE_SCALE
        return QRectF(place.x() - half, middle - tall, 2 * half, 2 * tall)

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
        for box, (place, words, is_best) in zip(self.boxes(), self._labels, strict=True):
            if room.contains(place):
                plate(
                    painter,
                    box.center(),
                    short_words(words, self.cell_px),
                    self.unit,
                    ink=color,
                    fill=self.theme.plate,
                    edge=color if is_best else self.theme.line,
                    weight=_weight(is_best=is_best),
                    height=_HEIGHT,
                    padding=_PADDING,
                    alpha=0.94,
                )


def _weight(*, is_best: bool) -> int:
    return 700 if is_best else 600
