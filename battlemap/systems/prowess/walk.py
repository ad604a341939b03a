"""Carrying a move out: steps, obstacles, and what they provoke on the way."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.event import Noted, StatusChanged, TokenMoved, TokenTurned
from battlemap.model.terrain import Terrain
from battlemap.model.words import counted
from battlemap.rules.acting import waits
from battlemap.rules.by_hand import check_way, facing_of, moving, name_of
from battlemap.rules.procedure import IllegalIntentError, happen, token_of
from battlemap.systems.prowess.by_hand import put
from battlemap.systems.prowess.movement import (
    DISENGAGE_POINTS,
    is_prepaid,
    move_triggers,
    mover,
    paid_walk,
    why_not_now,
)
from battlemap.systems.prowess.paying import sentence
from battlemap.systems.prowess.rolls import check
from battlemap.systems.prowess.sheet import sheet_of, status_of
from battlemap.systems.prowess.strike import opportunity
from battlemap.tactics.board import Board
from battlemap.tactics.hazards import entered
from battlemap.tactics.hurdles import hurdles
from battlemap.tactics.jumps import parity_after
from battlemap.tactics.manners import manner_kind
from battlemap.tactics.movement import path_along

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Move, Turn
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.rules.trigger import Trigger
    from battlemap.systems.prowess import Prowess
    from battlemap.tactics.mover import Mover
    from battlemap.tactics.path import Path


def perform_turn(encounter: Encounter, turn: Turn) -> Procedure:
    """Face another way; it costs nothing and means nothing to the rules."""
    token = token_of(encounter, turn.token)
    facing = facing_of(encounter, turn)
    if token.facing == facing:
        return encounter
    return (yield from happen(TokenTurned(token.id, facing)))


def perform_move(system: Prowess, encounter: Encounter, move: Move) -> Procedure:
    """Walk or disengage step by step, asking at each step that provokes.

    A mover that drops, or fails to cross an obstacle, stays where it is and pays for the way so
    far. The GM's hand ("force") puts the token there, costs nothing and provokes nothing.
    """
    token = moving(encounter, move)
    if move.manner == "force":
        return (yield from put(encounter, token, move.cells[-1]))
    known = move.manner == "walk" or manner_kind(move.manner) == "disengage"
    check_way(encounter, token, move, known=known)
    if len(move.cells) == 1:
        return encounter
    board = Board.of(encounter, system)
    how = mover(system, encounter, token)
    path, wrong = path_along(board, token.id, how, move.cells, move.jumps)
    if why := wrong or why_not_now(system, encounter, token, path, how, move.manner):
        raise IllegalIntentError(sentence(why))
    walk = Walk(
        system, token.id, path, move.manner, move_triggers(system, board, token, path, move.manner)
    )
    walk.look_ahead(board)
    for step in range(1, path.steps + 1):
        encounter, goes_on = yield from walk.step(encounter, step)
        if not goes_on:
            break
    encounter = yield from walk.pay(encounter, how)
    return (yield from happen(walk.noted(encounter, how)))


@dataclass
class Walk:
    """A move while it is carried out."""

    system: Prowess
    token: str
    path: Path
    manner: str
    triggers: tuple[Trigger, ...]
    obstacles: dict[int, list[str]] = field(default_factory=dict)
    """What has to be climbed or jumped over, by step."""
    hazards: frozenset[int] = frozenset()
    """The steps that enter hazardous ground."""
    lines: list[str] = field(default_factory=list)
    done: int = 0
    """Steps taken."""
    tried: int = 0
    """Steps taken or tried in vain; they are paid."""
    halted: str = ""

    def look_ahead(self, board: Board) -> None:
        """Find the obstacles and hazards on the way."""
        dangers = entered(board, self.token, self.path, Terrain.HAZARDOUS)
        self.hazards = frozenset(danger.step for danger in dangers)
        if not self.system.options.obstacle_difficulty:
            return
        for hurdle in hurdles(board, self.token, self.path):
            self.obstacles.setdefault(hurdle.step, []).append(hurdle.name)
        for climb in entered(board, self.token, self.path, Terrain.CLIMB):
            self.obstacles.setdefault(climb.step, []).append("the climb")
        for step in self.path.jumps:
            self.obstacles.setdefault(step, []).append("the gap")

    def step(self, encounter: Encounter, step: int) -> Part[tuple[Encounter, bool]]:
        """Take one step with all that it provokes; returns whether the move goes on."""
        encounter, goes_on = yield from self._struck(encounter, step, entering=False)
        if not goes_on:
            return encounter, False
        self.tried = step
        for name in self.obstacles.get(step, ()):
            encounter, over = yield from self._cross(encounter, name)
            if not over:
                self.halted = f"doesn't get over {name}"
                return encounter, False
        token = encounter.tokens[self.token]
        start, end = self.path.cells[step - 1 : step + 1]
        encounter = yield from happen(
            TokenMoved(token.id, start, end, elevation_feet=token.elevation_feet)
        )
        self.done = step
        self._look_at_ground(encounter, step)
        return (yield from self._struck(encounter, step, entering=True))

    def _struck(
        self, encounter: Encounter, step: int, *, entering: bool
    ) -> Part[tuple[Encounter, bool]]:
        for trigger in self.triggers:
            if trigger.step != step or (trigger.deed == "enters") != entering:
                continue
            where = trigger.reason.split(": ", 1)[-1].split(";")[0]
            encounter, _ = yield from opportunity(
                self.system, encounter, trigger, self.token, where=where
            )
            self.lines.append(f"{name_of(encounter.tokens[trigger.by])}: {trigger.reason}")
            if not self.system.is_able(encounter.tokens[self.token]):
                self.halted = "drops"
                return encounter, False
        return encounter, True

    def _cross(self, encounter: Encounter, name: str) -> Part[tuple[Encounter, bool]]:
        difficulty = self.system.options.obstacle_difficulty
        bonus = sheet_of(encounter.tokens[self.token]).athletics
        encounter, total, line = yield from check(
            self.system, encounter, self.token, bonus, f"Athletics over {name}"
        )
        self.lines.append(f"{line}, needs {difficulty}")
        return encounter, total >= difficulty

    def _look_at_ground(self, encounter: Encounter, step: int) -> None:
        if step in self.hazards:
            where = cell_name(encounter.map.grid.grid, self.path.cells[step])
            self.lines.append(f"{where} is hazardous: apply its effect")

    def pay(self, encounter: Encounter, how: Mover) -> Procedure:
        """Spend what the steps cost that were taken or tried."""
        token = encounter.tokens[self.token]
        if not self.tried or not encounter.turn_order.is_running:
            return encounter
        status = status_of(token)
        if manner_kind(self.manner) == "disengage":
            cost = 0 if is_prepaid(encounter, token) else DISENGAGE_POINTS
            paid = replace(status, points=max(0, status.points - cost))
            if waits(encounter, token):
                paid = replace(paid, readied="", readied_paid=False)
            paid = self.system.after_action(paid)
        elif waits(encounter, token) and status.readied == "move":
            points = status.points if status.readied_paid else max(0, status.points - 1)
            paid = replace(status, points=points, readied="", readied_paid=False)
        else:
            paid, _ = paid_walk(self.system, status, how, self.path.costs[self.tried])
            paid = replace(paid, parity=self._parity(encounter, status.parity))
        if paid != status:
            encounter = yield from happen(StatusChanged(token.id, paid))
        return encounter

    def _parity(self, encounter: Encounter, parity: int) -> int:
        board = Board.of(encounter, self.system)
        return parity_after(board, self.path.cells[: self.done + 1], parity)

    def noted(self, encounter: Encounter, how: Mover) -> Noted:
        """Return the log's line of the move."""
        token = encounter.tokens[self.token]
        name, cost = name_of(token), self.path.costs[self.tried]
        feet = cost * encounter.map.grid.feet_per_cell / 100
        cell = cell_name(encounter.map.grid.grid, token.at)
        disengages = manner_kind(self.manner) == "disengage"
        headline = f"{name} moves {feet:g} ft to {cell}"
        if disengages:
            headline = f"{name} disengages to {cell}"
        if self.halted:
            headline = f"{name} {self.halted} at {cell}"
        price = counted(how.actions_for(cost), "AP", "AP")
        if disengages:
            price = f"{DISENGAGE_POINTS} AP"
        elif not how.actions_for(cost):
            price = "No AP spent"
        if not encounter.turn_order.is_running:
            price = "No fight, nothing spent"
        first = price if self.triggers else f"{price}, nothing triggered"
        return Noted(headline, (first, *self.lines), "move", token.id)
