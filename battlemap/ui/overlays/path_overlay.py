"""The routes of a drag: costs in feet, where actions end, waypoints and triggers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from battlemap.ui.overlays.overlay import Z_PATH, Z_TRIGGER, Overlay
from battlemap.ui.scene.stamps import Bar, Plate, Square, Stamps, WarningSign
from battlemap.ui.scene.strokes import line_path, stroke

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from battlemap.ui.theme import Theme

_FAR = 40.0
"""A triangle farther from its edge than so many pixels is tied to it by a line."""

_PLATE_CELL = 34.0
"""Cells of fewer pixels show the cost of the last step only."""


_SIGN = 14.0
"""A sign is meant where the pointer is within so many pixels of its middle."""

_BOW = 0.6
"""How far the bow of a jump is pulled up, in lengths of the jump; half of that is seen."""


@dataclass(frozen=True)
class DrawnRoute:
    """One route in scene units."""

    points: tuple[QPointF, ...]
    feet: tuple[str, ...]
    """The cost so far at each point; empty at the start."""
    action_ends: tuple[int, ...] = ()
    """Indexes of the points after which an action ends."""
    waypoints: tuple[int, ...] = ()
    """Indexes of the points that the GM set."""
    is_safest: bool = False
    is_chosen: bool = True
    """Whether a drop takes this one."""
    jumps: tuple[int, ...] = ()
    """Indexes of the points to which a jump leads."""
    is_kept: bool = False
    """Whether no token hangs over its end: the last cost is shown too."""

    @property
    def line(self) -> QPainterPath:
        """The way through the points, jumps as bows."""
        path = QPainterPath(self.points[0])
        for index, (start, end) in enumerate(pairwise(self.points), start=1):
            if index in self.jumps:
                length = hypot(end.x() - start.x(), end.y() - start.y())
                path.quadTo((start + end) / 2 - QPointF(0, _BOW * length), end)
            else:
                path.lineTo(end)
        return path


@dataclass(frozen=True)
class DrawnTrigger:
    """One trigger on the edge between the two cells of its step."""

    before: QPointF
    after: QPointF
    reactor: QPointF
    fires: bool
    side: tuple[float, float] = (0.0, -26.0)
    """Where its triangle stands, in pixels from the edge."""
    by: str = ""
    """Who may strike."""
    step: int = 0

    @cached_property
    def edge(self) -> QPointF:
        """The middle of the step."""
        return (self.before + self.after) / 2

    def peak(self, unit: float) -> QPointF:
        """Return the middle of its triangle."""
        return self.edge + QPointF(*self.side) * unit


class PathOverlay(Overlay):
    """The shortest and the safest route."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_PATH, margin=36)
        self.routes: tuple[DrawnRoute, ...] = ()
        self.forced: tuple[QPointF, QPointF] | None = None

    def show_routes(
        self, routes: tuple[DrawnRoute, ...], forced: tuple[QPointF, QPointF] | None = None
    ) -> None:
        """Show *routes*; *forced* is a move past the rules, from and to."""
        self.routes, self.forced = routes, forced
        box = QRectF()
        for points in (*(route.points for route in routes), forced or ()):
            if points:
                box = box.united(QPolygonF(list(points)).boundingRect().adjusted(-1, -1, 1, 1))
        for route in routes:
            if route.jumps:
                box = box.united(route.line.boundingRect())
        self.present(box)

    def clear(self) -> None:
        """Show no routes."""
        self.routes, self.forced = (), None
        super().clear()

    def cost_at(self, place: QPointF) -> int | None:
        """Return the step whose cost stands at a place of the scene, on the chosen route."""
        if not self.isVisible():
            return None
        for route in self.routes:
            for index in self._shown_costs(route) if route.is_chosen else ():
                away = route.points[index] - place
                if hypot(away.x(), away.y()) <= _SIGN * self.unit:
                    return index
        return None

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw lines first, then plates, the chosen route on top."""
        del exposed
        unit = self.unit
        order = sorted(self.routes, key=lambda route: (route.is_chosen, not route.is_safest))
        for route in order:
            if len(route.points) < 2:
                continue
            path = route.line
            if route.is_safest:
                width = 4.4 if route.is_chosen else 3.4
                stroke(painter, path, self.theme, self.theme.safest, width, unit, (10, 7))
            else:
                width = 4.4 if route.is_chosen else 3.4
                stroke(painter, path, self.theme, self.theme.shortest, width, unit, casing=2.3)
        if self.forced is not None:
            path = line_path(*self.forced)
            stroke(painter, path, self.theme, self.theme.warn, 3, unit, (3, 6))
        with Stamps(painter, unit) as stamps:
            for route in order:
                self._costs(stamps, route)
                self._action_ends(stamps, route)
                self._waypoints(stamps, route)

    def _costs(self, stamps: Stamps, route: DrawnRoute) -> None:
        theme = self.theme
        ink = theme.ink if not theme.is_dark else "#FFFFFF"
        edge = theme.safest if route.is_safest else theme.shortest
        for index in self._shown_costs(route):
            stamps.put(route.points[index], Plate(route.feet[index], ink, theme.plate, edge))

    def _shown_costs(self, route: DrawnRoute) -> range:
        """Return the indexes of the points at which the cost so far is written."""
        last = len(route.points) if route.is_kept else len(route.points) - 1
        if self.cell_px < _PLATE_CELL:
            return range(last - 1, last) if route.is_kept and last > 1 else range(0)
        return range(1, last)

    def _action_ends(self, stamps: Stamps, route: DrawnRoute) -> None:
        theme = self.theme
        edge = theme.casing if theme.is_dark else "#191D23"
        for index in route.action_ends:
            if index + 1 >= len(route.points):
                continue
            a, b = route.points[index], route.points[index + 1]
            length = hypot(b.x() - a.x(), b.y() - a.y())
            if length == 0:
                continue
            share = min(0.5, 20 * self.unit / length)
            bar = Bar(4, 24, _way(a, b), theme.action_end, edge, 1.2)
            stamps.put(a + (b - a) * share, bar)

    def _waypoints(self, stamps: Stamps, route: DrawnRoute) -> None:
        color = self.theme.safest if route.is_safest else self.theme.shortest
        for index in route.waypoints:
            stamps.put(route.points[index], Square(12, color, self.theme.casing))


class TriggerOverlay(Overlay):
    """The triggers of the chosen route, over the tokens."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_TRIGGER, margin=22)
        self.triggers: tuple[DrawnTrigger, ...] = ()
        self._reach = 0.0
        """How far from its edge any triangle stands, in pixels."""

    def show_triggers(self, triggers: tuple[DrawnTrigger, ...]) -> None:
        """Show these triggers."""
        self.triggers = triggers
        reach = max((max(map(abs, trigger.side)) for trigger in triggers), default=0.0)
        if reach != self._reach:
            self.prepareGeometryChange()
            self._reach = reach
        self.present(QPolygonF([p for t in triggers for p in (t.edge, t.reactor)]).boundingRect())

    def boundingRect(self) -> QRectF:
        """Return the box of edges and reactors, with the triangles beside them."""
        room = (self._margin + self._reach) * self.unit
        return self._content.adjusted(-room, -room, room, room)

    def sign_at(self, place: QPointF) -> DrawnTrigger | None:
        """Return the trigger whose triangle or bar lies at a place of the scene."""
        if not self.isVisible():
            return None
        for trigger in self.triggers:
            for middle in (trigger.peak(self.unit), trigger.edge):
                away = middle - place
                if hypot(away.x(), away.y()) <= _SIGN * self.unit:
                    return trigger
        return None

    def clear(self) -> None:
        """Show no triggers."""
        self.triggers = ()
        super().clear()

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw the dotted lines to the reactors, then bars and triangles."""
        del exposed
        theme, unit = self.theme, self.unit
        lines, ties = QPainterPath(), QPainterPath()
        for trigger in self.triggers:
            peak = trigger.peak(unit)
            if trigger.fires:
                line = QLineF(trigger.reactor, peak)
                if line.length() > 60 * unit:  # from the reactor's ring on, not from its face
                    line.setP1(line.pointAt(30 * unit / line.length()))
                lines.moveTo(line.p1())
                lines.lineTo(line.p2())
            if hypot(*trigger.side) > _FAR:
                ties.moveTo(peak)
                ties.lineTo(trigger.edge)
        if not lines.isEmpty():
            stroke(painter, lines, theme, theme.trigger, 2.2, unit, (2, 4), casing=1.4)
        if not ties.isEmpty():
            stroke(painter, ties, theme, theme.trigger, 1.4, unit, casing=1.2)
        ink = "#14171C" if theme.is_dark else "#FFFFFF"
        firing = WarningSign(16, theme.trigger, theme.casing, ink, 3)
        hollow = WarningSign(13, theme.plate, theme.trigger, theme.trigger)
        with Stamps(painter, unit) as stamps:
            for trigger in self.triggers:
                stamps.put(trigger.edge, self._bar(trigger))
                stamps.put(trigger.peak(unit), firing if trigger.fires else hollow)

    def _bar(self, trigger: DrawnTrigger) -> Bar:
        theme, way = self.theme, _way(trigger.before, trigger.after)
        if trigger.fires:
            return Bar(5, 26, way, theme.trigger, theme.casing, 1.2)
        return Bar(5, 26, way, theme.plate, theme.trigger, 1.4)


def _way(start: QPointF, end: QPointF) -> float:
    """Return which way a step leads, in degrees clockwise from east."""
    return round(degrees(atan2(end.y() - start.y(), end.x() - start.x())), 3)
