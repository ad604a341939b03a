"""Walls, doors and props in the ink-saver look."""

from __future__ import annotations

from math import atan2, degrees, hypot
from typing import TYPE_CHECKING

import shapely

from battlemap.ui.printing import ink as shapes
from battlemap.ui.printing.brush import BLACK, INK3, WHITE
from battlemap.ui.scene.one_way import arrowheads

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from battlemap.model.obstacle import Door
    from battlemap.ui.printing.brush import PaperBrush
    from battlemap.ui.printing.ink import InkMap

WALL_HATCH = 0.085
"""Distance of a wall's hatch lines along a row, in cells."""


class ObstaclePainter:
    """Draws what stands on the map, where it is seen.

    Parameters
    ----------
    visible
        The part of the map that is seen, in cells.
    """

    def __init__(self, brush: PaperBrush, ink: InkMap, visible: shapely.Polygon) -> None:
        self.brush, self.ink, self.visible = brush, ink, visible

    def paint(self) -> None:
        """Draw props, walls, the arrowheads of one-way walls, and doors."""
        for _, area in self.ink.prop_areas:
            self.paint_prop(area)
        self.paint_walls()
        for head in arrowheads(self.ink.encounter.map.obstacles.values()):
            if shapely.Polygon(head).intersects(self.visible):
                self.brush.polygon(head, self.brush.pen(0.4), WHITE)
        for door in self.ink.doors:
            self.paint_door(door)

    def paint_walls(self) -> None:
        """Draw the walls' bands."""
        seen = shapely.intersection(self.ink.walls, self.visible)
        if seen.is_empty:
            return
        self.brush.area(seen, None, WHITE)
        self.brush.segments(shapes.hatch(seen, WALL_HATCH), 0.16, INK3)
        self.brush.area(seen, self.brush.pen(0.55))

    def paint_prop(self, area: BaseGeometry) -> None:
        """Draw a thing that covers *area*: its outline, hatched along the rim."""
        if not area.intersects(self.visible):
            return
        for part in shapes.parts(area):
            inner = shapes.inset(part)
            rim = shapely.difference(part, inner)
            self.brush.area(part, None, WHITE)
            self.brush.segments(shapes.hatch(rim, WALL_HATCH), 0.16, INK3)
            self.brush.area(part, self.brush.pen(0.6))
            self.brush.area(inner, self.brush.pen(0.35))

    def paint_door(self, door: Door) -> None:
        """Draw a door: shut, open, locked or secret; or a window."""
        (ax, ay), (bx, by) = door.start, door.end
        length = hypot(bx - ax, by - ay)
        segment = shapely.LineString([door.start, door.end]) if length else None
        if segment is None or not segment.intersects(self.visible):
            return
        half, brush = shapes.WALL_HALF, self.brush
        with brush.moved(ax, ay, degrees(atan2(by - ay, bx - ax))):
            bold, thin = brush.pen(0.5), brush.pen(0.3)
            if door.is_open:
                for x in (0.0, length):
                    brush.lines(bold, [((x, -half), (x, half))])
                # The leaf stands at a right angle at the hinge; the arc shows how it swung.
                brush.polygon(
                    ((0, 0), (half, 0), (half, -length * 0.94), (0, -length * 0.94)), bold, WHITE
                )
                brush.use(brush.pen(0.25, INK3, (1.2, 1.2)))
                side = 2 * length * 0.94
                brush.painter.drawArc(brush.rect(-side / 2, -side / 2, side, side), 0, 90 * 16)
                return
            brush.polygon(
                ((0.02, -half), (length - 0.02, -half), (length - 0.02, half), (0.02, half)),
                brush.pen(0.5, BLACK, (1.6, 1.0)) if door.is_secret else bold,
                WHITE,
            )
            if door.is_window:
                brush.lines(
                    thin, [((0.02, dy), (length - 0.02, dy)) for dy in (-half / 3, half / 3)]
                )
            else:
                brush.lines(thin, [((0.1, 0), (length - 0.1, 0))])
                if door.is_locked:
                    brush.disc(length * 0.7, -0.012, 0.05, thin, WHITE)
                    brush.disc(length * 0.7, -0.025, 0.02, None, BLACK)
                    brush.lines(brush.pen(0.45), [((length * 0.7, -0.02), (length * 0.7, 0.026))])
                elif not door.is_secret:
                    brush.disc(length * 0.7, 0, 0.036, brush.pen(0.45), WHITE)
        if door.is_secret:
            x, y = (ax + bx) / 2, (ay + by) / 2
            brush.disc(x, y, 0.13, brush.pen(0.35, BLACK, (1.0, 0.8)), WHITE)
            brush.text(x, y, "S", 4.2, 600, align=0.5, middle=True)
