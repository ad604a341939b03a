"""One description of an attack on one token, from which its odds and its dice both come."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from battlemap.model.words import counted, signed
from battlemap.systems.crawler.defenses import marks, suffered
from battlemap.systems.crawler.degrees import Degree, degree_of
from battlemap.systems.crawler.modifiers import net_level
from battlemap.systems.crawler.readings import AmongMobs, AttackValue, HinderedMob, Unevaded
from battlemap.systems.crawler.sheet import (
    Stat,
    details_of,
    is_crawler,
    sheet_of,
)
from battlemap.systems.crawler.status import status_of

if TYPE_CHECKING:
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.systems.crawler.options import Options

EVADE_BASE = 10
"""A mob's Evade is 10 + Dex mod + F (Making an attack)."""


class How(StrEnum):
    """Who rolls the d20."""

    ATTACKER = "attacker"
    """The attacker, against Evade."""
    TARGET = "target"
    """The target evades, against the Attack value."""
    NOBODY = "nobody"
    """The attack hits."""


@dataclass(frozen=True)
class Strike:
    """Everything that decides what an attack does to one token, before the dice."""

    attacker: Token
    target: Token
    weapon: Weapon
    modifiers: tuple[Modifier, ...]
    options: Options
    how: How
    level: int
    """1: whoever rolls has Advantage; -1: Disadvantage."""
    bonus: int
    """Added to the d20."""
    difficulty: int
    plus: int
    """Added to the damage dice."""
    check_words: str
    """"Melee 3 + Str 2 against Evade 13"."""
    damage_words: str
    play: int = 0
    """A called Play: added to a check that fails without it, else to the damage."""
    splashed: bool = False

    @property
    def is_area(self) -> bool:
        """Whether the attack has an area."""
        return details_of(self.weapon).has_area

    def degree(self, natural: int) -> tuple[Degree, bool]:
        """Return how well a d20 does, and whether the called Play goes into the damage."""
        total = natural + self.bonus
        plain = degree_of(natural, total, self.difficulty)
        if self.play and not plain.succeeds:
            return degree_of(natural, total + self.play, self.difficulty), False
        return plain, bool(self.play)

    def dice_count(self, degree: Degree | None) -> int:
        """Return how many damage dice there are; twice as many for a critical hit."""
        count = details_of(self.weapon).dice
        return 2 * count if self.how is How.ATTACKER and degree is Degree.CRITICAL else count

    def damage(
        self, degree: Degree | None, rolled: int, *, play: bool = False, extra: int = 0
    ) -> int:
        """Return the damage before the target's defenses.

        Parameters
        ----------
        degree
            Of the check; None where nobody rolled.
        rolled
            The sum of the damage dice.
        play
            Whether the called Play goes into the damage.
        extra
            What the one check of an area attack adds to everybody's damage.
        """
        full = max(0, rolled + self.plus + extra + (self.play if play else 0))
        if self.how is How.TARGET and degree is not None:
            return self._after_evade(degree, full)
        if self.how is How.ATTACKER and degree is not None:
            if not degree.succeeds:
                return 0
            full += self.options.floor if degree is Degree.GREAT else 0
        return full // 2 if self.splashed else full

    def added_words(self, degree: Degree | None) -> str:
        """Return what counts beside the dice of the damage: "Int 5, F 3"; F is the floor."""
        by_floor = {How.ATTACKER: Degree.GREAT, How.TARGET: Degree.BAD}
        parts = [self.damage_words] if self.damage_words else []
        if degree is not None and by_floor.get(self.how) is degree:
            parts.append(f"F {self.options.floor}")
        return ", ".join(parts)

    def _after_evade(self, degree: Degree, full: int) -> int:
        """Return what an Evade leaves (Degrees of success and failure, Area Attacks)."""
        if degree.succeeds:
            return full // (4 if self.splashed else 2) if self.is_area else 0
        share = full // 2 if self.splashed else full
        if degree is Degree.BAD:
            return share + self.options.floor
        return 2 * share if degree is Degree.FUMBLE else share

    def harms(self, degree: Degree | None) -> bool:
        """Tell whether the attack arrives at all: what it brings beside damage takes hold."""
        if degree is None or self.how is How.NOBODY:
            return True
        if self.how is How.TARGET:
            return self.is_area or not degree.succeeds
        return degree.succeeds

    def suffered(self, damage: int) -> int:
        """Return what the target's defenses leave of the damage."""
        kinds = details_of(self.weapon).damage_types
        return suffered(damage, kinds, sheet_of(self.target), self.options)

    def slots(self, left: int) -> int:
        """Return how many slots of the target's health bar so much damage marks."""
        return marks(sheet_of(self.target).slots, status_of(self.target).marked, left)

    def dice_words(self, degree: Degree | None = None) -> str:
        """Return the damage in short: "2d6 + 3"."""
        details = details_of(self.weapon)
        count = self.dice_count(degree)
        words = f"{count}d{details.sides}" if count else ""
        if self.plus or not words:
            words = f"{words} {signed(self.plus)}".strip()
        return words

    @property
    def summary(self) -> str:
        """The attack in one line: "d20 +5 vs Evade 13, 1d6 +2 physical"."""
        kinds = " and ".join(details_of(self.weapon).damage_types)
        harm = f"{self.dice_words()} {kinds}"
        if self.how is How.NOBODY:
            return f"hits, {harm}"
        against = "Evade" if self.how is How.ATTACKER else "Attack"
        dice = {1: "2d20 high", 0: "d20", -1: "2d20 low"}[self.level]
        return f"{dice} {signed(self.bonus)} vs {against} {self.difficulty}, {harm}"


def ranked(attacker: Token, weapon: Weapon) -> tuple[int, str]:
    """Return the skill rank of an attack and what it is called."""
    sheet, details = sheet_of(attacker), details_of(weapon)
    if details.spell:
        usual, name = sheet.spell_rank, "Spells"
    elif weapon.is_ranged:
        usual, name = sheet.ranged_rank, "Ranged"
    else:
        usual, name = sheet.melee_rank, "Melee"
    return (usual if details.rank is None else details.rank), name


def stat_to_hit(weapon: Weapon) -> Stat:
    """Return the stat that an attack is rolled with (Which Stat?)."""
    details = details_of(weapon)
    if details.stat is not Stat.BY_KIND:
        return details.stat
    if details.spell:
        return Stat.INTELLIGENCE
    return Stat.DEXTERITY if weapon.is_ranged else Stat.STRENGTH


def stat_to_damage(weapon: Weapon) -> Stat:
    """Return the stat that is added to damage (Which Stat?)."""
    details = details_of(weapon)
    if details.damage_stat is not Stat.BY_KIND:
        return details.damage_stat
    if details.spell:
        return Stat.INTELLIGENCE
    return Stat.NONE if weapon.is_ranged else Stat.STRENGTH


def evade_value(target: Token, options: Options) -> tuple[int, str]:
    """Return what an attack must reach, and how it comes about."""
    sheet = sheet_of(target)
    if sheet.evade is not None:
        return sheet.evade, f"Evade {sheet.evade}"
    value = EVADE_BASE + sheet.dexterity_mod + options.floor
    words = f"Evade {EVADE_BASE} + Dex {sheet.dexterity_mod} + F {options.floor} = {value}"
    return value, words


def attack_value(attacker: Token, weapon: Weapon, options: Options) -> tuple[int, str]:
    """Return what an Evade must reach, and how it comes about.

    Where none is stated it is 10 + the attack's stat mod + F; other sums are readings.
    """
    given = details_of(weapon).attack_value
    if given is not None:
        return given, f"Attack {given}"
    stat, rank, parts = stat_to_hit(weapon), 0, ""
    if options.unstated_attack is AttackValue.EVADE:
        stat = Stat.DEXTERITY
    elif options.unstated_attack is AttackValue.RANK:
        rank, name = ranked(attacker, weapon)
        parts = f" + {name} {rank}"
    mod = sheet_of(attacker).mod(stat)
    value = EVADE_BASE + rank + mod + options.floor
    parts += f" + {stat.short} {mod}" if stat is not Stat.NONE else ""
    return value, f"Attack {EVADE_BASE}{parts} + F {options.floor} = {value}"


def evade_bonus(target: Token) -> int:
    """Return what a crawler adds to an Evade Check."""
    sheet = sheet_of(target)
    return sheet.evade_rank + sheet.dexterity_mod


def make_strike(
    options: Options,
    attacker: Token,
    target: Token,
    weapon: Weapon,
    rows: tuple[Modifier, ...],
    *,
    evades: bool = False,
    splashed: bool = False,
    play: int = 0,
) -> Strike:
    """Return the description of an attack from which its odds and its dice both come.

    Parameters
    ----------
    evades
        Whether a crawler evades that a mob attacks, or that its own side's area catches.
    splashed
        Whether the target stands in the splash only.
    play
        A Play called for this attack.
    """
    how = _who_rolls(options, attacker, target, weapon, evades=evades)
    level = net_level(rows, options)
    bonus, difficulty, words = 0, 0, "Unavoided, it hits"
    if how is How.TARGET:
        own = rows if options.hindered_mob is HinderedMob.MIRRORED else _own(rows)
        level = -net_level(own, options)
        bonus, difficulty, words = _evade_check(options, attacker, target, weapon)
    elif how is How.ATTACKER:
        bonus, difficulty, words = _attack_check(options, attacker, target, weapon)
    plus, plus_words = _added_damage(attacker, weapon)
    return Strike(
        attacker=attacker,
        target=target,
        weapon=weapon,
        modifiers=rows,
        options=options,
        how=how,
        level=level,
        bonus=bonus,
        difficulty=difficulty,
        plus=plus,
        check_words=words,
        damage_words=plus_words,
        play=play if how is How.ATTACKER else 0,
        splashed=splashed,
    )


def _who_rolls(
    options: Options, attacker: Token, target: Token, weapon: Weapon, *, evades: bool
) -> How:
    if is_crawler(attacker):
        caught = evades and is_crawler(target) and details_of(weapon).has_area
        return How.TARGET if caught else How.ATTACKER
    if not is_crawler(target):
        return How.NOBODY if options.among_mobs is AmongMobs.HITS else How.ATTACKER
    if evades:
        return How.TARGET
    return How.ATTACKER if options.unevaded is Unevaded.ROLLS else How.NOBODY


def _evade_check(
    options: Options, attacker: Token, target: Token, weapon: Weapon
) -> tuple[int, int, str]:
    """Return what the target adds to its d20, what that must reach, and both in words."""
    difficulty, said = attack_value(attacker, weapon, options)
    sheet = sheet_of(target)
    words = f"Evade {sheet.evade_rank} + Dex {sheet.dexterity_mod} against {said}"
    return evade_bonus(target), difficulty, words


def _attack_check(
    options: Options, attacker: Token, target: Token, weapon: Weapon
) -> tuple[int, int, str]:
    """Return what the attacker adds to its d20, what that must reach, and both in words."""
    difficulty, said = evade_value(target, options)
    as_crawler = not is_crawler(target) and options.among_mobs is AmongMobs.RANK
    if is_crawler(attacker) or as_crawler:
        (rank, name), stat = ranked(attacker, weapon), stat_to_hit(weapon)
        mod = sheet_of(attacker).mod(stat)
        added = f" + {stat.short} {mod}" if stat is not Stat.NONE else ""
        return rank + mod, difficulty, f"{name} {rank}{added} against {said}"
    value, valued = attack_value(attacker, weapon, options)
    if is_crawler(target):
        difficulty = EVADE_BASE + evade_bonus(target)
        said = f"Evade {EVADE_BASE} + {evade_bonus(target)}"
    return value - EVADE_BASE, difficulty, f"{valued}, less {EVADE_BASE}, against {said}"


def _added_damage(attacker: Token, weapon: Weapon) -> tuple[int, str]:
    """Return what is added to the damage dice, and where it comes from."""
    stat, bonus = stat_to_damage(weapon), details_of(weapon).bonus
    mod = sheet_of(attacker).mod(stat)
    parts = [f"{stat.short} {mod}"] if stat is not Stat.NONE else []
    parts += [f"weapon {signed(bonus)}"] if bonus else []
    return bonus + mod, ", ".join(parts)


def _own(rows: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """Return the modifiers that lie in the target itself."""
    return tuple(row for row in rows if row.key == "shaken_target")


def weapon_line(attacker: Token, weapon: Weapon) -> str:
    """Return what the panel says beside the weapon: "physical, Melee 3, 4 mana"."""
    rank, name = ranked(attacker, weapon)
    details = details_of(weapon)
    parts = [" and ".join(details.damage_types)]
    if is_crawler(attacker):
        parts.append(f"{name} {rank}")
    if details.mana:
        parts.append(f"{details.mana} mana")
    if details.uses:
        left = max(0, details.uses - status_of(attacker).used.count(weapon.name))
        parts.append(counted(left, "use") + " left")
    return ", ".join(parts)
