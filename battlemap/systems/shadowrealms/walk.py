"""Carrying a move out step by step, with what it provokes on the way (sections 4 to 7)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Any

from battlemap.geometry.grid import DiagonalMetric
from battlemap.geometry.names import cell_name
from battlemap.model.event import Noted, StatusChanged, TokenMoved
from battlemap.model.terrain import Terrain
from battlemap.rules.procedure import Ask, AskOption, IllegalIntentError, Roll, ask, happen
from battlemap.rules.trigger import Trigger
from battlemap.systems.shadowrealms.attack import bonus_left, pay_bonus, sentence
from battlemap.systems.shadowrealms.harm import let_go, strain
from battlemap.systems.shadowrealms.movement import move_triggers, mover, waits
from battlemap.systems.shadowrealms.sheet import details_of, name_of, sheet_of, status_of
from battlemap.systems.shadowrealms.strike import opportunity
from battlemap.tactics.board import Board
from battlemap.tactics.crossings import crossings
from battlemap.tactics.movement import Mover, movement_field, path_along
from battlemap.tactics.path import Path

if TYPE_CHECKING:
    from collections.abc import Generator

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.event import Event
    from battlemap.model.intent import Move
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.sheet import Status


def perform_move(system: ShadowRealms, encounter: Encounter, move: Move) -> Procedure:
    """Walk, charge or shift step by step, asking before each step that provokes.

    A mover that drops, is thrown down or is halted stays where it is and pays for the way so far.
    The GM's hand ("force") puts the token there, costs nothing and provokes nothing.
    """
    token = encounter.tokens.get(move.token)
    if token is None:
        raise IllegalIntentError(f'There is no token "{move.token}" on the map.')
    if not move.cells:
        raise IllegalIntentError("A move needs cells.")
    if move.manner == "force":
        return (yield from _force(encounter, token, move))
    if move.manner not in ("walk", "charge", "shift"):
        raise IllegalIntentError(f'There is no such way to move as "{move.manner}".')
    if move.cells[0] != token.at:
        where = cell_name(encounter.map.grid.grid, token.at)
        raise IllegalIntentError(f"{name_of(token)} stands at {where}, the path begins elsewhere.")
    if len(move.cells) == 1:
        return encounter
    board = Board.of(encounter, system)
    how = mover(system, encounter, token)
    path, wrong = path_along(board, token.id, how, move.cells)
    if why := wrong or _why_not(system, encounter, token, path, how, move.manner):
        raise IllegalIntentError(sentence(why))
    walk = _Walk(system, token.id, path, move.manner)
    for trigger in move_triggers(system, board, token, path, move.manner):
        if trigger.fires:
            walk.waiting.append(trigger)
    for step in range(1, path.steps + 1):
        encounter, goes_on = yield from walk.before(encounter, step)
        if not goes_on:
            break
        encounter = yield from walk.take(encounter, step)
        encounter, goes_on = yield from walk.after(encounter, step)
        if not goes_on:
            break
    encounter = yield from walk.pay(encounter, how)
    encounter = yield from happen(walk.noted(encounter, how))
    if walk.done and system.is_able(encounter.tokens[token.id]):
        encounter, lines = yield from strain(system, encounter, token.id)
        if lines:
            encounter = yield from happen(Noted(lines[0], lines[1:], "damage", token.id))
    return encounter


def charge_path(
    system: ShadowRealms, encounter: Encounter, token: Token, target: Token
) -> tuple[Cell, ...]:
    """Return the shortest way to a cell from which a melee weapon can reach *target*.

    Raises
    ------
    IllegalIntentError
        If no such cell can be reached with the actions left.
    """
    board = Board.of(encounter, system)
    feet = max(
        (weapon.reach_feet for weapon in system.weapons(token) if not weapon.is_ranged), default=0
    )
    hundredths = max(100, feet * 100 // encounter.map.grid.feet_per_cell)
    goal = board.cells_of(target.id)
    known = movement_field(board, token.id, mover(system, encounter, token))
    ends = [
        cell
        for cell in known.costs
        if board.grid.space_distance(board.cells_at(token, cell), goal) <= hundredths
    ]
    start = board.grid.center(token.at)

    def rank(cell: Cell) -> tuple[int, float, Cell]:
        end = board.grid.center(cell)
        return known.costs[cell], round(hypot(end.x - start.x, end.y - start.y), 9), cell

    best = min(ends, key=rank, default=None)
    path = None if best is None else known.shortest(best)
    if path is None:
        raise IllegalIntentError(f"{name_of(token)} cannot reach {name_of(target)} by a charge.")
    return path.cells


def _force(encounter: Encounter, token: Token, move: Move) -> Procedure:
    end = move.cells[-1]
    grid = encounter.map.grid.grid
    if end == token.at:
        return encounter
    if end not in grid:
        raise IllegalIntentError(f"{cell_name(grid, end)} is not on the map.")
    encounter = yield from happen(
        TokenMoved(token.id, token.at, end, forced=True, elevation_feet=token.elevation_feet)
    )
    status = status_of(token)
    if status.cover_by:
        encounter = yield from happen(StatusChanged(token.id, replace(status, cover_by=())))
    if status.grappling or status.grappled_by:
        encounter = yield from let_go(encounter, token.id)
    start, there = cell_name(grid, token.at), cell_name(grid, end)
    return (
        yield from happen(
            Noted(
                f"GM puts {name_of(token)} on {there}",
                (f"From {start}; no cost, nothing triggered",),
                "gm",
                token.id,
            )
        )
    )


def _why_not(
    system: ShadowRealms, encounter: Encounter, token: Token, path: Path, how: Mover, manner: str
) -> str:
    """Return why *token* can't walk this path now; empty: it can."""
    name, status, order = name_of(token), status_of(token), encounter.turn_order
    if not system.is_able(token):
        return f"{name} cannot act"
    if token.has("grappled"):
        return f"{name} is grappled and cannot move freely"
    if manner == "shift" and path.steps != 1:
        return "a shift is one area"
    if not order.is_running:
        return ""
    if order.active != token.id and not (status.readied and manner != "shift"):
        active = encounter.tokens.get(order.active or "")
        return f"it is {name_of(active)}'s turn" if active else "it is nobody's turn"
    if manner == "shift":
        return "" if bonus_left(system, status) else "the bonus action is spent"
    if path.cost > how.budget:
        needs = how.actions_for(path.cost)
        plural = "" if needs == 1 else "s"
        return f"{name} needs {needs} action{plural} for this path and has {how.actions} to move"
    return ""


@dataclass
class _Walk:
    """One move while it is carried out; lives no longer than the procedure."""

    system: ShadowRealms
    token: str
    path: Path
    manner: str
    waiting: list[Trigger] = field(default_factory=list)
    done: int = 0
    """Steps taken."""
    halted: str = ""
    lines: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    """Who has reacted."""

    def before(
        self, encounter: Encounter, step: int
    ) -> Generator[Roll | Ask | Event, Any, tuple[Encounter, bool]]:
        """Settle what fires before the token leaves its cell."""
        for trigger in self.waiting:
            if trigger.step == step and trigger.cell == self.path.cells[step - 1]:
                cell = cell_name(encounter.map.grid.grid, trigger.cell)
                encounter, goes_on = yield from self._struck(encounter, trigger, f"leaving {cell}")
                if not goes_on:
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
        if not token.has("flying"):
            self._look_at_ground(encounter, end)
        return encounter

    def after(
        self, encounter: Encounter, step: int
    ) -> Generator[Roll | Ask | Event, Any, tuple[Encounter, bool]]:
        """Settle what fires when the token has entered a cell: a charge past, and Brace."""
        entered = self.path.cells[step]
        cell = cell_name(encounter.map.grid.grid, entered)
        for trigger in self.waiting:
            if trigger.step == step and trigger.cell == entered:
                encounter, goes_on = yield from self._struck(
                    encounter, trigger, f"charging through {cell}"
                )
                if not goes_on:
                    return encounter, False
        if self.manner != "shift":
            return (yield from self._braced(encounter, step, cell))
        return encounter, True

    def _struck(
        self, encounter: Encounter, trigger: Trigger, where: str
    ) -> Generator[Roll | Ask | Event, Any, tuple[Encounter, bool]]:
        if trigger.by in self.used or not self.system.is_able(encounter.tokens[trigger.by]):
            return encounter, True
        lay = encounter.tokens[self.token].has("prone")
        self.used.add(trigger.by)
        encounter, _ = yield from opportunity(
            self.system, encounter, trigger, self.token, where=where
        )
        self.lines.append(f"{name_of(encounter.tokens[trigger.by])}: {trigger.reason}")
        return encounter, self._still_walks(encounter, lay)

    def _still_walks(self, encounter: Encounter, lay: bool) -> bool:
        token = encounter.tokens[self.token]
        if not self.system.is_able(token):
            self.halted = "drops"
        elif token.has("prone") and not lay:
            self.halted = "is thrown down"
        return not self.halted

    def _braced(
        self, encounter: Encounter, step: int, cell: str
    ) -> Generator[Roll | Ask | Event, Any, tuple[Encounter, bool]]:
        """Let enemies whose reach was entered brace; a strike that hurts may halt (section 5)."""
        board = Board.of(encounter, self.system)
        for crossing in crossings(board, self.token, self._last_step(step)):
            reactor = board.token(crossing.by)
            weapon = next(
                (w for w in self.system.weapons(reactor) if w.name == crossing.weapon), None
            )
            if crossing.deed != "enters" or weapon is None or not details_of(weapon).braces:
                continue
            spent = encounter.turn_order.is_running and not status_of(reactor).reaction
            if spent or crossing.by in self.used:
                continue
            self.used.add(crossing.by)
            lay = encounter.tokens[self.token].has("prone")
            trigger = Trigger(
                step,
                crossing.cell,
                crossing.by,
                crossing.weapon,
                "enters",
                f"{cell}: comes into the reach of {name_of(reactor)}'s {weapon.name}",
                "Reaction",
            )
            encounter, hurt = yield from opportunity(
                self.system, encounter, trigger, self.token, where=f"coming to {cell}", brace=True
            )
            if not self._still_walks(encounter, lay):
                return encounter, False
            if hurt and step < self.path.steps:
                halted = yield from self._halt(encounter, reactor, cell)
                if halted:
                    self.halted = f"is halted by {name_of(reactor)}'s {weapon.name}"
                    return encounter, False
        return encounter, True

    def _last_step(self, step: int) -> Path:
        cost = self.path.costs[step] - self.path.costs[step - 1]
        return Path(self.path.cells[step - 1 : step + 1], (0, cost))

    def _halt(self, encounter: Encounter, reactor: Token, cell: str) -> Generator[Ask, Any, bool]:
        token = encounter.tokens[self.token]
        answer = yield from ask(
            Ask(
                token=reactor.id,
                headline=f"Does the brace halt {name_of(token)} at {cell}?",
                options=(AskOption("halt", "Halt"), AskOption("none", "Goes on")),
                kind="brace halts",
                focus=(reactor.id, token.id),
            )
        )
        return answer == "halt"

    def _look_at_ground(self, encounter: Encounter, anchor: Cell) -> None:
        board = Board.of(encounter, self.system)
        cells = board.cells_at(encounter.tokens[self.token], anchor)
        kinds = Terrain(0)
        for cell in cells:
            kinds |= encounter.map.terrain_at(cell)
        where = cell_name(board.grid, anchor)
        if Terrain.HAZARDOUS in kinds:
            self.lines.append(f"{where} is hazardous: apply its effect")
        if Terrain.OBSCURED in kinds:
            self.lines.append(f"{where} is obscured: at speed, an Awareness or Acrobatics check")
        sheet = sheet_of(encounter.tokens[self.token])
        if Terrain.WATER in kinds and not sheet.swim_feet:
            self.lines.append(f"{where} is water: a Swim check where it is rough")
        if Terrain.CLIMB in kinds and not sheet.climb_feet:
            self.lines.append(f"{where} is a climb: an Athletics check where it is slippery")

    def pay(self, encounter: Encounter, how: Mover) -> Procedure:
        """Spend what the steps taken cost."""
        token = encounter.tokens[self.token]
        status = status_of(token)
        if not self.done:
            return encounter
        paid = replace(status, cover_by=())
        if encounter.turn_order.is_running:
            paid = replace(paid, moved=True)
            if self.manner == "shift":
                paid = pay_bonus(self.system, paid)
            else:
                paid = self._paid_walk(encounter, paid, how)
        if paid != status:
            encounter = yield from happen(StatusChanged(token.id, paid))
        if status.grappling:
            encounter = yield from let_go(encounter, token.id)
        return encounter

    def _paid_walk(self, encounter: Encounter, status: Status, how: Mover) -> Status:
        cost = self.path.costs[self.done]
        if waits(encounter, encounter.tokens[self.token]):
            return replace(status, readied=0)
        count = how.actions_for(cost)
        board = Board.of(encounter, self.system)
        parity = status.parity
        if board.conventions.diagonals is DiagonalMetric.ALTERNATING:
            cells = self.path.cells[: self.done + 1]
            pairs = pairwise(cells)
            parity += sum(board.grid.is_diagonal(b.minus(a)) for a, b in pairs)
        return replace(
            status,
            actions=max(0, status.actions - count),
            moves=status.moves + count,
            left_over=how.left_over + count * how.rate - cost,
            parity=parity % 2,
        )

    def noted(self, encounter: Encounter, how: Mover) -> Noted:
        """Return the log's line of the move."""
        token = encounter.tokens[self.token]
        name, cost = name_of(token), self.path.costs[self.done]
        feet = cost * encounter.map.grid.feet_per_cell / 100
        cell = cell_name(encounter.map.grid.grid, token.at)
        verb = {"walk": "moves", "charge": "charges"}.get(self.manner, "")
        headline = f"{name} {verb} {feet:g} ft to {cell}" if verb else f"{name} shifts to {cell}"
        if self.halted:
            headline = f"{name} {self.halted} at {cell}"
        count = how.actions_for(cost)
        price = "1 bonus action" if self.manner == "shift" else f"{count} actions"
        if count == 1 and self.manner != "shift":
            price = "1 action"
        if not encounter.turn_order.is_running:
            price = "No fight, nothing spent"
        first = price if self.used else f"{price}, nothing triggered"
        return Noted(headline, (first, *self.lines), "move", token.id)
