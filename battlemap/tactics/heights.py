"""Rays that rise or fall against tops of things: exact, in feet, whole or half ones."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from battlemap.geometry.bodies import Span
    from battlemap.tactics.barriers import Screen

    Floats = NDArray[np.float64]


def clears(span: Span, screen: Screen, heights: tuple[float, float]) -> bool:
    """Tell whether the ray stays above the screen all along a part of it."""
    start, end = map(Fraction, heights)
    return screen.is_below(min(start + (end - start) * share for share in span))


def passes_over(
    heights: Floats, top: Floats, at_start: Floats, at_end: Floats
) -> NDArray[np.bool_]:
    """Tell of each ray whether it is above the top of a wall where it crosses it.

    Parameters
    ----------
    heights
        [2, pair]: of the ray's start and end.
    top
        Of the wall.
    at_start, at_end
        On which side of the wall the ray starts and ends, and how far: see ``SegmentIndex.beside``.
    """
    over_start, over_end = _whole(2 * (heights - top))
    # The height over the wall is theirs in between, weighted by how near each end is.
    found: NDArray[np.bool_] = (
        over_start * abs(_whole(at_end)) + over_end * abs(_whole(at_start)) > 0
    )
    return found.astype(bool)


def stands_up_to(
    heights: Floats, top: Floats, at_start: Floats, at_end: Floats
) -> NDArray[np.bool_]:
    """Tell of each ray through a convex body whether it is anywhere no higher than the body's top.

    One end of the ray is higher than the top and the other isn't. A falling ray is lowest where it
    leaves the body, a rising one where it enters: as far as any edge lets it.

    Parameters
    ----------
    heights
        [2, pair]: of the ray's start and end.
    top
        Of the body.
    at_start, at_end
        [edge, pair]: on which side of each edge the ray starts and ends: see
        ``BodyIndex.along_edges``.
    """
    over_start, over_end = _whole(2 * (heights - top))
    over = _whole(at_start) * over_end - _whole(at_end) * over_start
    falls = heights[0] > heights[1]
    leaves = at_start > at_end
    above = np.where(falls, leaves & (over > 0), (at_start < at_end) & (over < 0))
    found: NDArray[np.bool_] = ~above.astype(bool).any(axis=0)
    return found


def _whole(values: Floats) -> NDArray[np.object_]:
    """Return whole numbers as Python's own, whose products never run over."""
    return values.astype(np.int64).astype(object)
