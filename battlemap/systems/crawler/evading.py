"""Step 2, Evade: a check against each announced attack, kept until step 3."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from battlemap.model.event import Noted, StatusChanged
from battlemap.model.words import signed
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import facts_between
from battlemap.rules.procedure import (
    Ask,
    AskOption,
    ask,
    happen,
)
from battlemap.systems.crawler.announce import (
    as_announced,
    attacks_of,
    is_sound,
    number_of,
    words_of,
)
from battlemap.systems.crawler.attack import weapon_of
from battlemap.systems.crawler.checks import (
    Check,
    CheckResult,
    checked,
)
from battlemap.systems.crawler.modifiers import modifiers
from battlemap.systems.crawler.price import pay
from battlemap.systems.crawler.readings import EvadePrice
from battlemap.systems.crawler.sheet import is_crawler
from battlemap.systems.crawler.status import status_of
from battlemap.systems.crawler.strike import Strike, make_strike
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.crawler import Crawler
    from battlemap.systems.crawler.announce import AnyAttack
    from battlemap.systems.crawler.status import Status


Chosen = TypeVar("Chosen", bound="AnyAttack")


def open_attacks(system: Crawler, encounter: Encounter, token: Token) -> tuple[AnyAttack, ...]:
    """Return the announced attacks that a token may still evade."""
    status = status_of(token)
    return tuple(
        attack
        for attack in attacks_of(encounter)
        if (one := status.incoming_of(number_of(attack))) is not None
        and not one.caught
        and not one.natural
        and is_sound(system, encounter, attack)
    )


def nothing_to_evade(system: Crawler, encounter: Encounter, token: Token) -> str:
    """Return why there is nothing to evade."""
    if open_attacks(system, encounter, token):
        return ""
    status = status_of(token)
    if any(one.caught for one in status.incoming):
        return "a caught attack can't be evaded"
    return "evaded already" if status.incoming else "nothing is aimed at this crawler"


def evade(system: Crawler, encounter: Encounter, act: Act) -> Procedure:
    """Roll a separate check against each announced attack, or against one of them."""
    token = encounter.tokens[act.token]
    attacks: Sequence[AnyAttack] = open_attacks(system, encounter, token)
    if system.options.evade_price is EvadePrice.EACH_ATTACK:
        attack = yield from choose_attack(encounter, token, attacks, act, "evade which")
        attacks = (attack,)
    encounter = yield from pay(encounter, token.id)
    for attack in attacks:
        encounter, _ = yield from evade_attack(system, encounter, token.id, attack)
    return encounter


def evade_attack(
    system: Crawler, encounter: Encounter, token_id: str, attack: AnyAttack
) -> Part[tuple[Encounter, CheckResult]]:
    """Roll one Evade Check and keep what it came to; what it costs is paid before."""
    token = encounter.tokens[token_id]
    attacker = encounter.tokens[attack.attacker]
    strike = evading_strike(system, encounter, token_id, attack)
    weapon, number = attack.weapon, number_of(attack)
    check = Check(
        token_id,
        f"Evade of {name_of(attacker)}'s {weapon}",
        strike.bonus,
        strike.difficulty,
        strike.level,
        asks_when_fine=not number,
    )
    encounter, result = yield from checked(system, encounter, check)
    status = status_of(encounter.tokens[token_id])
    known = status.incoming_of(number)
    if known is not None:
        status = status.facing(replace(known, natural=result.natural, total=result.total))
    lines = [strike.check_words, *_modifier_lines(strike), *result.lines]
    if result.degree.is_fine and not is_crawler(attacker):
        status, line = evaded_well(status, attacker)
        lines.append(line)
    encounter = yield from happen(StatusChanged(token_id, status))
    verb = "evades" if result.degree.succeeds else "fails to evade"
    headline = f"{name_of(token)} {verb} {name_of(attacker)}'s {weapon}"
    encounter = yield from happen(Noted(headline, tuple(lines), "attack", token_id))
    return encounter, result


def evaded_well(status: Status, attacker: Token) -> tuple[Status, str]:
    """Return a status with Advantage on the next attack against a mob, and a line for the log."""
    against = tuple(dict.fromkeys((*status.advantage_against, attacker.id)))
    line = f"Advantage on the next attack against {name_of(attacker)}"
    return replace(status, advantage_against=against), line


def evading_strike(
    system: Crawler,
    encounter: Encounter,
    token_id: str,
    attack: AnyAttack,
    *,
    splashed: bool = False,
) -> Strike:
    """Return an attack on a token that evades it."""
    board = Board.of(as_announced(encounter, attack.attacker), system)
    attacker, token = board.token(attack.attacker), board.token(token_id)
    weapon = weapon_of(system, attacker, attack.weapon)
    situation = facts_between(board, attacker.id, token_id, weapon.name, attack.switched)
    rows = modifiers(board, attack, situation, weapon, system.options)
    return make_strike(
        system.options, attacker, token, weapon, rows, evades=True, splashed=splashed
    )


def _modifier_lines(strike: Strike) -> tuple[str, ...]:
    """Return the modifiers of the mob's attack, which count the other way for the Evade."""
    return tuple(
        f"{row.label}, for the attack {signed(row.value)}: {row.reason}"
        for row in strike.modifiers
        if row.enabled
    )


def choose_attack(
    encounter: Encounter,
    token: Token,
    attacks: Sequence[Chosen],
    act: Act,
    what: str,
    details: Mapping[int, str] | None = None,
) -> Part[Chosen]:
    """Return the attack that an interrupt is for: the only one, the named one, or as asked.

    Parameters
    ----------
    details
        What is said beside an attack, by its number.
    """
    wish = act.choices.get("attack", "")
    for attack in attacks:
        if str(number_of(attack)) == wish:
            return attack
    if len(attacks) == 1:
        return attacks[0]
    options = tuple(
        AskOption(
            str(number_of(attack)),
            words_of(encounter, attack),
            (details or {}).get(number_of(attack), f"Number {number_of(attack)}"),
        )
        for attack in attacks
    )
    headline = f"{name_of(token)}: {what}?"
    answer = yield from ask(
        Ask(token.id, headline, options, kind="which attack", focus=(token.id,))
    )
    return next(attack for attack in attacks if str(number_of(attack)) == answer)
