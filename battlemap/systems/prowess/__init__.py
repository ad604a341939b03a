"""Prowess: six action points, a pool of prowess dice, and auras of reach."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from battlemap.model.token import Weapon
from battlemap.rules.system import RuleSystem
from battlemap.systems.prowess import actions, area_plan, bestiary, movement, readout
from battlemap.systems.prowess import attack as attacks
from battlemap.systems.prowess import options as settled
from battlemap.systems.prowess import sheet as records
from battlemap.systems.prowess.conditions import CONDITION_RULES
from battlemap.systems.prowess.readings import CoverReading, PassiveWhen
from battlemap.systems.prowess.rulings import SECTIONS
from battlemap.systems.prowess.sheet import details_of, dice_left, held_weapons
from battlemap.tactics.conventions import Conventions, CrossingRule
from battlemap.tactics.reach import WeaponReach, WithinFeet

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

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

LEAST_AURA = 5
"""An Aura of Reach is 5 ft at least."""

BARE_HANDS = Weapon(
    "bare hands", 0, details=records.WeaponDetails(proficiency=0, dice=1, sides=4, bonus=-1)
)

OUT = frozenset({"dead", "unconscious"})
UNABLE = OUT | {"stunned", "paralyzed", "helpless"}


class Prowess(RuleSystem):
    """The rules of Prowess, with the GM's choice of options."""

    key: ClassVar[str] = "prowess"
    title: ClassVar[str] = "Prowess"
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
        }
    )
    conditions: ClassVar[tuple[str, ...]] = (
        "prone",
        "surprised",
        "hidden",
        "grappled",
        "stunned",
        "paralyzed",
        "helpless",
        "unconscious",
        "dead",
    )

    options: settled.Options

    # Questions ---------------------------------------------------------------------------

    def conventions(self) -> Conventions:
        """Return how Prowess reads the board."""
        chosen = self.options
        return Conventions(
            has_facing=False,
            diagonals=chosen.diagonals,
            spaces=chosen.distance_cells,
            flanking_corners=chosen.flanking_corners,
            flanking_along_borders=chosen.flanking_along_borders,
            elevation_counts=chosen.elevation_in_distance,
            flanking=chosen.flanking.rule,
            flanking_tolerance=float(chosen.flanking_tolerance),
            creatures_cover=chosen.creatures_cover.grade,
            own_grade_at_any_ray=chosen.cover_grade is CoverReading.OWN,
            crossings=CrossingRule.LEAVING,
            corners=chosen.corners,
            reaction_once=False,
            high_ground_feet=chosen.higher_ground_feet or 5,
        )

    def reaches(self, token: Token) -> tuple[WeaponReach, ...]:
        """Return the auras of *token*: each melee weapon's length, 5 ft at least, all around.

        Only whoever wields a melee weapon has an aura; weapons with an area have none.
        """
        if not self.is_able(token):
            return ()
        return tuple(
            WeaponReach(
                weapon.name,
                WithinFeet(
                    max(LEAST_AURA, weapon.reach_feet), weapon.minimum_feet, self.options.aura
                ),
                max(LEAST_AURA, weapon.reach_feet),
                on_entering_shorter=True,
            )
            for weapon in self.weapons(token)
            if not weapon.is_ranged and not details_of(weapon).shape
        )

    def has_aura(self, token: Token, weapon: str) -> bool:
        """Tell whether a weapon that threatens has an Aura of Reach; bare hands may have none."""
        return self.options.unarmed_aura or any(held.name == weapon for held in token.weapons)

    def weapons(self, token: Token) -> tuple[Weapon, ...]:
        """Return the weapons in the hands of *token*; bare hands where there are none."""
        return held_weapons(token) or (BARE_HANDS,)

    def is_able(self, token: Token) -> bool:
        """Tell whether *token* can act: it is neither out nor stunned, paralyzed or helpless."""
        return not token.conditions & UNABLE

    def may_react(self, token: Token) -> bool:
        """Tell whether *token* is able, not surprised, and has a prowess die left to pay with."""
        return self.is_able(token) and not token.has("surprised") and dice_left(token) > 0

    def is_out(self, token: Token) -> bool:
        """Tell whether *token* is dead or unconscious."""
        return bool(token.conditions & OUT)

    def mover(self, encounter: Encounter, token: Token) -> Mover:
        """Return how *token* moves now."""
        return movement.mover(self, encounter, token)

    def move_triggers(
        self, board: Board, token: Token, path: Path, manner: str = "walk"
    ) -> tuple[Trigger, ...]:
        """Return who may strike at exactly this path, in order of steps, hollow ones included."""
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
        return area_plan.areas(self, token)

    def plan_area(self, board: Board, attack: AreaAttack) -> AreaPlan:
        """Return everything that is known about an area attack before the dice."""
        return area_plan.plan_area(self, board, attack)

    def actions(self, encounter: Encounter, token: Token) -> Sequence[Action]:
        """Return the action bar's buttons for *token*."""
        return readout.actions(self, encounter, token)

    def track(self, token: Token) -> Track:
        """Return the health that *token* has lost."""
        return readout.track(token, is_out=self.is_out(token))

    def pips(self, encounter: Encounter, token: Token) -> Sequence[Pip]:
        """Return the action points and prowess dice that *token* has left and has spent."""
        return readout.pips(encounter, token)

    def upcoming(self, turn_order: TurnOrder) -> Sequence[tuple[str, Sequence[int]]]:
        """Return the sections of the initiative panel."""
        return readout.upcoming(turn_order)

    def subtitle(self, encounter: Encounter, token: Token) -> str:
        """Return the line under a token's name in the initiative panel."""
        return readout.subtitle(encounter, token)

    def effects(self, encounter: Encounter, token: Token) -> Sequence[Effect]:
        """Return what lasts on *token* apart from conditions."""
        return readout.effects(encounter, token)

    def bestiary(self) -> Sequence[Token]:
        """Return creatures of our own to start a fight with."""
        return bestiary.BESTIARY

    def after_action(self, status: records.Status) -> records.Status:
        """Return *status* after an action other than moving: passive movement may be over."""
        if self.options.passive_when is PassiveWhen.AT_START:
            return replace(status, passive=0)
        return status

    # Procedures --------------------------------------------------------------------------

    def perform(self, encounter: Encounter, intent: Intent) -> Procedure:
        """Describe what happens when *intent* is carried out."""
        return actions.perform(self, encounter, intent)
