"""Map units to scene units and back, and the outlines of cells as painter paths."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.footprint import border_steps, outline_edges
from battlemap.geometry.grid import GridKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from battlemap.geometry.grid import Grid

SCENE_SCALE = 100.0
"""Scene units in one map unit (one cell)."""

CELL_AT_100 = 60.0
"""Logical pixels of a cell at 100 % zoom."""

SHEET_PIXEL = SCENE_SCALE / CELL_AT_100
"""Scene units in one logical pixel at 100 % zoom; what drawings are measured in."""


def to_scene(point: tuple[float, float]) -> QPointF:
    """Return the place in the scene of a point of the map."""
    return QPointF(point[0] * SCENE_SCALE, point[1] * SCENE_SCALE)


def to_map(point: QPointF) -> Point:
    """Return the point of the map of a place in the scene."""
    return Point(point.x() / SCENE_SCALE, point.y() / SCENE_SCALE)


def map_rect(grid: Grid) -> QRectF:
    """Return the bounding box of the map in scene units."""
    return QRectF(0, 0, grid.width * SCENE_SCALE, grid.height * SCENE_SCALE)


@lru_cache(maxsize=64)
def corner_offsets(grid: Grid) -> tuple[tuple[float, float], ...]:
    """Return the corners of any cell from its center, in cells, clockwise."""
    zero = grid.from_offset(0, 0)
    center = grid.center(zero)
    return tuple((corner.x - center.x, corner.y - center.y) for corner in grid.corners(zero))


def cell_polygon(grid: Grid, cell: Cell) -> QPolygonF:
    """Return the outline of *cell* in scene units."""
    x, y = grid.center(cell)
    s = SCENE_SCALE
    return QPolygonF([QPointF((x + dx) * s, (y + dy) * s) for dx, dy in corner_offsets(grid)])


def cell_loops(grid: Grid, cells: Iterable[Cell]) -> list[list[Point]]:
    """Return the borders of a set of cells as closed loops of map points, the cells on their right.

    Straight runs of borders are one edge. Where two regions touch in a corner only, their loops
    stay apart.
    """
    return _loops(grid, frozenset(cells))


@lru_cache(maxsize=256)
def _loops(grid: Grid, cells: frozenset[Cell]) -> list[list[Point]]:
    return _chained(grid, outline_edges(grid, cells))


@lru_cache(maxsize=8)
def map_path(grid: Grid) -> QPainterPath:
    """Return the outline of all cells of the map in scene units; don't change it."""
    if grid.kind is GridKind.SQUARE:
        whole = QPainterPath()
        whole.addRect(map_rect(grid))
        return whole
    rim = {
        grid.from_offset(column, row)
        for column in range(grid.columns)
        for row in (range(grid.rows) if column in (0, grid.columns - 1) else (0, grid.rows - 1))
    }
    edges = [
        (cell, index)
        for cell in rim
        for index, step in enumerate(border_steps(grid))
        if cell.plus(step) not in grid
    ]
    path = QPainterPath()
    for loop in _chained(grid, edges):
        path.addPolygon(QPolygonF([to_scene(point) for point in loop]))
        path.closeSubpath()
    return path


def _chained(grid: Grid, borders: list[tuple[Cell, int]]) -> list[list[Point]]:
    """Return borders, each as (cell, index of its first corner), as closed loops."""
    following: dict[tuple[int, int], list[tuple[tuple[int, int], Point, Point]]] = {}
    offsets = corner_offsets(grid)
    edges = []
    ends = tuple(zip(offsets, (*offsets[1:], offsets[0]), strict=True))
    for cell, index in borders:
        x, y = grid.center(cell)
        (ax, ay), (bx, by) = ends[index]
        a, b = Point(x + ax, y + ay), Point(x + bx, y + by)
        key, edge = _key(a), (_key(b), a, b)
        edges.append((key, edge))
        following.setdefault(key, []).append(edge)
    loops = []
    for key, edge in edges:
        if edge not in following.get(key, ()):
            continue
        following[key].remove(edge)
        loop = [edge[1]]
        end, previous, point = edge[0], edge[1], edge[2]
        while end != key:
            turns = following[end]
            # The sharpest turn to the right keeps regions apart that touch in a corner.
            chosen = turns[0]
            if len(turns) > 1:
                chosen = max(turns, key=lambda turn: _turn(previous, point, turn[2]))
            turns.remove(chosen)
            loop.append(point)
            end, previous, point = chosen[0], point, chosen[2]
        loops.append(_straightened(loop))
    return loops


def _key(point: Point) -> tuple[int, int]:
    return round(point.x * 1000), round(point.y * 1000)


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)


def _straightened(loop: list[Point]) -> list[Point]:
    count = len(loop)
    return [
        point
        for i, point in enumerate(loop)
        if abs(_turn(loop[i - 1], point, loop[(i + 1) % count])) > 1e-6
    ]


def cells_path(grid: Grid, cells: Iterable[Cell], inset: float = 0.0) -> QPainterPath:
    """Return the outline of a set of cells in scene units, holes included.

    Parameters
    ----------
    inset
        Scene units by which the outline is moved inward.
    """
    path, region = QPainterPath(), frozenset(cells)
    if len(region) == 1 and grid.kind is GridKind.SQUARE:
        # Many a map has hundreds of them.
        (cell,) = region
        x, y = grid.center(cell)
        corner, side = inset - SCENE_SCALE / 2, SCENE_SCALE - 2 * inset
        path.addRect(x * SCENE_SCALE + corner, y * SCENE_SCALE + corner, side, side)
        return path
    for loop in cell_loops(grid, region):
        points = _inset(loop, inset / SCENE_SCALE) if inset else loop
        path.addPolygon(QPolygonF([to_scene(point) for point in points]))
        path.closeSubpath()
    return path


def _inset(loop: list[Point], distance: float) -> list[Point]:
    # Each corner moves along the bisector of its two edges' normals (the inside is on the right).
    count = len(loop)
    moved = []
    for i, point in enumerate(loop):
        ax, ay = _normal(loop[i - 1], point)
        bx, by = _normal(point, loop[(i + 1) % count])
        scale = distance / max(0.2, 1 + ax * bx + ay * by)
        moved.append(Point(point.x + (ax + bx) * scale, point.y + (ay + by) * scale))
    return moved


def _normal(a: Point, b: Point) -> tuple[float, float]:
    dx, dy = b.x - a.x, b.y - a.y
    length = (dx * dx + dy * dy) ** 0.5
    return -dy / length, dx / length


def polygon_center(points: QPolygonF) -> QPointF:
    """Return the mean of a polygon's corners."""
    count = max(1, points.size())
    return QPointF(sum(p.x() for p in points) / count, sum(p.y() for p in points) / count)


def offsets_in(grid: Grid, rect: QRectF) -> tuple[int, int, int, int]:
    """Return the columns and rows whose cells may show in *rect*: (first, last + 1) of each."""
    column_step, row_step = _steps(grid)
    x, y = rect.left() / SCENE_SCALE, rect.top() / SCENE_SCALE
    right, bottom = rect.right() / SCENE_SCALE, rect.bottom() / SCENE_SCALE
    return (
        max(0, floor(x / column_step) - 1),
        min(grid.columns, ceil(right / column_step) + 1),
        max(0, floor(y / row_step) - 1),
        min(grid.rows, ceil(bottom / row_step) + 1),
    )


def cells_in(grid: Grid, rect: QRectF) -> Iterator[Cell]:
    """Yield the cells of the map that may show in *rect*, row by row."""
    left, right, top, bottom = offsets_in(grid, rect)
    for row in range(top, bottom):
        for column in range(left, right):
            yield grid.from_offset(column, row)


def _steps(grid: Grid) -> tuple[float, float]:
    origin = grid.center(grid.from_offset(0, 0))
    across = grid.center(grid.from_offset(2, 0))
    down = grid.center(grid.from_offset(0, 2))
    return (across.x - origin.x) / 2, (down.y - origin.y) / 2
