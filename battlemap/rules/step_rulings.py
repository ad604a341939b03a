"""What the GM says a step costs, for the next move or until cleared; the same in every game."""

from __future__ import annotations

from dataclasses import replace
from functools import wraps
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from battlemap.geometry.cell import Cell
from battlemap.geometry.names import cell_name
from battlemap.rules.procedure import IllegalIntentError
from battlemap.rules.standing import keep_ruling, who
from battlemap.tactics.mover import Mover

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from battlemap.model.encounter import Encounter, Override
    from battlemap.model.intent import Overrule
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure

STEP = "step:"
"""Before the cell in the keys of such rulings; the mover is their attacker."""

_ONCE = " once"
_LEAST, _MOST = 100, 9900

AnyMover = TypeVar("AnyMover", bound=Mover)
System = TypeVar("System")


def step_key(cell: Cell) -> str:
    """Return the key of a ruling about stepping into a cell."""
    return f"{STEP}{cell[0]},{cell[1]}"


def step_value(hundredths: int, *, once: bool) -> str:
    """Return the value of a ruling: what the step costs, in hundredths of a cell."""
    return f"{hundredths}{_ONCE if once else ''}"


def ruled_steps(encounter: Encounter, token_id: str) -> Mapping[Cell, int]:
    """Return what steps of a token cost by the GM's word, by the anchor's cell that is entered."""
    found = {}
    for kept in encounter.overrides:
        if kept.key.startswith(STEP) and kept.attacker in ("", token_id):
            cell, cost = _cell_of(kept.key), _cost_of(kept.value)
            if cell is not None and cost is not None:
                found[cell] = cost
    return MappingProxyType(found)


def step_ruling(encounter: Encounter, token_id: str, cell: Cell) -> tuple[int, str] | None:
    """Return what the GM says of a step, and "once" or "until cleared"; None: nothing."""
    for kept in encounter.overrides:
        if (kept.key, kept.attacker) == (step_key(cell), token_id):
            cost = _cost_of(kept.value)
            lasts = "once" if kept.value.endswith(_ONCE) else "until cleared"
            return None if cost is None else (cost, lasts)
    return None


def with_ruled_steps(
    find: Callable[[System, Encounter, Token], AnyMover],
) -> Callable[[System, Encounter, Token], AnyMover]:
    """Let what a system says of how a token moves hold the GM's rulings about steps, too."""

    @wraps(find)
    def found(system: System, encounter: Encounter, token: Token) -> AnyMover:
        mover = find(system, encounter, token)
        costs = ruled_steps(encounter, token.id)
        return replace(mover, by_hand=costs) if costs else mover

    return found


def is_for_one_move(kept: Override, mover: str) -> bool:
    """Tell whether a ruling ends with the next move of *mover*."""
    return kept.key.startswith(STEP) and kept.attacker == mover and kept.value.endswith(_ONCE)


def rule_on_step(encounter: Encounter, intent: Overrule) -> Procedure:
    """Keep what the GM says a step costs.

    Raises
    ------
    IllegalIntentError
        If the key names no cell, or the cost isn't between one cell and 99.
    """
    cell, value = _cell_of(intent.key), intent.value.strip()
    if cell is None or cell not in encounter.map.grid.grid:
        raise IllegalIntentError(f'"{intent.key}" names no cell of the map.')
    cost = _cost_of(value)
    if value and cost is None:
        raise IllegalIntentError(
            f'A step costs {_LEAST} to {_MOST} hundredths of a cell, not "{value}".'
        )
    name = f"{who(encounter, intent.attacker)}'s step to {cell_name(encounter.map.grid.grid, cell)}"
    feet = (cost or 0) * encounter.map.grid.feet_per_cell / 100
    headline = f"GM: {name} costs {feet:g} ft" if value else f"GM: {name} costs what the map shows"
    lasts = "For the next move" if value.endswith(_ONCE) else "Until cleared"
    lines = (lasts,) if value else ()
    return (yield from keep_ruling(encounter, intent, value, headline, *lines))


def _cell_of(key: str) -> Cell | None:
    try:
        q, r = key.removeprefix(STEP).split(",")
        return Cell(int(q), int(r))
    except ValueError:
        return None


def _cost_of(value: str) -> int | None:
    try:
        cost = int(value.removesuffix(_ONCE))
    except ValueError:
        return None
    return cost if _LEAST <= cost <= _MOST else None
