"""Hotlist and inventory: healing, potions and scrolls, spells, and fetching things."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import ConditionsChanged, Noted, StatusChanged
from battlemap.model.token import are_hostile
from battlemap.rules.acting import note
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import (
    Ask,
    AskOption,
    IllegalIntentError,
    ask,
    happen,
    token_of,
)
from battlemap.systems.crawler.deed import choose, choose_token
from battlemap.systems.crawler.harm import afflict, heal
from battlemap.systems.crawler.price import pay
from battlemap.systems.crawler.sheet import Place, details_of, sheet_of
from battlemap.systems.crawler.status import mana_left, place_of, status_of, uses_left
from battlemap.tactics.board import Board
from battlemap.tactics.distance import distance_between

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.crawler import Crawler
    from battlemap.systems.crawler.harm import Harm
    from battlemap.systems.crawler.options import Options
    from battlemap.systems.crawler.sheet import Prepared


def why_unusable(token: Token, thing: Prepared) -> str:
    """Return why something prepared can't be used now; empty: it can."""
    if place_of(token, thing.name, thing.place) is Place.INVENTORY:
        return "in the inventory"
    if thing.name in status_of(token).dropped:
        return "on the floor"
    if thing.spell:
        return "" if mana_left(token) >= thing.mana else f"costs {thing.mana} mana"
    return "" if uses_left(token, thing.name, thing.uses) else "used up"


def _usable(token: Token, *, healing: bool = False, spell: bool | None = None) -> list[Prepared]:
    return [
        thing
        for thing in sheet_of(token).prepared
        if not why_unusable(token, thing)
        and (not healing or thing.is_healing)
        and (spell is None or thing.spell is spell)
    ]


def nothing_to_heal_with(system: Crawler, encounter: Encounter, token: Token) -> str:
    """Return why a crawler can't heal with what it carries."""
    del system, encounter
    return "" if _usable(token, healing=True) else "nothing in the Hotlist that heals"


def no_spell(system: Crawler, encounter: Encounter, token: Token) -> str:
    """Return why a crawler can't cast."""
    del system, encounter
    return "" if _usable(token, spell=True) else "no spell in the Hotlist that can be paid for"


def no_item(system: Crawler, encounter: Encounter, token: Token) -> str:
    """Return why a crawler has nothing to use."""
    del system, encounter
    return "" if _usable(token, spell=False) else "no item left in the Hotlist"


def use_healing(system: Crawler, encounter: Encounter, act: Act) -> Procedure:
    """Use a healing spell or item, before the damage of mobs or in step 4."""
    usable = _usable(encounter.tokens[act.token], healing=True)
    return (yield from _use(system, encounter, act, usable))


def cast(system: Crawler, encounter: Encounter, act: Act) -> Procedure:
    """Cast a spell that is no attack, and pay its mana."""
    usable = _usable(encounter.tokens[act.token], spell=True)
    return (yield from _use(system, encounter, act, usable))


def use_item(system: Crawler, encounter: Encounter, act: Act) -> Procedure:
    """Use a potion or scroll from the Hotlist."""
    usable = _usable(encounter.tokens[act.token], spell=False)
    return (yield from _use(system, encounter, act, usable))


def _use(system: Crawler, encounter: Encounter, act: Act, usable: list[Prepared]) -> Procedure:
    token = encounter.tokens[act.token]
    board = Board.of(encounter, system)
    wish = act.choices.get("item", "")
    known = None if act.target is None else token_of(encounter, act.target)
    away = 0
    if known is not None:
        if known.has("dead"):
            raise IllegalIntentError(f"{name_of(known)} is dead.")
        away = distance_between(board, token.id, known.id).feet if known.id != token.id else 0
        # What doesn't reach the target is offered only where nothing does, to say so.
        usable = [one for one in usable if wish or away <= one.range_feet] or usable[:1]
    names = tuple(thing.name for thing in usable)
    name = yield from choose(token, f"{name_of(token)} uses which?", names, wish, "which item")
    thing = next(thing for thing in usable if thing.name == name)
    if known is not None:
        target = known
        if away > thing.range_feet:
            raise IllegalIntentError(
                f"{name_of(target)} is {away} ft away, {name} reaches {thing.range_feet} ft."
            )
    else:
        near = _near(board, token, thing)
        chosen = token.id
        if len(near) > 1:
            chosen = yield from choose_token(token, f"{name} on whom?", near)
        target = encounter.tokens[chosen]
    encounter = yield from pay(encounter, token.id)
    status = status_of(encounter.tokens[token.id])
    if thing.spell:
        spent = replace(status, mana_spent=status.mana_spent + thing.mana)
        lines = [f"{thing.mana} mana, {mana_left(token) - thing.mana} left"]
    else:
        spent = replace(status, used=(*status.used, name))
        lines = [f"{uses_left(token, name, thing.uses) - 1} of {thing.uses} left"]
    encounter = yield from happen(StatusChanged(token.id, spent))
    whom = "" if target.id == token.id else f" on {name_of(target)}"
    verb = "casts" if thing.spell else "uses"
    encounter, said = yield from _take_effect(system.options, encounter, target.id, thing)
    headline = f"{name_of(token)} {verb} {name}{whom}"
    return (yield from happen(Noted(headline, (*lines, *said), "note", token.id)))


def _near(board: Board, token: Token, thing: Prepared) -> tuple[Token, ...]:
    """Return the user first, then the friends in range."""
    friends = [
        other
        for other in board.encounter.tokens.values()
        if other.id != token.id
        and not other.has("dead")
        and not are_hostile(other.side, token.side)
        and distance_between(board, token.id, other.id).feet <= thing.range_feet
    ]
    return (token, *friends)


def _take_effect(options: Options, encounter: Encounter, target_id: str, thing: Prepared) -> Harm:
    lines: list[str] = []
    if thing.heals:
        encounter, said = yield from heal(encounter, target_id, thing.heals)
        lines.extend(said or ("Nothing to heal",))
    status = status_of(encounter.tokens[target_id])
    if thing.restores_mana and status.mana_spent:
        spent = max(0, status.mana_spent - thing.restores_mana)
        encounter = yield from happen(StatusChanged(target_id, replace(status, mana_spent=spent)))
        lines.append(f"{status.mana_spent - spent} mana restored")
    encounter, said = yield from clear(encounter, target_id, thing.clears)
    lines.extend(said)
    encounter, said = yield from afflict(options, encounter, target_id, thing.grants)
    return encounter, (*lines, *said)


def clear(encounter: Encounter, token_id: str, conditions: tuple[str, ...]) -> Harm:
    """Take conditions away, with the effects behind them; the dead and dying stay so."""
    token = encounter.tokens[token_id]
    gone = (token.conditions & {one.lower() for one in conditions}) - {"dead", "dying"}
    if not gone:
        return encounter, ()
    status = status_of(token)
    kept = tuple(effect for effect in status.lasting if effect.label.lower() not in gone)
    if kept != status.lasting:
        encounter = yield from happen(StatusChanged(token_id, replace(status, lasting=kept)))
    encounter = yield from happen(ConditionsChanged(token_id, token.conditions - gone))
    return encounter, (f"{name_of(token)} is no longer {', '.join(sorted(gone))}",)


_PLACES = {"hotlist": "Hotlist", "hand": "Hand", "floor": "Floor"}
"""Where Retrieve may move something."""


# Retrieve ---------------------------------------------------------------------------------


def _to_fetch(system: Crawler, token: Token) -> tuple[str, ...]:
    """Return what lies in the inventory, or on the floor."""
    stored = [thing.name for thing in sheet_of(token).prepared if thing.place is Place.INVENTORY]
    stored += [
        weapon.name
        for weapon in system.weapons(token)
        if details_of(weapon).place is Place.INVENTORY
    ]
    status = status_of(token)
    waiting = [name for name in stored if name not in status.retrieved]
    return tuple(dict.fromkeys((*status.dropped, *waiting)))


def nothing_to_fetch(system: Crawler, encounter: Encounter, token: Token) -> str:
    """Return why there is nothing to retrieve."""
    del encounter
    return "" if _to_fetch(system, token) else "nothing in the inventory or on the floor"


def retrieve(system: Crawler, encounter: Encounter, act: Act) -> Procedure:
    """Move something from the inventory, or pick it up; it can be used with the next Action."""
    token = encounter.tokens[act.token]
    name = yield from choose(
        token,
        f"{name_of(token)} retrieves which?",
        _to_fetch(system, token),
        act.choices.get("item", ""),
        "which item",
    )
    lies = name in status_of(token).dropped
    place = "hand" if lies else (yield from _where_to(token, name, act))
    encounter = yield from pay(encounter, token.id)
    status = status_of(encounter.tokens[token.id])
    if lies:
        status = replace(status, dropped=tuple(one for one in status.dropped if one != name))
    else:
        status = replace(status, retrieved=(*status.retrieved, name))
    if place == "hand":
        status = replace(status, held=name)
    elif place == "floor":
        status = replace(status, dropped=(*status.dropped, name))
    encounter = yield from happen(StatusChanged(token.id, status))
    start = "floor" if lies else "inventory"
    ready = "" if place == "floor" else "; it can be used with the next Action"
    line = f"From the {start} to the {_PLACES[place].lower()}{ready}"
    return (yield from note(token, f"{name_of(token)} retrieves {name}", (line,)))


def _where_to(token: Token, name: str, act: Act) -> Part[str]:
    """Return where something from the inventory goes: as chosen, else as the GM says."""
    wish = act.choices.get("to", "")
    if wish in _PLACES:
        return wish
    if wish:
        raise IllegalIntentError(f'Things go to hand, hotlist or floor, not to "{wish}".')
    options = tuple(AskOption(key, words) for key, words in _PLACES.items())
    headline = f"{name_of(token)} moves {name} where to?"
    return (yield from ask(Ask(token.id, headline, options, kind="where to", focus=(token.id,))))
