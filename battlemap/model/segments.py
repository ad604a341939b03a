"""Questions about segments and outlines, exact where they are asked in the grid's integer frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.geometry.cell import LatticePoint, Point

    Segment: TypeAlias = tuple[LatticePoint, LatticePoint]


def side(a: LatticePoint, b: LatticePoint, c: LatticePoint) -> int:
    """Return on which side of the line from *a* to *b* lies *c*: 1, -1, or 0 on it."""
    cross = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    return (cross > 0) - (cross < 0)


def holds(segment: Segment, point: LatticePoint) -> bool:
    """Tell whether *point* lies on the segment, ends included."""
    a, b = segment
    return (
        side(a, b, point) == 0
        and min(a.x, b.x) <= point.x <= max(a.x, b.x)
        and min(a.y, b.y) <= point.y <= max(a.y, b.y)
    )


def meet(one: Segment, other: Segment) -> bool:
    """Tell whether two closed segments have a point in common."""
    (a, b), (c, d) = one, other
    if side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b):
        return True
    return holds(one, c) or holds(one, d) or holds(other, a) or holds(other, b)


def crosses_itself(outline: Sequence[LatticePoint]) -> bool:
    """Tell whether a closed outline touches or crosses itself anywhere but at its joints."""
    count = len(outline)
    sides = [(outline[i], outline[(i + 1) % count]) for i in range(count)]
    for i, one in enumerate(sides):
        if one[0] == one[1]:
            return True
        for j in range(i + 1, count):
            other = sides[j]
            if j == i + 1 or (i == 0 and j == count - 1):
                # Neighbors share a joint; they may not fold back over each other.
                first, second = (one, other) if j == i + 1 else (other, one)
                if holds(first, second[1]) or holds(second, first[0]):
                    return True
            elif meet(one, other):
                return True
    return False


def lie_beyond(points: Sequence[Point], width: float, height: float, margin: float = 0.0) -> bool:
    """Tell whether points lie beyond one border of a map, all of them, and farther than *margin*.

    The map's rectangle begins at (0, 0); all lengths are in cells.
    """
    xs, ys = [point.x for point in points], [point.y for point in points]
    return (
        max(xs) < -margin
        or max(ys) < -margin
        or min(xs) > width + margin
        or min(ys) > height + margin
    )
