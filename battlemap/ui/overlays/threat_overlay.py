"""Threatened cells: hatched where the question touches them, a thin dotted edge elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

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


_Edge: TypeAlias = "tuple[str, frozenset[Cell]]"
"""Whose edge, ``MINE`` or ``THEIRS``, around which cells."""


class FaintThreats(Overlay):
    """The dotted edges of zones; kept as a picture, since a drag wakes only a few of many."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_THREAT - 1, margin=6, is_kept=True)
        self.paths: dict[_Edge, QPainterPath] = {}

    def show_paths(self, paths: dict[_Edge, QPainterPath]) -> None:
        """Show the edges of these zones."""
        if paths.keys() == self.paths.keys() and self.isVisible():
            return
        self.paths = paths
        self.present(_around(paths.values()))

    def clear(self) -> None:
        """Show no edges."""
        self.paths = {}
        super().clear()

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw the edges, each as thin as it was alone."""
        unit = self.unit
        room = 3 * unit  # for half a stroke
        painter.setBrush(Qt.BrushStyle.NoBrush)
        near = exposed.adjusted(-room, -room, room, room)
        for (kind, _), path in self.paths.items():
            if path.boundingRect().intersects(near):
                color = self.theme.party if kind == MINE else self.theme.foe
                painter.setPen(pen(color, 1.5 * unit, (3 * unit, 4 * unit), alpha=0.8))
                painter.drawPath(path)


class ThreatOverlay(Overlay):
    """The zones of several tokens: the hatched ones; the others' edges are in ``faint``."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_THREAT, margin=6)
        self.zones: tuple[Zone, ...] = ()
        self.faint = FaintThreats(theme)
        self._paths: list[tuple[Zone, QPainterPath]] = []
        self._known: dict[frozenset[Cell], QPainterPath] = {}
        self._edged: tuple[tuple[str, frozenset[Cell], bool], ...] = ()
        self._whole = QRectF()
        self._grid: Grid | None = None

    def show_zones(self, grid: Grid, zones: Iterable[Zone]) -> None:
        """Show these zones."""
        found = tuple(zone for zone in zones if zone.cells)
        if found == self.zones and grid is self._grid:
            return
        if grid is not self._grid:
            self._known, self._edged = {}, ()
        self.zones, self._grid = found, grid
        # A hatched zone of a foe keeps its dots: its own edge runs over them, and hides them.
        edged = tuple(
            (zone.kind, zone.cells, zone.kind == THEIRS or not zone.is_full) for zone in found
        )
        # In a drag most zones are those of the cell before.
        if edged != self._edged or not self.isVisible():
            known, self._edged = self._known, edged
            self._known = {
                cells: known.get(cells) or cells_path(grid, cells, inset=1.5)
                for _, cells, _ in edged
            }
            self._whole = _around(self._known.values())
            self.faint.show_paths(
                {(kind, cells): self._known[cells] for kind, cells, is_faint in edged if is_faint}
            )
        paths = self._known
        before = dict(self._paths)
        self._paths = [(zone, paths[zone.cells]) for zone in found if zone.is_full]
        # Where a drag wakes one zone after another, only those are drawn again.
        now = dict(self._paths)
        changed = [path for zone, path in before.items() if zone not in now]
        changed += [path for zone, path in self._paths if zone not in before]
        self.present(self._whole, [path.boundingRect() for path in changed])

    def clear(self) -> None:
        """Show no zones."""
        self.zones, self._paths = (), []
        self.faint.clear()
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
