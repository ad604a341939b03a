"""Rolling an attack and applying what comes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.dice.added import D20, SIX, AddedRoll, contest
from battlemap.model.event import StatusChanged
from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import facts_between
from battlemap.rules.procedure import Ask, AskOption, ask, happen, roll
from battlemap.systems.prowess import modifiers as mods
from battlemap.systems.prowess.blow import aim_blow, chance_with, defense_roll, harm_of
from battlemap.systems.prowess.choices import wound_of
from battlemap.systems.prowess.defense import (
    EVASION,
    HEAVY,
    PERFECT,
    PERFECT_TAKES,
    Defense,
    chosen,
    defenses,
)
from battlemap.systems.prowess.harm import break_guard, hurt, lose_dice, wound
from battlemap.systems.prowess.paying import (
    ATTACK_POINTS,
    OPPORTUNITY,
    READIED,
    cost_of,
    dice_cost,
    kind_of,
    weapon_of,
)
from battlemap.systems.prowess.readings import AssistLasts, CriticalWounds
from battlemap.systems.prowess.report import DamageDice, Report
from battlemap.systems.prowess.rolls import Rolled, add_prowess
from battlemap.systems.prowess.rulings import COVER_KEYS
from battlemap.systems.prowess.sheet import Unloaded, details_of, dice_left, status_of
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import AreaAttack, Attack
    from battlemap.model.token import Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.prowess import Prowess
    from battlemap.systems.prowess.blow import Harm

GUARD_BREAK_TAKES = 4
CRITICAL = "critical"
"""The type of a Wound that a critical causes; the text lets nobody choose it."""


def resolve(
    system: Prowess,
    encounter: Encounter,
    attack: Attack,
    *,
    title: str = "",
    because: str = "",
) -> Part[tuple[Encounter, bool]]:
    """Roll an attack and apply what comes of it; returns whether it hit.

    The d20 falls first, then prowess dice are chosen; only then the target defends.
    """
    board = Board.of(encounter, system)
    attacker, target = board.token(attack.attacker), board.token(attack.target)
    weapon, kind = weapon_of(system, attacker, attack.weapon), kind_of(attack)
    situation = facts_between(board, attack.attacker, attack.target, weapon.name, attack.switched)
    ways = defenses(system, encounter, target)
    expected = chosen(ways, attack.choices.get("defense", ""))
    rows = mods.modifiers(board, attack, situation, weapon, expected, system.options)
    report = Report(attacker, target, weapon, kind, title, because)
    encounter = yield from pay(system, encounter, attack)
    blow = aim_blow(attacker, target, weapon, kind, rows, expected, system.options)
    faces = yield from roll(1, D20, f"{name_of(attacker)}'s attack, {blow.summary}", attacker.id)
    base = Rolled(faces[0], blow.attack.bonus, flanking_counts=system.options.flanking_criticals)
    encounter, rolled = yield from add_prowess(
        encounter,
        attacker.id,
        base,
        what="attack",
        chance=lambda count: chance_with(blow, faces[0], count),
        focus=(attacker.id, target.id),
        flanking_dice=blow.flanking_dice,
    )
    defense = yield from choose_defense(
        system,
        encounter,
        attack,
        attack.choices.get("defense", ""),
        rows,
        rolled.total,
        target_id=target.id,
    )
    rows = mods.modifiers(board, attack, situation, weapon, defense, system.options)
    report.modifiers(rows)
    encounter, parried = yield from roll_defense(
        encounter, target.id, defense, rows, rolled.total, attacker.id
    )
    report.rolled(rolled, parried, defense.words)
    # Judged on the target as it is now: a Heavy Parry may have begun.
    harm = harm_of(attacker, encounter.tokens[target.id], weapon, kind, defense)
    if report.hit:
        dice = yield from roll_damage(harm, rolled.criticals, parried.criticals, report)
        report.lands(harm, dice)
        encounter = yield from _land(system, encounter, attack, rolled.criticals, report)
    elif defense.key == PERFECT:
        encounter, lines = yield from lose_dice(encounter, attacker.id, PERFECT_TAKES)
        report.lines.extend(f"Perfect Parry: {line}" for line in lines)
    if kind == "guard_break" and report.hit:
        encounter, lines = yield from break_guard(encounter, target.id, GUARD_BREAK_TAKES)
        report.lines.extend(lines)
    encounter = yield from happen(report.noted(encounter))
    return encounter, report.hit


def pay(system: Prowess, encounter: Encounter, attack: Attack) -> Procedure:
    """Spend what the attack costs, and what it uses up: assistance, a loaded weapon."""
    attacker = encounter.tokens[attack.attacker]
    status, cost = status_of(attacker), cost_of(attack)
    weapon = weapon_of(system, attacker, attack.weapon)
    spent = replace(status, unloaded=after_shot(status.unloaded, weapon))
    if system.options.assist_lasts is AssistLasts.ONCE:
        spent = replace(spent, assisted_by=())
    running = encounter.turn_order.is_running
    if running and cost != OPPORTUNITY:
        prepaid = cost == READIED and status.readied_paid
        spent = replace(
            spent,
            points=status.points if prepaid else max(0, status.points - ATTACK_POINTS),
            attacked=True,
        )
        if cost == READIED:
            spent = replace(spent, readied="", readied_paid=False)
        spent = system.after_action(spent)
    if spent != status:
        encounter = yield from happen(StatusChanged(attacker.id, spent))
    dice = dice_cost(system, attack)
    if dice and running:
        encounter, _ = yield from lose_dice(encounter, attacker.id, dice)
    return encounter


def after_shot(unloaded: tuple[Unloaded, ...], weapon: Weapon) -> tuple[Unloaded, ...]:
    """Return what has to be loaded after a shot with *weapon*."""
    needs = details_of(weapon).loading
    rest = tuple(one for one in unloaded if one.weapon != weapon.name)
    return (*rest, Unloaded(weapon.name, needs)) if needs else unloaded


def choose_defense(
    system: Prowess,
    encounter: Encounter,
    attack: Attack | AreaAttack,
    wish: str,
    rows: tuple[Modifier, ...],
    total: int,
    *,
    target_id: str,
    shield_only: bool = False,
) -> Part[Defense]:
    """Return how the target defends: as was chosen, or as the GM answers now.

    Parameters
    ----------
    wish
        The key of a defense that was chosen; empty: ask where there is a choice.
    rows
        The modifiers that count whatever the defense (cover).
    total
        What the attack came to.
    """
    target = encounter.tokens[target_id]
    ways = defenses(system, encounter, target, shield_only=shield_only)
    if wish or all(way.unavailable for way in ways if way.key != EVASION):
        return chosen(ways, wish)
    board = Board.of(encounter, system)
    options = []
    cover = [row for row in rows if row.key in COVER_KEYS]
    for way in ways:
        own = mods.overruled(board, attack, target.id, list(mods.defense_rows(target, way)))
        own = tuple(row for row in own if row.key in mods.ON_DEFENSE - set(COVER_KEYS))
        against = defense_roll(way, (*cover, *own))
        held = 1 - float(contest(AddedRoll(fixed=total), against).chance)
        detail = ", ".join(part for part in (f"holds {held:.0%}", way.cost_words) if part)
        options.append(AskOption(way.key, way.label, detail, way.unavailable))
    # First what costs something, last what costs nothing, which is what "never" takes.
    options.append(options.pop(0))
    answer = yield from ask(
        Ask(
            token=target.id,
            headline=f"How does {name_of(target)} defend?",
            options=tuple(options),
            kind="defense",
            facts=(
                f"The attack came to {total}",
                f"{counted(dice_left(target), 'prowess die', 'prowess dice')} left",
            ),
            focus=(attack.attacker, target.id),
        )
    )
    return chosen(ways, answer)


def roll_defense(
    encounter: Encounter,
    target_id: str,
    defense: Defense,
    rows: tuple[Modifier, ...],
    total: int,
    attacker_id: str,
) -> Part[tuple[Encounter, Rolled]]:
    """Pay for the defense and roll it; prowess dice are asked for after a parry's d20."""
    against = defense_roll(defense, rows)
    if against.fixed is not None:
        return encounter, Rolled(0, 0, fixed=against.fixed)
    encounter = yield from _pay_defense(encounter, target_id, defense)
    name = name_of(encounter.tokens[target_id])
    why = f"{name}'s {'Evasion' if defense.is_evasion else 'parry'}, d20 vs {total}"
    faces = yield from roll(1, D20, why, target_id, f"The attack came to {total}")
    base = Rolled(faces[0], against.bonus)
    if defense.is_evasion:
        return encounter, base

    def holds(count: int) -> float:
        tried = replace(against, face=faces[0], dice=count)
        return 1 - float(contest(AddedRoll(fixed=total), tried).chance)

    return (
        yield from add_prowess(
            encounter, target_id, base, what="parry", chance=holds, focus=(attacker_id, target_id)
        )
    )


def _pay_defense(encounter: Encounter, target_id: str, defense: Defense) -> Procedure:
    status = status_of(encounter.tokens[target_id])
    paid = replace(status, heavy_parry=status.heavy_parry or defense.key == HEAVY)
    running = encounter.turn_order.is_running
    if running:
        paid = replace(paid, points=max(0, status.points - defense.points))
    if paid != status:
        encounter = yield from happen(StatusChanged(target_id, paid))
    if defense.dice and running:
        encounter, _ = yield from lose_dice(encounter, target_id, defense.dice)
    return encounter


def roll_damage(harm: Harm, criticals: int, parried: int, report: Report) -> Part[DamageDice]:
    """Roll the weapon's dice, and a d6 for each critical of either side."""
    attacker, target = report.attacker, report.target
    name = name_of(attacker)
    weapon = yield from roll(
        harm.dice, harm.sides, f"{name}'s damage, {harm.words}", attacker.id, "Hit"
    )
    extra = yield from roll(
        criticals, SIX, f"{name}'s critical damage, {criticals}d6", attacker.id, "Hit"
    )
    why = f"{name_of(target)}'s reduction, {parried}d6"
    less = yield from roll(parried, SIX, why, target.id, "Critical parry")
    return DamageDice(weapon, extra, less)


def _land(
    system: Prowess, encounter: Encounter, attack: Attack, criticals: int, report: Report
) -> Procedure:
    """Apply the Wounds and the damage of a hit."""
    wounds = critical_wounds(system, criticals)
    if kind_of(attack) == "wounding_strike":
        wounds = (wound_of(system, attack), *wounds)
    encounter, lines = yield from wound(system, encounter, attack.target, wounds)
    report.lines.extend(lines)
    encounter, lines = yield from hurt(system, encounter, attack.target, report.damage)
    report.lines.extend(lines)
    return encounter


def critical_wounds(system: Prowess, criticals: int) -> tuple[str, ...]:
    """Return the Wounds that so many criticals cause."""
    if system.options.critical_wounds is CriticalWounds.ONE:
        criticals = min(1, criticals)
    return (CRITICAL,) * criticals
