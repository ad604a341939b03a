"""Convex hulls of points against lines and areas, in the integer frame of a grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from battlemap.geometry.cell import LatticePoint


def hulls_meet(
    sets: Sequence[Sequence[LatticePoint]], shapes: Sequence[Sequence[LatticePoint]]
) -> NDArray[np.bool_]:
    """Return [set, shape]: the convex hull of the points meets the shape.

    Parameters
    ----------
    sets
        Each of one point or more.
    shapes
        Two points are a closed segment, more are the outline of an area, all of which counts.

    Examples
    --------
    >>> square = [(0, 0), (4, 0), (4, 4), (0, 4)]
    >>> hulls_meet([[(1, 1)], [(-1, 2), (9, 2)]], [square, [(8, 0), (8, 8)]]).tolist()
    [[True, False], [True, True]]
    """
    hulls = np.array([shapely.MultiPoint(points).convex_hull for points in sets])
    areas = np.array([_shape(points) for points in shapes])
    found: NDArray[np.bool_] = shapely.intersects(hulls[:, None], areas[None, :])
    return found


def _shape(points: Sequence[LatticePoint]) -> shapely.Geometry:
    if len(points) == 2:
        return shapely.linestrings(points)
    return shapely.make_valid(shapely.polygons(points))
