"""Damage on its way through the defenses to the slots of the health bar (Taking damage)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.systems.crawler.readings import ResistanceOn, SplitRemainder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.systems.crawler.options import Options
    from battlemap.systems.crawler.sheet import Lasting, Sheet


def split(damage: int, count: int, remainder: SplitRemainder) -> tuple[int, ...]:
    """Return the even shares of *damage* among so many types.

    Examples
    --------
    >>> split(11, 2, SplitRemainder.FIRST), split(11, 2, SplitRemainder.LOST)
    ((6, 5), (5, 5))
    """
    each, over = divmod(damage, count)
    extra = over if remainder is SplitRemainder.FIRST else 0
    return tuple(each + (index < extra) for index in range(count))


def suffered(damage: int, types: Sequence[str], sheet: Sheet, options: Options) -> int:
    """Return what is left of *damage* after DR, Resistance, Vulnerability and Immunity.

    Damage of no type at all is lessened by DR alone.
    """
    kinds = tuple(types) or ("",)
    whole = options.resistance_on is ResistanceOn.WHOLE
    if whole:
        damage = max(0, damage - sheet.damage_resistance)
    total = 0
    for kind, share in zip(
        kinds, split(max(0, damage), len(kinds), options.remainder), strict=True
    ):
        left = share if whole else max(0, share - sheet.damage_resistance)
        if kind in sheet.resistances:
            left //= 2
        if kind in sheet.vulnerabilities:
            left *= 2
        if kind in sheet.immunities:
            left = 0
        total += left
    return total


def defense_words(damage: int, types: Sequence[str], sheet: Sheet, options: Options) -> str:
    """Return how damage becomes less or more, in words: "13 − DR 3, fire halved: 5"."""
    said = []
    if sheet.damage_resistance:
        each = "" if options.resistance_on is ResistanceOn.WHOLE or len(types) < 2 else " each"
        said.append(f"DR {sheet.damage_resistance}{each}")
    for kind in types:
        if kind in sheet.resistances:
            said.append(f"{kind} halved")
        if kind in sheet.vulnerabilities:
            said.append(f"{kind} doubled")
        if kind in sheet.immunities:
            said.append(f"immune to {kind}")
    if not said:
        return ""
    return f"{damage} less {', '.join(said)}: {suffered(damage, types, sheet, options)}"


def marks(slots: Sequence[int], marked: int, damage: int) -> int:
    """Return how many more slots *damage* marks; what doesn't reach the next is lost.

    Examples
    --------
    >>> marks((8,) * 10, 0, 20), marks((5, 5, 8, 8), 0, 17)
    (2, 2)
    """
    count = 0
    for value in slots[marked:]:
        if damage < value:
            break
        damage -= value
        count += 1
    return count


def effects_that_stick(
    effects: Sequence[Lasting], types: Sequence[str], sheet: Sheet
) -> tuple[Lasting, ...]:
    """Return the effects of a hit that Immunity doesn't drop.

    An effect belongs to its own damage type, or to all of the attack's; whoever is immune to what
    brings it is spared.
    """
    found = []
    for effect in effects:
        bringing = (effect.damage_type,) if effect.damage_type in types else tuple(types)
        if not all(kind in sheet.immunities for kind in bringing):
            found.append(effect)
    return tuple(found)
