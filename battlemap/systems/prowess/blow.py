"""One description of an attack, from which its odds and its dice both come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from battlemap.dice.added import SIX, AddedRoll, contest, summed
from battlemap.dice.distribution import Distribution
from battlemap.model.words import MINUS, signed
from battlemap.rules.plan import Odds
from battlemap.systems.prowess.defense import HEAVY, HEAVY_REDUCTION
from battlemap.systems.prowess.modifiers import attack_bonus, defense_bonus, extra_dice
from battlemap.systems.prowess.sheet import ability_of, details_of, hit_bonus, sheet_of, status_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.token import Token, Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.systems.prowess.defense import Defense
    from battlemap.systems.prowess.options import Options

NEVER_MISSES = -10_000
"""What an attack must reach against somebody who can't defend."""


@dataclass(frozen=True)
class Harm:
    """What a hit does, before the dice."""

    dice: int
    sides: int
    bonus: int
    """Weapon bonus and Damage Modifier."""
    critical: int
    """The attacker's Damage Modifier, which each critical adds beside a d6."""
    reduction: int
    parried: int = 0
    """The parrying one's Damage Modifier, which each critical of the parry adds to reduction."""

    @property
    def words(self) -> str:
        """The damage roll in words: "1d8 + 3"."""
        rolled = f"{self.dice}d{self.sides}" if self.dice else ""
        if not rolled:
            return str(self.bonus)
        return rolled + (f" {_sign(self.bonus)} {abs(self.bonus)}" if self.bonus else "")


@dataclass(frozen=True)
class Blow:
    """Everything that decides an attack, before the dice."""

    attacker: Token
    target: Token
    weapon: Weapon
    kind: str
    """"attack", "wounding_strike", "guard_break" or "armor_pierce"."""
    modifiers: tuple[Modifier, ...]
    defense: Defense
    attack: AddedRoll
    """With the dice of flanking, and as many prowess dice as are planned."""
    against: AddedRoll
    harm: Harm
    flanking_dice: int = 0

    @property
    def summary(self) -> str:
        """The attack in one line: "d20 + 5 + 2d6 vs d20 + 3"."""
        return f"{roll_words(self.attack)} vs {roll_words(self.against)}"


def _sign(number: int) -> str:
    return MINUS if number < 0 else "+"


def roll_words(roll: AddedRoll) -> str:
    """Return a roll in words: "d20 + 5 + 2d6"."""
    if roll.fixed is not None:
        return "no defense" if roll.fixed == NEVER_MISSES else str(roll.fixed)
    words = "d20" if roll.face is None else str(roll.face)
    if roll.bonus:
        words += f" {_sign(roll.bonus)} {abs(roll.bonus)}"
    dice = roll.dice + roll.plain
    return f"{words} + {dice}d6" if dice else words


def aim_blow(
    attacker: Token,
    target: Token,
    weapon: Weapon,
    kind: str,
    rows: tuple[Modifier, ...],
    defense: Defense,
    options: Options,
    *,
    dice: int = 0,
    defense_dice: int = 0,
) -> Blow:
    """Return the description of an attack from which its odds and its dice both come."""
    return Blow(
        attacker,
        target,
        weapon,
        kind,
        rows,
        defense,
        attack_roll(attacker, weapon, rows, options, dice),
        defense_roll(defense, rows, defense_dice),
        harm_of(attacker, target, weapon, kind, defense),
        extra_dice(rows),
    )


def attack_roll(
    attacker: Token, weapon: Weapon, rows: Sequence[Modifier], options: Options, dice: int
) -> AddedRoll:
    """Return the attack roll with *dice* prowess dice and those of flanking."""
    extra = extra_dice(rows)
    counting = extra if options.flanking_criticals else 0
    return AddedRoll(
        hit_bonus(attacker, weapon) + attack_bonus(rows), dice + counting, extra - counting
    )


def defense_roll(defense: Defense, rows: Sequence[Modifier], dice: int = 0) -> AddedRoll:
    """Return the defender's roll; prowess dice are added to parries only."""
    if defense.is_automatic:
        return AddedRoll(fixed=NEVER_MISSES)
    return AddedRoll(defense.bonus + defense_bonus(rows), 0 if defense.is_evasion else dice)


def harm_of(attacker: Token, target: Token, weapon: Weapon, kind: str, defense: Defense) -> Harm:
    """Return what a hit does: weapon damage and modifier, less the target's Damage Reduction.

    Armor Pierce ignores half of the armor, rounded down. A Heavy Parry reduces even when the parry
    fails; one that lasts already isn't counted twice.
    """
    details, modifier = details_of(weapon), ability_of(attacker, weapon)[0]
    armor = sheet_of(target).armor
    if kind == "armor_pierce":
        armor -= armor // 2
    heavy = status_of(target).heavy_parry or defense.key == HEAVY
    return Harm(
        details.dice,
        details.sides,
        details.bonus + modifier,
        modifier,
        armor + (HEAVY_REDUCTION if heavy else 0),
        sheet_of(target).brawn,
    )


@lru_cache(maxsize=2048)
def damage(attack: AddedRoll, against: AddedRoll, harm: Harm) -> Distribution:
    """Return the damage of an attack, 0 where it misses; exact."""
    found = contest(attack, against)
    outcomes = list(found.landed.items())
    missed = found.total - sum(weight for _, weight in outcomes)
    places = Distribution({-1: missed, **{i: weight for i, (_, weight) in enumerate(outcomes)}})

    def dealt(place: int) -> Distribution:
        if place < 0:
            return Distribution.certain(0)
        return damage_with(harm, *outcomes[place][0])

    return places.then(dealt)


@lru_cache(maxsize=4096)
def damage_with(harm: Harm, criticals: int, parried: int) -> Distribution:
    """Return the damage of a hit with so many criticals, and so many of the parry."""
    constant = harm.bonus + criticals * harm.critical - harm.reduction - parried * harm.parried
    whole = _dice_sum(harm.dice, harm.sides, criticals, parried)
    return whole.map(lambda value: max(0, value + constant))


@lru_cache(maxsize=4096)
def _dice_sum(dice: int, sides: int, criticals: int, parried: int) -> Distribution:
    """Return the weapon's dice and the d6s of criticals, less those of the parry."""
    plus = summed(dice, sides) + summed(criticals, SIX)
    return plus + summed(parried, SIX).map(lambda value: -value) if parried else plus


def odds_of(blow: Blow) -> Odds:
    """Return the exact odds of a blow."""
    found = contest(blow.attack, blow.against)
    hurt = damage(blow.attack, blow.against, blow.harm)
    criticals = found.criticals()
    hit, critical = found.chance, found.critical_chance()
    left = sheet_of(blow.target).health - status_of(blow.target).damage
    return Odds(
        hit=float(hit),
        hits=criticals.floats(),
        damage=hurt.floats(),
        mean=float(hurt.mean),
        summary=f"{blow.summary}, {blow.harm.words} damage",
        drop=float(hurt.at_least(max(1, left))),
        degrees=(
            ("Critical hit", float(critical)),
            ("Hit", float(hit - critical)),
            ("Miss", float(1 - hit)),
        ),
        hits_label="criticals",
    )


def chance_with(blow: Blow, face: int, dice: int) -> float:
    """Return the chance to hit when the d20 shows *face* and *dice* prowess dice are added."""
    roll = replace(blow.attack, face=face, dice=blow.attack.dice + dice)
    return float(contest(roll, blow.against).chance)


def weapon_line(attacker: Token, weapon: Weapon) -> str:
    """Return what the panel says beside the weapon: "hit +5, 1d8 + 3 damage"."""
    modifier, _ = ability_of(attacker, weapon)
    details = details_of(weapon)
    harm = Harm(details.dice, details.sides, details.bonus + modifier, modifier, 0)
    return f"hit {signed(hit_bonus(attacker, weapon))}, {harm.words} damage"


def hit_words(attacker: Token, weapon: Weapon) -> str:
    """Return how the Hit Bonus comes about: "Hit Bonus +5: Brawn 3 + proficiency 2"."""
    value, name = ability_of(attacker, weapon)
    proficiency = details_of(weapon).proficiency
    total = signed(value + proficiency)
    return f"Hit Bonus {total}: {name} {value} {_sign(proficiency)} proficiency {abs(proficiency)}"
