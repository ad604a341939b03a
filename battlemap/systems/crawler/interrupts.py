"""Step 2: Evade, Intervene, Catcher and Taunt (Reaction-phase Interrupts)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import Noted, StatusChanged
from battlemap.model.intent import AreaAttack, Attack
from battlemap.model.token import are_hostile
from battlemap.model.words import signed
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import (
    Ask,
    AskOption,
    IllegalIntentError,
    ask,
    happen,
    roll,
    token_of,
)
from battlemap.systems.crawler.announce import (
    attack_numbered,
    attacks_of,
    number_of,
    redirect,
    redirect_area,
    weapon_name,
    words_of,
)
from battlemap.systems.crawler.attack import weapon_of
from battlemap.systems.crawler.checks import (
    Check,
    CheckResult,
    check_level,
    checked,
    helpers_of,
    intervene,
    may_help,
)
from battlemap.systems.crawler.degrees import CHECK_NAMES, degree_of
from battlemap.systems.crawler.modifiers import modifiers
from battlemap.systems.crawler.options import EvadePrice, TauntRule
from battlemap.systems.crawler.price import pay, step_of
from battlemap.systems.crawler.sheet import is_crawler, sheet_of
from battlemap.systems.crawler.status import Incoming, status_of
from battlemap.systems.crawler.strike import EVADE_BASE, Strike, make_strike
from battlemap.tactics.board import Board
from battlemap.tactics.situation import survey

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.crawler import Crawler
    from battlemap.systems.crawler.announce import AnyAttack


# Evade ------------------------------------------------------------------------------------


def open_attacks(encounter: Encounter, token: Token) -> tuple[AnyAttack, ...]:
    """Return the announced attacks that a token may still evade."""
    status = status_of(token)
    return tuple(
        attack
        for attack in attacks_of(encounter)
        if (one := status.incoming_of(number_of(attack))) is not None
        and not one.caught
        and not one.natural
    )


def nothing_to_evade(system: Crawler, encounter: Encounter, token: Token) -> str:
    """Return why there is nothing to evade."""
    del system
    if open_attacks(encounter, token):
        return ""
    status = status_of(token)
    if any(one.caught for one in status.incoming):
        return "a caught attack can't be evaded"
    return "evaded already" if status.incoming else "nothing is aimed at this crawler"


def evade(system: Crawler, encounter: Encounter, act: Act) -> Procedure:
    """Roll a separate check against each announced attack, or against one of them."""
    token = encounter.tokens[act.token]
    attacks: Sequence[AnyAttack] = open_attacks(encounter, token)
    if system.options.evade_price is EvadePrice.EACH_ATTACK:
        attack = yield from choose_attack(system, encounter, token, attacks, act, "evade which")
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
    weapon = weapon_name(system, encounter, attack)
    check = Check(
        token_id,
        f"Evade of {name_of(attacker)}'s {weapon}",
        strike.bonus,
        strike.difficulty,
        strike.level,
    )
    encounter, result = yield from checked(system, encounter, check)
    status = status_of(encounter.tokens[token_id])
    number = number_of(attack)
    known = status.incoming_of(number)
    if known is not None:
        status = status.facing(replace(known, natural=result.natural, total=result.total))
    lines = [strike.check_words, *_modifier_lines(strike), *result.lines]
    if result.degree.is_fine:
        against = tuple(dict.fromkeys((*status.advantage_against, attacker.id)))
        status = replace(status, advantage_against=against)
        lines.append(f"Advantage on the next attack against {name_of(attacker)}")
    encounter = yield from happen(StatusChanged(token_id, status))
    verb = "evades" if result.degree.succeeds else "fails to evade"
    headline = f"{name_of(token)} {verb} {name_of(attacker)}'s {weapon}"
    encounter = yield from happen(Noted(headline, tuple(lines), "attack", token_id))
    return encounter, result


def evading_strike(
    system: Crawler,
    encounter: Encounter,
    token_id: str,
    attack: AnyAttack,
    *,
    splashed: bool = False,
) -> Strike:
    """Return an attack on a token that evades it."""
    board = Board.of(encounter, system)
    attacker, token = board.token(attack.attacker), board.token(token_id)
    weapon = weapon_of(system, attacker, attack.weapon)
    situation = survey(board, attacker.id, token_id, weapon.name)
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
    system: Crawler,
    encounter: Encounter,
    token: Token,
    attacks: Sequence[AnyAttack],
    act: Act,
    what: str,
) -> Part[AnyAttack]:
    """Return the attack that an interrupt is for: the only one, the named one, or as asked."""
    wish = act.choices.get("attack", "")
    for attack in attacks:
        if str(number_of(attack)) == wish:
            return attack
    if len(attacks) == 1:
        return attacks[0]
    options = tuple(
        AskOption(str(number_of(attack)), words_of(system, encounter, attack)) for attack in attacks
    )
    headline = f"{name_of(token)}: {what}?"
    answer = yield from ask(
        Ask(token.id, headline, options, kind="which attack", focus=(token.id,))
    )
    return next(attack for attack in attacks if str(number_of(attack)) == answer)


# Intervene --------------------------------------------------------------------------------


def evades_to_help(
    system: Crawler, encounter: Encounter, ally: Token
) -> tuple[tuple[AnyAttack, Incoming, int], ...]:
    """Return the failed Evade Checks of an ally that +1d6 could change, with what they needed."""
    found = []
    helpers = len(helpers_of(system, encounter, ally))
    for one in status_of(ally).incoming:
        attack = attack_numbered(encounter, one.attack)
        if attack is None or not one.natural:
            continue
        difficulty = evading_strike(system, encounter, ally.id, attack).difficulty
        if may_help(one.natural, one.total, difficulty, helpers):
            found.append((attack, one, difficulty))
    return tuple(found)


def not_to_be_helped(system: Crawler, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why nothing can be added to a check of *target*."""
    if target.id == token.id or are_hostile(token.side, target.side):
        return f"{name_of(target)} is no ally of {name_of(token)}."
    if not evades_to_help(system, encounter, target):
        return f"No check of {name_of(target)} falls short by little enough."
    return ""


def intervene_now(system: Crawler, encounter: Encounter, act: Act) -> Procedure:
    """Add 1d6 to an ally's Evade Check that was announced and fell short."""
    token, ally = encounter.tokens[act.token], token_of(encounter, act.target or "")
    found = evades_to_help(system, encounter, ally)
    attack = yield from choose_attack(
        system, encounter, token, tuple(one for one, _, _ in found), act, "intervene in which Evade"
    )
    _, incoming, difficulty = next(one for one in found if one[0] is attack)
    encounter, face = yield from intervene(encounter, token.id, name_of(ally))
    total = incoming.total + face
    status = status_of(encounter.tokens[ally.id]).facing(replace(incoming, total=total))
    encounter = yield from happen(StatusChanged(ally.id, status))
    degree = degree_of(incoming.natural, total, difficulty)
    headline = f"{name_of(ally)}'s Evade comes to {total}: {CHECK_NAMES[degree].lower()}"
    line = f"{incoming.total} + {face} against {difficulty}"
    return (yield from happen(Noted(headline, (line,), "attack", ally.id)))


# Catcher ----------------------------------------------------------------------------------


def no_catcher(system: Crawler, encounter: Encounter, token: Token) -> str:
    """Return why a crawler can't catch attacks."""
    del system, encounter
    return "" if sheet_of(token).catcher else "needs the passive skill Catcher"


def attacks_to_catch(encounter: Encounter, ally: Token) -> tuple[Attack, ...]:
    """Return the announced attacks on an ally that somebody else can take; areas can't be."""
    return tuple(
        attack
        for attack in attacks_of(encounter)
        if isinstance(attack, Attack) and attack.target == ally.id
    )


def not_to_be_caught_for(system: Crawler, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why no attack on *target* can be taken."""
    if target.id == token.id or are_hostile(token.side, target.side):
        return f"{name_of(target)} is no ally of {name_of(token)}."
    board = Board.of(encounter, system)
    if board.grid.space_distance(board.cells_of(token.id), board.cells_of(target.id)) > 100:
        feet = step_of(encounter, token) * encounter.map.grid.feet_per_cell // 100
        return f"{name_of(target)} is not adjacent: step beside first, up to {feet} ft."
    if not attacks_to_catch(encounter, target):
        return f"No attack is announced on {name_of(target)} that could be caught."
    return ""


def catch(system: Crawler, encounter: Encounter, act: Act) -> Procedure:
    """Take an announced attack for an adjacent ally; it can't be evaded."""
    token, ally = encounter.tokens[act.token], token_of(encounter, act.target or "")
    attacks = attacks_to_catch(encounter, ally)
    attack = yield from choose_attack(system, encounter, token, attacks, act, "catch which")
    if not isinstance(attack, Attack):
        raise IllegalIntentError("An area can't be caught.")
    words = words_of(system, encounter, attack)
    encounter = yield from pay(encounter, token.id)
    caught = Incoming(number_of(attack), caught=True)
    encounter = yield from redirect(encounter, attack, token.id, caught)
    headline = f"{name_of(token)} takes an attack for {name_of(ally)}"
    return (
        yield from happen(
            Noted(headline, (words, "A caught attack can't be evaded"), "attack", token.id)
        )
    )


# Taunt ------------------------------------------------------------------------------------


def nothing_announced(system: Crawler, encounter: Encounter, token: Token) -> str:
    """Return why there is nothing to redirect."""
    del system, token
    return "" if any(attacks_of(encounter)) else "no attack is announced"


def not_to_be_taunted(system: Crawler, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why *target* can't be taunted."""
    del system
    if is_crawler(target) or not are_hostile(token.side, target.side):
        return f"{name_of(target)} is no mob that attacks."
    if not any(attack.attacker == target.id for attack in attacks_of(encounter)):
        return f"{name_of(target)} has announced no attack."
    return ""


def taunt(system: Crawler, encounter: Encounter, act: Act) -> Procedure:
    """Redirect a mob's announced attacks by an Int-opposed Taunt Check."""
    token, mob = encounter.tokens[act.token], token_of(encounter, act.target or "")
    encounter = yield from pay(encounter, token.id)
    mod = sheet_of(mob).intelligence_mod
    difficulty = EVADE_BASE + mod + system.options.floor
    opposed = f"10 + Int {mod} + F {system.options.floor} = {difficulty}"
    if system.options.taunt is TauntRule.ROLLED:
        why = f"{name_of(mob)} keeps its mind on its target, d20 {signed(mod)}"
        faces = yield from roll(1, 20, why, mob.id)
        difficulty = faces[0] + mod
        opposed = f"{name_of(mob)} d20 {faces[0]} + Int {mod} = {difficulty}"
    sheet = sheet_of(token)
    check = Check(
        token.id,
        f"Taunt of {name_of(mob)}",
        sheet.taunt_rank + sheet.charisma_mod,
        difficulty,
        check_level(token),
    )
    encounter, result = yield from checked(system, encounter, check)
    words = f"Taunt {sheet.taunt_rank} + Cha {sheet.charisma_mod} against {opposed}"
    lines = [words, *result.lines]
    if result.degree.succeeds:
        encounter, said = yield from _draw_attacks(system, encounter, token.id, mob.id)
        lines.extend(said)
    verb = "taunts" if result.degree.succeeds else "fails to taunt"
    headline = f"{name_of(token)} {verb} {name_of(mob)}"
    return (yield from happen(Noted(headline, tuple(lines), "attack", token.id)))


def _draw_attacks(
    system: Crawler, encounter: Encounter, token_id: str, mob_id: str
) -> Part[tuple[Encounter, tuple[str, ...]]]:
    """Aim everything that a mob announced at the taunter, where its weapons reach that far."""
    lines = []
    for attack in [one for one in attacks_of(encounter) if one.attacker == mob_id]:
        board = Board.of(encounter, system)
        weapon = weapon_name(system, encounter, attack)
        situation = survey(board, mob_id, token_id, weapon)
        reaches = situation.in_reach
        number = number_of(attack)
        known = status_of(board.token(token_id)).incoming_of(number)
        if isinstance(attack, AreaAttack):
            length = attack.size * encounter.map.grid.feet_per_cell
            aimed = attack.shape in ("line", "cone") and situation.distance.feet <= length
            if attack.shape == "burst" or not (aimed or reaches.value):
                lines.append(f"{weapon}: the area stays where it is")
                continue
            encounter = yield from redirect_area(system, encounter, attack, token_id)
        elif attack.target == token_id:
            continue
        elif not reaches.value:
            lines.append(f"{weapon} doesn't reach: {reaches.reason}")
            continue
        else:
            encounter = yield from redirect(encounter, attack, token_id, known or Incoming(number))
        changed = attack_numbered(encounter, number)
        if changed is not None:
            lines.append(f"Now {words_of(system, encounter, changed)}")
    return encounter, tuple(lines)
