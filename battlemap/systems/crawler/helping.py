"""Step 2, for an ally: Intervene in its Evade, or take its attack as a Catcher."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import Noted, StatusChanged
from battlemap.model.intent import Attack
from battlemap.model.token import are_hostile
from battlemap.rules.acting import not_beside
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import (
    happen,
    token_of,
)
from battlemap.systems.crawler.announce import (
    attack_numbered,
    attacks_of,
    is_sound,
    number_of,
    redirect,
    words_of,
)
from battlemap.systems.crawler.checks import (
    helpers_of,
    intervene,
    may_help,
)
from battlemap.systems.crawler.degrees import CHECK_NAMES, degree_of, margin_words
from battlemap.systems.crawler.evading import choose_attack, evaded_well, evading_strike
from battlemap.systems.crawler.price import pay, step_of
from battlemap.systems.crawler.readings import CaughtArea
from battlemap.systems.crawler.sheet import sheet_of
from battlemap.systems.crawler.status import Incoming, status_of

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.crawler import Crawler
    from battlemap.systems.crawler.announce import AnyAttack


# Intervene --------------------------------------------------------------------------------


def evades_to_help(
    system: Crawler, encounter: Encounter, ally: Token
) -> tuple[tuple[AnyAttack, Incoming, int], ...]:
    """Return the Evade Checks of an ally that +1d6 could better, with what they needed."""
    found = []
    helpers = len(helpers_of(system, encounter, ally))
    for one in status_of(ally).incoming:
        attack = attack_numbered(encounter, one.attack)
        if attack is None or not one.natural or not is_sound(system, encounter, attack):
            continue
        strike = evading_strike(system, encounter, ally.id, attack)
        difficulty, helped = strike.difficulty, one.total > one.natural + strike.bonus
        if helped and not system.options.several_intervene:
            continue
        if may_help(system.options, one.natural, one.total, difficulty, helpers):
            found.append((attack, one, difficulty))
    return tuple(found)


def not_to_be_helped(system: Crawler, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why nothing can be added to a check of *target*."""
    if target.id == token.id or are_hostile(token.side, target.side):
        return f"{name_of(target)} is no ally of {name_of(token)}."
    if not evades_to_help(system, encounter, target):
        return f"No check of {name_of(target)} can be bettered by 1d6."
    return ""


def intervene_now(system: Crawler, encounter: Encounter, act: Act) -> Procedure:
    """Add 1d6 to an ally's Evade Check that was announced."""
    token, ally = encounter.tokens[act.token], token_of(encounter, act.target or "")
    found = evades_to_help(system, encounter, ally)
    attack = yield from choose_attack(
        encounter,
        token,
        tuple(one for one, _, _ in found),
        act,
        "intervene in which Evade",
        {one.attack: f"{one.total}, {margin_words(one.total, needs)}" for _, one, needs in found},
    )
    _, incoming, difficulty = next(one for one in found if one[0] is attack)
    encounter, face = yield from intervene(encounter, token.id, name_of(ally))
    total = incoming.total + face
    status = status_of(encounter.tokens[ally.id]).facing(replace(incoming, total=total))
    degree = degree_of(incoming.natural, total, difficulty)
    headline = f"{name_of(ally)}'s Evade comes to {total}: {CHECK_NAMES[degree].lower()}"
    lines = [f"{incoming.total} + {face} against {difficulty}"]
    if degree.is_fine:
        status, line = evaded_well(status, encounter.tokens[attack.attacker])
        lines.append(line)
    encounter = yield from happen(StatusChanged(ally.id, status))
    return (yield from happen(Noted(headline, tuple(lines), "attack", ally.id)))


# Catcher ----------------------------------------------------------------------------------


def no_catcher(system: Crawler, encounter: Encounter, token: Token) -> str:
    """Return why a crawler can't catch attacks."""
    del system, encounter
    return "" if sheet_of(token).catcher else "needs the passive skill Catcher"


def attacks_to_catch(system: Crawler, encounter: Encounter, ally: Token) -> tuple[AnyAttack, ...]:
    """Return the announced attacks on an ally that somebody else can take; areas by a reading."""
    areas = system.options.catch_areas is CaughtArea.TAKEN
    facing = status_of(ally)
    return tuple(
        attack
        for attack in attacks_of(encounter)
        if facing.incoming_of(number_of(attack)) is not None
        and (areas or isinstance(attack, Attack))
    )


def not_to_be_caught_for(system: Crawler, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why no attack on *target* can be taken."""
    if target.id == token.id or are_hostile(token.side, target.side):
        return f"{name_of(target)} is no ally of {name_of(token)}."
    if far := not_beside(system, encounter, token, target):
        feet = step_of(encounter, token) * encounter.map.grid.feet_per_cell // 100
        return f"{far.removesuffix('.')}; step beside first, up to {feet} ft."
    if not attacks_to_catch(system, encounter, target):
        return f"No attack is announced on {name_of(target)} that could be caught."
    return ""


def catch(system: Crawler, encounter: Encounter, act: Act) -> Procedure:
    """Take an announced attack for an adjacent ally; it can't be evaded."""
    token, ally = encounter.tokens[act.token], token_of(encounter, act.target or "")
    attacks = attacks_to_catch(system, encounter, ally)
    attack = yield from choose_attack(encounter, token, attacks, act, "catch which")
    words = words_of(encounter, attack)
    encounter = yield from pay(encounter, token.id)
    number = number_of(attack)
    if isinstance(attack, Attack):
        caught = Incoming(number, caught=True)
        encounter = yield from redirect(encounter, attack, token.id, caught)
    else:
        encounter = yield from _stand_in(encounter, number, token.id, ally.id)
    headline = f"{name_of(token)} takes an attack for {name_of(ally)}"
    return (
        yield from happen(
            Noted(headline, (words, "A caught attack can't be evaded"), "attack", token.id)
        )
    )


def _stand_in(encounter: Encounter, number: int, token_id: str, ally_id: str) -> Procedure:
    """Let a catcher be in an announced area in the place of an ally, who is out of it."""
    theirs = status_of(encounter.tokens[ally_id])
    taken = theirs.incoming_of(number)
    encounter = yield from happen(StatusChanged(ally_id, theirs.without(number)))
    own = status_of(encounter.tokens[token_id])
    known = own.incoming_of(number)
    # Whoever stands in the area itself is hit once, by the larger share.
    splashed = all(one.splashed for one in (taken, known) if one is not None)
    facing = own.facing(Incoming(number, splashed=splashed, caught=True))
    return (yield from happen(StatusChanged(token_id, facing)))
