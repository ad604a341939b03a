"""What laws and whole fights of every game do: carry intents out, walk nearer, go back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.cell import Cell
from battlemap.model.apply import apply
from battlemap.model.intent import AreaAttack, Attack, BeginFight, EndTurn, Move
from battlemap.model.token import are_hostile
from battlemap.rules.procedure import Ask, IllegalIntentError, Roll

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from battlemap.model.encounter import Encounter
    from battlemap.model.event import Event
    from battlemap.model.intent import Intent
    from battlemap.model.token import Token
    from battlemap.rules.procedure import AskOption
    from battlemap.rules.system import RuleSystem
    from battlemap.session.session import Session


def walked(encounter: Encounter, wish):
    """Return an intent as it is, or the move that ("walk", token, steps, manner) stands for."""
    if not isinstance(wish, tuple):
        return wish
    _, key, path, manner = wish
    cells = [encounter.tokens[key].at]
    for step in path:
        cells.append(cells[-1].plus(step))
    return Move(key, tuple(Cell(*cell) for cell in cells), manner)


def carry_out(
    system: RuleSystem,
    encounter: Encounter,
    intent: Intent,
    dice: Random,
    choose: Callable[[int], int],
    asked: list[tuple[Encounter, Ask, str]] | None = None,
) -> tuple[Encounter, list[tuple[Encounter, Event, Encounter]]]:
    """Run one intent; returns the encounter after it and (before, event, after) of each event.

    *choose* picks the answer to a question among so many; *asked* takes up (encounter, question,
    answer) of each.
    """
    seen = []
    procedure = system.perform(encounter, intent)
    answer: object = None
    while True:
        try:
            said = procedure.send(answer)
        except StopIteration as stop:
            last = stop.value
            break
        if isinstance(said, Roll):
            assert said.count > 0
            answer = tuple(dice.randint(1, said.sides) for _ in range(said.count))
        elif isinstance(said, Ask):
            open_keys = [option.key for option in said.options if not option.unavailable]
            assert len({option.key for option in said.options}) == len(said.options)
            answer = open_keys[choose(len(open_keys))]
            if asked is not None:
                asked.append((encounter, said, answer))
        else:
            after = apply(encounter, said)
            seen.append((encounter, said, after))
            answer = encounter = after
    assert last is encounter
    return encounter, seen


def step_nearer(session: Session, key: str, enemy: str, *, safest: bool = True) -> Move | None:
    """Return the move that brings a token nearest to an enemy; None: it stands there already."""
    previewer = session.preview_move(key)
    board = session.board
    goal, token = board.cells_of(enemy), session.encounter.tokens[key]
    best = min(
        previewer.field.costs,
        key=lambda cell: (
            board.grid.space_distance(board.cells_at(token, cell), goal),
            previewer.field.costs[cell],
            cell,
        ),
        default=token.at,
    )
    if best == token.at:
        return None
    ways = previewer.to(best)
    route = ways.safest if safest else ways.shortest
    return None if route is None else Move(key, route.path.cells)


def all_the_way_back(session: Session, start: Encounter) -> None:
    """Undo everything and redo everything: the very same documents come back."""
    end = session.encounter
    while session.history.can_undo:
        session.undo()
    assert session.encounter is start
    while session.history.can_redo:
        session.redo()
    assert session.encounter is end


class Player:
    """Plays both sides through a session, as a GM at the window would."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.refusals: list[str] = []
        self.thrown = 0
        """Attacks on areas."""

    def pick(self, options: Sequence[AskOption]) -> AskOption:
        """Return the answer to a question among those that are open."""
        return options[0]

    def do(self, intent: Intent) -> bool:
        """Carry an intent out and answer all that it asks; tells whether the rules allowed it."""
        try:
            self.session.perform(intent)
        except IllegalIntentError as error:
            self.refusals.append(str(error))
            return False
        for _ in range(200):
            question = self.session.pending
            if question is None:
                return True
            assert isinstance(question, Ask)
            options = [option for option in question.options if not option.unavailable]
            self.session.answer(self.pick(options).key)
        raise AssertionError("questions without end")

    def enemies(self, key: str) -> list[Token]:
        """Return who is hostile and up, nearest first."""
        session = self.session
        me = session.encounter.tokens[key]
        grid, mine = session.board.grid, session.board.cells_of(key)
        return sorted(
            (
                other
                for other in session.encounter.tokens.values()
                if are_hostile(me.side, other.side) and not session.system.is_out(other)
            ),
            key=lambda other: (
                grid.space_distance(mine, session.board.cells_of(other.id)),
                other.id,
            ),
        )

    def throw(self, key: str, enemies: Sequence[Token]) -> bool:
        """Attack enemies with an area in which no friend stands."""
        system, board = self.session.system, self.session.board
        token = self.session.encounter.tokens[key]
        for area in system.areas(token):
            for enemy in enemies:
                at = board.center_of(enemy.id)
                attack = AreaAttack(
                    key,
                    area.name,
                    area.shape,
                    at,
                    area.size_feet / 5,
                    aim=at,
                    margin=area.splash_feet / 5,
                )
                plan = system.plan_area(board, attack)
                caught = {board.token(target.token).side for target in plan.targets}
                if caught and token.side not in caught and not plan.illegal and self.do(attack):
                    self.thrown += 1
                    return True
        return False

    def strike(self, key: str, enemies: Sequence[Token]) -> bool:
        """Attack the nearest enemy that a weapon may strike."""
        weapons = self.session.system.weapons(self.session.encounter.tokens[key])
        return any(
            self.do(Attack(key, enemy.id, weapon.name)) for enemy in enemies for weapon in weapons
        )

    def approach(self, key: str, enemy: Token, *, safest: bool = True) -> bool:
        """Walk as near to an enemy as the turn allows."""
        move = step_nearer(self.session, key, enemy.id, safest=safest)
        return move is not None and self.do(move)

    def sides(self) -> set[str]:
        """Return the sides of all who are up."""
        session = self.session
        tokens = session.encounter.tokens.values()
        return {token.side for token in tokens if not session.system.is_out(token)}

    def fight_on(self, take_turn: Callable[[str], None], turns: int) -> None:
        """Begin a fight and let each combatant take its turns until a single side is up."""
        self.do(BeginFight())
        for _ in range(turns):
            active = self.session.encounter.turn_order.active
            if active is None or len(self.sides()) == 1:
                break
            take_turn(active)
            assert self.do(EndTurn())
            self.turn_ended()
        assert len(self.sides()) == 1, "the fight goes on and on"
        assert self.session.encounter.turn_order.round > 1

    def turn_ended(self) -> None:
        """Look at the session between two turns."""
