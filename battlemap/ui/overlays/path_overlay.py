"""The routes of a drag: costs in feet, where actions end, waypoints and triggers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from battlemap.ui.overlays.overlay import Z_PATH, Z_TRIGGER, Overlay
from battlemap.ui.scene.strokes import line_path, plate, stroke, warning_triangle
from battlemap.ui.theme import pen, tint

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

    @property
    def edge(self) -> QPointF:
        """The middle of the step."""
        return (self.before + self.after) / 2

    def peak(self, unit: float) -> QPointF:
        """Return the middle of its triangle."""
        return self.edge + QPointF(*self.side) * unit


class PathOverlay(Overlay):
    """The shortest and the safest route."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_PATH)
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
        for route in order:
            self._costs(painter, route)
            self._action_ends(painter, route)
            self._waypoints(painter, route)

    def _costs(self, painter: QPainter, route: DrawnRoute) -> None:
        edge = self.theme.safest if route.is_safest else self.theme.shortest
        for index in self._shown_costs(route):
            plate(
                painter,
                route.points[index],
                route.feet[index],
                self.unit,
                ink=self.theme.ink if not self.theme.is_dark else "#FFFFFF",
                fill=self.theme.plate,
                edge=edge,
                size=11.5,
                height=18,
                radius=9,
                padding=6,
                alpha=1.0,
            )

    def _shown_costs(self, route: DrawnRoute) -> range:
        """Return the indexes of the points at which the cost so far is written."""
        last = len(route.points) if route.is_kept else len(route.points) - 1
        if self.cell_px < _PLATE_CELL:
            return range(last - 1, last) if route.is_kept and last > 1 else range(0)
        return range(1, last)

    def _action_ends(self, painter: QPainter, route: DrawnRoute) -> None:
        unit = self.unit
        for index in route.action_ends:
            if index + 1 >= len(route.points):
                continue
            a, b = route.points[index], route.points[index + 1]
            length = hypot(b.x() - a.x(), b.y() - a.y())
            if length == 0:
                continue
            share = min(0.5, 20 * unit / length)
            painter.save()
            painter.translate(a + (b - a) * share)
            painter.rotate(degrees(atan2(b.y() - a.y(), b.x() - a.x())))
            painter.scale(unit, unit)
            painter.setPen(pen(self.theme.casing if self.theme.is_dark else "#191D23", 1.2))
            painter.setBrush(tint(self.theme.action_end))
            painter.drawRoundedRect(QRectF(-2, -12, 4, 24), 2, 2)
            painter.restore()

    def _waypoints(self, painter: QPainter, route: DrawnRoute) -> None:
        for index in route.waypoints:
            painter.save()
            painter.translate(route.points[index])
            painter.scale(self.unit, self.unit)
            painter.setPen(pen(self.theme.casing, 2))
            painter.setBrush(tint(self.theme.safest if route.is_safest else self.theme.shortest))
            painter.drawRect(QRectF(-6, -6, 12, 12))
            painter.restore()


class TriggerOverlay(Overlay):
    """The triggers of the chosen route, over the tokens."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_TRIGGER)
        self.triggers: tuple[DrawnTrigger, ...] = ()

    def show_triggers(self, triggers: tuple[DrawnTrigger, ...]) -> None:
        """Show these triggers."""
        self.triggers = triggers
        box = QRectF()
        for trigger in triggers:
            points = QPolygonF([trigger.edge, trigger.reactor])
            box = box.united(points.boundingRect().adjusted(-1, -1, 1, 1))
        self.present(box)

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
        for trigger in self.triggers:
            line = QLineF(trigger.reactor, trigger.peak(unit))
            if line.length() > 60 * unit:  # from the reactor's ring on, not from its face
                line.setP1(line.pointAt(30 * unit / line.length()))
            path = line_path(line.p1(), line.p2())
            if trigger.fires:
                stroke(painter, path, theme, theme.trigger, 2.2, unit, (2, 4), casing=1.4)
        for trigger in self.triggers:
            if hypot(*trigger.side) > _FAR:
                tie = line_path(trigger.peak(unit), trigger.edge)
                stroke(painter, tie, theme, theme.trigger, 1.4, unit, casing=1.2)
            self._bar(painter, trigger)
            if trigger.fires:
                warning_triangle(
                    painter,
                    trigger.peak(unit),
                    unit,
                    16,
                    fill=theme.trigger,
                    edge=theme.casing,
                    ink="#14171C" if theme.is_dark else "#FFFFFF",
                    edge_width=3,
                )
            else:
                warning_triangle(
                    painter,
                    trigger.peak(unit),
                    unit,
                    13,
                    fill=theme.plate,
                    edge=theme.trigger,
                    ink=theme.trigger,
                )

    def _bar(self, painter: QPainter, trigger: DrawnTrigger) -> None:
        a, b = trigger.before, trigger.after
        painter.save()
        painter.translate(trigger.edge)
        painter.rotate(degrees(atan2(b.y() - a.y(), b.x() - a.x())))
        painter.scale(self.unit, self.unit)
        if trigger.fires:
            painter.setPen(pen(self.theme.casing, 1.2))
            painter.setBrush(tint(self.theme.trigger))
        else:
            painter.setPen(pen(self.theme.trigger, 1.4))
            painter.setBrush(tint(self.theme.plate))
        painter.drawRoundedRect(QRectF(-2.5, -13, 5, 26), 2, 2)
        painter.restore()
        painter.setBrush(Qt.BrushStyle.NoBrush)
