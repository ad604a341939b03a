"""What a step of undo is called: "Move Orc Brute 30 ft"."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from battlemap.model.intent import (
    Act,
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
    from battlemap.model.encounter import Encounter
    from battlemap.rules.system import RuleSystem


def label_of(intent: Intent, encounter: Encounter, system: RuleSystem) -> str:
    """Return what Undo and the history call *intent*, with names instead of ids."""

    def name(token_id: str | None) -> str:
        token = encounter.tokens.get(token_id or "")
        return token.name or token.id if token else token_id or "nobody"

    match intent:
        case Move(token=key, manner="force"):
            return f"Put {name(key)} elsewhere"
        case Move(token=key):
            return f"Move {name(key)}{_feet_moved(intent, encounter, system)}"
        case Turn(token=key):
            return f"Turn {name(key)}"
        case Attack(attacker=attacker, target=target):
            return f"{name(attacker)} attacks {name(target)}"
        case Act(token=key, action=action):
            buttons = (
                system.actions(encounter, encounter.tokens[key]) if key in encounter.tokens else ()
            )
            label = next((button.label for button in buttons if button.key == action), action)
            return f"{name(key)}: {label}"
        case BeginFight():
            return "Begin the fight"
        case EndTurn():
            active = encounter.turn_order.active
            return f"End {name(active)}'s turn" if active else "End the turn"
        case EndFight():
            return "End the fight"
        case SetDoor(is_open=is_open):
            return "Open a door" if is_open else "Shut a door"
        case SetCondition(token=key, condition=condition, on=on):
            return f"{name(key)}: {'' if on else 'not '}{condition}"
        case Overrule(key=key, value=value):
            return f"Overrule {key}" if value else f"Clear the ruling on {key}"
        case _:
            assert_never(intent)


def _feet_moved(move: Move, encounter: Encounter, system: RuleSystem) -> str:
    token = encounter.tokens.get(move.token)
    if token is None or len(move.cells) < 2:
        return ""
    board = Board.of(encounter, system)
    path, _ = path_along(board, move.token, system.mover(encounter, token), move.cells)
    return f" {feet_of(path.cost, encounter.map.grid.feet_per_cell):g} ft"
