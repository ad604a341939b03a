"""Sources of resistance: which apply to a type of damage, how worn they are, what mends them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.dice.stars import DamageDice
from battlemap.model.event import StatusChanged
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import happen, roll
from battlemap.systems.grimhowl.kinds import DamageType, Kind
from battlemap.systems.grimhowl.readings import GnawingRule, IllsRule, SigilRule, WornRule
from battlemap.systems.grimhowl.sheet import (
    Wear,
    details_of,
    sheet_of,
    status_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.systems.grimhowl.options import Options
    from battlemap.systems.grimhowl.report import Report
    from battlemap.systems.grimhowl.sheet import Sigil, Status

PHYSICAL = ("armor", "shield", "shell")
"""Sigils against physical damage, of which the defender chooses one."""

SOURCES = (*PHYSICAL, "energy", "elemental")

ILLS = (DamageType.POISON, DamageType.DISEASE)
"""Types of damage that the text names without a kind (Gnawing Damage)."""

_AGAINST_ILLS: dict[IllsRule, tuple[str, ...]] = {
    IllsRule.ELEMENTAL: ("elemental",),
    IllsRule.ENERGY: ("energy",),
    IllsRule.NOTHING: (),
}

REPAIR = "repair with tools, out of a fight"
BY_ITSELF = "recovers by itself with rest"


def sigil_of(token: Token, source: str) -> Sigil:
    """Return a source of resistance as the sheet has it."""
    sheet = sheet_of(token)
    known = {
        "armor": sheet.armor,
        "shield": sheet.shield,
        "shell": sheet.shell,
        "energy": sheet.energy,
        "elemental": sheet.elemental,
    }
    return known[source]


def wear_of(status: Status, source: str) -> int:
    """Return the points of damage that a source has taken."""
    return sum(wear.points for wear in status.worn if wear.source == source)


def resistance(options: Options, token: Token, source: str) -> DamageDice:
    """Return what a source rolls against damage now, after what it has suffered."""
    sigil = sigil_of(token, source)
    dice = DamageDice(sigil.dice, sigil.die.sides)
    if options.worn is WornRule.SMALLER_DIE:
        dice = dice.raised(-wear_of(status_of(token), source))
    return dice


def is_whole(options: Options, token: Token, source: str) -> bool:
    """Tell whether a source still resists anything."""
    return resistance(options, token, source).count > 0


def sources_against(options: Options, token: Token, damage_type: DamageType) -> tuple[str, ...]:
    """Return the sources that resist a type of damage, the best first.

    Energy and elemental damage are resisted by their own Sigil and by no other; for poison and
    disease an option says which that is.
    """
    listed = {
        Kind.PHYSICAL: PHYSICAL,
        Kind.ENERGY: ("energy",),
        Kind.ELEMENTAL: ("elemental",),
    }[damage_type.kind]
    if damage_type in ILLS:
        listed = _AGAINST_ILLS[options.ills]
    whole = [source for source in listed if is_whole(options, token, source)]
    return tuple(sorted(whole, key=lambda source: -resistance(options, token, source).mean))


def used_against(
    options: Options, token: Token, damage_type: DamageType, wish: str = ""
) -> tuple[str, ...]:
    """Return the sources that are rolled: the one that the defender wishes, or all of them."""
    sources = sources_against(options, token, damage_type)
    if options.sigils is SigilRule.BEST:
        return sources
    if wish == "none":
        return ()
    return (wish,) if wish in sources else sources[:1]


def gnawing_sources(options: Options, token: Token, damage_type: DamageType) -> tuple[str, ...]:
    """Return the sources that are rolled against Gnawing damage: none, or those as for a blow."""
    if options.gnawing is GnawingRule.NOTHING:
        return ()
    return used_against(options, token, damage_type)


def roll_resistance(
    system: Grimhowl,
    target: Token,
    sources: Sequence[str],
    report: Report | None,
    so_far: str,
) -> Part[tuple[int, str]]:
    """Roll what resists; returns how much damage the best of it stops, and which source that is."""
    best, used = 0, ""
    for source in sources:
        dice = resistance(system.options, target, source)
        why = f"{name_of(target)} resists with {source}, {dice}"
        faces = yield from roll(dice.count, dice.sides, why, target.id, so_far)
        total = sum(faces) + dice.bonus
        if report is not None:
            report.resisted(source, dice, faces, total)
        if not used or total > best:
            best, used = total, source
    return best, used


def recovery_of(token: Token, source: str) -> str:
    """Return what mends a source or weapon; the sheet's own note comes before the usual one."""
    if source in SOURCES:
        usual = BY_ITSELF if source not in ("armor", "shield") else REPAIR
        return sigil_of(token, source).recovery or usual
    natural = any(w.name == source and details_of(w).natural for w in token.weapons)
    return BY_ITSELF if natural else REPAIR


def weapon_wear(options: Options, token: Token, weapon: Weapon) -> int:
    """Return how many sizes smaller the die of a damaged weapon is."""
    if options.worn is not WornRule.SMALLER_DIE:
        return 0
    return wear_of(status_of(token), weapon.name)


def wear_down(encounter: Encounter, token_id: str, source: str, points: int) -> Procedure:
    """Record damage to a source of resistance or a weapon, with what mends it."""
    token = encounter.tokens[token_id]
    status = status_of(token)
    rest = tuple(wear for wear in status.worn if wear.source != source)
    total = wear_of(status, source) + points
    worn = (*rest, Wear(source, total, recovery_of(token, source)))
    return (yield from happen(StatusChanged(token_id, replace(status, worn=worn))))
