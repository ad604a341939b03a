"""Rolling an attack and applying what comes of it (Attack Resolution and Damage Resolution)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import IllegalIntentError, happen, roll
from battlemap.systems.grimhowl import cover, questions
from battlemap.systems.grimhowl.attack import REACTION, blow_of, plan, weapon_of
from battlemap.systems.grimhowl.blow import PASSIVE
from battlemap.systems.grimhowl.economy import spend, spend_reaction
from battlemap.systems.grimhowl.harm import afflict, suffer, wear_words
from battlemap.systems.grimhowl.kinds import Skill
from battlemap.systems.grimhowl.pools import attack_key, roll_stars
from battlemap.systems.grimhowl.report import Report
from battlemap.systems.grimhowl.sheet import details_of
from battlemap.systems.grimhowl.sigils import roll_resistance, wear_down
from battlemap.systems.grimhowl.spends import with_spending
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Attack
    from battlemap.rules.plan import Choice
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.systems.grimhowl.blow import Blow


def perform_attack(system: Grimhowl, encounter: Encounter, attack: Attack) -> Procedure:
    """Carry out an attack: its price, the dice, what defender and attacker choose, the damage."""
    planned = plan(system, Board.of(encounter, system), attack)
    if planned.illegal:
        raise IllegalIntentError(planned.illegal)
    return (yield from resolve(system, encounter, attack))


def resolve(
    system: Grimhowl,
    encounter: Encounter,
    attack: Attack,
    *,
    title: str = "",
    because: str = "",
) -> Procedure:
    """Roll an attack and apply what comes of it, with one line of the log that says every step."""
    board = Board.of(encounter, system)
    planned = plan(system, board, attack)
    weapon = weapon_of(system, board.token(attack.attacker), attack.weapon)
    choices = {choice.key: choice for choice in planned.choices}
    chosen = {key: choice.selected for key, choice in choices.items()}
    blow = blow_of(system, encounter, attack, weapon, planned.modifiers, chosen)
    encounter = yield from _pay(system, encounter, attack, weapon.name)
    report = Report(blow, title, because)
    report.opening()
    if "cover" not in planned.situation.by_hand:
        bound = cover.against(board, attack.attacker, blow.target)
        before = encounter
        encounter = yield from cover.lose_if_exposed(
            system.options, encounter, blow.target.id, bound
        )
        if encounter is not before:
            report.lines.append(f"{name_of(blow.target)} loses Cover: it protects nothing here")
    result = yield from roll_stars(blow.strike.pool, "attack", blow.attacker)
    stars = result.successes
    report.attack_roll(blow.strike.pool, result)
    defense = yield from questions.ask_defense(
        system,
        encounter,
        blow.attacker,
        encounter.tokens[blow.target.id],
        choices["defense"],
        stars,
        blow.rank,
    )
    encounter, left = yield from _defended(system, encounter, blow, defense, stars, report)
    if not left:
        return (yield from happen(report.noted(encounter)))
    return (
        yield from _hits(
            system, encounter, blow, left, chosen["stars"], choices.get("sigil"), report
        )
    )


def _pay(system: Grimhowl, encounter: Encounter, attack: Attack, weapon: str) -> Procedure:
    attacker = encounter.tokens[attack.attacker]
    if attack.choices.get("cost") == REACTION:
        return (yield from spend_reaction(encounter, attacker.id, "opportunity attack"))
    used = weapon_of(system, attacker, weapon)
    return (yield from spend(encounter, attacker.id, attack_key(system.options, used)))


def _defended(
    system: Grimhowl, encounter: Encounter, blow: Blow, defense: str, stars: int, report: Report
) -> Part[tuple[Encounter, int]]:
    """Return the stars that take effect after a passive defense or an active Reaction."""
    target = encounter.tokens[blow.target.id]
    if defense == PASSIVE:
        left = blow.strike.passive_left(stars)
        report.passive(stars, left, system.options.rank_title(blow.rank))
        return encounter, left
    encounter, pool, result = yield from questions.react(system, encounter, target, defense)
    strike = replace(blow.strike, against=pool)
    left = strike.stars_left(stars, result.successes)
    report.reaction(defense, pool, result, left)
    if defense == Skill.DODGE:
        encounter, line = yield from questions.dodge_away(
            system, encounter, target.id, result.successes - stars
        )
        if line:
            report.lines.append(line)
    return encounter, left


def _hits(
    system: Grimhowl,
    encounter: Encounter,
    blow: Blow,
    stars: int,
    policy: str,
    sigil: Choice | None,
    report: Report,
) -> Procedure:
    """Spend the stars, roll damage and resistance, and apply what is left of it."""
    details = details_of(blow.weapon)
    target_id = blow.target.id
    spending = yield from questions.ask_spending(
        system,
        blow.attacker,
        policy,
        stars,
        blow.base,
        details.effects,
        focus=(blow.attacker.id, target_id),
    )
    dice = with_spending(system.options, blow.base, spending)
    report.spent(spending, dice)
    sources = yield from questions.ask_sigil(
        system, encounter.tokens[target_id], details.damage_type, sigil
    )
    so_far = f"{counted(stars, 'effective star')}, {dice}"
    why = f"{name_of(blow.attacker)}'s damage, {dice} {details.damage_type}"
    faces = yield from roll(dice.count, dice.sides, why, blow.attacker.id, so_far)
    amount = sum(faces) + dice.bonus
    report.damage_roll(dice, faces, amount)
    stopped, used = yield from roll_resistance(
        system, encounter.tokens[target_id], sources, report, f"{amount} damage"
    )
    through = max(0, amount - stopped)
    encounter, lines = yield from suffer(system, encounter, target_id, through)
    report.lines.extend(lines)
    for effect in spending.effects:
        encounter, lines = yield from afflict(system, encounter, target_id, effect, sources)
        report.lines.extend(lines)
    if used and details.sunders and not encounter.tokens[target_id].has("dead"):
        encounter = yield from wear_down(encounter, target_id, used, details.sunders)
        report.lines.append(wear_words(encounter.tokens[target_id], used, details.sunders))
    return (yield from happen(report.noted(encounter)))
