"""Which way the arrow and numpad keys point on each grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from battlemap.geometry.grid import Grid, GridKind

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell

_ARROWS = {
    Qt.Key.Key_Up: 0.0,
    Qt.Key.Key_Right: 90.0,
    Qt.Key.Key_Down: 180.0,
    Qt.Key.Key_Left: 270.0,
}
_NUMPAD = {
    Qt.Key.Key_8: 0.0,
    Qt.Key.Key_9: 45.0,
    Qt.Key.Key_6: 90.0,
    Qt.Key.Key_3: 135.0,
    Qt.Key.Key_2: 180.0,
    Qt.Key.Key_1: 225.0,
    Qt.Key.Key_4: 270.0,
    Qt.Key.Key_7: 315.0,
    # The same keys without the number lock.
    Qt.Key.Key_Up: 0.0,
    Qt.Key.Key_PageUp: 45.0,
    Qt.Key.Key_Right: 90.0,
    Qt.Key.Key_PageDown: 135.0,
    Qt.Key.Key_Down: 180.0,
    Qt.Key.Key_End: 225.0,
    Qt.Key.Key_Left: 270.0,
    Qt.Key.Key_Home: 315.0,
}


def direction_of(key: int, *, keypad: bool) -> float | None:
    """Return the direction of a key in degrees clockwise from north, or None for other keys."""
    table = _NUMPAD if keypad else _ARROWS
    return table.get(Qt.Key(key))


def step_index(grid: Grid, degrees: float, at: Cell) -> int | None:
    """Return the index of the step that a key in direction *degrees* means.

    Where a hex grid has no such direction the two nearest take turns by row or column, so that a
    key held down leads straight on. The sideways keys 4 and 6 of a flat-top grid, and 2 and 8 of
    a pointy-top grid, are such keys.
    """
    facings = grid.facings
    exact = [index for index, facing in enumerate(facings) if abs(facing - degrees) < 1]
    if exact:
        return exact[0]
    if grid.kind is GridKind.SQUARE:
        return None
    away = [abs((facing - degrees + 180) % 360 - 180) for facing in facings]
    nearest = min(away)
    near = [index for index, value in enumerate(away) if value - nearest < 1]
    if len(near) == 1:
        return near[0]
    column, row = grid.offset(at)
    if grid.kind is GridKind.HEX_POINTY:
        # Odd rows stand half a cell right: from them one goes left, so that the column stays.
        wanted = -1 if row % 2 else 1
        return next((i for i in near if (facings[i] < 180) == (wanted > 0)), near[0])
    wanted_up = bool(column % 2)
    return next((i for i in near if _is_up(facings[i]) == wanted_up), near[0])


def _is_up(facing: float) -> bool:
    return facing < 90 or facing > 270
