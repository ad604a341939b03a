"""The map: grid, picture, ground and what stands on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.geometry.grid import DiagonalMetric, Grid, GridKind, make_grid
from battlemap.model.terrain import Layer, Terrain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.geometry.cell import Cell, Point
    from battlemap.model.obstacle import Obstacle


@dataclass(frozen=True)
class GridSpec:
    """What kind of grid the map has."""

    kind: GridKind = GridKind.SQUARE
    columns: int = 30
    rows: int = 20
    feet_per_cell: int = 5
    diagonals: DiagonalMetric | None = None
    """None: as the rule system counts them."""

    @property
    def grid(self) -> Grid:
        """The grid itself; the same object for the same spec."""
        return make_grid(self.kind, self.columns, self.rows)


@dataclass(frozen=True)
class Background:
    """The picture under the map.

    ``asset`` is a key of the document's assets (``sha256.ext``) or, in a bare map.json, a file
    name beside it. The picture's top-left corner lies at ``offset`` map units, and it is
    ``width`` by ``height`` map units large.
    """

    asset: str
    offset_x: float = 0.0
    offset_y: float = 0.0
    width: float = 0.0
    height: float = 0.0


@dataclass(frozen=True)
class Light:
    """A light source."""

    position: Point
    range_cells: float
    intensity: float = 1.0
    color: str = "#ffffff"
    shadows: bool = True
    """Whether walls stop it."""
    is_on: bool = True


@dataclass(frozen=True)
class Mark:
    """A note, drawing or area that the GM put on the map."""

    id: str
    kind: str
    points: tuple[Point, ...]
    text: str = ""
    gm_only: bool = False


def _nothing() -> Mapping[str, Obstacle]:
    return MappingProxyType({})


def _no_marks() -> Mapping[str, Mark]:
    return MappingProxyType({})


@dataclass(frozen=True)
class BattleMap:
    """Everything on the table but the tokens."""

    grid: GridSpec = GridSpec()
    name: str = ""
    background: Background | None = None
    terrain: Layer = None  # type: ignore[assignment]  # filled in below, from the grid's size
    """``Terrain`` flags of each cell."""
    elevation: Layer = None  # type: ignore[assignment]  # filled in below, from the grid's size
    """Height of the ground in feet."""
    obstacles: Mapping[str, Obstacle] = field(default_factory=_nothing)
    marks: Mapping[str, Mark] = field(default_factory=_no_marks)
    lights: tuple[Light, ...] = ()

    def __post_init__(self) -> None:
        for name in ("terrain", "elevation"):
            if getattr(self, name) is None:
                blank = Layer.blank(self.grid.columns, self.grid.rows)
                object.__setattr__(self, name, blank)

    def terrain_at(self, cell: Cell) -> Terrain:
        """Return what is on the ground of *cell*."""
        return Terrain(self.terrain.at(self.grid.grid, cell))

    def ground_feet(self, cell: Cell) -> int:
        """Return the height of the ground of *cell*; 0 off the map."""
        return self.elevation.at(self.grid.grid, cell)
