"""A rule system of a page, for tests of the session: wounds, a parry, and one free strike.

Wounds are counted, a d20 of at least 11 hits, the defender may parry (11 or more on a d20), a d6
of wounds follows. A token that leaves a cell beside an enemy may be struck before the step.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from battlemap.model.event import (
    Noted,
    ObstacleChanged,
    StatusChanged,
    TokenMoved,
    TokenTurned,
    TurnOrderChanged,
)
from battlemap.model.intent import Act, Attack, EndTurn, Intent, Move, SetDoor, Turn
from battlemap.model.obstacle import Door
from battlemap.model.token import Token, Weapon, are_hostile
from battlemap.model.turn_order import Slot, TurnOrder
from battlemap.rules.options import option
from battlemap.rules.plan import Action, AttackPlan, Odds, Pip, Track
from battlemap.rules.procedure import (
    Ask,
    AskOption,
    IllegalIntentError,
    Procedure,
    ask,
    happen,
    roll,
)
from battlemap.rules.system import RuleSystem
from battlemap.rules.trigger import Trigger
from battlemap.tactics.conventions import Conventions
from battlemap.tactics.movement import Mover
from battlemap.tactics.reach import Around, WeaponReach

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.tactics.board import Board
    from battlemap.tactics.path import Path


class Strictness(StrEnum):
    LOOSE = "loose"
    STRICT = "strict"


@dataclass(frozen=True)
class Options:
    strictness: Strictness = option(  # a field in all but name
        Strictness.LOOSE, "How strict the GM is", source="page 1"
    )


@dataclass(frozen=True)
class Sheet:
    toughness: int = 10
    skills: tuple[str, ...] = ()


@dataclass(frozen=True)
class Status:
    wounds: int = 0
    tags: frozenset[str] = field(default_factory=frozenset)
    half: float = 1.0


@dataclass(frozen=True)
class WeaponDetails:
    sharp: bool = True


class BrokenRuleError(RuntimeError):
    """Raised on purpose, half-way."""


class Skirmish(RuleSystem):
    key: ClassVar[str] = "skirmish"
    title: ClassVar[str] = "Skirmish"
    Options = Options
    Sheet = Sheet
    Status = Status
    WeaponDetails = WeaponDetails

    def conventions(self) -> Conventions:
        return Conventions()

    def reaches(self, token: Token) -> Sequence[WeaponReach]:
        return [WeaponReach(w.name, Around(1), w.reach_feet) for w in self.weapons(token)]

    def weapons(self, token: Token) -> tuple[Weapon, ...]:
        return token.weapons or (Weapon("fist"),)

    def is_able(self, token: Token) -> bool:
        return True

    def is_out(self, token: Token) -> bool:
        return False

    def mover(self, encounter: Encounter, token: Token) -> Mover:
        return Mover(rate=400, actions=2)

    def move_triggers(
        self, board: Board, token: Token, path: Path, manner: str = "walk"
    ) -> tuple[Trigger, ...]:
        found = []
        for step, (here, there) in enumerate(zip(path.cells, path.cells[1:], strict=False), 1):
            for other in self._beside(board.encounter, token, here):
                if other not in self._beside(board.encounter, token, there):
                    why = "leaves its side"
                    found.append(Trigger(step, here, other.id, "fist", "leaves", why))
        return tuple(found)

    def plan(self, board: Board, attack: Attack) -> AttackPlan:
        for key in (attack.attacker, attack.target):
            if key not in board.encounter.tokens:
                raise IllegalIntentError(f'There is no token "{key}".')
        from battlemap.tactics.situation import survey

        situation = survey(board, attack.attacker, attack.target, attack.weapon)
        odds = Odds(
            0.5, {0: 0.5, 1: 0.5}, {0: 0.5, **dict.fromkeys(range(1, 7), 1 / 12)}, 1.75, "d20"
        )
        return AttackPlan(attack, situation, (), "even", (), odds)

    def actions(self, encounter: Encounter, token: Token) -> Sequence[Action]:
        return [Action("shout", "Shout")]

    def track(self, token: Token) -> Track:
        return Track(self._status(token).wounds, 10, "wounds")

    def pips(self, encounter: Encounter, token: Token) -> Sequence[Pip]:
        return []

    def upcoming(self, turn_order: TurnOrder) -> Sequence[tuple[str, Sequence[int]]]:
        return []

    def subtitle(self, encounter: Encounter, token: Token) -> str:
        return ""

    def perform(self, encounter: Encounter, intent: Intent) -> Procedure:
        match intent:
            case Move():
                return self._move(encounter, intent)
            case Attack():
                return self._attack(encounter, intent)
            case Turn(token=key, facing=facing):
                return self._turn(encounter, key, facing)
            case SetDoor(door=key, is_open=is_open):
                return self._door(encounter, key, is_open)
            case EndTurn():
                return self._end_turn(encounter)
            case Act(action="fail"):
                return self._fail(encounter, intent.token)
            case Act(action="shout", token=key):
                return self._shout(encounter, key)
        raise IllegalIntentError("Skirmish knows nothing of this.")

    def _beside(self, encounter: Encounter, token: Token, cell: Cell) -> list[Token]:
        grid = encounter.map.grid.grid
        return [
            other
            for other in encounter.tokens.values()
            if are_hostile(other.side, token.side) and grid.steps(other.at, cell) == 1
        ]

    def _move(self, encounter: Encounter, move: Move) -> Procedure:
        if move.token not in encounter.tokens:
            raise IllegalIntentError(f'There is no token "{move.token}".')
        for here, there in zip(move.cells, move.cells[1:], strict=False):
            token = encounter.tokens[move.token]
            for other in self._beside(encounter, token, here):
                if move.manner != "walk" or other in self._beside(encounter, token, there):
                    continue
                question = Ask(
                    other.id,
                    f"{other.name} may strike {token.name}",
                    (AskOption("strike", "Strike"), AskOption("no", "Let go")),
                    kind="opportunity attack",
                )
                if (yield from ask(question)) == "strike":
                    encounter = yield from self._strike(encounter, other.id, move.token)
            encounter = yield from happen(TokenMoved(move.token, here, there))
        token = encounter.tokens[move.token]
        line = Noted(f"{token.name} moves {len(move.cells) - 1} cells", kind="move", token=token.id)
        return (yield from happen(line))

    def _strike(self, encounter: Encounter, attacker: str, target: str) -> Procedure:
        faces = yield from roll(1, 20, f"{attacker} strikes {target}")
        details = [f"d20: {faces[0]}"]
        if faces[0] >= 11:
            question = Ask(
                target,
                f"{target} may parry",
                (AskOption("parry", "Parry"), AskOption("none", "Take it")),
                kind="defense",
            )
            answer = yield from ask(question)
            parry = (yield from roll(1, 20, f"{target} parries")) if answer == "parry" else (0,)
            if parry[0] < 11:
                wounds = yield from roll(1, 6, f"{target}'s wounds")
                token = encounter.tokens[target]
                status = self._status(token)
                details.append(f"d6: {wounds[0]}")
                changed = Status(status.wounds + wounds[0], status.tags | {"hurt"})
                encounter = yield from happen(StatusChanged(target, changed))
        line = Noted(f"{attacker} strikes {target}", tuple(details), "attack", attacker)
        return (yield from happen(line))

    def _attack(self, encounter: Encounter, attack: Attack) -> Procedure:
        for key in (attack.attacker, attack.target):
            if key not in encounter.tokens:
                raise IllegalIntentError(f'There is no token "{key}".')
        return (yield from self._strike(encounter, attack.attacker, attack.target))

    def _turn(self, encounter: Encounter, key: str, facing: float) -> Procedure:
        return (yield from happen(TokenTurned(key, facing)))

    def _door(self, encounter: Encounter, key: str, is_open: bool) -> Procedure:
        door = encounter.map.obstacles[key]
        assert isinstance(door, Door)
        changed = Door(door.id, door.start, door.end, is_open)
        return (yield from happen(ObstacleChanged(changed)))

    def _end_turn(self, encounter: Encounter) -> Procedure:
        order = encounter.turn_order
        slots = tuple(Slot(key, 10, order.round + 1) for key in encounter.tokens)
        return (yield from happen(TurnOrderChanged(TurnOrder(order.round + 1, "", slots))))

    def _shout(self, encounter: Encounter, key: str) -> Procedure:
        return (yield from happen(Noted(f"{key} shouts", kind="note", token=key)))

    def _fail(self, encounter: Encounter, key: str) -> Procedure:
        yield from roll(2, 20, "doomed dice")
        yield from happen(StatusChanged(key, Status(99)))
        yield from happen(Noted("doomed"))
        raise BrokenRuleError("the rules are broken")

    def _status(self, token: Token) -> Status:
        return token.status if isinstance(token.status, Status) else Status()
