"""ShadowRealms: revolving initiative, facing, reach, and attack dice that funnel into damage."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from battlemap.model.token import Weapon
from battlemap.rules.system import RuleSystem
from battlemap.systems.shadowrealms import actions, movement, readings, readout
from battlemap.systems.shadowrealms import attack as attacks
from battlemap.systems.shadowrealms import sheet as records
from battlemap.systems.shadowrealms.bestiary import BESTIARY
from battlemap.systems.shadowrealms.conditions import CONDITION_RULES
from battlemap.systems.shadowrealms.hands import in_hand, is_too_large
from battlemap.systems.shadowrealms.options import Options as ShadowRealmsOptions
from battlemap.systems.shadowrealms.pools import base_pool, physical_dice
from battlemap.systems.shadowrealms.rulings import SECTIONS
from battlemap.systems.shadowrealms.sheet import DamageType, details_of, status_of
from battlemap.tactics.conventions import ChargeRule, Conventions, TightRule
from battlemap.tactics.reach import Ahead, WeaponReach, WithinFeet

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Attack, Intent
    from battlemap.model.token import Token
    from battlemap.model.turn_order import TurnOrder
    from battlemap.rules.plan import Action, AttackPlan, Effect, Pip, Track
    from battlemap.rules.procedure import Procedure
    from battlemap.rules.trigger import Trigger
    from battlemap.tactics.board import Board
    from battlemap.tactics.movement import Mover, Price
    from battlemap.tactics.path import Path
    from battlemap.tactics.vantage import Glance

AREA_FEET = 5
"""An area of the text is 5 feet (section 6)."""

BARE_HANDS = Weapon("bare hands", details=records.WeaponDetails(damage_type=DamageType.IMPACT))

OUT = frozenset({"dead", "unconscious"})
UNABLE = OUT | {"surprised", "stunned", "paralyzed", "helpless"}

_CHARGES = MappingProxyType(
    {
        readings.ChargingPast.USES: ChargeRule.USES,
        readings.ChargingPast.ENDS_BEYOND: ChargeRule.ENDS_BEYOND,
        readings.ChargingPast.AS_WALKING: ChargeRule.AS_WALKING,
    }
)
_TIGHT = MappingProxyType(
    {
        readings.TightSpace.ATTACKER: TightRule.ATTACKER,
        readings.TightSpace.EITHER: TightRule.EITHER,
        readings.TightSpace.ONE_SIDE: TightRule.ONE_SIDE,
    }
)


class ShadowRealms(RuleSystem):
    """The rules of ShadowRealms, with the GM's choice of options."""

    key: ClassVar[str] = "shadowrealms"
    title: ClassVar[str] = "ShadowRealms"
    Options: ClassVar[type] = ShadowRealmsOptions
    Sheet: ClassVar[type] = records.Sheet
    Status: ClassVar[type] = records.Status
    WeaponDetails: ClassVar[type] = records.WeaponDetails
    sections: ClassVar[Mapping[str, str]] = SECTIONS
    condition_rules: ClassVar[Mapping[str, str]] = CONDITION_RULES
    asked: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "opportunity attack": "Opportunity attacks",
            "brace": "Brace",
            "brace halts": "Brace halts the mover",
            "defense": "Defenses",
            "cleave": "Cleaving on",
        }
    )
    conditions: ClassVar[tuple[str, ...]] = (
        "prone",
        "off-guard",
        "surprised",
        "unaware",
        "grappled",
        "bleeding",
        "stunned",
        "blinded",
        "unseen",
        "invisible",
        "hidden",
        "moving",
        "flying",
        "burrowing",
        "helpless",
        "paralyzed",
        "unconscious",
        "dead",
    )

    options: ShadowRealmsOptions

    # Questions ---------------------------------------------------------------------------

    def conventions(self) -> Conventions:
        """Return how ShadowRealms reads the board."""
        chosen = self.options
        return Conventions(
            has_facing=True,
            square_front_half=chosen.square_front_half,
            square_side_half=chosen.square_side_half,
            hex_front_half=chosen.hex_front_half,
            hex_side_half=chosen.hex_side_half,
            borders_of_arcs_help_attackers=chosen.arc_border is readings.ArcBorder.ATTACKER,
            arc_cells=chosen.arc_cells,
            diagonals=chosen.diagonals,
            spaces=chosen.distance_cells,
            elevation_counts=chosen.elevation_in_distance,
            flanking_counts=False,
            creatures_cover=chosen.creatures_cover.grade,
            lean_out=chosen.lean_out,
            crossings=chosen.opportunity,
            charges=_CHARGES[chosen.charging_past],
            corners=chosen.corners,
            squeezing=chosen.squeezing,
            tight=_TIGHT[chosen.tight_space],
            high_ground_feet=max(1, chosen.higher_ground_feet),
            obscured_hides=chosen.obscured_sight is readings.ObscuredSight.BLOCKS,
        )

    def reaches(self, token: Token) -> tuple[WeaponReach, ...]:
        """Return what *token* threatens with: around, or the forward wedge of a reach weapon.

        A ranged weapon threatens nothing (section 7), nor does a large one in a grapple.
        """
        if not self.is_able(token):
            return ()
        return tuple(
            WeaponReach(
                weapon.name,
                Ahead(max(2, weapon.reach_feet // AREA_FEET))
                if weapon.reach
                else WithinFeet(weapon.reach_feet, weapon.minimum_feet),
                weapon.reach_feet,
                on_entering=details_of(weapon).braces,
            )
            for weapon in self.weapons(token)
            if not weapon.is_ranged and not is_too_large(token, weapon)
        )

    def weapons(self, token: Token) -> tuple[Weapon, ...]:
        """Return the weapons in *token*'s hands; bare hands where there are none."""
        return in_hand(token) or (BARE_HANDS,)

    def is_able(self, token: Token) -> bool:
        """Tell whether *token* can act: it is neither out nor surprised, stunned or helpless."""
        return not token.conditions & UNABLE

    def may_react(self, token: Token) -> bool:
        """Tell whether *token* is able, has its Reaction left, and dice to strike with."""
        if not self.is_able(token) or status_of(token).reaction <= 0:
            return False
        melee = (weapon for weapon in self.weapons(token) if not weapon.is_ranged)
        return any(physical_dice(token, base_pool(token, weapon)) for weapon in melee)

    def is_out(self, token: Token) -> bool:
        """Tell whether *token* is dead or unconscious."""
        return bool(token.conditions & OUT)

    def has_moved(self, token: Token) -> bool:
        """Tell whether *token* moved in its last turn (section 9)."""
        return status_of(token).moved_last_turn

    def mover(self, encounter: Encounter, token: Token) -> Mover:
        """Return how *token* moves now."""
        return movement.mover(self, encounter, token)

    def move_triggers(
        self, board: Board, token: Token, path: Path, manner: str = "walk"
    ) -> tuple[Trigger, ...]:
        """Return who may strike at exactly this path, in order of steps, hollow ones included."""
        return movement.move_triggers(board, token, path, manner)

    def surely_firing(self, board: Board, token: Token, price: Price) -> int | None:
        """Return how many triggers fire on any way that gives away just so much."""
        return movement.surely_firing(self, board, token, price)

    def plan(self, board: Board, attack: Attack) -> AttackPlan:
        """Return everything that is known about an attack before the dice."""
        return attacks.plan(self, board, attack)

    def odds_key(self, encounter: Encounter, attack: Attack, glance: Glance) -> Hashable:
        """Return which facts of the attacker's place decide the odds of an attack."""
        return attacks.odds_key(self, encounter, attack, glance)

    def actions(self, encounter: Encounter, token: Token) -> Sequence[Action]:
        """Return the action bar's buttons for *token*."""
        return readout.actions(self, encounter, token)

    def track(self, token: Token) -> Track:
        """Return the damage track: 16 boxes, or a minion's damage successes."""
        return readout.track(token, is_out=self.is_out(token))

    def pips(self, encounter: Encounter, token: Token) -> Sequence[Pip]:
        """Return the actions, bonus action and reaction that *token* has left and has spent."""
        return readout.pips(self, encounter, token)

    def upcoming(self, turn_order: TurnOrder) -> Sequence[tuple[str, Sequence[int]]]:
        """Return the sections of the initiative panel."""
        return readout.upcoming(turn_order)

    def effects(self, encounter: Encounter, token: Token) -> tuple[Effect, ...]:
        """Return what *token* keeps up or holds ready, apart from conditions."""
        return tuple(readout.effects(self, encounter, token))

    def subtitle(self, encounter: Encounter, token: Token) -> str:
        """Return the line under a token's name in the initiative panel."""
        return readout.subtitle(encounter, token)

    def fresh(self, status: records.Status) -> records.Status:
        """Return *status* with its action pool refreshed (section 4)."""
        if self.options.actions is readings.ActionEconomy.FOUR_POINTS:
            return replace(status, actions=4, bonus=0, reaction=1)
        return replace(status, actions=3, bonus=1, reaction=1)

    def bestiary(self) -> Sequence[Token]:
        """Return creatures of our own to start a fight with."""
        return BESTIARY

    # Procedures --------------------------------------------------------------------------

    def perform(self, encounter: Encounter, intent: Intent) -> Procedure:
        """Describe what happens when *intent* is carried out."""
        return actions.perform(self, encounter, intent)
