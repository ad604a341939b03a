"""Coinflip, a rule system of one page: the example of docs/adding-a-rule-system.md.

Everybody has hearts and coins. On your turn you walk up to your speed and strike once. A strike
flips all your coins, one more from higher ground: each head takes a heart. Whoever walks away from
an enemy beside it may be struck first. Without hearts you are out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from battlemap.dice.distribution import binomial
from battlemap.model.event import (
    ConditionsChanged,
    Noted,
    StatusChanged,
    TokenMoved,
    TokenTurned,
    TurnOrderChanged,
)
from battlemap.model.intent import (
    ArrangeTurns,
    Attack,
    BeginFight,
    EndFight,
    EndTurn,
    Move,
    Overrule,
    SetCondition,
    SetDoor,
    Turn,
)
from battlemap.model.token import Weapon
from battlemap.model.turn_order import Slot, TurnOrder
from battlemap.rules.by_hand import arrange_turns, name_of, set_door
from battlemap.rules.fact_rulings import facts_between
from battlemap.rules.options import option
from battlemap.rules.plan import Action, AttackPlan, Odds, Pip, Track
from battlemap.rules.procedure import (
    Ask,
    AskOption,
    IllegalIntentError,
    ask,
    happen,
    roll,
    token_of,
)
from battlemap.rules.rulings import Known, Rulings
from battlemap.rules.system import RuleSystem
from battlemap.rules.trigger import Trigger
from battlemap.tactics.board import Board
from battlemap.tactics.conventions import Conventions
from battlemap.tactics.crossings import crossings
from battlemap.tactics.movement import Mover, path_along
from battlemap.tactics.reach import Around, WeaponReach

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Intent
    from battlemap.model.token import Token
    from battlemap.rules.modifier import Modifier
    from battlemap.rules.procedure import Procedure
    from battlemap.tactics.path import Path

RULINGS = Rulings("Coinflip", {"high": Known("Higher ground", 1, "Strikes", "height", "die")})


@dataclass(frozen=True)
class Choices:
    """What the page leaves open."""

    high_ground: bool = option(
        True, "Whether higher ground gives a coin", source="Strikes (a footnote)"
    )


@dataclass(frozen=True)
class Sheet:
    """What a combatant is."""

    hearts: int = 3
    coins: int = 2
    speed: int = 4
    """Cells a turn."""

    def __post_init__(self) -> None:
        if min(self.hearts, self.coins, self.speed) < 1:
            raise ValueError("hearts, coins and speed are 1 at least")


@dataclass(frozen=True)
class Status:
    """What changes in play."""

    lost: int = 0
    walked: int = 0
    """Hundredths of a cell walked this turn."""
    struck: bool = False


@dataclass(frozen=True)
class WeaponDetails:
    """A weapon has no details: coins are coins."""


def sheet_of(token: Token) -> Sheet:
    """Return a token's sheet; an ordinary combatant's where it has none."""
    return token.sheet if isinstance(token.sheet, Sheet) else Sheet()


def status_of(token: Token) -> Status:
    """Return a token's status; a fresh one where it has none."""
    return token.status if isinstance(token.status, Status) else Status()


class Coinflip(RuleSystem):
    """The rules of Coinflip."""

    key: ClassVar[str] = "coinflip"
    title: ClassVar[str] = "Coinflip"
    Options: ClassVar[type] = Choices
    Sheet: ClassVar[type] = Sheet
    Status: ClassVar[type] = Status
    WeaponDetails: ClassVar[type] = WeaponDetails
    conditions: ClassVar[tuple[str, ...]] = ("out",)

    options: Choices

    # Questions: pure and fast, asked while the mouse moves ---------------------------------

    def conventions(self) -> Conventions:
        """Return how Coinflip reads the board: without facing."""
        return Conventions(has_facing=False)

    def weapons(self, token: Token) -> tuple[Weapon, ...]:
        """Return the weapons of *token*; fists where it has none."""
        return token.weapons or (Weapon("fists"),)

    def reaches(self, token: Token) -> Sequence[WeaponReach]:
        """Return what *token* threatens: the cells around, while it is in."""
        if self.is_out(token):
            return ()
        return tuple(
            WeaponReach(weapon.name, Around(1), weapon.reach_feet)
            for weapon in self.weapons(token)
            if not weapon.is_ranged
        )

    def is_able(self, token: Token) -> bool:
        """Tell whether *token* is in."""
        return not self.is_out(token)

    def is_out(self, token: Token) -> bool:
        """Tell whether *token* has no hearts left."""
        return token.has("out")

    def mover(self, encounter: Encounter, token: Token) -> Mover:
        """Return how far *token* can still walk."""
        walked = status_of(token).walked if encounter.turn_order.is_running else 0
        left = 0 if self.is_out(token) else max(0, 100 * sheet_of(token).speed - walked)
        return Mover(rate=left, actions=1)

    def move_triggers(
        self, board: Board, token: Token, path: Path, manner: str = "walk"
    ) -> tuple[Trigger, ...]:
        """Return who may strike at this path: every enemy that is left, once."""
        found: dict[str, Trigger] = {}
        for crossing in crossings(board, token.id, path, manner):
            if crossing.provokes == "leaves":
                found.setdefault(
                    crossing.by,
                    Trigger(
                        crossing.step,
                        crossing.cell,
                        crossing.by,
                        crossing.weapon,
                        "leaves",
                        crossing.reason,
                    ),
                )
        return tuple(found.values())

    def plan(self, board: Board, attack: Attack) -> AttackPlan:
        """Return everything that is known before the coins fall."""
        attacker = token_of(board.encounter, attack.attacker)
        target = token_of(board.encounter, attack.target)
        facts = facts_between(board, attack.attacker, attack.target, attack.weapon, attack.switched)
        rows: list[Modifier] = []
        if self.options.high_ground and facts.height.feet >= 5:
            rows.append(RULINGS.row("high", f"{facts.height.feet} ft above"))
        rows = list(RULINGS.overruled(board.encounter, attack, attack.target, rows))
        coins = sheet_of(attacker).coins + sum(row.value for row in rows if row.enabled)
        heads = binomial(max(0, coins), 1, 2)
        left = sheet_of(target).hearts - status_of(target).lost
        illegal = self._why_not(board.encounter, attack, attacker, target)
        if not illegal and not facts.in_reach.value:
            illegal = f"{name_of(target)} is {facts.in_reach.reason}."
        return AttackPlan(
            intent=attack,
            situation=facts,
            modifiers=tuple(rows),
            net=f"{coins} coins",
            choices=(),
            odds=Odds(
                hit=float(heads.at_least(1)),
                hits=heads.floats(),
                damage=heads.floats(),
                mean=float(heads.mean),
                summary=f"{coins} coins",
                drop=float(heads.at_least(max(1, left))),
                hits_label="heads",
            ),
            illegal="" if attack.choices.get("force") == "yes" else illegal,
        )

    def _why_not(self, encounter: Encounter, attack: Attack, attacker: Token, target: Token) -> str:
        if attacker.id == target.id:
            return "Nobody strikes oneself."
        if self.is_out(attacker) or self.is_out(target):
            return f"{name_of(attacker if self.is_out(attacker) else target)} is out."
        order = encounter.turn_order
        if not order.is_running or attack.choices.get("cost") == "reaction":
            return ""
        if order.active != attacker.id:
            return f"It isn't {name_of(attacker)}'s turn."
        return f"{name_of(attacker)} has struck already." if status_of(attacker).struck else ""

    def actions(self, encounter: Encounter, token: Token) -> Sequence[Action]:
        """Return the only button: to strike."""
        spent = encounter.turn_order.is_running and status_of(token).struck
        reason = "out" if self.is_out(token) else "struck already" if spent else ""
        return (Action("strike", "Strike", unavailable=reason, needs_target=True),)

    def track(self, token: Token) -> Track:
        """Return the hearts of *token*."""
        lost, hearts = status_of(token).lost, sheet_of(token).hearts
        return Track(lost, hearts, f"{lost} of {hearts} hearts lost", is_out=self.is_out(token))

    def pips(self, encounter: Encounter, token: Token) -> Sequence[Pip]:
        """Return the strike that *token* has."""
        spent = encounter.turn_order.is_running and status_of(token).struck
        return (Pip("point", "spent" if spent else "left"),)

    def upcoming(self, turn_order: TurnOrder) -> Sequence[tuple[str, Sequence[int]]]:
        """Return one section: everybody in turn."""
        return ((f"Round {turn_order.round}", tuple(range(len(turn_order.slots)))),)

    def subtitle(self, encounter: Encounter, token: Token) -> str:
        """Return the hearts that are left."""
        return f"{sheet_of(token).hearts - status_of(token).lost} hearts"

    # Procedures: they roll, ask and say what happens ------------------------------------------

    def perform(self, encounter: Encounter, intent: Intent) -> Procedure:
        """Describe what happens when *intent* is carried out."""
        match intent:
            case Move():
                return self._move(encounter, intent)
            case Attack():
                return self._attack(encounter, intent)
            case Turn(token=key, facing=facing):
                return happen(TokenTurned(token_of(encounter, key).id, facing))
            case BeginFight():
                return self._begin(encounter, intent)
            case EndTurn():
                return self._next(encounter)
            case EndFight():
                return happen(TurnOrderChanged(TurnOrder()))
            case SetDoor():
                return set_door(encounter, intent)
            case SetCondition(token=key, condition=condition, on=on):
                conditions = token_of(encounter, key).conditions
                changed = conditions | {condition} if on else conditions - {condition}
                return happen(ConditionsChanged(key, changed))
            case Overrule():
                return RULINGS.overrule(encounter, intent)
            case ArrangeTurns():
                return arrange_turns(encounter, intent)
        raise IllegalIntentError(f"{self.title} has no such action.")

    def _move(self, encounter: Encounter, move: Move) -> Procedure:
        token = token_of(encounter, move.token)
        board, how = Board.of(encounter, self), self.mover(encounter, token)
        if move.manner == "force":
            return (yield from happen(TokenMoved(token.id, token.at, move.cells[-1], forced=True)))
        path, wrong = path_along(board, token.id, how, move.cells)
        order = encounter.turn_order
        if order.is_running and order.active != token.id:
            wrong = f"it isn't {name_of(token)}'s turn"
        elif not wrong and path.cost > how.budget:
            wrong = f"{name_of(token)} can't walk so far"
        if wrong:
            raise IllegalIntentError(f"{wrong[:1].upper()}{wrong[1:]}.")
        waiting = self.move_triggers(board, token, path, move.manner)
        done = 0
        for step in range(1, path.steps + 1):
            for trigger in waiting:
                if trigger.step == step and not self.is_out(encounter.tokens[token.id]):
                    encounter = yield from self._offer(encounter, trigger, token)
            if self.is_out(encounter.tokens[token.id]):
                break
            start, end = path.cells[step - 1 : step + 1]
            encounter = yield from happen(TokenMoved(token.id, start, end))
            done = step
        if order.is_running:
            status = status_of(encounter.tokens[token.id])
            walked = replace(status, walked=status.walked + path.costs[done])
            encounter = yield from happen(StatusChanged(token.id, walked))
        return (yield from happen(Noted(f"{name_of(token)} walks", kind="move", token=token.id)))

    def _offer(self, encounter: Encounter, trigger: Trigger, mover: Token) -> Procedure:
        reactor = encounter.tokens[trigger.by]
        question = Ask(
            trigger.by,
            f"{name_of(reactor)} may strike {name_of(mover)}",
            (AskOption("strike", "Strike"), AskOption("let_go", "Let go")),
            "opportunity attack",
            (trigger.reason,),
        )
        if (yield from ask(question)) != "strike":
            return encounter
        strike = Attack(trigger.by, mover.id, trigger.weapon, {"cost": "reaction"})
        return (yield from self._attack(encounter, strike))

    def _attack(self, encounter: Encounter, attack: Attack) -> Procedure:
        planned = self.plan(Board.of(encounter, self), attack)
        if planned.illegal or planned.odds is None:
            raise IllegalIntentError(planned.illegal)
        attacker, target = encounter.tokens[attack.attacker], encounter.tokens[attack.target]
        coins = max(planned.odds.hits)
        faces = yield from roll(coins, 2, f"{name_of(attacker)}'s {coins} coins", attacker.id)
        heads = faces.count(2)
        if encounter.turn_order.active == attacker.id and "cost" not in attack.choices:
            spent = replace(status_of(attacker), struck=True)
            encounter = yield from happen(StatusChanged(attacker.id, spent))
        status, hearts = status_of(target), sheet_of(target).hearts
        lost = min(hearts, status.lost + heads)
        if lost != status.lost:
            hurt = replace(status, lost=lost)
            encounter = yield from happen(StatusChanged(target.id, hurt))
        if lost == hearts:
            encounter = yield from happen(ConditionsChanged(target.id, target.conditions | {"out"}))
        lines = tuple(f"{row.label} {row.value:+d}: {row.reason}" for row in planned.modifiers)
        headline = f"{name_of(attacker)} flips {heads} heads against {name_of(target)}"
        return (yield from happen(Noted(headline, lines, "attack", attacker.id)))

    def _begin(self, encounter: Encounter, intent: BeginFight) -> Procedure:
        keys = intent.tokens or tuple(encounter.tokens)
        able = [key for key in keys if self.is_able(token_of(encounter, key))]
        if not able:
            raise IllegalIntentError("There is nobody to fight.")
        slots = tuple(Slot(key, len(able) - place, 1) for place, key in enumerate(able))
        order = TurnOrder(1, slots=slots, active=able[0])
        encounter = yield from happen(TurnOrderChanged(order))
        return (yield from happen(Noted("The coins are out", kind="turn")))

    def _next(self, encounter: Encounter) -> Procedure:
        order = encounter.turn_order
        if not order.slots:
            raise IllegalIntentError("No turn is under way.")
        first, *rest = order.slots
        slots = [*rest, replace(first, round=first.round + 1)]
        while self.is_out(encounter.tokens[slots[0].token]) and len(slots) > 1:
            slots.pop(0)
        status = status_of(encounter.tokens[first.token])
        rested = replace(status, walked=0, struck=False)
        if rested != status:
            encounter = yield from happen(StatusChanged(first.token, rested))
        following = replace(order, round=slots[0].round, slots=tuple(slots), active=slots[0].token)
        encounter = yield from happen(TurnOrderChanged(following))
        name = name_of(encounter.tokens[slots[0].token])
        return (yield from happen(Noted(f"{name}'s turn", kind="turn", token=slots[0].token)))
