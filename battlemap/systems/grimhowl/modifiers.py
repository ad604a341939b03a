"""What the facts of a situation are worth in Grimhowl: dice, Defense DC, size of the damage die."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.angle import Arc
from battlemap.model.obstacle import CoverGrade
from battlemap.model.words import counted, signed
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import told
from battlemap.systems.grimhowl import cover
from battlemap.systems.grimhowl.blow import skill_of, target_of
from battlemap.systems.grimhowl.pools import attack_key, lowered, repeat_steps
from battlemap.systems.grimhowl.readings import FlankedEffect, FlankedFor
from battlemap.systems.grimhowl.rulings import DC, DIE, RULINGS, SIZE
from battlemap.systems.grimhowl.sheet import details_of
from battlemap.systems.grimhowl.sigils import weapon_wear

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Attack
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.tactics.board import Board
    from battlemap.tactics.situation import Situation

_ORDINALS = ("2nd", "3rd", "4th")


def modifiers(
    system: Grimhowl, board: Board, attack: Attack, situation: Situation, weapon: Weapon
) -> tuple[Modifier, ...]:
    """Return every modifier of an attack, those overruled by the GM included and marked."""
    attacker, target = board.token(attack.attacker), board.token(attack.target)
    cost = attack.choices.get("cost", "")
    rows = [
        *of_attacker(system, board.encounter, attacker, weapon, repeats=cost != "reaction"),
        *_of_place(system, board, situation, weapon, target),
    ]
    rows = list(told(rows, situation))
    return tuple(RULINGS.overruled(board.encounter, attack, attack.target, rows))


def of_attacker(
    system: Grimhowl, encounter: Encounter, attacker: Token, weapon: Weapon, *, repeats: bool = True
) -> Iterator[Modifier]:
    """Yield what comes from the attacker and the weapon, whoever is attacked."""
    details = details_of(weapon)
    if details.gear and system.options.gear_dice:
        reason = f"{weapon.name.capitalize()} adds {counted(details.gear, 'die', 'dice')}"
        yield RULINGS.row("gear", reason, details.gear)
    for lost, why in lowered(system.options, attacker, skill_of(weapon)):
        yield RULINGS.row("lowered", why, -lost)
    action = attack_key(system.options, weapon)
    steps = repeat_steps(system, encounter, attacker, action) if repeats else 0
    if steps:
        ordinal = _ORDINALS[min(steps, len(_ORDINALS)) - 1]
        later = " or later" if steps >= system.options.repeat_most else ""
        yield RULINGS.row(
            "repeat", f"{ordinal}{later} attack of {name_of(attacker)} this round", -steps
        )
    if details.upgrades:
        up = counted(details.upgrades, "size")
        yield RULINGS.row("upgrade", f"{weapon.name.capitalize()} is raised {up}", details.upgrades)
    if worn := weapon_wear(system.options, attacker, weapon):
        reason = f"{weapon.name.capitalize()} took {counted(worn, 'point')} of damage"
        yield RULINGS.row("worn", reason, -worn)


def _of_place(
    system: Grimhowl, board: Board, situation: Situation, weapon: Weapon, target: Token
) -> Iterator[Modifier]:
    effect = system.options.flanked
    reason = why_flanked(system, board, situation, weapon)
    if reason and effect is not FlankedEffect.NOTHING:
        yield RULINGS.row("flanked" if effect is FlankedEffect.LOWER_DC else "flanked_die", reason)
    bound = cover.against(board, situation.attacker, target)
    helps = target_of(weapon) in cover.COVERED
    if "cover" in situation.by_hand:
        if helps and situation.cover.grade > CoverGrade.NONE:
            yield RULINGS.row("cover", situation.cover.reason)
        return
    if bound is not None and helps and cover.counts(system.options, bound):
        yield RULINGS.row("cover", bound.reason)


def why_flanked(system: Grimhowl, board: Board, situation: Situation, weapon: Weapon) -> str:
    """Return how the target is flanked for this attack; empty: it isn't."""
    if weapon.is_ranged and system.options.flanked_for is not FlankedFor.EVERYBODY:
        return ""
    if situation.flanked.value:
        return situation.flanked.reason
    if weapon.is_ranged:
        return ""
    if system.options.facing and situation.arc.arc is Arc.REAR and situation.in_reach.value:
        attacker, target = board.token(situation.attacker), board.token(situation.target)
        return f"{name_of(attacker)} stands behind {name_of(target)}"
    return ""


def ignored_cover(system: Grimhowl, board: Board, attack: Attack, weapon: Weapon) -> str:
    """Return why the target's Cover doesn't count against this attack; empty: it does, or none."""
    target = board.token(attack.target)
    bound = cover.against(board, attack.attacker, target)
    if bound is None:
        return ""
    if target_of(weapon) not in cover.COVERED:
        return f"{name_of(target)}'s Cover doesn't help against an attack on {target_of(weapon)}"
    if cover.counts(system.options, bound):
        return ""
    return f"{name_of(target)}'s Cover doesn't count here: {bound.reason}"


def net_words(rows: Sequence[Modifier]) -> str:
    """Return the net in words: "−2 dice, DC +1"."""
    on = [row for row in rows if row.enabled]
    dice = sum(row.value for row in on if row.unit in (DIE, "level"))
    dc = sum(row.value for row in on if row.unit == DC)
    sizes = sum(row.value for row in on if row.unit == SIZE)
    parts = []
    if dice:
        parts.append(f"{signed(dice)} {'die' if abs(dice) == 1 else 'dice'}")
    if dc:
        parts.append(f"DC {signed(dc)}")
    if sizes:
        parts.append(f"damage die {signed(sizes)}")
    return ", ".join(parts) or "Even"
