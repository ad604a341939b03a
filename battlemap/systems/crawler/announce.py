"""What mobs announce in step 1: put down, worded, redirected and called off again."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from battlemap.geometry.names import cell_name
from battlemap.model.event import DeclaredChanged, Noted, StatusChanged
from battlemap.model.intent import AreaAttack, Attack, Move
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import IllegalIntentError, happen
from battlemap.systems.crawler.area import lay_area
from battlemap.systems.crawler.area_plan import plan_area
from battlemap.systems.crawler.attack import plan, weapon_of
from battlemap.systems.crawler.price import paid, with_costs, without_costs
from battlemap.systems.crawler.status import Incoming, allowance, status_of
from battlemap.tactics.board import Board
from battlemap.tactics.distance import nearest_cells

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Intent
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.crawler import Crawler

AnyAttack: TypeAlias = "Attack | AreaAttack"

_NUMBER = "announced"
"""The choice of a declared attack that holds its number."""

_PLACE = "from"
"""The choice of a declared attack that holds the cell to which its attacker walks before."""


def number_of(intent: Intent) -> int:
    """Return the number under which an attack is announced; 0: it isn't."""
    if not isinstance(intent, (Attack, AreaAttack)):
        return 0
    text = intent.choices.get(_NUMBER, "")
    return int(text) if text.isdecimal() else 0


def attacks_of(encounter: Encounter) -> Iterator[AnyAttack]:
    """Yield the announced attacks in order."""
    for intent in encounter.declared:
        if isinstance(intent, (Attack, AreaAttack)):
            yield intent


def attack_numbered(encounter: Encounter, number: int) -> AnyAttack | None:
    """Return the announced attack with this number, or None."""
    return next((one for one in attacks_of(encounter) if number_of(one) == number), None)


def is_sound(system: Crawler, encounter: Encounter, attack: AnyAttack) -> bool:
    """Tell whether the attacker of an announced attack is still there, and has its weapon."""
    attacker = encounter.tokens.get(attack.attacker)
    return attacker is not None and any(
        weapon.name == attack.weapon for weapon in system.weapons(attacker)
    )


def words_of(encounter: Encounter, intent: Intent) -> str:
    """Return what is announced in one line: "Brute: axe at Kael"."""
    if isinstance(intent, Move):
        where = cell_name(encounter.map.grid.grid, intent.cells[-1])
        return f"{_name(encounter, intent.token)} walks to {where}"
    if isinstance(intent, Attack):
        target = _name(encounter, intent.target)
        return f"{_name(encounter, intent.attacker)}: {intent.weapon} at {target}"
    if isinstance(intent, AreaAttack):
        number = number_of(intent)
        inside = [
            name_of(token)
            for token in encounter.tokens.values()
            if status_of(token).incoming_of(number) is not None
        ]
        whom = ", ".join(inside) or "nobody"
        words = f"{intent.weapon}, {intent.shape} on {whom}"
        return f"{_name(encounter, intent.attacker)}: {words}"
    return type(intent).__name__


def announced(encounter: Encounter) -> Sequence[tuple[Intent, str]]:
    """Return what is announced, each with its line."""
    return tuple((one, words_of(encounter, one)) for one in encounter.declared)


def announce_attack(system: Crawler, encounter: Encounter, attack: Attack) -> Procedure:
    """Put a mob's attack among what is announced (step 1)."""
    seen = as_announced(encounter, attack.attacker)
    planned = plan(system, Board.of(seen, system), attack)
    if planned.illegal:
        raise IllegalIntentError(planned.illegal)
    numbered = _numbered(encounter, attack)
    there = seen.tokens[attack.attacker].at
    if there != encounter.tokens[attack.attacker].at:
        numbered = replace(
            numbered,
            choices=MappingProxyType({**numbered.choices, _PLACE: f"{there[0]},{there[1]}"}),
        )
    encounter = yield from _put_down(system, encounter, numbered)
    incoming = Incoming(number_of(numbered))
    encounter = yield from _face(encounter, attack.target, incoming)
    details = [f"Modifiers: {planned.net}"] if planned.modifiers else []
    details.extend(f"{row.label}: {row.reason}" for row in planned.modifiers if row.enabled)
    return (yield from _noted(encounter, numbered, tuple(details)))


def announce_area(system: Crawler, encounter: Encounter, attack: AreaAttack) -> Procedure:
    """Put a mob's area attack among what is announced; who is inside now is hit (step 1)."""
    seen = as_announced(encounter, attack.attacker)
    planned = plan_area(system, Board.of(seen, system), attack)
    if planned.illegal:
        raise IllegalIntentError(planned.illegal)
    numbered = _numbered(encounter, attack)
    encounter = yield from _put_down(system, encounter, numbered)
    struck = [target for target in planned.targets if target.is_included]
    for target in struck:
        incoming = Incoming(number_of(numbered), splashed=target.is_splashed)
        encounter = yield from _face(encounter, target.token, incoming)
    details = tuple(f"{_name(encounter, target.token)}: {target.reason}" for target in struck)
    return (yield from _noted(encounter, numbered, details))


def as_announced(encounter: Encounter, token_id: str) -> Encounter:
    """Return the encounter as it will be when a mob has walked where it announced to walk."""
    for intent in encounter.declared:
        if isinstance(intent, Move) and intent.token == token_id and token_id in encounter.tokens:
            moved = replace(encounter.tokens[token_id], at=intent.cells[-1])
            encounter = encounter.with_token(moved)
    return encounter


def is_in_place(encounter: Encounter, attack: Attack) -> bool:
    """Tell whether the attacker came where it announced to walk before attacking."""
    at = encounter.tokens[attack.attacker].at
    return attack.choices.get(_PLACE, f"{at[0]},{at[1]}") == f"{at[0]},{at[1]}"


def call_off(system: Crawler, encounter: Encounter, token: Token, number: int = 0) -> Procedure:
    """Take back what a mob announced: one attack by its number, else what came last."""
    own = [intent for intent in encounter.declared if owner_of(intent) == token.id]
    if number:
        own = [intent for intent in own if number_of(intent) == number]
    if not own:
        raise IllegalIntentError(f"{name_of(token)} has announced no such thing.")
    words = words_of(encounter, own[-1])
    encounter = yield from take_back(encounter, own[-1])
    status = status_of(encounter.tokens[token.id])
    last = own[-1]
    restored = replace(status, walked=0)
    if isinstance(last, (Attack, AreaAttack)):
        restored = replace(status, actions=min(allowance(token), status.actions + 1))
        if is_sound(system, encounter, last):
            restored = without_costs(restored, weapon_of(system, token, last.weapon))
    encounter = yield from happen(StatusChanged(token.id, restored))
    return (yield from happen(Noted(f"Called off: {words}", (), "turn", token.id)))


def take_back(encounter: Encounter, intent: Intent) -> Procedure:
    """Take an intent from what is announced, and off the tokens that it is aimed at."""
    rest = tuple(one for one in encounter.declared if one is not intent)
    encounter = yield from happen(DeclaredChanged(rest))
    if number := number_of(intent):
        encounter = yield from clear_incoming(encounter, number)
    return encounter


def clear_incoming(encounter: Encounter, number: int) -> Procedure:
    """Let nobody face an announced attack any longer."""
    for token in tuple(encounter.tokens.values()):
        if status_of(token).incoming_of(number) is not None:
            cleared = status_of(token).without(number)
            encounter = yield from happen(StatusChanged(token.id, cleared))
    return encounter


def redirect(encounter: Encounter, attack: Attack, target: str, incoming: Incoming) -> Procedure:
    """Aim an announced attack at another token."""
    encounter = yield from clear_incoming(encounter, number_of(attack))
    aimed = replace(attack, target=target)
    encounter = yield from _exchange(encounter, attack, aimed)
    return (yield from _face(encounter, target, incoming))


def redirect_area(
    system: Crawler, encounter: Encounter, attack: AreaAttack, target: str
) -> Procedure:
    """Lay an announced area on another token: a blast around it, a line or cone toward it."""
    board = Board.of(as_announced(encounter, attack.attacker), system)
    center = board.center_of(target)
    aimed = replace(attack, aim=center)
    if attack.shape == "blast":
        cell, _ = nearest_cells(board, board.cells_of(target), board.cells_of(attack.attacker))
        aimed = replace(attack, origin=board.grid.center(cell))
    number = number_of(attack)
    encounter = yield from clear_incoming(encounter, number)
    encounter = yield from _exchange(encounter, attack, aimed)
    laid = lay_area(system, board, aimed)
    for inside in laid.inside:
        encounter = yield from _face(
            encounter, inside.token, Incoming(number, splashed=inside.splashed)
        )
    return encounter


def owner_of(intent: Intent) -> str:
    """Return the token that announced an intent; empty for one that no token announces."""
    if isinstance(intent, (Attack, AreaAttack)):
        return intent.attacker
    return intent.token if isinstance(intent, Move) else ""


def _numbered(encounter: Encounter, attack: AnyAttack) -> AnyAttack:
    number = 1 + max((number_of(one) for one in attacks_of(encounter)), default=0)
    choices = {
        key: value
        for key, value in attack.choices.items()
        if not key.startswith("evade") and key != "force"
    }
    return replace(attack, choices=MappingProxyType({**choices, _NUMBER: str(number)}))


def _put_down(system: Crawler, encounter: Encounter, attack: AnyAttack) -> Procedure:
    """Pay for an attack and put it among what is announced."""
    attacker = encounter.tokens[attack.attacker]
    weapon = weapon_of(system, attacker, attack.weapon)
    spent = with_costs(paid(encounter, attacker), weapon)
    encounter = yield from happen(StatusChanged(attacker.id, spent))
    return (yield from happen(DeclaredChanged((*encounter.declared, attack))))


def _exchange(encounter: Encounter, old: AnyAttack, new: AnyAttack) -> Procedure:
    changed = tuple(new if one is old else one for one in encounter.declared)
    return (yield from happen(DeclaredChanged(changed)))


def _face(encounter: Encounter, token_id: str, incoming: Incoming) -> Procedure:
    facing = status_of(encounter.tokens[token_id]).facing(incoming)
    return (yield from happen(StatusChanged(token_id, facing)))


def _noted(encounter: Encounter, attack: AnyAttack, details: tuple[str, ...]) -> Procedure:
    words = words_of(encounter, attack)
    line = f"With {attack.weapon}, announced as number {number_of(attack)}"
    headline = f"Announced: {words}"
    return (yield from happen(Noted(headline, (line, *details), "turn", attack.attacker)))


def _name(encounter: Encounter, token_id: str) -> str:
    token = encounter.tokens.get(token_id)
    return name_of(token) if token else token_id
