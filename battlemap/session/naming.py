"""What a step of undo is called: "Move Orc Brute 30 ft"."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from battlemap.model.event import TokenMoved
from battlemap.model.intent import (
    Act,
    AreaAttack,
    ArrangeTurns,
    Attack,
    BeginFight,
    EndFight,
    EndTurn,
    Intent,
    Move,
    Overrule,
    SetCondition,
    SetDoor,
    Turn,
)
from battlemap.session.preview import feet_of
from battlemap.tactics.board import Board
from battlemap.tactics.movement import path_along

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.event import Event
    from battlemap.rules.system import RuleSystem


def label_of(
    intent: Intent, encounter: Encounter, system: RuleSystem, events: Sequence[Event] = ()
) -> str:
    """Return what Undo and the history call *intent*, with names instead of ids.

    Parameters
    ----------
    intent
        What was asked for.
    encounter
        The document before.
    system
        The rules, which know the names of actions and the cost of a way.
    events
        What happened: a mover that was halted half-way moved only so far.
    """

    def name(token_id: str | None) -> str:
        token = encounter.tokens.get(token_id or "")
        return token.name or token.id if token else token_id or "nobody"

    match intent:
        case Move(token=key, manner="force"):
            return f"Put {name(key)} elsewhere"
        case Move(token=key):
            return f"Move {name(key)}{_feet_moved(intent, encounter, system, events)}"
        case Turn(token=key):
            return f"Turn {name(key)}"
        case Attack(attacker=attacker, target=target):
            return f"{name(attacker)} attacks {name(target)}"
        case AreaAttack(attacker=attacker, weapon=weapon):
            return f"{name(attacker)}: {weapon or intent.shape}"
        case Act(token=key, action=action):
            buttons = (
                system.actions(encounter, encounter.tokens[key]) if key in encounter.tokens else ()
            )
            label = next((button.label for button in buttons if button.key == action), action)
            return f"{name(key)}: {label}"
        case BeginFight():
            return "Begin the fight"
        case EndTurn():
            active, said = encounter.turn_order.active, system.next_label(encounter)
            if said != "End turn":
                return said
            return f"End {name(active)}'s turn" if active else "End the turn"
        case EndFight():
            return "End the fight"
        case SetDoor(is_open=is_open):
            return "Open a door" if is_open else "Shut a door"
        case SetCondition(token=key, condition=condition, on=on):
            return f"{name(key)}: {'' if on else 'not '}{condition}"
        case Overrule(key=key, value=value):
            return f"Overrule {key}" if value else f"Clear the ruling on {key}"
        case ArrangeTurns():
            return "Arrange the turns"
        case _:
            assert_never(intent)


def _feet_moved(
    move: Move, encounter: Encounter, system: RuleSystem, events: Sequence[Event]
) -> str:
    token = encounter.tokens.get(move.token)
    if token is None:
        return ""
    ends = [e.end for e in events if isinstance(e, TokenMoved) and e.token == move.token]
    cells = (move.cells[0], *ends) if events else move.cells
    if len(cells) < 2:
        return ""
    board = Board.of(encounter, system)
    path, _ = path_along(board, move.token, system.mover(encounter, token), cells, move.jumps)
    return f" {feet_of(path.cost, encounter.map.grid.feet_per_cell):g} ft"
