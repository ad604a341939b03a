"""An attack arrives: damage dice, defenses, health bar, effects and injuries (step 3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import StatusChanged
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import happen, roll
from battlemap.systems.crawler.defenses import effects_that_stick
from battlemap.systems.crawler.degrees import CHECK_NAMES, Degree
from battlemap.systems.crawler.harm import afflict, lose
from battlemap.systems.crawler.report import Report
from battlemap.systems.crawler.sheet import details_of, sheet_of
from battlemap.systems.crawler.status import status_of
from battlemap.systems.crawler.strike import How, Strike, make_strike

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.crawler import Crawler


def land(
    system: Crawler, encounter: Encounter, strike: Strike, degree: Degree | None, because: str
) -> Procedure:
    """Apply a mob's attack that nobody rolls for, or that was evaded so well."""
    report = Report(strike, because)
    words = () if degree is None else (f"Evade: {CHECK_NAMES[degree].lower()}",)
    report.opening(words)
    if strike.harms(degree):
        encounter = yield from harm(system, encounter, strike, degree, report, play=False)
    else:
        report.headline = f"{name_of(strike.target)} avoids {name_of(strike.attacker)}'s attack"
    report.hits = int(strike.harms(degree))
    encounter = yield from injure(encounter, strike, degree, report)
    return (yield from happen(report.noted(encounter)))


def injure(
    encounter: Encounter, strike: Strike, degree: Degree | None, report: Report
) -> Procedure:
    """Keep in mind the injury that a bad Evade brings after the combat."""
    due = {Degree.BAD: "minor", Degree.FUMBLE: "major"}.get(degree) if degree is not None else None
    if strike.how is not How.TARGET or due is None:
        return encounter
    token = encounter.tokens[strike.target.id]
    status = status_of(token)
    injured = replace(status, injuries_due=(*status.injuries_due, due))
    encounter = yield from happen(StatusChanged(token.id, injured))
    report.lines.append(f"{name_of(token)} gains a {due} injury after the combat")
    return encounter


def damage_dice(strike: Strike, count: int) -> Part[tuple[int, ...]]:
    """Roll the damage dice of an attack."""
    sides = details_of(strike.weapon).sides
    why = f"{name_of(strike.attacker)}'s damage with {strike.weapon.name}, {count}d{sides}"
    return (yield from roll(count, sides, why, strike.attacker.id))


def harm(
    system: Crawler,
    encounter: Encounter,
    strike: Strike,
    degree: Degree | None,
    report: Report,
    *,
    play: bool,
) -> Procedure:
    """Roll the damage of an attack that arrives, and apply it."""
    faces = yield from damage_dice(strike, strike.dice_count(degree))
    damage = strike.damage(degree, sum(faces), play=play)
    if play:
        report.lines.append(f"The called Play wasn't needed: +{strike.play} damage")
    report.dice(faces, damage, degree)
    return (yield from apply_damage(system, encounter, strike, damage, report))


def apply_damage(
    system: Crawler, encounter: Encounter, strike: Strike, damage: int, report: Report
) -> Procedure:
    """Take damage through the defenses, and put on what the attack brings beside it."""
    left = strike.suffered(damage)
    report.arrives(damage, left)
    encounter, lines = yield from lose(system.options, encounter, strike.target.id, left)
    report.lines.extend(lines)
    details = details_of(strike.weapon)
    effects = effects_that_stick(details.effects, details.damage_types, sheet_of(strike.target))
    encounter, lines = yield from afflict(system.options, encounter, strike.target.id, effects)
    report.lines.extend(lines)
    return encounter


def friendly_strike(system: Crawler, strike: Strike, victim: str, encounter: Encounter) -> Strike:
    """Return the same attack as it hits somebody else unasked."""
    token = encounter.tokens[victim]
    hit = make_strike(system.options, strike.attacker, token, strike.weapon, ())
    return replace(hit, how=How.NOBODY, play=0, check_words="Friendly fire")
