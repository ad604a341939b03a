"""Select and move: clicks, boxes, drags of one token or several, and the keys that do the same."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt

from battlemap.geometry.grid import GridKind
from battlemap.model.intent import Move, Turn
from battlemap.model.obstacle_search import obstacle_at
from battlemap.ui.bridge import PlannedMove
from battlemap.ui.overlays.drawing import Area, Drawing
from battlemap.ui.panels.wording import count
from battlemap.ui.tools.keys import direction_of, step_index
from battlemap.ui.tools.move_preview import MovePreviewOverlays
from battlemap.ui.tools.stops import Stops
from battlemap.ui.tools.tool import Drag, Pointer, Tool

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from battlemap.geometry.cell import Cell
    from battlemap.model.intent import Intent
    from battlemap.model.token import Token


class MoveTool(Tool):
    """The tool that one starts with."""

    key = "select"
    label = "Select and move"
    icon = "select"
    shortcut = "S"
    hint = "Ctrl waypoint · J jump · Shift force · V safest · B next · P plan · W why · Esc cancel"

    _planned: PlannedMove | None = None
    """What the drag under way would do."""
    _kept: PlannedMove | None = None
    """What is to stay planned after the drag."""

    def keep(self) -> bool:
        """Let the route of the drag stay drawn, to be asked about and carried out later."""
        self._kept = replace(self._planned, is_kept=True) if self._planned is not None else None
        return self._kept is not None

    # Pointer ------------------------------------------------------------------------------------

    def drag(self, press: Pointer) -> Drag:
        """Click, box or move, whatever becomes of the press."""
        pointer = press
        while pointer.is_down and not pointer.is_far_from(press):
            pointer = yield
        if not pointer.is_down:
            self._click(press)
        elif press.token is None:
            yield from self._box(press, pointer)
        elif press.ctrl:
            # Ctrl+drag measures, as in other tables; the press has not targeted anything yet.
            yield from self.view.ruler.measure(press, pointer)
        else:
            yield from self._move(press, pointer)

    def hover(self, pointer: Pointer) -> None:
        """Draw what a sign of the planned route means."""
        self.view.why_route.point(pointer.place)

    def _click(self, press: Pointer) -> None:
        bridge, token = self.bridge, press.token
        if self.view.why_route.click(press.place):
            return
        if token is None:
            if not press.shift and not press.ctrl:
                bridge.select(())
        elif press.ctrl and press.shift:
            if token != bridge.attacker:
                bridge.toggle_target(token)
        elif press.ctrl:
            bridge.set_target(None if token == bridge.target else token)
        elif press.shift:
            bridge.toggle_selected(token)
        else:
            bridge.select((token,))

    def _box(self, press: Pointer, pointer: Pointer) -> Drag:
        before = self.bridge.selected
        try:
            while pointer.is_down:
                box = QRectF(press.place, pointer.place).normalized()
                self.scene.measure.show_drawing(_box_drawing(box))
                pointer = yield
            box = QRectF(press.place, pointer.place).normalized()
            kept = before if press.shift else ()
            self.bridge.select((*kept, *self.scene.tokens_in(box)))
        finally:
            self.scene.measure.clear()

    def _move(self, press: Pointer, pointer: Pointer) -> Drag:
        bridge = self.bridge
        key = press.token
        if key is None or key not in bridge.encounter.tokens:
            return
        if bridge.is_waiting:
            bridge.say("Answer the open question first.", "warn")
            return
        if key not in bridge.selected:
            bridge.select((*bridge.selected, key) if press.shift else (key,))
        token = bridge.encounter.tokens[key]
        others = [other for other in bridge.selected if other != key]
        preview = MovePreviewOverlays(self.view, key)
        stops = Stops()
        try:
            preview.begin()
            for other in (key, *others):
                self.scene.lift(other)
            preview.hide_standing()
            while pointer.is_down:
                goal = self._under(token, press, pointer)
                if pointer.is_waypoint:
                    stops = self._with_stop(stops, goal, pointer, preview)
                self._carry(press, pointer, (key, *others))
                preview.show(goal, stops, pointer, is_group=bool(others))
                self._plan(token, goal, stops, pointer, preview)
                pointer = yield
            goal = self._under(token, press, pointer)
            intents = self._drop(token, goal, stops, pointer, preview, others)
        finally:
            preview.end()
            self.scene.put_down()
            bridge.plan_move(self._kept)
            self._planned = self._kept = None
            self.view.standing.later()
        self._perform(intents)

    def _with_stop(
        self, stops: Stops, goal: Cell, pointer: Pointer, preview: MovePreviewOverlays
    ) -> Stops:
        """Return the stops with a waypoint at *goal*, if the token can pass there."""
        if pointer.is_jump:
            why = preview.why_no_jump(goal, stops)
            if why:
                self.bridge.say(f"No jump: {why}.", "warn")
                return stops
        elif not preview.can_pass(goal, stops):
            return stops
        return stops.then(goal, by_jump=pointer.is_jump)

    def _carry(self, press: Pointer, pointer: Pointer, keys: tuple[str, ...]) -> None:
        moved = pointer.place - press.place
        for key in keys:
            if key in self.bridge.encounter.tokens:
                self.scene.carry(key, self.scene.center_of(key) + moved)

    def _plan(
        self,
        token: Token,
        goal: Cell,
        stops: Stops,
        pointer: Pointer,
        preview: MovePreviewOverlays,
    ) -> None:
        """Tell the panels what the move costs and from where an attack would be made."""
        route = preview.route(goal, stops, pointer)
        self._planned = None
        if route is not None and route.path.steps:
            self._planned = PlannedMove(
                token.id,
                route.path.cells,
                None,
                len(route.firing),
                route.actions,
                tuple(sorted(route.path.jumps)),
            )
        if self.bridge.target != token.id:
            self.bridge.plan_move(self._planned)

    def _drop(
        self,
        token: Token,
        goal: Cell,
        stops: Stops,
        pointer: Pointer,
        preview: MovePreviewOverlays,
        others: list[str],
    ) -> list[Intent]:
        """Return what the drop asks for; nothing where it isn't legal and not forced."""
        if goal == token.at and not stops.cells:
            return []
        if others:
            return self._group(token, goal, others, force=pointer.shift)
        if pointer.shift:
            return [Move(token.id, (token.at, goal), "force")]
        route = preview.route(goal, stops, pointer)
        if route is None:
            self.bridge.say(
                f"{token.name} can't get there with what it has left. Shift+drop forces it.",
                "warn",
            )
            return []
        jumps = tuple(sorted(route.path.jumps))
        return [Move(token.id, route.path.cells, jumps=jumps)] if route.path.steps else []

    def _group(self, token: Token, goal: Cell, others: list[str], *, force: bool) -> list[Intent]:
        """Return the moves of a formation, those in front first."""
        by = goal.minus(token.at)
        center = self.scene.grid.center
        start, end = center(token.at), center(goal)
        dx, dy = end.x - start.x, end.y - start.y
        tokens = [self.bridge.encounter.tokens[key] for key in (token.id, *others)]
        tokens.sort(key=lambda t: -(center(t.at).x * dx + center(t.at).y * dy))
        manner = "force" if force else ""
        return [Move(t.id, (t.at, t.at.plus(by)), manner or "walk") for t in tokens]

    def _under(self, token: Token, press: Pointer, pointer: Pointer) -> Cell:
        """Return where the anchor of a dragged token comes to lie.

        Large tokens on hexes are held by corners of hexes, which belong to no cell: they go as far
        as the pointer has gone. Others go to the cell under it.
        """
        grid = self.scene.grid
        if token.size == 1 or grid.kind is GridKind.SQUARE:
            return pointer.cell.minus(press.cell.minus(token.at))
        start, a, b = grid.center(token.at), press.point, pointer.point
        return grid.cell_at((start.x + b.x - a.x, start.y + b.y - a.y))

    def double_click(self, pointer: Pointer) -> bool:
        """Show the wall, door or prop under the pointer in the panel."""
        key = obstacle_at(self.view.drawing.obstacles, pointer.point)
        if key is None or pointer.token is not None:
            return False
        self.view.drawing.open((key,))
        return True

    # Deeds --------------------------------------------------------------------------------------

    def _perform(self, intents: list[Intent]) -> None:
        if self.bridge.is_waiting:
            self.bridge.say("Answer the open question first; then tokens move again.", "info")
            return
        turns = all(isinstance(intent, Turn) for intent in intents)
        label = f"{'Turn' if turns else 'Move'} {count(len(intents), 'token')}"
        self.bridge.group.perform(intents, label, self._routed)

    def _routed(self, move: Intent) -> Intent:
        """Return *move* along a legal route; by force where the formation can't be kept else."""
        if not isinstance(move, Move) or move.jumps or move.manner != "walk":
            return move
        if len(move.cells) != 2:
            return move
        start, goal = move.cells
        if goal in self.scene.grid.neighbors(start):
            return move
        found = self.bridge.session.preview_move(move.token).to(goal).shortest
        if found is not None:
            return Move(move.token, found.path.cells)
        return Move(move.token, (start, goal), "force")

    # Keys ---------------------------------------------------------------------------------------

    def key_press(self, event: QKeyEvent) -> bool:
        """Move, turn and target by keys."""
        held = Qt.KeyboardModifier
        modifiers = event.modifiers()
        if modifiers & (held.ControlModifier | held.AltModifier | held.MetaModifier):
            return False
        shift = bool(modifiers & held.ShiftModifier)
        way = direction_of(event.key(), keypad=bool(modifiers & held.KeypadModifier))
        if way is not None:
            return self.face(way) if shift else self.step(way)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            return self.view.why_route.carry_out()
        if event.key() == Qt.Key.Key_R:
            return self.turn(-1 if shift else 1)
        if event.key() == Qt.Key.Key_T:
            return self.add_target() if shift else self.target_next()
        if event.key() == Qt.Key.Key_Tab:
            return False
        return False

    def _movable(self) -> list[Token]:
        tokens = self.bridge.encounter.tokens
        return [tokens[key] for key in self.bridge.selected if key in tokens]

    def step(self, degrees: float) -> bool:
        """Move the selected tokens by one step; tell whether there are any."""
        tokens = self._movable()
        grid = self.scene.grid
        moves: list[Intent] = []
        for token in tokens:
            index = step_index(grid, degrees, token.at)
            if index is not None:
                moves.append(Move(token.id, (token.at, token.at.plus(grid.directions[index]))))
        if not tokens:
            self._say_select("Arrow keys move")
        elif not moves:
            self.bridge.say("This grid has no cell in that direction.", "info")
        else:
            self._perform(moves)
        return True

    def _say_select(self, what: str) -> None:
        """Say why a key did nothing: no token is selected."""
        self.bridge.say(f"{what} the selected token: click one, or press Tab.", "info")

    def face(self, degrees: float) -> bool:
        """Turn the selected tokens to face that way; tell whether there are any."""
        tokens = self._movable()
        grid = self.scene.grid
        turns: list[Intent] = []
        for token in tokens:
            index = step_index(grid, degrees, token.at)
            if index is not None and grid.facings[index] != token.facing:
                turns.append(Turn(token.id, grid.facings[index]))
        self._perform(turns)
        return bool(tokens)

    def turn(self, steps: int) -> bool:
        """Turn the selected tokens by so many steps clockwise; tell whether there are any."""
        tokens = self._movable()
        grid = self.scene.grid
        self._perform([Turn(token.id, grid.turned_facing(token.facing, steps)) for token in tokens])
        return bool(tokens)

    def add_target(self) -> bool:
        """Add what the pointer is on to the targets, else the nearest enemy that is none yet.

        One that is a target already goes out again. False where nobody attacks or nobody is left.
        """
        bridge = self.bridge
        attacker, hovered = bridge.attacker, self.view.hovered_token
        if hovered is not None and hovered != attacker:
            bridge.toggle_target(hovered)
            return True
        left = [key for key in self._enemies() if key not in bridge.targets.keys]
        if left:
            bridge.toggle_target(left[0])
        return bool(left)

    def _enemies(self) -> list[str]:
        """Return the enemies of the attacker, the nearest first."""
        attacker = self.bridge.attacker
        if attacker is None:
            return []
        board, grid = self.bridge.board, self.scene.grid
        own = board.cells_of(attacker)
        enemies = sorted(
            board.enemies_of(board.token(attacker)),
            key=lambda other: grid.space_distance(own, board.cells_of(other.id)),
        )
        return [other.id for other in enemies]

    def target_next(self, *, back: bool = False) -> bool:
        """Target what the pointer is on, else the next enemy, the nearest first."""
        bridge = self.bridge
        attacker = bridge.attacker
        hovered = self.view.hovered_token
        if hovered is not None and hovered != attacker:
            bridge.set_target(None if hovered == bridge.target else hovered)
            return True
        keys = self._enemies()
        if not keys:
            return False
        if bridge.target in keys:
            index = keys.index(bridge.target) + (-1 if back else 1)
            bridge.set_target(keys[index % len(keys)])
        else:
            bridge.set_target(keys[-1 if back else 0])
        return True


def _box_drawing(box: QRectF) -> Drawing:
    from PySide6.QtGui import QPainterPath

    path = QPainterPath()
    path.addRect(box)
    return Drawing(areas=(Area(path, "accent", 0.12, "", 1.4),))
