"""Outlines of many regions of cells at once, as arrays: a large map has thousands of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QByteArray, QDataStream
from PySide6.QtGui import QPainterPath
from scipy import ndimage

from battlemap.geometry.cell import Cell
from battlemap.geometry.footprint import border_steps
from battlemap.geometry.grid import GridKind
from battlemap.tactics.window import Window, layer_in
from battlemap.ui.scene.coordinates import SCENE_SCALE, corner_offsets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from battlemap.geometry.grid import Grid

_PART = 16
"""Regions that begin within one square of so many columns and rows are one path."""

_MOVE, _LINE = 0, 1
"""``QPainterPath.ElementType``."""

_ELEMENT = np.dtype([("type", ">i4"), ("x", ">f8"), ("y", ">f8")])
"""An element of a painter path as ``QDataStream`` has it."""

_ODD_EVEN = 0


def region_paths(grid: Grid, marked: NDArray[np.bool_], inset: float = 0.0) -> list[QPainterPath]:
    """Return the outlines of the marked cells in scene units, holes included.

    Whole regions that lie together are one path: a raster painter is many times slower with one
    path across the whole map. They are what ``cells_path`` draws around each region.

    Parameters
    ----------
    marked
        [row, column] in offset coordinates.
    inset
        Scene units by which each outline is moved inward.
    """
    if not marked.any():
        return []
    window = Window.of_map(grid, 1)
    own = layer_in(grid, marked, window, False)
    corners = _corners(grid, own, window)
    points = _points(grid, corners, window, inset)
    parts = _parts(grid, own, window)[corners.place[corners.starts]]
    order = np.argsort(parts, kind="stable")
    return _paths(points, corners.starts, order, parts[order])


@dataclass(frozen=True)
class _Corners:
    """Where outlines turn, loop after loop, the cells on the right."""

    place: NDArray[np.intp]
    """Of the cell whose border begins there, in the window."""
    border: NDArray[np.intp]
    """Which border of the cell that is, as in ``border_steps``."""
    before: NDArray[np.intp]
    """Which border ends there."""
    starts: NDArray[np.intp]
    """The first corner of each loop."""


def _corners(grid: Grid, own: NDArray[np.bool_], window: Window) -> _Corners:
    steps = border_steps(grid)
    shifts = np.array([step.r * window.width + step.q for step in steps])
    count = len(steps)
    cells = np.flatnonzero(own)
    open_ = ~own[cells[:, None] + shifts]
    which, border = np.nonzero(open_)
    place = cells[which]
    number = np.full((own.size, count), -1, dtype=np.int32)
    number[place, border] = np.arange(len(place), dtype=np.int32)
    # The next border of a loop: around the corner in the same cell, else on into the cell there.
    at, turn = place.copy(), (border + 1) % count
    while True:
        following = number[at, turn]
        inside = np.flatnonzero(following < 0)
        if not len(inside):
            break
        at[inside] += shifts[turn[inside]]
        turn[inside] = (turn[inside] + count // 2 + 1) % count
    order, starts = _followed(following, np.flatnonzero(open_.all(axis=1)[which]), count)
    place, border = place[order], border[order]
    before = np.roll(border, 1)
    last = np.append(starts[1:], len(order)) - 1
    before[starts] = border[last]
    turns = before != border
    # A straight run of borders has no corner in it; the first border of a loop may lie in one.
    loop = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(order))))[turns]
    first = np.searchsorted(loop, np.arange(len(starts)))
    return _Corners(place[turns], border[turns], before[turns], first)


def _followed(
    following: NDArray[np.int32], alone: NDArray[np.intp], count: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the borders loop after loop, and where in that order each loop starts.

    Parameters
    ----------
    following
        For each border the next one.
    alone
        The borders of cells that are regions by themselves, *count* of each.
    """
    left = np.ones(len(following), dtype=np.uint8)
    left[alone] = 0
    mixed = np.flatnonzero(left).tolist()
    left_over, onward = bytearray(left.tobytes()), following.tolist()
    order: list[int] = []
    starts: list[int] = []
    for first in mixed:
        if not left_over[first]:
            continue
        starts.append(len(order))
        number = first
        while left_over[number]:
            left_over[number] = 0
            order.append(number)
            number = onward[number]
    return (
        np.append(np.array(order, dtype=np.intp), alone),
        np.append(np.array(starts, dtype=np.intp), np.arange(0, len(alone), count) + len(order)),
    )


def _points(grid: Grid, corners: _Corners, window: Window, inset: float) -> NDArray[np.float64]:
    """Return the corners' places in scene units, as rows (x, y)."""
    offsets = np.array(corner_offsets(grid))
    found: NDArray[np.float64] = centers_in(grid, window, corners.place) + offsets[corners.border]
    if inset:
        # Each corner moves along the bisector of its two borders' normals.
        sides = np.roll(offsets, -1, axis=0) - offsets
        inward = np.stack([-sides[:, 1], sides[:, 0]], axis=1)
        inward /= np.hypot(inward[:, 0], inward[:, 1])[:, None]
        a, b = inward[corners.before], inward[corners.border]
        scale = inset / SCENE_SCALE / np.maximum(0.2, 1 + (a * b).sum(axis=1))
        found += (a + b) * scale[:, None]
    return found * SCENE_SCALE


def centers(grid: Grid, columns: NDArray[np.intp], rows: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the centers of cells in map units, as rows (x, y)."""
    return _centers(grid, *_axial(grid, columns, rows))


def centers_in(grid: Grid, window: Window, places: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the centers of the cells at places of a window, as rows (x, y) in map units."""
    return _centers(grid, places % window.width + window.left, places // window.width + window.top)


def _axial(
    grid: Grid, columns: NDArray[np.intp], rows: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    if grid.kind is GridKind.HEX_POINTY:
        return columns - (rows >> 1), rows
    if grid.kind is GridKind.HEX_FLAT:
        return columns, rows - (columns >> 1)
    return columns, rows


def _centers(grid: Grid, q: NDArray[np.intp], r: NDArray[np.intp]) -> NDArray[np.float64]:
    zero, right, below = (np.array(grid.center(Cell(*one))) for one in ((0, 0), (1, 0), (0, 1)))
    found: NDArray[np.float64]
    found = zero + q[:, None] * (right - zero) + r[:, None] * (below - zero)
    return found


def labels_of(grid: Grid, marked: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return [row, column] the number of the region of each marked cell; 0 for the others."""
    window = Window.of_map(grid, 1)
    labels = _labels(grid, layer_in(grid, marked, window, False), window)
    row, column = np.mgrid[: grid.rows, : grid.columns]
    q, r = _axial(grid, column, row)
    return labels[(r - window.top) * window.width + q - window.left]


def _labels(grid: Grid, own: NDArray[np.bool_], window: Window) -> NDArray[np.int32]:
    """Return for each place of the window the number of its region; 0: none."""
    touching = np.zeros((3, 3), dtype=bool)
    touching[1, 1] = True
    for step in border_steps(grid):
        touching[1 + step.r, 1 + step.q] = True
    found: NDArray[np.int32]
    found = ndimage.label(own.reshape(window.height, window.width), touching)[0].ravel()
    return found


def _parts(grid: Grid, own: NDArray[np.bool_], window: Window) -> NDArray[np.intp]:
    """Return for each place of the window which part of the map its region begins in."""
    labels = _labels(grid, own, window)
    _, first = np.unique(labels, return_index=True)
    row, column = first // window.width // _PART, first % window.width // _PART
    found: NDArray[np.intp] = (row * window.width + column)[labels]
    return found


def _paths(
    points: NDArray[np.float64],
    starts: NDArray[np.intp],
    order: NDArray[np.intp],
    parts: NDArray[np.intp],
) -> list[QPainterPath]:
    """Return a path for each part, of the loops that *order* names.

    Qt reads a path of a thousand corners from bytes in the time in which Python adds three.
    """
    sizes = np.diff(np.append(starts, len(points)))[order]
    # Each loop goes back to where it started.
    ends = np.cumsum(sizes + 1)
    begins = ends - sizes - 1
    elements = np.zeros(ends[-1], dtype=_ELEMENT)
    elements["type"] = _LINE
    elements["type"][begins] = _MOVE
    taken = np.arange(ends[-1]) + np.repeat(starts[order] - begins, sizes + 1)
    taken[ends - 1] = starts[order]
    elements["x"], elements["y"] = points[taken].T
    cuts = np.flatnonzero(np.diff(parts)) + 1
    found = []
    for low, high in zip([0, *cuts], [*cuts, len(order)], strict=True):
        first, end = begins[low], ends[high - 1]
        last = begins[high - 1] - first
        data = b"".join(
            (
                int(end - first).to_bytes(4, "big"),
                elements[first:end].tobytes(),
                int(last).to_bytes(4, "big"),
                _ODD_EVEN.to_bytes(4, "big"),
            )
        )
        path = QPainterPath()
        stream = QDataStream(QByteArray(data))
        stream >> path
        found.append(path)
    return found
