"""Call a Play, First Aid, Look for Clues and other checks (Crawler-phase Actions)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import StatusChanged
from battlemap.model.token import are_hostile
from battlemap.model.words import signed
from battlemap.rules.acting import not_beside, note
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import IllegalIntentError, happen, roll, token_of
from battlemap.systems.crawler.checks import Check, check_level, checked, play_for
from battlemap.systems.crawler.deed import choose
from battlemap.systems.crawler.degrees import CHECK_NAMES
from battlemap.systems.crawler.harm import heal
from battlemap.systems.crawler.price import pay
from battlemap.systems.crawler.sheet import Role, Sheet, Stat, is_crawler, sheet_of
from battlemap.systems.crawler.status import status_of

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.crawler import Crawler
    from battlemap.systems.crawler.checks import CheckResult

PLAYS = ("attack", "first aid", "look for clues", "check")
"""The actions with a check that a Play can be called for."""

PLAY_SIDES = 6

STATS = (
    Stat.STRENGTH,
    Stat.DEXTERITY,
    Stat.CONSTITUTION,
    Stat.INTELLIGENCE,
    Stat.CHARISMA,
)


# Call a Play ------------------------------------------------------------------------------


def not_to_be_called(system: Crawler, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why no Play can be called for *target*."""
    del encounter
    if target.id == token.id or are_hostile(token.side, target.side):
        return f"{name_of(target)} is no ally of {name_of(token)}."
    if not is_crawler(target) or not system.is_able(target):
        return f"{name_of(target)} is no crawler who can act."
    if status_of(target).play:
        return f"A Play was called for {name_of(target)} already."
    return ""


def call_play(system: Crawler, encounter: Encounter, act: Act) -> Procedure:
    """Name an action for an ally: 2d6, the higher one is added to its check, or to damage."""
    del system
    token, ally = encounter.tokens[act.token], token_of(encounter, act.target or "")
    headline = f"Which action of {name_of(ally)}?"
    wish = act.choices.get("play", "")
    action = yield from choose(token, headline, PLAYS, wish, "which play")
    encounter = yield from pay(encounter, token.id)
    why = f"{name_of(token)} calls a Play, 2d{PLAY_SIDES}, the higher counts"
    faces = yield from roll(2, PLAY_SIDES, why, token.id)
    status = status_of(encounter.tokens[ally.id])
    called = replace(status, play=max(faces), play_for=action)
    encounter = yield from happen(StatusChanged(ally.id, called))
    lines = (
        f"2d{PLAY_SIDES}: {faces[0]} {faces[1]}, {max(faces)} counts",
        f"For {name_of(ally)}'s next {action} this round; not needed, it goes into the damage",
    )
    return (yield from note(token, f"{name_of(token)} calls a Play for {name_of(ally)}", lines))


# Checks -----------------------------------------------------------------------------------


def _check(
    system: Crawler,
    encounter: Encounter,
    act: Act,
    what: str,
    bonus: int,
    *,
    play: str,
    is_stat_check: bool = False,
) -> Part[tuple[Encounter, CheckResult]]:
    token = encounter.tokens[act.token]
    given = act.choices.get("difficulty", "")
    difficulty = (
        int(given) if given.isdecimal() else system.options.check_difficulty + system.options.floor
    )
    check = Check(
        token.id,
        what,
        bonus,
        difficulty,
        check_level(token),
        is_stat_check=is_stat_check,
        play=play_for(token, play),
    )
    return (yield from checked(system, encounter, check))


def not_to_be_aided(system: Crawler, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why First Aid is no use for *target*."""
    name = name_of(target)
    if target.has("dead") or are_hostile(token.side, target.side):
        return f"{name} can't be aided."
    if not status_of(target).marked:
        return f"{name} is unhurt."
    return not_beside(system, encounter, token, target)


def first_aid(system: Crawler, encounter: Encounter, act: Act) -> Procedure:
    """Restore one slot by a check, two by a fine success; how many is an option."""
    token, target = encounter.tokens[act.token], token_of(encounter, act.target or "")
    sheet = sheet_of(token)
    encounter = yield from pay(encounter, token.id)
    bonus = sheet.first_aid_rank + sheet.intelligence_mod
    encounter, result = yield from _check(
        system, encounter, act, "First Aid", bonus, play="first aid"
    )
    lines = [f"First Aid {sheet.first_aid_rank} + Int {sheet.intelligence_mod}", *result.lines]
    if result.degree.succeeds:
        options = system.options
        slots = options.first_aid_fine_slots if result.degree.is_fine else options.first_aid_slots
        encounter, said = yield from heal(encounter, target.id, slots)
        lines.extend(said)
    whom = "itself" if target.id == token.id else name_of(target)
    verb = "aids" if result.degree.succeeds else "can't aid"
    return (yield from note(token, f"{name_of(token)} {verb} {whom}", tuple(lines)))


def all_clues(boss: Token) -> tuple[str, ...]:
    """Return what there is to find out about a boss: its defenses, then what the GM wrote."""
    sheet = sheet_of(boss)
    found = [f"vulnerable to {kind}" for kind in sheet.vulnerabilities]
    found += [f"resistant to {kind}" for kind in sheet.resistances]
    found += [f"immune to {kind}" for kind in sheet.immunities]
    if sheet.damage_resistance:
        found.append(f"DR {sheet.damage_resistance}")
    return (*found, *sheet.clues)


def not_a_riddle(system: Crawler, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why there are no clues about *target*."""
    del system, encounter
    if sheet_of(target).role is not Role.BOSS or not are_hostile(token.side, target.side):
        return f"{name_of(target)} is no Boss."
    known = status_of(target).revealed
    if all(clue in known for clue in all_clues(target)):
        return f"Everything is known about {name_of(target)}."
    return ""


def look_for_clues(system: Crawler, encounter: Encounter, act: Act) -> Procedure:
    """Learn something about a Boss by an unopposed check; a fine success reveals two things."""
    token, boss = encounter.tokens[act.token], token_of(encounter, act.target or "")
    skills = {name: bonus for name, (bonus, bare) in _skills(sheet_of(token)).items() if not bare}
    skill = act.choices.get("skill", "Perception")
    if skill not in skills:
        raise IllegalIntentError(f"{name_of(token)} has no {skill} for that.")
    encounter = yield from pay(encounter, token.id)
    encounter, result = yield from _check(
        system, encounter, act, "Look for Clues", skills[skill], play="look for clues"
    )
    lines = [f"{skill} {signed(skills[skill])}", *result.lines]
    status = status_of(encounter.tokens[boss.id])
    hidden = [clue for clue in all_clues(boss) if clue not in status.revealed]
    found = hidden[: 2 if result.degree.is_fine else 1] if result.degree.succeeds else []
    if found:
        revealed = replace(status, revealed=(*status.revealed, *found))
        encounter = yield from happen(StatusChanged(boss.id, revealed))
        lines.extend(f"{name_of(boss)}: {clue}" for clue in found)
    verb = "finds a clue about" if found else "finds nothing about"
    return (yield from note(token, f"{name_of(token)} {verb} {name_of(boss)}", tuple(lines)))


def _skills(sheet: Sheet) -> dict[str, tuple[int, bool]]:
    """Return what may be checked: the bonus, and whether it is a Stat Check."""
    found = {"Perception": (sheet.perception_rank + sheet.intelligence_mod, False)}
    for skill in sheet.skills:
        found[skill.name] = (skill.rank + sheet.mod(skill.stat), False)
    for stat in STATS:
        found[f"{stat.value.capitalize()} (Stat Check)"] = (sheet.mod(stat), True)
    return found


def make_check(system: Crawler, encounter: Encounter, act: Act) -> Procedure:
    """Make another useful check; nobody can Intervene in a Stat Check."""
    token = encounter.tokens[act.token]
    skills = _skills(sheet_of(token))
    given = act.choices.get("difficulty", "")
    if given and not given.isdecimal():
        raise IllegalIntentError(f'A difficulty is a whole number, not "{given}".')
    name = yield from choose(
        token, "Which check?", tuple(skills), act.choices.get("skill", ""), "which check"
    )
    bonus, is_stat_check = skills[name]
    encounter = yield from pay(encounter, token.id)
    encounter, result = yield from _check(
        system, encounter, act, name, bonus, play="check", is_stat_check=is_stat_check
    )
    headline = f"{name_of(token)}, {name}: {CHECK_NAMES[result.degree].lower()}"
    return (yield from note(token, headline, result.lines))
