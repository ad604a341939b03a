"""One description of an attack, from which its odds and its dice both come."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from battlemap.dice.pool import Pool
from battlemap.dice.stars import DamageDice, ResistedDice, StarStrike
from battlemap.rules.plan import Odds
from battlemap.systems.grimhowl import sigils
from battlemap.systems.grimhowl.kinds import (
    AttackSkill,
    Rank,
    Skill,
    Target,
)
from battlemap.systems.grimhowl.pools import REACTIONS, after_repeats, pool_words, skill_pool
from battlemap.systems.grimhowl.readings import ReactionEffect
from battlemap.systems.grimhowl.rulings import DC, DIE, SIZE
from battlemap.systems.grimhowl.sheet import (
    defense_of,
    details_of,
    sheet_of,
    status_of,
    training_of,
)
from battlemap.systems.grimhowl.spends import planned, raised, with_spending

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.systems.grimhowl.options import Options
    from battlemap.systems.grimhowl.sheet import StarEffect

PASSIVE = "passive"


@dataclass(frozen=True)
class Blow:
    """Everything that decides an attack on one creature, before the dice."""

    attacker: Token
    target: Token
    weapon: Weapon
    modifiers: tuple[Modifier, ...]
    against: Target
    dc: int
    rank: Rank
    """Of the defense; what a passive defense makes of incoming stars depends on it."""
    defense: str
    """"passive", "dodge", "parry" or "block"."""
    base: DamageDice
    """Damage dice before stars are spent."""
    sources: tuple[str, ...]
    """What resists."""
    strike: StarStrike

    @property
    def summary(self) -> str:
        """The attack in one line: "4d6 at DC 3, 2 stars for 1, 1d8"."""
        parts = [pool_words(self.strike.pool)]
        if self.strike.against is not None:
            parts.append(f"{self.defense} {pool_words(self.strike.against)}")
        elif self.strike.divisor > 1:
            parts.append(f"{self.strike.divisor} stars for 1")
        return ", ".join((*parts, str(self.base)))


def skill_of(weapon: Weapon) -> Skill:
    """Return the skill that an attack is rolled with."""
    named = details_of(weapon).skill
    if named is AttackSkill.BY_WEAPON:
        return Skill.MARKSMANSHIP if weapon.is_ranged else Skill.FIGHTING
    return Skill(named.value)


def target_of(weapon: Weapon, *, area: bool = False) -> Target:
    """Return the defense that an attack is rolled against."""
    named = details_of(weapon).against
    if named is Target.BY_WEAPON:
        return Target.DODGE if weapon.is_ranged or area else Target.PARRY
    return named


def attack_pool(
    system: Grimhowl, attacker: Token, weapon: Weapon, rows: Sequence[Modifier], dc: int
) -> Pool:
    """Return the dice of an attack; repeating never takes the last of them."""
    on = [row for row in rows if row.enabled and row.unit in (DIE, "level")]
    dice = training_of(attacker, skill_of(weapon)).dice
    dice = max(0, dice + sum(row.value for row in on if row.key != "repeat"))
    steps = -sum(row.value for row in on if row.key == "repeat")
    return Pool(after_repeats(system, dice, steps), system.options.pool_die.sides, dc)


def net_dc(dc: int, rows: Sequence[Modifier]) -> int:
    """Return the Defense DC after what raises and lowers it, never below 1."""
    return max(1, dc + sum(row.value for row in rows if row.enabled and row.unit == DC))


def base_dice(system: Grimhowl, weapon: Weapon, rows: Sequence[Modifier]) -> DamageDice:
    """Return the damage dice before stars are spent: upgrades raise them, damage lowers them."""
    sizes = sum(row.value for row in rows if row.enabled and row.unit == SIZE)
    return raised(system.options, details_of(weapon).damage_dice, sizes)


def gnawing_dice(options: Options, token: Token) -> tuple[ResistedDice, ...]:
    """Return the dice of all Gnawing damage that a creature suffers, and what resists each."""
    found = []
    for one in status_of(token).gnawing:
        sources = sigils.gnawing_sources(options, token, one.damage_type)
        against = tuple(sigils.resistance(options, token, source) for source in sources)
        found.append(ResistedDice(DamageDice(one.dice, one.die.sides), against))
    return tuple(found)


def spent_dice(
    system: Grimhowl, weapon: Weapon, base: DamageDice, spending: str, most: int
) -> tuple[DamageDice | None, ...]:
    """Return the damage dice for 0, 1, ... *most* effective stars as they would be spent."""
    return _spent_dice(system.options, details_of(weapon).effects, base, spending, most)


@lru_cache(maxsize=256)
def _spent_dice(
    options: Options, effects: tuple[StarEffect, ...], base: DamageDice, spending: str, most: int
) -> tuple[DamageDice | None, ...]:
    found: list[DamageDice | None] = [None]
    for stars in range(1, max(1, most) + 1):
        plan = planned(options, spending, stars, base, effects)
        found.append(with_spending(options, base, plan))
    return tuple(found)


def aim_blow(
    system: Grimhowl,
    encounter: Encounter,
    attacker: Token,
    target: Token,
    weapon: Weapon,
    rows: tuple[Modifier, ...],
    *,
    defense: str = PASSIVE,
    spending: str = "ask",
    sigil: str = "",
) -> Blow:
    """Return the description of an attack from which its odds and its dice both come."""
    options = system.options
    against = target_of(weapon)
    guard = defense_of(target, against)
    pool = attack_pool(system, attacker, weapon, rows, net_dc(guard.dc, rows))
    base = base_dice(system, weapon, rows)
    opposed = None
    if defense in REACTIONS:
        opposed = skill_pool(system, encounter, target, Skill(defense), defense)
    sources = sigils.used_against(options, target, details_of(weapon).damage_type, sigil)
    strike = StarStrike(
        pool=pool,
        divisor=guard.rank.divisor,
        spare=options.passive_rounding.spare(guard.rank.divisor),
        against=opposed,
        whole=options.reaction is ReactionEffect.ALL_OR_NOTHING,
        damages=spent_dice(system, weapon, base, spending, pool.count),
        resistances=tuple(sigils.resistance(options, target, source) for source in sources),
        more=gnawing_dice(options, target),
    )
    return Blow(
        attacker,
        target,
        weapon,
        rows,
        against,
        pool.target,
        guard.rank,
        defense,
        base,
        sources,
        strike,
    )


def odds_of(strike: StarStrike, target: Token, summary: str) -> Odds:
    """Return the exact odds of a strike at one creature."""
    stars, damage = strike.stars(), strike.damage()
    left = max(1, sheet_of(target).vitality - status_of(target).damage)
    return Odds(
        hit=float(stars.at_least(1)),
        hits=stars.floats(),
        damage=damage.floats(),
        mean=float(damage.mean),
        summary=summary,
        drop=float(damage.at_least(left)),
        hits_label="effective stars",
    )
