"""Crawler: five guided steps a round, announced mob attacks, interrupts, and a health bar."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from battlemap.model.token import Weapon
from battlemap.rules.system import RuleSystem
from battlemap.systems.crawler import (
    actions,
    announce,
    area,
    area_plan,
    bestiary,
    movement,
    order,
    readout,
    turns,
)
from battlemap.systems.crawler import attack as attacks
from battlemap.systems.crawler import options as settled
from battlemap.systems.crawler import sheet as records
from battlemap.systems.crawler import status as play
from battlemap.systems.crawler.conditions import CONDITION_RULES
from battlemap.systems.crawler.phases import HEADINGS
from battlemap.systems.crawler.rulings import SECTIONS
from battlemap.tactics.conventions import Conventions, FlankingRule
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
    from battlemap.tactics.movement import Price
    from battlemap.tactics.mover import Mover
    from battlemap.tactics.path import Path
    from battlemap.tactics.vantage import Glance

BARE_HANDS = Weapon(
    "bare hands", details=records.WeaponDetails(sides=4, damage_types=("physical",))
)

OUT = frozenset({"dead", "dying", "unconscious"})
UNABLE = OUT | {"stunned", "surprised"}


class Crawler(RuleSystem):
    """The rules of Crawler, with the GM's choice of options and the number of the floor."""

    key: ClassVar[str] = "crawler"
    title: ClassVar[str] = "Crawler"
    Options: ClassVar[type] = settled.Options
    Sheet: ClassVar[type] = records.Sheet
    Status: ClassVar[type] = play.Status
    WeaponDetails: ClassVar[type] = records.WeaponDetails
    sections: ClassVar[Mapping[str, str]] = SECTIONS
    condition_rules: ClassVar[Mapping[str, str]] = CONDITION_RULES
    asked: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "evade": "Evading",
            "intervene": "Intervening in a failure",
            "intervene in a success": "Intervening in a success",
        }
    )
    conditions: ClassVar[tuple[str, ...]] = (
        "surprised",
        "shaken",
        "stunned",
        "dying",
        "dead",
        "unconscious",
        "hidden",
        "invisible",
        "unseen",
        "blinded",
        "severe weather",
        "shifting ground",
        "flying",
    )

    options: settled.Options

    # Questions ---------------------------------------------------------------------------

    def conventions(self) -> Conventions:
        """Return how Crawler reads the board: no facing, no flanking."""
        chosen = self.options
        return Conventions(
            has_facing=False,
            flanking=FlankingRule.NONE,
            flanking_counts=False,
            diagonals=chosen.diagonals,
            spaces=chosen.distance_cells,
            corners=chosen.corners,
            elevation_counts=chosen.elevation_in_distance,
            creatures_cover=chosen.creatures_cover.grade,
            lean_out=chosen.lean_out,
        )

    def reaches(self, token: Token) -> tuple[WeaponReach, ...]:
        """Return the melee reach of *token*, which disturbs its enemies' shots."""
        if not self.is_able(token):
            return ()
        return tuple(
            WeaponReach(
                weapon.name,
                WithinFeet(weapon.reach_feet, weapon.minimum_feet),
                weapon.reach_feet,
            )
            for weapon in self.weapons(token)
            if not weapon.is_ranged and not records.details_of(weapon).has_area
        )

    def weapons(self, token: Token) -> tuple[Weapon, ...]:
        """Return the weapons of *token*; bare hands where it lists none."""
        return token.weapons or (BARE_HANDS,)

    def is_able(self, token: Token) -> bool:
        """Tell whether *token* can act: it is neither out nor stunned or surprised."""
        return not token.conditions & UNABLE

    def may_react(self, token: Token) -> bool:  # noqa: ARG002  # nobody strikes at a mover here
        """Return False: there are no opportunity attacks."""
        return False

    def is_out(self, token: Token) -> bool:
        """Tell whether *token* is dead, Dying or unconscious."""
        return bool(token.conditions & OUT)

    def mover(self, encounter: Encounter, token: Token) -> Mover:
        """Return how *token* moves now."""
        return movement.mover(self, encounter, token)

    def move_triggers(
        self,
        board: Board,  # noqa: ARG002  # nobody strikes at a mover here
        token: Token,  # noqa: ARG002
        path: Path,  # noqa: ARG002
        manner: str = "walk",  # noqa: ARG002
    ) -> tuple[Trigger, ...]:
        """Return nothing: there are no opportunity attacks."""
        return ()

    def surely_firing(
        self,
        board: Board,  # noqa: ARG002  # nobody strikes at a mover here
        token: Token,  # noqa: ARG002
        price: Price,  # noqa: ARG002
    ) -> int:
        """Return 0: there are no opportunity attacks."""
        return 0

    def plan(self, board: Board, attack: Attack) -> AttackPlan:
        """Return everything that is known about an attack before the dice."""
        return attacks.plan(self, board, attack)

    def odds_key(self, encounter: Encounter, attack: Attack, glance: Glance) -> Hashable:
        """Return which facts of the attacker's place decide the odds of an attack."""
        return attacks.odds_key(self, encounter, attack, glance)

    def areas(self, token: Token) -> Sequence[AreaWeapon]:
        """Return the attacks of *token* that have an area."""
        return area.area_weapons(self, token)

    def plan_area(self, board: Board, attack: AreaAttack) -> AreaPlan:
        """Return everything that is known about an area attack before the dice."""
        return area_plan.plan_area(self, board, attack)

    def actions(self, encounter: Encounter, token: Token) -> Sequence[Action]:
        """Return the action bar's buttons for *token*."""
        return readout.actions(self, encounter, token)

    def track(self, token: Token) -> Track:
        """Return the health bar: ten slots."""
        return readout.track(token, is_out=self.is_out(token))

    def pips(self, encounter: Encounter, token: Token) -> Sequence[Pip]:
        """Return the Actions that *token* has left and has spent."""
        return readout.pips(encounter, token)

    def effects(self, encounter: Encounter, token: Token) -> Sequence[Effect]:
        """Return what lasts on *token*, with the rounds that are left."""
        return readout.effects(encounter, token)

    def upcoming(self, turn_order: TurnOrder) -> Sequence[tuple[str, Sequence[int]]]:
        """Return the five steps from the present one on."""
        return order.upcoming(turn_order)

    def subtitle(self, encounter: Encounter, token: Token) -> str:
        """Return the line under a token's name in the initiative panel."""
        return readout.subtitle(encounter, token)

    def next_label(self, encounter: Encounter) -> str:
        """Return what comes next: a step, or the next announced attack."""
        return turns.next_label(self, encounter)

    def present_section(self, turn_order: TurnOrder) -> str:
        """Return the heading of the step at which the round stands."""
        return HEADINGS.get(turn_order.phase, "")

    def announced(self, encounter: Encounter) -> Sequence[tuple[Intent, str]]:
        """Return what mobs have announced, each with its line."""
        return announce.announced(encounter)

    def bestiary(self) -> Sequence[Token]:
        """Return creatures and crawlers of our own to start a fight with."""
        return bestiary.BESTIARY

    # Procedures --------------------------------------------------------------------------

    def perform(self, encounter: Encounter, intent: Intent) -> Procedure:
        """Describe what happens when *intent* is carried out."""
        return actions.perform(self, encounter, intent)
