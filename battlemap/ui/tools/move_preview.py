"""What is drawn while a token is dragged: range, routes, triggers, threat and the cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF

from battlemap.geometry.footprint import footprint
from battlemap.geometry.names import cell_name
from battlemap.model.intent import Attack, Move
from battlemap.model.obstacle import Door, Wall
from battlemap.rules.procedure import IllegalIntentError
from battlemap.tactics.board import Board
from battlemap.ui.overlays.card import Callout, MoveCard, RouteRow
from battlemap.ui.overlays.path_overlay import DrawnRoute, DrawnTrigger

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.rules.plan import AttackPlan
    from battlemap.rules.trigger import Trigger
    from battlemap.session.preview import MovePreview, Route
    from battlemap.ui.scene.map_view import MapView
    from battlemap.ui.tools.tool import Pointer

_MOST_CALLOUTS = 2


class MovePreviewOverlays:
    """The preview of one drag, made when the token is picked up.

    Parameters
    ----------
    view
        The map.
    token_id
        The token under the pointer.
    """

    def __init__(self, view: MapView, token_id: str) -> None:
        self._view = view
        self._scene = view.map_scene
        self._bridge = view.bridge
        self._token = self._bridge.encounter.tokens[token_id]
        self._previewer = self._bridge.session.preview_move(token_id)
        self._shown: object = None
        self._plans: dict[tuple[str, str, Cell], AttackPlan | None] = {}
        self._verdicts: dict[tuple[Cell, ...], str] = {}
        self._callouts: tuple[Callout, ...] = ()
        self._avoid: tuple[QPointF, ...] = ()
        self._card = MoveCard((), "")

    def begin(self) -> None:
        """Tint the reachable cells."""
        if self._bridge.overlay.range:
            costs = self._previewer.field.costs
            segments = [
                (obstacle.start, obstacle.end)
                for obstacle in self._bridge.encounter.map.obstacles.values()
                if isinstance(obstacle, Wall | Door)
            ]
            self._scene.range.show_range(
                self._scene.grid,
                self._token,
                costs,
                self._previewer.mover,
                segments,
                self._scene.crowd(),
            )
            self._scene.numbers.follow()

    def hide_standing(self) -> None:
        """Take away what belongs to where the token stood."""
        self._view.standing.refresh()

    def end(self) -> None:
        """Take everything away."""
        self._scene.range.clear()
        self._scene.numbers.clear()
        self._scene.paths.clear()
        self._scene.triggers.clear()
        self._view.cards.clear()
        self._view.standing.set_route(None, frozenset(), frozenset())

    def can_pass(self, cell: Cell, waypoints: list[Cell]) -> bool:
        """Tell whether *cell* can be the next waypoint."""
        last = waypoints[-1] if waypoints else self._token.at
        return cell != last and self._previewer.to(cell, tuple(waypoints)).shortest is not None

    def route(self, goal: Cell, waypoints: tuple[Cell, ...], *, safest: bool) -> Route | None:
        """Return the route that a drop would take."""
        found = self._previewer.to(goal, _before(goal, waypoints))
        return (found.safest or found.shortest) if safest else found.shortest

    def show(
        self, goal: Cell, waypoints: tuple[Cell, ...], pointer: Pointer, *, is_group: bool
    ) -> None:
        """Show the routes to *goal*; inside the same cell only the card moves."""
        state = (goal, waypoints, pointer.safest, pointer.shift, is_group)
        if state != self._shown:
            self._shown = state
            self._draw(goal, waypoints, pointer, is_group)
        self._view.cards.show_move(self._card, pointer.pixel, self._callouts, self._avoid)

    # Drawing ------------------------------------------------------------------------------------

    def _draw(
        self, goal: Cell, waypoints: tuple[Cell, ...], pointer: Pointer, is_group: bool
    ) -> None:
        scene = self._scene
        self._callouts, self._avoid = (), ()
        if pointer.shift:
            ends = (scene.center_of(self._token.id), scene.center_of(self._token.id, goal))
            scene.paths.show_routes((), ends if goal != self._token.at else None)
            scene.triggers.clear()
            self._view.standing.set_route(self._token.id, frozenset(), frozenset())
            name = cell_name(scene.grid, goal)
            self._card = MoveCard((), f"Drop to put it on {name}, past the rules", True)
            return
        preview = self._previewer.to(goal, _before(goal, waypoints))
        chosen = self._chosen(preview, pointer)
        routes = self._routes(preview, waypoints, chosen)
        scene.paths.show_routes(routes)
        triggers = chosen.triggers if chosen is not None else ()
        drawn = self._triggers(chosen) if chosen is not None else ()
        if drawn:
            scene.triggers.show_triggers(drawn)
        else:
            scene.triggers.clear()
        self._view.standing.set_route(
            self._token.id, self._touched(chosen), frozenset(trigger.by for trigger in triggers)
        )
        if chosen is not None:
            self._callouts = self._make_callouts(chosen, drawn)
            self._avoid = tuple(point for route in routes for point in route.points)
        self._card = self._make_card(goal, preview, chosen, pointer, is_group)

    def _chosen(self, preview: MovePreview, pointer: Pointer) -> Route | None:
        return (preview.safest or preview.shortest) if pointer.safest else preview.shortest

    def _routes(
        self, preview: MovePreview, waypoints: tuple[Cell, ...], chosen: Route | None
    ) -> tuple[DrawnRoute, ...]:
        drawn = []
        if preview.shortest is not None:
            drawn.append(
                self._drawn(preview.shortest, waypoints, False, chosen is preview.shortest)
            )
        safest = preview.safest
        wanted = self._bridge.overlay.safest or chosen is safest
        if safest is not None and wanted and not _same(safest, preview.shortest):
            drawn.append(self._drawn(safest, waypoints, True, chosen is safest))
        return tuple(drawn)

    def _drawn(
        self, route: Route, waypoints: tuple[Cell, ...], is_safest: bool, is_chosen: bool
    ) -> DrawnRoute:
        path, mover = route.path, self._previewer.mover
        points = tuple(self._points(route))
        actions = [mover.actions_for(cost) for cost in path.costs]
        ends = tuple(
            index
            for index in range(len(actions) - 1)
            if actions[index + 1] > actions[index] and index > 0
        )
        return DrawnRoute(
            points,
            tuple(self._feet(cost) for cost in path.costs),
            ends,
            tuple(index for index, cell in enumerate(path.cells) if cell in waypoints),
            is_safest,
            is_chosen,
        )

    def _feet(self, hundredths: int) -> str:
        feet = hundredths * self._bridge.encounter.map.grid.feet_per_cell / 100
        return f"{feet:.0f}" if abs(feet - round(feet)) < 0.05 else f"{feet:.1f}"

    def _triggers(self, route: Route) -> tuple[DrawnTrigger, ...]:
        scene, drawn = self._scene, []
        unit = scene.unit
        taken = [box for key, box in scene.discs().items() if key != self._token.id]
        taken += [_around(point, 11 * unit) for point in self._points(route)]
        for trigger in route.triggers:
            if trigger.by not in self._bridge.encounter.tokens or route.path.steps < 1:
                continue
            step = min(max(trigger.step, 1), route.path.steps)
            made = DrawnTrigger(
                scene.center_of(self._token.id, route.path.cells[step - 1]),
                scene.center_of(self._token.id, route.path.cells[step]),
                scene.center_of(trigger.by),
                trigger.fires,
            )
            # The first side on which the triangle hides no token, no cost and no other triangle.
            made = min(
                (replace(made, side=side) for side in _SIDES),
                key=lambda one: _overlap(_around(one.peak(unit), 15 * unit), taken),
            )
            taken.append(_around(made.peak(unit), 15 * unit))
            drawn.append(made)
        return tuple(drawn)

    def _points(self, route: Route) -> list[QPointF]:
        return [self._scene.center_of(self._token.id, cell) for cell in route.path.cells]

    def _touched(self, route: Route | None) -> frozenset[Cell]:
        if route is None:
            return frozenset()
        grid, token = self._scene.grid, self._token
        return frozenset(
            cell
            for at in route.path.cells
            for cell in footprint(grid, at, token.size, token.turned)
        )

    # Cards --------------------------------------------------------------------------------------

    def _make_card(
        self,
        goal: Cell,
        preview: MovePreview,
        chosen: Route | None,
        pointer: Pointer,
        is_group: bool,
    ) -> MoveCard:
        if goal == self._token.at and chosen is not None and chosen.path.steps == 0:
            return MoveCard((), "Drop to stay")
        if goal not in self._scene.grid:
            return MoveCard((), "Off the map", True)
        if preview.shortest is None:
            return MoveCard((), self._why_not(goal), True)
        rows = [self._row("Shortest", preview.shortest, False, chosen is preview.shortest)]
        safest = preview.safest
        forbidden = self._forbidden(chosen)
        hint = "Drop to move"
        if safest is not None and not _same(safest, preview.shortest):
            rows.append(self._row("Safest", safest, True, chosen is safest))
            hint = "Drop to move the safest way" if pointer.safest else hint
            hint += ", hold V for the safest" if not pointer.safest else ""
        if is_group:
            hint = "Drop to move the formation"
        if forbidden:
            hint = f"{forbidden.rstrip('.')}. Shift to force"
        return MoveCard(tuple(rows), hint, bool(forbidden))

    def _forbidden(self, route: Route | None) -> str:
        """Return why a drop would be refused; the rules say so before anything happens."""
        if route is None or route.path.steps == 0:
            return ""
        cells = route.path.cells
        if cells not in self._verdicts:
            bridge = self._bridge
            procedure = bridge.system.perform(bridge.encounter, Move(self._token.id, cells))
            try:
                next(procedure)
            except StopIteration:
                pass
            except IllegalIntentError as error:
                self._verdicts[cells] = str(error)
            finally:
                procedure.close()
            self._verdicts.setdefault(cells, "")
        return self._verdicts[cells]

    def _why_not(self, goal: Cell) -> str:
        field = self._previewer.field
        if field.costs and max(field.costs.values()) == 0:
            return "No movement left. Shift to force"
        if any(cell in self._others() for cell in self._cells(goal)):
            return "Occupied. Shift to force"
        return "Out of range. Shift to force"

    def _cells(self, at: Cell) -> tuple[Cell, ...]:
        return footprint(self._scene.grid, at, self._token.size, self._token.turned)

    def _others(self) -> set[Cell]:
        standing = self._previewer.board.standing
        return {cell for cell, ids in standing.items() if set(ids) - {self._token.id}}

    def _row(self, label: str, route: Route, is_safest: bool, is_chosen: bool) -> RouteRow:
        firing = len(route.firing)
        return RouteRow(
            label,
            f"{self._feet(route.path.cost)} ft",
            route.actions,
            firing,
            len(route.triggers) - firing,
            is_safest,
            is_chosen,
        )

    def _make_callouts(self, route: Route, drawn: tuple[DrawnTrigger, ...]) -> tuple[Callout, ...]:
        made = []
        shown = [
            trigger
            for trigger in route.triggers
            if trigger.by in self._bridge.encounter.tokens and route.path.steps
        ]
        for trigger, mark in zip(shown, drawn, strict=False):
            if not trigger.fires or len(made) == _MOST_CALLOUTS:
                continue
            made.append(self._callout(route, trigger, mark))
        return tuple(made)

    def _callout(self, route: Route, trigger: Trigger, mark: DrawnTrigger) -> Callout:
        encounter, grid = self._bridge.encounter, self._scene.grid
        reactor = encounter.tokens[trigger.by]
        step = min(max(trigger.step, 1), route.path.steps)
        here, there = route.path.cells[step - 1], route.path.cells[step]
        weapon = next(
            (w for w in self._bridge.system.weapons(reactor) if w.name == trigger.weapon), None
        )
        who = f"{reactor.name}, {trigger.weapon}"
        if weapon is not None:
            who += f", reach {weapon.reach_feet} ft"
        way = f"{cell_name(grid, here)} to {cell_name(grid, there)}"
        reason = trigger.reason.removeprefix(f"{way}: ")
        lines = (who, *_wrapped(f"{way}: {reason}"))
        plan = self._plan(trigger, here)
        odds = mean = ""
        if plan is not None and plan.odds is not None:
            odds = f"Hit {plan.odds.hit * 100:.1f} %"
            mean = f"mean damage {plan.odds.mean:.1f}"
        return Callout(
            mark.peak(self._scene.unit),
            "Opportunity attack",
            f"step {step} of {route.path.steps}",
            lines,
            _sentence(trigger.cost) or "Reaction",
            odds,
            mean,
        )

    def _plan(self, trigger: Trigger, at: Cell) -> AttackPlan | None:
        """Return the reactor's attack on the token in the cell that it is leaving."""
        key = (trigger.by, trigger.weapon, at)
        if key not in self._plans:
            encounter = self._bridge.encounter.with_token(replace(self._token, at=at))
            board = Board.of(encounter, self._bridge.system)
            try:
                self._plans[key] = self._bridge.system.plan(
                    board, Attack(trigger.by, self._token.id, trigger.weapon)
                )
            except IllegalIntentError:
                self._plans[key] = None
        return self._plans[key]


_SIDES = (
    (0.0, -26.0),
    (0.0, 28.0),
    (-30.0, 0.0),
    (30.0, 0.0),
    (-26.0, -26.0),
    (26.0, -26.0),
    (-26.0, 28.0),
    (26.0, 28.0),
    (0.0, -58.0),
    (0.0, 60.0),
)
"""Where the triangle of a trigger may stand, in pixels from the edge between its two cells."""


def _around(point: QPointF, reach: float) -> QRectF:
    return QRectF(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach)


def _overlap(box: QRectF, others: list[QRectF]) -> float:
    parts = (box.intersected(other) for other in others)
    return sum(part.width() * part.height() for part in parts)


def _before(goal: Cell, waypoints: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the waypoints before *goal*: the last one may be the goal itself."""
    return waypoints[:-1] if waypoints and waypoints[-1] == goal else waypoints


def _same(a: Route, b: Route | None) -> bool:
    return b is not None and a.path.cells == b.path.cells


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _wrapped(text: str, width: int = 48) -> tuple[str, ...]:
    from textwrap import wrap

    return tuple(wrap(text, width)) or ("",)
