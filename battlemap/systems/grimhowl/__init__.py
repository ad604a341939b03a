"""Grimhowl: pools of skill dice, stars to spend, and a penalty for whoever repeats itself."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from battlemap.model.token import Weapon
from battlemap.rules.system import RuleSystem
from battlemap.systems.grimhowl import actions, area, bestiary, movement, readings, readout
from battlemap.systems.grimhowl import attack as attacks
from battlemap.systems.grimhowl import options as settled
from battlemap.systems.grimhowl import sheet as records
from battlemap.systems.grimhowl.conditions import CONDITION_RULES, help_for
from battlemap.systems.grimhowl.kinds import (
    LOWERED,
    DamageType,
    DieSize,
    Rank,
)
from battlemap.systems.grimhowl.rulings import SECTIONS
from battlemap.systems.grimhowl.sheet import details_of, status_of
from battlemap.tactics.conventions import Conventions, CrossingRule
from battlemap.tactics.reach import WeaponReach, WithinFeet

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence
    from enum import Enum

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import AreaAttack, Attack, Intent
    from battlemap.model.token import Token
    from battlemap.model.turn_order import TurnOrder
    from battlemap.rules.plan import (
        Action,
        AreaPlan,
        AreaWeapon,
        AttackPlan,
        Effect,
        Pip,
        Track,
    )
    from battlemap.rules.procedure import Procedure
    from battlemap.rules.trigger import Trigger
    from battlemap.tactics.board import Board
    from battlemap.tactics.movement import Mover, Price
    from battlemap.tactics.path import Path
    from battlemap.tactics.vantage import Glance

BARE_HANDS = Weapon(
    "bare hands",
    details=records.WeaponDetails(die=DieSize.D4, damage_type=DamageType.CRUSHING, natural=True),
)

OUT = frozenset({"dead", "unconscious"})
UNABLE = OUT | {"stunned"}


class Grimhowl(RuleSystem):
    """The rules of Grimhowl, with the GM's choice of options."""

    key: ClassVar[str] = "grimhowl"
    title: ClassVar[str] = "Grimhowl"
    Options: ClassVar[type] = settled.Options
    Sheet: ClassVar[type] = records.Sheet
    Status: ClassVar[type] = records.Status
    WeaponDetails: ClassVar[type] = records.WeaponDetails
    sections: ClassVar[Mapping[str, str]] = SECTIONS
    condition_rules: ClassVar[Mapping[str, str]] = CONDITION_RULES
    asked: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "opportunity attack": "Opportunity attacks",
            "defense": "Defenses",
            "sigil": "Sigils",
        }
    )
    conditions: ClassVar[tuple[str, ...]] = ("stunned", *LOWERED, "unconscious", "dead")

    options: settled.Options

    # Questions ---------------------------------------------------------------------------

    def conventions(self) -> Conventions:
        """Return how Grimhowl reads the board."""
        chosen = self.options
        return Conventions(
            has_facing=chosen.facing,
            diagonals=chosen.diagonals,
            spaces=chosen.distance_cells,
            flanking_corners=chosen.flanking_corners,
            flanking_along_borders=chosen.flanking_along_borders,
            flanking=chosen.flanking.rule,
            flanking_counts=chosen.flanked is not readings.FlankedEffect.NOTHING,
            flanking_tolerance=60.0,
            flanking_is_shared=chosen.flanked_for is not readings.FlankedFor.FLANKERS,
            flanking_from_afar=chosen.flanking is not readings.FlankedReading.ANY_TWO,
            crossings=CrossingRule.LEAVING,
        )

    def reaches(self, token: Token) -> tuple[WeaponReach, ...]:
        """Return what *token* threatens with: the cells around, as far as a melee weapon goes.

        A breath or burst, which has an area, threatens nothing.
        """
        if not self.is_able(token):
            return ()
        return tuple(
            WeaponReach(
                weapon.name,
                WithinFeet(weapon.reach_feet, weapon.minimum_feet),
                weapon.reach_feet,
            )
            for weapon in self.weapons(token)
            if not (weapon.is_ranged or details_of(weapon).has_area)
        )

    def weapons(self, token: Token) -> tuple[Weapon, ...]:
        """Return the weapons of *token*; bare hands where it lists none."""
        return token.weapons or (BARE_HANDS,)

    def is_able(self, token: Token) -> bool:
        """Tell whether *token* can act: it is neither out nor stunned."""
        return not token.conditions & UNABLE

    def may_react(self, token: Token) -> bool:
        """Tell whether *token* may strike at somebody who leaves its reach: an option, and held.

        Nobody knows here whose turn it is; actions of a turn to come count as the option says.
        """
        if not self.options.opportunity or not self.is_able(token):
            return False
        status = status_of(token)
        early = self.options.early_reactions and not status.acted
        return status.held > 0 or (early and status.actions > 0)

    def is_out(self, token: Token) -> bool:
        """Tell whether *token* is dead or down."""
        return bool(token.conditions & OUT)

    def mover(self, encounter: Encounter, token: Token) -> Mover:
        """Return how *token* moves now."""
        return movement.mover(self, encounter, token)

    def move_triggers(
        self, board: Board, token: Token, path: Path, manner: str = "walk"
    ) -> tuple[Trigger, ...]:
        """Return who may strike at exactly this path: nobody, unless the option says so."""
        return movement.move_triggers(self, board, token, path, manner)

    def surely_firing(self, board: Board, token: Token, price: Price) -> int | None:
        """Return how many triggers fire on any way that gives away just so much."""
        return movement.surely_firing(self, board, token, price)

    def plan(self, board: Board, attack: Attack) -> AttackPlan:
        """Return everything that is known about an attack before the dice."""
        return attacks.plan(self, board, attack)

    def odds_key(self, encounter: Encounter, attack: Attack, glance: Glance) -> Hashable:
        """Return which facts of the attacker's place decide the odds of an attack."""
        return attacks.odds_key(self, encounter, attack, glance)

    def areas(self, token: Token) -> Sequence[AreaWeapon]:
        """Return the weapons and spells of *token* that have an area."""
        return readout.areas(self, token)

    def plan_area(self, board: Board, attack: AreaAttack) -> AreaPlan:
        """Return everything that is known about an area attack before the dice."""
        return area.plan_area(self, board, attack)

    def actions(self, encounter: Encounter, token: Token) -> Sequence[Action]:
        """Return the action bar's buttons for *token*."""
        return readout.actions(self, encounter, token)

    def track(self, token: Token) -> Track:
        """Return Vitality lost, and the death marks of one who is down."""
        return readout.track(self, token)

    def pips(self, encounter: Encounter, token: Token) -> Sequence[Pip]:
        """Return the actions that *token* has left, holds and has spent."""
        return readout.pips(self, encounter, token)

    def effects(self, encounter: Encounter, token: Token) -> Sequence[Effect]:
        """Return Cover, Gnawing damage, what ends by itself, and damaged equipment."""
        return tuple(readout.effects(self, encounter, token))

    def upcoming(self, turn_order: TurnOrder) -> Sequence[tuple[str, Sequence[int]]]:
        """Return the sections of the initiative panel."""
        return readout.upcoming(turn_order)

    def subtitle(self, encounter: Encounter, token: Token) -> str:
        """Return the line under a token's name in the initiative panel."""
        return readout.subtitle(self, encounter, token)

    def bestiary(self) -> Sequence[Token]:
        """Return creatures of our own to start a fight with."""
        return bestiary.BESTIARY

    def condition_help(self, condition: str) -> str:
        """Return what *condition* changes under the GM's options."""
        return help_for(self.options, condition)

    def word_of(self, value: Enum) -> str:
        """Return what a rank is called at this table: "III, Expert"."""
        if isinstance(value, Rank):
            return f"{value.numeral}, {self.options.rank_name(value)}"
        return super().word_of(value)

    # Procedures --------------------------------------------------------------------------

    def perform(self, encounter: Encounter, intent: Intent) -> Procedure:
        """Describe what happens when *intent* is carried out."""
        return actions.perform(self, encounter, intent)
