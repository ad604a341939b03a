"""One description of an attack, from which its odds and its dice both come (sections 10 to 12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from battlemap.dice.pool import Funnel, Pool
from battlemap.rules.by_hand import name_of
from battlemap.rules.plan import Odds
from battlemap.rules.ruleable_facts import BY_GM
from battlemap.systems.shadowrealms.modifiers import Net, net_dice, net_levels
from battlemap.systems.shadowrealms.pools import base_pool, skill_of, successes_to_fell
from battlemap.systems.shadowrealms.readings import (
    ActiveDefense,
    DefenseModel,
    FromHiding,
    SkippedAttackRoll,
    SkippedGlancing,
)
from battlemap.systems.shadowrealms.sheet import (
    BOXES,
    Tier,
    details_of,
    sheet_of,
    status_of,
)

if TYPE_CHECKING:
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.systems.shadowrealms import ShadowRealms

LADDER = (0, 1, 2, 4, 8, 16)
"""Damage for 0, 1, 2, 3, 4 and 5 or more damage successes (section 10, step 7)."""

DEFENSELESS = frozenset({"unconscious", "helpless", "paralyzed", "unaware"})
"""Conditions against which the attack roll is skipped (section 10)."""

RATING, DODGE, PARRY = "rating", "dodge", "parry"

DISARM_SUCCESSES = 2
"""Penetrating successes that knock a weapon free (section 19)."""


@dataclass(frozen=True)
class Blow:
    """Everything that decides an attack, before the dice."""

    attacker: Token
    target: Token
    weapon: Weapon
    modifiers: tuple[Modifier, ...]
    levels: Net
    pool: int
    """Attack dice after penalties."""
    defense: str
    """"rating", "dodge" or "parry"."""
    funnel: Funnel
    target_words: str
    """How the target number comes about; or why there is no attack roll."""
    damage_words: str

    @property
    def summary(self) -> str:
        """The attack in one line: "5d20 vs 13, damage vs 11"."""
        sides = self.funnel.sides
        if self.funnel.first is None:
            return f"{self.pool}d{sides} damage vs {self.funnel.target}"
        return f"{self.pool}d{sides} vs {self.funnel.first.target}, damage vs {self.funnel.target}"


def aim_blow(
    system: ShadowRealms,
    attacker: Token,
    target: Token,
    weapon: Weapon,
    rows: tuple[Modifier, ...],
    defense: str,
    *,
    seen: str = "",
) -> Blow:
    """Return the description of an attack from which its odds and its dice both come.

    Parameters
    ----------
    seen
        Whether the target sees the attacker, where the GM says so: "on" or "off".
    """
    options, details = system.options, details_of(weapon)
    sides = options.pool_die.sides
    levels = net_levels(rows, options)
    pool = max(0, base_pool(attacker, weapon) + net_dice(rows))
    theirs = sheet_of(target)
    protection = max(0, theirs.protection.against(details.damage_type) - details.penetration)
    bare = theirs.toughness - details.attack_strength
    first: Pool | None = None
    if reason := _no_attack_roll(system, attacker, target, defense, seen):
        words = f"No attack roll: {reason}"
    else:
        number, words = _target_number(system, attacker, target, weapon, defense)
        first = Pool(pool, sides, number, levels.levels, levels.against)
    kept = options.skipped_attack_roll is SkippedAttackRoll.ON_DAMAGE
    spread = levels if first is None and kept else Net()
    glances = first is not None or options.skipped_glancing is SkippedGlancing.WHOLE_POOL
    funnel = Funnel(
        first=first,
        target=bare + protection,
        sides=sides,
        ladder=LADDER if theirs.tier is Tier.FULL else tuple(range(max(1, pool) + 1)),
        near_target=bare if glances and protection and theirs.tier is Tier.FULL else None,
        dice=pool if first is None else 0,
        levels=spread.levels,
        against=spread.against,
    )
    damage_words = f"Toughness {theirs.toughness} + protection {protection}"
    if details.attack_strength:
        damage_words += f" − attack strength {details.attack_strength}"
    return Blow(attacker, target, weapon, rows, levels, pool, defense, funnel, words, damage_words)


def odds_of(system: ShadowRealms, blow: Blow) -> Odds:
    """Return the exact odds of a blow."""
    found = blow.funnel.odds()
    tier, status = sheet_of(blow.target).tier, status_of(blow.target)
    if tier is Tier.FULL:
        # Full once: unconscious or not is up to a test; what counts as a drop is the full track.
        drop = found.amount.at_least(max(1, BOXES - status.boxes))
    else:
        drop = found.successes.at_least(successes_to_fell(system, blow.target))
    return Odds(
        hit=float(found.hits.at_least(1)),
        hits=found.hits.floats(),
        damage=found.amount.floats(),
        mean=float(found.amount.mean),
        summary=blow.summary,
        glancing=float(found.near),
        drop=float(drop),
    )


def disarm_degrees(blow: Blow) -> tuple[tuple[str, float], ...]:
    """Return the chances of a strike at what the target holds: two successes knock it away."""
    found = blow.funnel.odds().successes
    away = float(found.at_least(DISARM_SUCCESSES))
    some = float(found.at_least(1))
    return (("Knocks it away", away), ("Strikes the body", some - away), ("Nothing", 1 - some))


def weapon_line(attacker: Token, weapon: Weapon) -> str:
    """Return what the panel says beside the weapon: "slashing, Fighting 5"."""
    skill, name = skill_of(sheet_of(attacker), weapon)
    return f"{details_of(weapon).damage_type.value}, {name} {skill}"


def why_defenseless(system: ShadowRealms, attacker: Token, target: Token, seen: str = "") -> str:
    """Return why a target can't defend itself at all; empty: it can (section 10).

    Parameters
    ----------
    seen
        Whether the target sees the attacker, where the GM says so: "on" or "off".
    """
    helpless = sorted(target.conditions & DEFENSELESS)
    if helpless:
        return f"{name_of(target)} is {helpless[0]}"
    hides = target.id in status_of(attacker).hidden_from if not seen else seen == "off"
    if hides and system.options.from_hiding is FromHiding.UNAWARE:
        why = "who hides" if not seen else BY_GM
        return f"{name_of(target)} is unaware of {name_of(attacker)}, {why}"
    return ""


def _no_attack_roll(
    system: ShadowRealms, attacker: Token, target: Token, defense: str, seen: str
) -> str:
    """Return why the whole pool is rolled as damage dice; empty: it isn't."""
    if reason := why_defenseless(system, attacker, target, seen):
        return reason
    if system.options.defense_model is DefenseModel.DAMAGE_ONLY and defense == RATING:
        return f"{name_of(target)} spends no Reaction"
    return ""


def _target_number(
    system: ShadowRealms, attacker: Token, target: Token, weapon: Weapon, defense: str
) -> tuple[int, str]:
    """Return the target number of the attack roll, and how it comes about in words."""
    theirs = sheet_of(target)
    skill, skill_name = skill_of(sheet_of(attacker), weapon)
    less = f" − {skill_name} {skill}"
    rating = theirs.defense_rating - skill
    rating_words = f"Defense Rating {theirs.defense_rating}{less} = {rating}"
    if defense == RATING:
        return rating, rating_words
    added, added_name = (
        (theirs.acrobatics, "Acrobatics") if defense == DODGE else (theirs.fighting, "Fighting")
    )
    subtract = system.options.active_defense_minus_skill
    active = theirs.evasion + added - (skill if subtract else 0)
    words = f"{defense.capitalize()}: Evasion {theirs.evasion} + {added_name} {added}"
    words += f"{less if subtract else ''} = {active}"
    both = (
        system.options.defense_model is DefenseModel.RATING
        and system.options.active_defense is ActiveDefense.WHEN_HIGHER
    )
    if both and active <= rating:
        return rating, f"{words}, no better than {rating_words}"
    return active, words
