"""Area attacks: one attack roll, each defender its own check, parries with a shield only."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.dice.added import D20
from battlemap.model.event import Noted
from battlemap.model.intent import Attack
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import IllegalIntentError, happen, roll
from battlemap.systems.prowess import modifiers as mods
from battlemap.systems.prowess.area_plan import (
    any_hit,
    blow_on,
    cost_in_area,
    inside_of,
    own_rows,
    plan_area,
)
from battlemap.systems.prowess.blow import attack_roll, harm_of, roll_words
from battlemap.systems.prowess.defense import PERFECT, PERFECT_TAKES
from battlemap.systems.prowess.harm import hurt, lose_dice, wound
from battlemap.systems.prowess.paying import cost_of, weapon_of, why_unable
from battlemap.systems.prowess.readings import AreaDamage
from battlemap.systems.prowess.report import DamageDice, Report
from battlemap.systems.prowess.resolution import (
    choose_defense,
    critical_wounds,
    pay,
    roll_damage,
    roll_defense,
)
from battlemap.systems.prowess.rolls import Rolled, add_prowess
from battlemap.systems.prowess.sheet import details_of
from battlemap.systems.prowess.strike import provoke
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import AreaAttack
    from battlemap.model.token import Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.prowess import Prowess
    from battlemap.tactics.areas import Area


def perform_area(system: Prowess, encounter: Encounter, attack: AreaAttack) -> Procedure:
    """Roll once, let each in the area defend in its own way, and apply what comes of it."""
    board = Board.of(encounter, system)
    planned = plan_area(system, board, attack)
    if planned.illegal:
        raise IllegalIntentError(planned.illegal)
    attacker = encounter.tokens[attack.attacker]
    weapon = weapon_of(system, attacker, attack.weapon)
    encounter = yield from pay(system, encounter, _paid_like(encounter, attack, weapon))
    deed = "cast" if details_of(weapon).spell else "shoot" if weapon.is_ranged else ""
    if deed:
        encounter, _ = yield from provoke(system, encounter, attacker.id, deed)
        now = encounter.tokens[attacker.id]
        if not system.is_able(now) and attack.choices.get("force") != "yes":
            why = f"{name_of(now)} is {why_unable(now)}"
            headline = f"{name_of(now)} loses the attack"
            return (yield from happen(Noted(headline, (why,), "attack", now.id)))
    area = planned.area
    inside = inside_of(Board.of(encounter, system), area)
    common = planned.modifiers
    thrown = attack_roll(attacker, weapon, common, system.options, 0)
    blows = [blow_on(system, board, attack, area, weapon, target, common, 0) for target in inside]
    why = f"{name_of(attacker)}'s {weapon.name}, {roll_words(thrown)}"
    faces = yield from roll(1, D20, why, attacker.id)
    base = Rolled(faces[0], thrown.bonus, flanking_counts=system.options.flanking_criticals)
    encounter, rolled = yield from add_prowess(
        encounter,
        attacker.id,
        base,
        what="attack",
        chance=lambda count: any_hit(
            replace(thrown, face=faces[0], dice=thrown.dice + count), blows
        ),
        focus=(attacker.id, *(target.id for target in inside)),
        flanking_dice=mods.extra_dice(common),
    )
    shared: DamageDice | None = None
    for target in inside:
        encounter, shared = yield from _strike_one(
            system, encounter, attack, area, weapon, target.id, common, rolled, shared
        )
    if not inside:
        line = f"Attack: {rolled.words}"
        headline = f"{name_of(attacker)}'s {weapon.name} catches nobody"
        encounter = yield from happen(Noted(headline, (line,), "attack", attacker.id))
    return encounter


def _strike_one(
    system: Prowess,
    encounter: Encounter,
    attack: AreaAttack,
    area: Area,
    weapon: Weapon,
    target_id: str,
    common: tuple[Modifier, ...],
    rolled: Rolled,
    shared: DamageDice | None,
) -> Part[tuple[Encounter, DamageDice | None]]:
    """Let one creature defend and take what it must; returns the damage dice that all share."""
    board = Board.of(encounter, system)
    attacker, target = board.token(attack.attacker), board.token(target_id)
    before = own_rows(system, board, attack, area, target, None)
    defense = yield from choose_defense(
        system,
        encounter,
        attack,
        attack.choices.get(f"defense:{target_id}", ""),
        before,
        rolled.total,
        target_id=target_id,
        shield_only=details_of(weapon).shield_only,
    )
    rows = own_rows(system, board, attack, area, target, defense)
    report = Report(attacker, target, weapon, "attack")
    report.modifiers((*common, *rows))
    encounter, parried = yield from roll_defense(
        encounter, target_id, defense, rows, rolled.total, attacker.id
    )
    report.rolled(rolled, parried, defense.words)
    harm = harm_of(attacker, encounter.tokens[target_id], weapon, "attack", defense)
    if report.hit:
        if shared is None or system.options.area_damage is AreaDamage.EACH:
            dice = yield from roll_damage(harm, rolled.criticals, parried.criticals, report)
            shared = DamageDice(dice.weapon, dice.criticals)
        else:
            less = yield from roll_damage(replace(harm, dice=0), 0, parried.criticals, report)
            dice = DamageDice(shared.weapon, shared.criticals, less.parried)
        report.lands(harm, dice)
        wounds = critical_wounds(system, rolled.criticals)
        encounter, lines = yield from wound(system, encounter, target_id, wounds)
        report.lines.extend(lines)
        encounter, lines = yield from hurt(system, encounter, target_id, report.damage)
        report.lines.extend(lines)
    elif defense.key == PERFECT:
        encounter, lines = yield from lose_dice(encounter, attacker.id, PERFECT_TAKES)
        report.lines.extend(f"Perfect Parry: {line}" for line in lines)
    encounter = yield from happen(report.noted(encounter))
    return encounter, shared


def _paid_like(encounter: Encounter, attack: AreaAttack, weapon: Weapon) -> Attack:
    """Return a plain attack that costs the same."""
    attacker = encounter.tokens[attack.attacker]
    like = Attack(attacker.id, "", weapon.name, {"cost": cost_in_area(encounter, attack, attacker)})
    assert cost_of(like) != "opportunity"  # an area attack is never one
    return like
