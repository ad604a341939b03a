"""What the actions of every game have in common: on whom, with what, and the line of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.cell import Cell
from battlemap.model.event import Noted
from battlemap.model.intent import Move
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Ask, IllegalIntentError, ask, happen, token_of
from battlemap.tactics.board import Board
from battlemap.tactics.distance import are_beside
from battlemap.tactics.objects import reaches_any
from battlemap.tactics.threat import can_touch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act, Attack
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.procedure import AskOption, Part, Procedure
    from battlemap.rules.system import RuleSystem


def pair(encounter: Encounter, act: Act) -> tuple[Token, Token]:
    """Return who acts and on whom.

    Raises
    ------
    IllegalIntentError
        If the action has no target on the map.
    """
    target = encounter.tokens.get(act.target or "")
    if target is None:
        raise IllegalIntentError("The action needs a target.")
    return encounter.tokens[act.token], target


def fighters(encounter: Encounter, attack: Attack) -> tuple[Token, Token]:
    """Return who attacks and whom.

    Raises
    ------
    IllegalIntentError
        If one of them doesn't exist, or they are the same.
    """
    attacker = token_of(encounter, attack.attacker)
    target = token_of(encounter, attack.target)
    if attacker.id == target.id:
        raise IllegalIntentError(f"{name_of(attacker)} cannot attack itself.")
    return attacker, target


def one_step(token: Token, act: Act, label: str, manner: str = "walk") -> Move:
    """Return the one step that an action with a cell (the choice "to": "5,6") means.

    Raises
    ------
    IllegalIntentError
        If the action names no cell; the message begins with *label*.
    """
    column, _, row = act.choices.get("to", "").partition(",")
    try:
        end = Cell(int(column), int(row))
    except ValueError:
        raise IllegalIntentError(f"{label} needs a cell to go to.") from None
    return Move(token.id, (token.at, end), manner)


def ask_object(token: Token, options: Sequence[AskOption]) -> Part[str]:
    """Return the key of the object that *token* strikes at; nobody is asked about a single one.

    Raises
    ------
    IllegalIntentError
        If there is none.
    """
    if not options:
        raise IllegalIntentError(f"{name_of(token)} reaches nothing to break.")
    if len(options) == 1:
        return options[0].key
    headline = f"What does {name_of(token)} strike at?"
    return (yield from ask(Ask(token.id, headline, tuple(options), "object", focus=(token.id,))))


def weapon_named(token: Token, weapons: Sequence[Weapon], name: str) -> Weapon:
    """Return the weapon of *token* that is called *name*.

    Raises
    ------
    IllegalIntentError
        If it has no such weapon; the message says which it has.
    """
    for weapon in weapons:
        if weapon.name == name:
            return weapon
    known = ", ".join(weapon.name for weapon in weapons)
    raise IllegalIntentError(f"{name_of(token)} has no {name}, but {known}.")


def waits(encounter: Encounter, token: Token) -> bool:
    """Tell whether a fight is under way and it is somebody else's turn."""
    order = encounter.turn_order
    return order.is_running and order.active != token.id


def not_beside(system: RuleSystem, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why *target* can't be touched; empty: it is beside within reach, or the same."""
    board = Board.of(encounter, system)
    if token.id == target.id or can_touch(board, token.id, target.id):
        return ""
    if are_beside(board, token.id, target.id):
        return f"{name_of(token)} can't reach {name_of(target)}: a wall or a height is between."
    return f"{name_of(target)} is not beside {name_of(token)}."


def nothing_to_break(system: RuleSystem, encounter: Encounter, token: Token) -> str:
    """Return why there is nothing to strike at; empty: a weapon reaches an object."""
    if encounter.map.obstacles:
        board = Board.of(encounter, system)
        if any(reaches_any(board, token.id, weapon) for weapon in system.weapons(token)):
            return ""
    return "nothing to break here"


def note(token: Token, headline: str, details: tuple[str, ...], kind: str = "note") -> Procedure:
    """Write one line of the log about an action."""
    return (yield from happen(Noted(headline, details, kind, token.id)))
