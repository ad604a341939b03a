"""What every drawing of the map is told: where it draws, how large, and in which colors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlemap.ui.scene.coordinates import SCENE_SCALE, SHEET_PIXEL
from battlemap.ui.theme import LIGHT, Theme

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter

INK_SAVER = replace(
    LIGHT,
    name="ink saver",
    paper="#FFFFFF",
    void="#FFFFFF",
    void_line="#FFFFFF",
    grid="#BDBDBD",
    wall="#FFFFFF",
    wall_edge="#101010",
    wall_shine="#8A8A8A",
    door="#FFFFFF",
    door_shine="#101010",
    knob="#FFFFFF",
    prop="#FFFFFF",
    prop_line="#101010",
    difficult_sign="#6E6E6E",
    hazard_sign="#101010",
    obscured_sign="#8A8A8A",
    impassable_sign="#6E6E6E",
    water_sign="#8A8A8A",
    contour="#101010",
)
"""White paper, outlines and signs only."""


@dataclass(frozen=True)
class Sheet:
    """A painter in scene units and what the drawings need to know about it.

    Parameters
    ----------
    painter
        Draws in scene units: 100 to a cell.
    theme
        The colors.
    rect
        The part that is to be drawn, in scene units.
    unit
        Scene units in one pixel of type: labels keep their size on the screen.
    ink_saver
        Outlines and signs instead of filled surfaces.
    """

    painter: QPainter
    theme: Theme
    rect: QRectF
    unit: float = SHEET_PIXEL
    ink_saver: bool = False

    @property
    def cell_px(self) -> float:
        """Pixels of type in the width of a cell; below 24 only the most important signs stay."""
        return SCENE_SCALE / self.unit

    @property
    def is_small(self) -> bool:
        """Whether cells are so small that only sides, arrows and triggers stay."""
        return self.cell_px < SMALL_CELL


SMALL_CELL = 24.0
"""Cells of fewer pixels show no labels, badges or patterns."""
