"""The part of a segment that lies on the map."""

from __future__ import annotations

from dataclasses import dataclass

from battlemap.geometry.cell import Point
from battlemap.model.segments import lie_beyond


@dataclass(frozen=True)
class Area:
    """The map's rectangle, from (0, 0), in cells."""

    width: float
    height: float

    def holds(self, point: Point) -> bool:
        """Tell whether a point lies in it or on its border."""
        return 0 <= point.x <= self.width and 0 <= point.y <= self.height

    def clip(self, start: Point, end: Point) -> tuple[Point, Point] | None:
        """Return the part of a segment within, None where none is longer than a point.

        Ends that lie within come back as they were. (Liang and Barsky, "A New Concept and Method
        for Line Clipping", 1984.)
        """
        if self.holds(start) and self.holds(end):
            return start, end
        dx, dy = end.x - start.x, end.y - start.y
        enter, leave = 0.0, 1.0
        for step, room in (
            (-dx, start.x),
            (dx, self.width - start.x),
            (-dy, start.y),
            (dy, self.height - start.y),
        ):
            if step == 0:
                if room < 0:
                    return None
            elif step < 0:
                enter = max(enter, room / step)
            else:
                leave = min(leave, room / step)
        if enter >= leave:
            return None
        ends = (
            point if self.holds(point) else self._within(start.x + share * dx, start.y + share * dy)
            for point, share in ((start, enter), (end, leave))
        )
        first, last = ends
        return first, last

    def _within(self, x: float, y: float) -> Point:
        """Return the place moved onto the border that rounding put it beyond."""
        return Point(min(max(x, 0.0), self.width), min(max(y, 0.0), self.height))

    def lies_within(self, points: tuple[Point, ...]) -> bool:
        """Tell whether points reach to or beyond all four borders: an outline around the map."""
        xs, ys = [point.x for point in points], [point.y for point in points]
        return min(xs) <= 0 and min(ys) <= 0 and max(xs) >= self.width and max(ys) >= self.height

    def misses(self, points: tuple[Point, ...], margin: float = 0.0) -> bool:
        """Tell whether points lie beyond one border and farther than *margin*, all of them."""
        return lie_beyond(points, self.width, self.height, margin)
