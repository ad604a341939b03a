"""Carrying a move or turn out: steps and what they provoke on the way (sections 4 to 8)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from battlemap.geometry.angle import relative
from battlemap.geometry.grid import GridKind
from battlemap.geometry.names import cell_name
from battlemap.model.event import Noted, StatusChanged, TokenMoved, TokenTurned
from battlemap.model.words import counted, direction
from battlemap.rules.acting import waits
from battlemap.rules.by_hand import check_way, facing_of, moving, name_of
from battlemap.rules.procedure import Ask, AskOption, IllegalIntentError, ask, happen, token_of
from battlemap.rules.trigger import Trigger
from battlemap.rules.trigger_rulings import held_back, made_to_strike
from battlemap.systems.shadowrealms.attack import sentence
from battlemap.systems.shadowrealms.by_hand import put
from battlemap.systems.shadowrealms.ground import Ground
from battlemap.systems.shadowrealms.harm import let_go, strain
from battlemap.systems.shadowrealms.hiding import still_hidden
from battlemap.systems.shadowrealms.movement import move_triggers, mover, why_not_now
from battlemap.systems.shadowrealms.price import pay_bonus
from battlemap.systems.shadowrealms.readings import Facings, SureFooting
from battlemap.systems.shadowrealms.sheet import status_of
from battlemap.systems.shadowrealms.strike import opportunity
from battlemap.systems.shadowrealms.tunnel import dig
from battlemap.tactics.board import Board
from battlemap.tactics.crossings import crossings
from battlemap.tactics.hurdles import hurdles
from battlemap.tactics.jumps import parity_after
from battlemap.tactics.movement import Mover, path_along
from battlemap.tactics.path import Path

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Move, Turn
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.sheet import Status


def perform_move(system: ShadowRealms, encounter: Encounter, move: Move) -> Procedure:
    """Walk, charge or shift step by step, asking before each step that provokes.

    A mover that drops, is thrown down or is halted stays where it is and pays for the way so far.
    The GM's hand ("force") puts the token there, costs nothing and provokes nothing.
    """
    token = moving(encounter, move)
    if move.manner == "force":
        return (yield from put(encounter, token, move.cells[-1]))
    check_way(encounter, token, move, known=move.manner in ("walk", "charge", "shift"))
    if len(move.cells) == 1:
        return encounter
    board = Board.of(encounter, system)
    how = mover(system, encounter, token)
    path, wrong = path_along(board, token.id, how, move.cells, move.jumps)
    if why := wrong or why_not_now(system, encounter, token, path, how, move.manner):
        raise IllegalIntentError(sentence(why))
    triggers = move_triggers(board, token, path, move.manner)
    # A brace is offered when the mover has come in; whoever strikes earlier may not have it then.
    waiting = tuple(trigger for trigger in triggers if trigger.fires and trigger.deed != "enters")
    moves = status_of(token).moves if encounter.turn_order.is_running else 0
    fast = move.manner == "charge" or (
        moves + how.actions_for(path.cost) >= system.options.sprint_actions
    )
    ground = Ground(system, token.id, fast=fast and move.manner != "shift")
    over = {hurdle.step: hurdle.name for hurdle in hurdles(board, token.id, path, how)}
    walk = _Walk(system, token.id, path, how, move.manner, waiting, ground, over)
    for step in range(1, path.steps + 1):
        encounter, goes_on = yield from walk.before(encounter, step)
        if not goes_on:
            break
        encounter = yield from walk.take(encounter, step)
        encounter, goes_on = yield from walk.after(encounter, step)
        if not goes_on:
            break
    encounter = yield from walk.pay(encounter)
    encounter = yield from happen(walk.noted(encounter))
    if (walk.done or walk.attempts) and system.is_able(encounter.tokens[token.id]):
        encounter = yield from strain(system, encounter, token.id)
    return encounter


def perform_turn(system: ShadowRealms, encounter: Encounter, turn: Turn) -> Procedure:
    """Face another way: free on one's own turn (section 8), by the GM's hand on another's."""
    token = token_of(encounter, turn.token)
    facing = allowed_facing(system, encounter, turn)
    if facing == token.facing:
        return encounter
    order = encounter.turn_order
    own = not order.is_running or order.active == token.id
    encounter = yield from happen(TokenTurned(token.id, facing))
    headline = f"{name_of(token)} faces {direction(facing)}"
    if own:
        return (yield from happen(Noted(headline, (), "move", token.id)))
    line = "By the GM: facing changes on one's own turn only"
    return (yield from happen(Noted(headline, (line,), "gm", token.id)))


def allowed_facing(system: ShadowRealms, encounter: Encounter, turn: Turn) -> float:
    """Return the facing nearest to the wished one that the map and the option allow."""
    facing = facing_of(encounter, turn)
    on_squares = encounter.map.grid.kind is GridKind.SQUARE
    if on_squares and system.options.facings is Facings.FOUR:
        return _side_of_a_square(encounter.tokens[turn.token].facing, facing)
    return facing


def _side_of_a_square(now: float, wish: float) -> float:
    """Return the side nearest to the wished facing; between two, the one farther round."""
    turned = relative(wish, now)
    sides = (0.0, 90.0, 180.0, 270.0)
    return min(
        sides,
        key=lambda side: (round(abs(relative(side, wish)), 6), -turned * relative(side, wish)),
    )


@dataclass
class _Walk:
    """One move while it is carried out; lives no longer than the procedure."""

    system: ShadowRealms
    token: str
    path: Path
    how: Mover
    """How the token moved when it set out."""
    manner: str
    waiting: tuple[Trigger, ...]
    """What fires on the way."""
    ground: Ground
    over: Mapping[int, str]
    """What each step climbs over."""
    done: int = 0
    """Steps taken."""
    attempts: bool = False
    """Whether another step was tried in vain, and has its price."""
    halted: str = ""
    lines: list[str] = field(default_factory=list)
    opened: list[Cell] = field(default_factory=list)
    """Where a burrower has left a tunnel."""
    used: set[str] = field(default_factory=set)
    """Who has reacted."""

    def before(self, encounter: Encounter, step: int) -> Part[tuple[Encounter, bool]]:
        """Settle what fires before the token leaves its cell."""
        for trigger in self.waiting:
            if trigger.step == step and trigger.cell == self.path.cells[step - 1]:
                cell = cell_name(encounter.map.grid.grid, trigger.cell)
                encounter, goes_on = yield from self._struck(encounter, trigger, f"leaving {cell}")
                if not goes_on:
                    return encounter, False
        cells = self._fresh(encounter, step)
        where = cell_name(encounter.map.grid.grid, self.path.cells[step])
        stops = ""
        if step in self.over:
            encounter, stops = yield from self.ground.crossing(encounter, self.over[step], where)
        if not stops:
            encounter, stops = yield from self.ground.entering(encounter, cells, where)
        if stops:
            self.halted = stops
            self.attempts = stops not in ("stops short", "trips and falls prone")
            return encounter, False
        return encounter, True

    def _fresh(self, encounter: Encounter, step: int) -> list[Cell]:
        """Return the cells that a step brings the token to."""
        board = Board.of(encounter, self.system)
        token = encounter.tokens[self.token]
        before = set(board.cells_at(token, self.path.cells[step - 1]))
        cells = board.cells_at(token, self.path.cells[step])
        return [cell for cell in cells if cell not in before]

    def take(self, encounter: Encounter, step: int) -> Procedure:
        """Take one step."""
        token = encounter.tokens[self.token]
        start, end = self.path.cells[step - 1 : step + 1]
        encounter = yield from happen(
            TokenMoved(token.id, start, end, elevation_feet=token.elevation_feet)
        )
        self.done = step
        encounter, opened = yield from dig(self.system, encounter, token.id)
        self.opened.extend(opened)
        lay = encounter.tokens[self.token].has("prone")
        where = cell_name(encounter.map.grid.grid, end)
        encounter = yield from self.ground.entered(encounter, self._fresh(encounter, step), where)
        self._still_walks(encounter, lay)
        return encounter

    def after(self, encounter: Encounter, step: int) -> Part[tuple[Encounter, bool]]:
        """Settle what fires when the token has entered a cell: a charge past, and Brace."""
        if self.halted:
            return encounter, False
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
    ) -> Part[tuple[Encounter, bool]]:
        is_used = trigger.by in self.used and not trigger.by_hand
        if is_used or not self.system.is_able(encounter.tokens[trigger.by]):
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
        elif token.at != self.path.cells[self.done]:
            self.halted = "is thrown off its way"
        elif self.done < self.path.steps:
            now = mover(self.system, encounter, token)
            if (now.rate, now.step_extra) != (self.how.rate, self.how.step_extra):
                self.halted = "is slowed"  # the rest of the way costs otherwise
        return not self.halted

    def _braced(self, encounter: Encounter, step: int, cell: str) -> Part[tuple[Encounter, bool]]:
        """Let enemies whose reach was entered brace; a strike that hurts may halt (section 5)."""
        board = Board.of(encounter, self.system)
        for crossing in crossings(board, self.token, self._last_step(step)):
            if crossing.provokes != "enters":
                continue
            reactor = board.token(crossing.by)
            spent = encounter.turn_order.is_running and not status_of(reactor).reaction
            held = crossing.by in held_back(encounter, self.token)
            made = crossing.by in made_to_strike(encounter, self.token)
            has_none = spent or crossing.by in self.used
            if held or (has_none and not made):
                continue
            self.used.add(crossing.by)
            lay = encounter.tokens[self.token].has("prone")
            trigger = Trigger(
                step,
                crossing.cell,
                crossing.by,
                crossing.weapon,
                "enters",
                f"{cell}: comes into the reach of {name_of(reactor)}'s {crossing.weapon}",
                "Reaction",
                by_hand=has_none,
            )
            encounter, hurt = yield from opportunity(
                self.system, encounter, trigger, self.token, where=f"coming to {cell}", brace=True
            )
            if not self._still_walks(encounter, lay):
                return encounter, False
            if hurt and step < self.path.steps:
                halted = yield from self._halt(encounter, reactor, cell)
                if halted:
                    self.halted = f"is halted by {name_of(reactor)}'s {crossing.weapon}"
                    return encounter, False
        return encounter, True

    def _last_step(self, step: int) -> Path:
        cost = self.path.costs[step] - self.path.costs[step - 1]
        return Path(self.path.cells[step - 1 : step + 1], (0, cost))

    def _halt(self, encounter: Encounter, reactor: Token, cell: str) -> Part[bool]:
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

    @property
    def cost(self) -> int:
        """What the steps taken cost, and one that was tried in vain."""
        return self.path.costs[self.done + self.attempts]

    def pay(self, encounter: Encounter) -> Procedure:
        """Spend what the steps taken cost."""
        token = encounter.tokens[self.token]
        status = status_of(token)
        if not (self.done or self.attempts):
            return encounter
        paid = replace(status, cover_by=())
        if paid.footing == "sure" and self.system.options.sure_footing is SureFooting.MOVE:
            paid = replace(paid, footing="")
        paid = replace(paid, hidden_from=still_hidden(self.system, encounter, token))
        if encounter.turn_order.is_running:
            paid = replace(paid, moved=True)
            if self.manner == "shift":
                paid = pay_bonus(self.system, paid)
            else:
                paid = self._paid_walk(encounter, paid)
        if paid != status:
            encounter = yield from happen(StatusChanged(token.id, paid))
        if status.grappling:
            encounter = yield from let_go(encounter, token.id)
        return encounter

    def _paid_walk(self, encounter: Encounter, status: Status) -> Status:
        cost = self.cost
        if waits(encounter, encounter.tokens[self.token]):
            return replace(status, readied=0)
        count = self.how.actions_for(cost)
        board = Board.of(encounter, self.system)
        return replace(
            status,
            actions=max(0, status.actions - count),
            moves=status.moves + count,
            left_over=self.how.left_after(cost),
            parity=parity_after(board, self.path.cells[: self.done + 1], status.parity),
        )

    def noted(self, encounter: Encounter) -> Noted:
        """Return the log's line of the move."""
        token = encounter.tokens[self.token]
        name, cost = name_of(token), self.cost
        feet = cost * encounter.map.grid.feet_per_cell / 100
        cell = cell_name(encounter.map.grid.grid, token.at)
        verb = {"walk": "moves", "charge": "charges"}.get(self.manner, "")
        headline = f"{name} {verb} {feet:g} ft to {cell}" if verb else f"{name} shifts to {cell}"
        if self.halted:
            headline = f"{name} {self.halted} at {cell}"
        price = counted(self.how.actions_for(cost), "action")
        if self.manner == "shift":
            price = "1 bonus action"
        if not encounter.turn_order.is_running:
            price = "No fight, nothing spent"
        first = price if self.used else f"{price}, nothing triggered"
        tunnel = [cell_name(encounter.map.grid.grid, cell) for cell in self.opened]
        dug = (f"Leaves a tunnel through {', '.join(tunnel)}",) if tunnel else ()
        lines = (first, *self.lines, *self.ground.lines, *dug)
        return Noted(headline, lines, "move", token.id)
