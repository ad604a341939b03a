"""Threatened cells: hatched where the question touches them, a thin dotted edge elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt

from battlemap.ui.overlays.overlay import Z_THREAT, Overlay
from battlemap.ui.scene.coordinates import cells_path
from battlemap.ui.scene.sheet import SMALL_CELL
from battlemap.ui.scene.strokes import hatch
from battlemap.ui.theme import pen, tint

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QPainter, QPainterPath

    from battlemap.geometry.cell import Cell
    from battlemap.geometry.grid import Grid
    from battlemap.ui.theme import Theme

MINE, THEIRS = "mine", "theirs"


@dataclass(frozen=True)
class Zone:
    """The cells that one token threatens."""

    owner: str
    cells: frozenset[Cell]
    kind: str
    """``MINE`` or ``THEIRS``: as seen from the token in question."""
    is_full: bool
    """Hatched; else only a dotted edge."""


class ThreatOverlay(Overlay):
    """The zones of several tokens."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_THREAT, margin=6)
        self.zones: tuple[Zone, ...] = ()
        self._paths: list[tuple[Zone, QPainterPath]] = []
        self._grid: Grid | None = None

    def show_zones(self, grid: Grid, zones: Iterable[Zone]) -> None:
        """Show these zones."""
        found = tuple(zone for zone in zones if zone.cells)
        if found == self.zones and self.isVisible():
            return
        before, now = set(self.zones), set(found)
        known = {zone.cells: path for zone, path in self._paths} if grid is self._grid else {}
        gone = [path for zone, path in self._paths if zone not in now]
        self.zones, self._grid = found, grid
        # Faint ones first: a hatch is not crossed by another zone's dots.
        self._paths = [
            (zone, known.get(zone.cells) or cells_path(grid, zone.cells, inset=1.5))
            for zone in sorted(found, key=lambda zone: zone.is_full)
        ]
        # Where a drag wakes one zone after another, only those are drawn again.
        fresh = [path for zone, path in self._paths if zone not in before]
        changed = _around([*gone, *fresh])
        self.present(_around([path for _, path in self._paths]), changed)

    def clear(self) -> None:
        """Show no zones."""
        self.zones, self._paths = (), []
        super().clear()

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw tint, hatch and edge of each zone."""
        unit = self.unit
        room = 3 * unit  # for half a stroke
        for zone, path in self._paths:
            if not path.boundingRect().adjusted(-room, -room, room, room).intersects(exposed):
                continue
            mine = zone.kind == MINE
            color = self.theme.party if mine else self.theme.foe
            painter.setBrush(Qt.BrushStyle.NoBrush)
            if not zone.is_full:
                painter.setPen(pen(color, 1.5 * unit, (3 * unit, 4 * unit), alpha=0.8))
                painter.drawPath(path)
                continue
            painter.fillPath(path, tint(color, 0.10 if mine else 0.16))
            if self.cell_px >= SMALL_CELL:
                hatch(
                    painter,
                    path,
                    exposed,
                    -45 if mine else 45,
                    10 * unit,
                    color,
                    (1.8 if mine else 2.2) * unit,
                    alpha=0.5 if mine else 0.75,
                )
            painter.setPen(pen(color, (2.6 if mine else 2.4) * unit))
            painter.drawPath(path)


def _around(paths: Iterable[QPainterPath]) -> QRectF:
    """Return the box of all paths."""
    box = QRectF()
    for path in paths:
        box = box.united(path.boundingRect())
    return box
