"""What a bad failure brings: a consequence that the GM chooses, or the worst plausible outcome."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import Noted, StatusChanged
from battlemap.model.token import are_hostile
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Ask, AskOption, ask, happen
from battlemap.systems.crawler.degrees import ATTACK_NAMES, Degree
from battlemap.systems.crawler.harm import afflict
from battlemap.systems.crawler.landing import friendly_strike, land
from battlemap.systems.crawler.sheet import Lasting
from battlemap.systems.crawler.status import status_of
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.crawler import Crawler
    from battlemap.systems.crawler.strike import Strike

SHAKEN = Lasting("shaken", rounds=1)
"""Our own Debuff: Disadvantage on checks until the next Clean Up."""

FRIENDLY_FEET = 10
"""How near the target somebody must stand to be hit in its place."""


def befall(system: Crawler, encounter: Encounter, strike: Strike, degree: Degree) -> Procedure:
    """Ask the GM what an attack that failed by 10 or more, or a natural 1, brings."""
    if degree not in (Degree.BAD, Degree.FUMBLE):
        return encounter
    question = _question(system, encounter, strike, degree)
    answer = yield from ask(question)
    attacker = encounter.tokens[strike.attacker.id]
    name, weapon = name_of(attacker), strike.weapon.name
    if answer.startswith("hits:"):
        hit = friendly_strike(system, strike, answer.removeprefix("hits:"), encounter)
        return (yield from land(system, encounter, hit, None, "A natural 1"))
    if answer in ("dropped", "broken"):
        status = status_of(attacker)
        changed = (
            replace(status, dropped=(*status.dropped, weapon))
            if answer == "dropped"
            else replace(status, broken=(*status.broken, weapon))
        )
        encounter = yield from happen(StatusChanged(attacker.id, changed))
        said = "lies on the floor" if answer == "dropped" else "breaks"
        return (yield from happen(Noted(f"{name}'s {weapon} {said}", (), "attack", attacker.id)))
    if answer == "shaken":
        encounter, lines = yield from afflict(system.options, encounter, attacker.id, (SHAKEN,))
        return (yield from happen(Noted(f"{name} is shaken", lines, "attack", attacker.id)))
    return encounter


def _question(system: Crawler, encounter: Encounter, strike: Strike, degree: Degree) -> Ask:
    attacker = encounter.tokens[strike.attacker.id]
    name, weapon = name_of(attacker), strike.weapon.name
    lost = status_of(attacker)
    gone = "not in hand" if weapon in (*lost.dropped, *lost.broken) else ""
    options = []
    if degree is Degree.FUMBLE:
        options = [
            AskOption(f"hits:{token.id}", f"Hits {name_of(token)}", "Friendly fire")
            for token in _near_friends(system, encounter, strike)
        ]
    options.append(AskOption("dropped", f"Drops {weapon}", "Retrieve picks it up", gone))
    if degree is Degree.FUMBLE:
        options.append(AskOption("broken", f"Breaks {weapon}", "Useless from now on", gone))
    options.append(AskOption("shaken", "Shaken", "Disadvantage on checks until Clean Up"))
    options.append(AskOption("none", "Something else, or nothing"))
    return Ask(
        token=attacker.id,
        headline=f"{name}: {ATTACK_NAMES[degree].lower()}. What comes of it?",
        options=tuple(options),
        kind="consequence",
        focus=(attacker.id, strike.target.id),
    )


def _near_friends(system: Crawler, encounter: Encounter, strike: Strike) -> list[Token]:
    """Return the attacker's friends near the target, who may be hit in its place."""
    board = Board.of(encounter, system)
    around = FRIENDLY_FEET * 100 // encounter.map.grid.feet_per_cell
    there = board.cells_of(strike.target.id)
    return [
        token
        for token in encounter.tokens.values()
        if token.id not in (strike.attacker.id, strike.target.id)
        and not are_hostile(token.side, strike.attacker.side)
        and not token.has("dead")
        and board.grid.space_distance(board.cells_of(token.id), there) <= around
    ]
