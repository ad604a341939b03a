"""Carrying a move or turn out, step by step, with what it provokes on the way."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.event import Noted, StatusChanged, TokenMoved, TokenTurned
from battlemap.model.intent import Attack
from battlemap.model.terrain import Terrain
from battlemap.model.words import counted, direction
from battlemap.rules.by_hand import check_way, facing_of, moving, name_of
from battlemap.rules.procedure import (
    UNASKED,
    Ask,
    AskOption,
    IllegalIntentError,
    ask,
    happen,
    token_of,
)
from battlemap.systems.grimhowl.attack import REACTION, plan, sentence, weapon_of
from battlemap.systems.grimhowl.by_hand import put
from battlemap.systems.grimhowl.economy import paid
from battlemap.systems.grimhowl.movement import (
    FadingMover,
    move_triggers,
    mover,
    pool_size,
    why_not_now,
)
from battlemap.systems.grimhowl.pools import MOVE
from battlemap.systems.grimhowl.resolution import resolve
from battlemap.systems.grimhowl.sheet import status_of
from battlemap.tactics.board import Board
from battlemap.tactics.jumps import parity_after
from battlemap.tactics.movement import path_along

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Move, Turn
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.rules.trigger import Trigger
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.systems.grimhowl.sheet import Status
    from battlemap.tactics.path import Path


def perform_move(system: Grimhowl, encounter: Encounter, move: Move) -> Procedure:
    """Walk step by step; the GM's hand ("force") and a shove ("pushed") cost nothing.

    A mover that goes down on the way stays where it is and pays for the way so far.
    """
    token = moving(encounter, move)
    if move.manner in ("force", "pushed"):
        return (yield from put(encounter, token, move.cells[-1], manner=move.manner))
    check_way(encounter, token, move, known=move.manner == "walk")
    if len(move.cells) == 1:
        return encounter
    board = Board.of(encounter, system)
    how = mover(system, encounter, token)
    path, wrong = path_along(board, token.id, how, move.cells, move.jumps)
    if why := wrong or why_not_now(system, encounter, token, path, how):
        raise IllegalIntentError(sentence(why))
    waiting = tuple(
        trigger for trigger in move_triggers(system, board, token, path) if trigger.fires
    )
    walk = _Walk(system, token.id, path, waiting)
    for step in range(1, path.steps + 1):
        encounter, goes_on = yield from walk.before(encounter, step)
        if not goes_on:
            break
        encounter = yield from walk.take(encounter, step)
    before = encounter.tokens[token.id]
    encounter = yield from walk.pay(encounter, how)
    return (yield from happen(walk.noted(encounter, how, before)))


def perform_turn(system: Grimhowl, encounter: Encounter, turn: Turn) -> Procedure:
    """Face another way; it costs nothing and means something only where facing is played."""
    token = token_of(encounter, turn.token)
    facing = facing_of(encounter, turn)
    if facing == token.facing:
        return encounter
    encounter = yield from happen(TokenTurned(token.id, facing))
    lines = () if system.options.facing else ("Facing means nothing in these rules",)
    headline = f"{name_of(token)} faces {direction(facing)}"
    return (yield from happen(Noted(headline, lines, "move", token.id)))


@dataclass
class _Walk:
    """One move while it is carried out; lives no longer than the procedure."""

    system: Grimhowl
    token: str
    path: Path
    waiting: tuple[Trigger, ...]
    """What fires on the way."""
    done: int = 0
    """Steps taken."""
    halted: bool = False
    lines: list[str] = field(default_factory=list)

    def before(self, encounter: Encounter, step: int) -> Part[tuple[Encounter, bool]]:
        """Settle what fires before the token leaves its cell."""
        for trigger in self.waiting:
            if trigger.step != step or not self.system.is_able(encounter.tokens[trigger.by]):
                continue
            encounter = yield from opportunity(self.system, encounter, trigger, self.token)
            self.lines.append(f"{name_of(encounter.tokens[trigger.by])}: {trigger.reason}")
            if not self.system.is_able(encounter.tokens[self.token]):
                self.halted = True
                return encounter, False
        return encounter, True

    def take(self, encounter: Encounter, step: int) -> Procedure:
        """Take one step."""
        token = encounter.tokens[self.token]
        start, end = self.path.cells[step - 1 : step + 1]
        encounter = yield from happen(
            TokenMoved(token.id, start, end, elevation_feet=token.elevation_feet)
        )
        self.done = step
        status = status_of(token)
        if status.cover is not None:
            self.lines.append(f"{name_of(token)} loses Cover")
            encounter = yield from happen(StatusChanged(token.id, replace(status, cover=None)))
        if step in self.path.jumps:
            where = cell_name(encounter.map.grid.grid, end)
            self.lines.append(f"Jumps to {where}: an Athletics check where it is far")
        self._look_at_ground(encounter, end)
        return encounter

    def _look_at_ground(self, encounter: Encounter, anchor: Cell) -> None:
        board = Board.of(encounter, self.system)
        cells = board.cells_at(encounter.tokens[self.token], anchor)
        if any(Terrain.HAZARDOUS in encounter.map.terrain_at(cell) for cell in cells):
            where = cell_name(board.grid, anchor)
            self.lines.append(f"{where} is hazardous: apply its effect (Take damage)")

    def pay(self, encounter: Encounter, how: FadingMover) -> Procedure:
        """Spend what the steps taken cost, out of what stars bought or out of Moves."""
        token = encounter.tokens[self.token]
        status = status_of(token)
        if not self.done:
            return encounter
        cost = self.path.costs[self.done]
        if status.stride:
            left = max(0, status.stride - cost)
            status = replace(
                status,
                stride=left,
                stride_by=status.stride_by if left else "",
                drawn=status.drawn + cost if encounter.turn_order.is_running else 0,
            )
        elif encounter.turn_order.is_running:
            status = self._paid_by_moves(encounter, token, how, cost)
        if encounter.turn_order.is_running:
            status = replace(status, parity=self._parity(encounter, status.parity))
        if status != status_of(token):
            encounter = yield from happen(StatusChanged(token.id, status))
        return encounter

    def _paid_by_moves(
        self, encounter: Encounter, token: Token, how: FadingMover, cost: int
    ) -> Status:
        """Return the status after so many Moves, with what of the last one's pool is walked."""
        status = status_of(token)
        count = how.actions_for(cost)
        if not count:
            return replace(status, drawn=status.drawn + cost)
        left = how.left_over + sum(how.buys[:count]) - cost
        for _ in range(count):
            status = paid(encounter, replace(token, status=status), MOVE)
        size = pool_size(self.system, encounter, token, status.times(MOVE) - 1)
        return replace(status, opened=True, drawn=max(0, size - left))

    def _parity(self, encounter: Encounter, parity: int) -> int:
        board = Board.of(encounter, self.system)
        return parity_after(board, self.path.cells[: self.done + 1], parity)

    def noted(self, encounter: Encounter, how: FadingMover, before: Token) -> Noted:
        """Return the log's line of the move."""
        token = encounter.tokens[self.token]
        name, cost = name_of(token), self.path.costs[self.done]
        feet = cost * encounter.map.grid.feet_per_cell / 100
        cell = cell_name(encounter.map.grid.grid, token.at)
        headline = f"{name} moves {feet:g} ft to {cell}"
        if self.halted:
            headline = f"{name} goes down at {cell}"
        by = status_of(before).stride_by
        if not encounter.turn_order.is_running:
            price = "No fight, nothing spent"
        elif by:
            price = f"Stars of {by.capitalize()}, out of the movement pool"
        else:
            price = counted(how.actions_for(cost), "action")
        return Noted(headline, (price, *self.lines), "move", token.id)


def opportunity(
    system: Grimhowl, encounter: Encounter, trigger: Trigger, mover_id: str
) -> Procedure:
    """Ask whether the holder of a reach strikes at whoever leaves it, and resolve the strike.

    It is a Reaction: paid with a held action, met by a passive defense only, and outside of the
    count of attacks.
    """
    reactor, provoker = encounter.tokens[trigger.by], encounter.tokens[mover_id]
    forced = {"force": "yes"} if trigger.by_hand else {}
    strike = Attack(reactor.id, mover_id, trigger.weapon, {"cost": REACTION, **forced})
    planned = plan(system, Board.of(encounter, system), strike)
    if planned.illegal:
        return encounter
    weapon = weapon_of(system, reactor, trigger.weapon)
    odds = planned.odds
    answer = yield from ask(
        Ask(
            token=reactor.id,
            headline=f"{name_of(provoker)} leaves the reach of {name_of(reactor)}",
            options=(
                AskOption("strike", "Strike", odds.summary if odds else ""),
                AskOption("let_go", "Let go"),
                AskOption("never", "Never", f"Don't ask for {name_of(reactor)} again"),
            ),
            kind="opportunity attack",
            facts=(
                f"{weapon.name}, reach {weapon.reach_feet} ft",
                trigger.reason,
                "Costs an action",
            ),
            to_hit=odds.hit if odds else None,
            mean=odds.mean if odds else None,
            focus=(reactor.id, mover_id),
            in_fights_only=True,
        )
    )
    if answer == UNASKED:
        return encounter
    if answer != "strike":
        headline = f"{name_of(reactor)} lets {name_of(provoker)} go"
        return (yield from happen(Noted(headline, (trigger.reason,), "attack", reactor.id)))
    return (
        yield from resolve(
            system, encounter, strike, title="opportunity attack", because=trigger.reason
        )
    )
