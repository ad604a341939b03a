"""What is drawn while a token is dragged: range, routes, triggers, threat and the cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF

from battlemap.geometry.footprint import footprint
from battlemap.geometry.names import cell_name
from battlemap.model.obstacle import Door, Wall
from battlemap.ui.overlays.card import Callout, MoveCard
from battlemap.ui.overlays.path_overlay import DrawnRoute, DrawnTrigger
from battlemap.ui.overlays.trigger_places import free_sides
from battlemap.ui.timers import single_shot
from battlemap.ui.tools.move_words import MoveWords, same_way

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.session.preview import MovePreview, Route
    from battlemap.ui.scene.map_view import MapView
    from battlemap.ui.tools.stops import Stops
    from battlemap.ui.tools.tool import Pointer


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
        self._asked: tuple[Cell, Stops, bool] | None = None
        self._asked_from = 0
        self._ways: tuple[Route, ...] = ()
        self._ways_to: tuple[Cell, Stops] | None = None
        self._places: dict[Cell, QPointF] = {}
        self._words = MoveWords(view, self._previewer)
        self._callouts: tuple[Callout, ...] = ()
        self._avoid: tuple[QPointF, ...] = ()
        self._card = MoveCard((), "")
        self._pixel = QPointF()
        self._drawn_now: tuple[Route, tuple[DrawnTrigger, ...]] | None = None
        self._rests = single_shot(None, self._add_odds, REST_MS)

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
        self._rests.stop()
        self._scene.range.clear()
        self._scene.numbers.clear()
        self._scene.paths.clear()
        self._scene.triggers.clear()
        self._view.cards.clear()
        self._view.standing.set_route(None, frozenset(), frozenset())

    def can_pass(self, cell: Cell, stops: Stops) -> bool:
        """Tell whether *cell* can be the next waypoint."""
        last = stops.cells[-1] if stops.cells else self._token.at
        if cell == last:
            return False
        return self._previewer.to(cell, stops.cells, stops.jumps).shortest is not None

    def why_no_jump(self, cell: Cell, stops: Stops) -> str:
        """Return why the token can't jump to *cell* from the last waypoint; empty: it can."""
        if cell == (stops.cells[-1] if stops.cells else self._token.at):
            return "it begins and ends in the same cell"
        return self._previewer.why_no_jump(cell, stops.cells, stops.jumps)

    def route(self, goal: Cell, stops: Stops, pointer: Pointer) -> Route | None:
        """Return the route that a drop would take."""
        return self._chosen(goal, stops, pointer)[0]

    def show(self, goal: Cell, stops: Stops, pointer: Pointer, *, is_group: bool) -> None:
        """Show the routes to *goal*; inside the same cell only the card moves."""
        state = (goal, stops, pointer.safest, pointer.routes_on, pointer.shift, is_group)
        if state != self._shown:
            self._shown = state
            self._draw(goal, stops, pointer, is_group)
        self._pixel = pointer.pixel
        self._view.cards.show_move(self._card, pointer.pixel, self._callouts, self._avoid)

    def show_kept(self, route: Route) -> None:
        """Show a route that stays planned without a drag."""
        drawn = replace(self._drawn(route, (), False, True), is_kept=True)
        self._scene.paths.show_routes((drawn,))
        signs = self._triggers(route)
        if signs:
            self._scene.triggers.show_triggers(signs)
        else:
            self._scene.triggers.clear()
        owners = frozenset(trigger.by for trigger in route.triggers)
        self._view.standing.set_route(self._token.id, self._touched(route), owners)

    # Drawing ------------------------------------------------------------------------------------

    def _draw(self, goal: Cell, stops: Stops, pointer: Pointer, is_group: bool) -> None:
        scene = self._scene
        self._rests.stop()
        self._callouts, self._avoid = (), ()
        if pointer.shift:
            ends = (scene.center_of(self._token.id), scene.center_of(self._token.id, goal))
            scene.paths.show_routes((), ends if goal != self._token.at else None)
            scene.triggers.clear()
            self._view.standing.set_route(self._token.id, frozenset(), frozenset())
            name = cell_name(scene.grid, goal)
            self._card = MoveCard((), f"Drop to put it on {name}, past the rules", True)
            return
        preview = self._previewer.to(goal, stops.before(goal), stops.jumps)
        chosen, rank = self._chosen(goal, stops, pointer)
        routes = self._routes(preview, stops.cells, chosen)
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
            self._callouts = self._words.callouts(chosen, drawn, with_odds=False)
            if any(callout.awaits_odds for callout in self._callouts):
                self._drawn_now = chosen, drawn
                self._rests.start()
            self._avoid = tuple(point for route in routes for point in route.points)
        self._card = self._words.card(goal, preview, chosen, rank, pointer, is_group)

    def _add_odds(self) -> None:
        """Write the odds, which take long, once the pointer rests in a cell."""
        if self._view.has_moved_on:
            # The frames take longer than the rest: nobody rests here.
            self._rests.start()
        elif self._drawn_now is not None:
            self._callouts = self._words.callouts(*self._drawn_now, with_odds=True)
            self._view.cards.show_move(self._card, self._pixel, self._callouts, self._avoid)

    def _chosen(
        self, goal: Cell, stops: Stops, pointer: Pointer
    ) -> tuple[Route | None, tuple[int, int] | None]:
        """Return the route that a drop would take, and its rank among all that there are.

        Those between the shortest and the safest are looked for when they are asked for, not in
        each frame; then the rank is (its number from the shortest on, how many there are).
        """
        asked = goal, stops, pointer.safest
        if asked != self._asked:
            self._asked, self._asked_from = asked, pointer.routes_on
        presses = pointer.routes_on - self._asked_from
        if presses:
            if self._ways_to != (goal, stops):
                self._ways_to = goal, stops
                self._ways = self._previewer.trade_offs(goal, stops.before(goal), stops.jumps)
            if self._ways:
                count = len(self._ways)
                index = (count - 1 - presses if pointer.safest else presses) % count
                return self._ways[index], (index + 1, count)
        found = self._previewer.to(goal, stops.before(goal), stops.jumps)
        return (found.safest or found.shortest) if pointer.safest else found.shortest, None

    def _routes(
        self, preview: MovePreview, waypoints: tuple[Cell, ...], chosen: Route | None
    ) -> tuple[DrawnRoute, ...]:
        drawn = []
        if preview.shortest is not None:
            drawn.append(
                self._drawn(preview.shortest, waypoints, False, chosen is preview.shortest)
            )
        safest = preview.safest
        if chosen is not None and chosen not in (preview.shortest, safest):
            # One dashed line at a time: of two nobody would see which is meant.
            return (*drawn, self._drawn(chosen, waypoints, True, True))
        wanted = self._bridge.overlay.safest or chosen is safest
        if safest is not None and wanted and not same_way(safest, preview.shortest):
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
            tuple(self._words.feet(cost) for cost in path.costs),
            ends,
            tuple(index for index, cell in enumerate(path.cells) if cell in waypoints),
            is_safest,
            is_chosen,
            tuple(sorted(path.jumps)),
        )

    def _triggers(self, route: Route) -> tuple[DrawnTrigger, ...]:
        """Return the triggers with their triangles where these hide no token, cost or other one."""
        scene, unit = self._scene, self._scene.unit
        drawn: list[DrawnTrigger] = []
        if not route.triggers:
            return ()
        rows, discs = scene.disc_boxes()
        own = [rows[self._token.id]] if self._token.id in rows else []
        points = np.array([(point.x(), point.y()) for point in self._points(route)])
        plates = np.hstack((points - 11 * unit, points + 11 * unit))
        taken = np.concatenate((np.delete(discs.sides, own, axis=0), plates))
        for trigger in route.triggers:
            if trigger.by not in self._bridge.encounter.tokens or route.path.steps < 1:
                continue
            step = min(max(trigger.step, 1), route.path.steps)
            drawn.append(
                DrawnTrigger(
                    self._place(route.path.cells[step - 1]),
                    self._place(route.path.cells[step]),
                    scene.center_of(trigger.by),
                    trigger.fires,
                    by=trigger.by,
                    step=trigger.step,
                )
            )
        sides = free_sides([trigger.edge for trigger in drawn], unit, taken)
        return tuple(replace(one, side=side) for one, side in zip(drawn, sides, strict=True))

    def _points(self, route: Route) -> list[QPointF]:
        return [self._place(cell) for cell in route.path.cells]

    def _place(self, cell: Cell) -> QPointF:
        """Return where the token's center is in the scene when it stands there."""
        if cell not in self._places:
            self._places[cell] = self._scene.center_of(self._token.id, cell)
        return self._places[cell]

    def _touched(self, route: Route | None) -> frozenset[Cell]:
        if route is None:
            return frozenset()
        grid, token = self._scene.grid, self._token
        return frozenset(
            cell
            for at in route.path.cells
            for cell in footprint(grid, at, token.size, token.turned)
        )


REST_MS = 30
"""The odds follow when the pointer rests in a cell for so many milliseconds."""
