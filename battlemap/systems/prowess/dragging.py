"""Forced Movement of whom one holds, and ways that others are pushed along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.event import ConditionsChanged, TokenMoved
from battlemap.rules.acting import note
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Ask, AskOption, IllegalIntentError, ask, happen
from battlemap.systems.prowess.harm import release
from battlemap.systems.prowess.movement import move_triggers
from battlemap.systems.prowess.sheet import status_of
from battlemap.systems.prowess.strike import opportunity, provoke
from battlemap.tactics.board import Board
from battlemap.tactics.movement import Mover, movement_field, path_along

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.prowess import Prowess


_FREE = Mover(rate=10_000_000, actions=1)
"""Whoever is moved pays nothing."""


def holds_nobody(system: Prowess, encounter: Encounter, token: Token) -> str:
    """Return why there is nobody to let go or to force; empty: there is."""
    del system, encounter
    return "" if status_of(token).grappling else "isn't grappling"


def force(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Force whom the token holds to move with it, or to fall prone."""
    token = encounter.tokens[act.token]
    if reason := holds_nobody(system, encounter, token):
        # Not even the GM's word gives it somebody to force.
        raise IllegalIntentError(f"{name_of(token)} {reason}.")
    target = encounter.tokens[status_of(token).grappling]
    encounter, _ = yield from provoke(system, encounter, token.id, "force", target.id)
    if status_of(encounter.tokens[token.id]).grappling != target.id:
        return (yield from note(token, f"{name_of(token)} loses hold", ()))
    how = act.choices.get("how", "")
    if how not in ("move", "prone"):
        prone = "lies already" if target.has("prone") else ""
        how = yield from ask(
            Ask(
                token=token.id,
                headline=f"What does {name_of(token)} force {name_of(target)} to do?",
                options=(
                    AskOption("move", "Move", f"both up to {system.options.forced_feet} ft"),
                    AskOption("prone", "Fall prone", unavailable=prone),
                ),
                kind="forced movement",
                focus=(token.id, target.id),
            )
        )
    if how == "prone":
        now = encounter.tokens[target.id]
        encounter = yield from happen(ConditionsChanged(now.id, now.conditions | {"prone"}))
        headline = f"{name_of(token)} forces {name_of(target)} to the ground"
        return (yield from note(token, headline, ()))
    return (yield from _drag(system, encounter, token, target, act))


def ask_cell(
    encounter: Encounter, token: Token, headline: str, ends: list[Cell], wish: str, stay: str = ""
) -> Part[Cell]:
    """Return a cell that the intent names ("to": "5,6"), or the one that the GM answers."""
    names = {f"{cell[0]},{cell[1]}": cell for cell in ends}
    if wish in names:
        return names[wish]
    if wish:
        raise IllegalIntentError(f"{headline} Not to {wish}.")
    if len(ends) == 1:
        return ends[0]
    grid = encounter.map.grid.grid
    options = [
        AskOption(key, stay if stay and index == 0 else cell_name(grid, cell))
        for index, (key, cell) in enumerate(names.items())
    ]
    answer = yield from ask(
        Ask(token.id, headline, tuple(options), kind="where", focus=(token.id,))
    )
    return names[answer]


def _drag(
    system: Prowess, encounter: Encounter, token: Token, target: Token, act: Act
) -> Procedure:
    """Move both: the grappler walks first, with all that it provokes, then the one it holds."""
    steps = max(0, system.options.forced_feet // encounter.map.grid.feet_per_cell)
    walker = Mover(rate=100 * steps, actions=1)
    board = Board.of(encounter, system)
    field = movement_field(board, token.id, walker)
    ends = [token.at, *sorted(cell for cell in field.costs if cell != token.at)]
    question, wish = f"Where does {name_of(token)} go?", act.choices.get("self_to", "")
    end = yield from ask_cell(encounter, token, question, ends, wish, "Stays")
    path = field.shortest(end)
    if end != token.at and path is not None:
        encounter = yield from _walked(system, encounter, token.id, path.cells)
    if status_of(encounter.tokens[token.id]).grappling != target.id:
        return (yield from note(token, f"{name_of(token)} loses hold", ()))
    board = Board.of(encounter, system)
    field = movement_field(board, target.id, walker)
    own = board.cells_of(token.id)
    near = [
        cell
        for cell in sorted(field.costs)
        if board.grid.space_distance(own, board.cells_at(target, cell)) <= 100
    ]
    if not near:
        encounter = yield from release(encounter, token.id, target.id)
        return (yield from note(token, f"{name_of(token)} loses hold of {name_of(target)}", ()))
    near.sort(key=lambda cell: cell != target.at)
    stay = "Stays" if near[0] == target.at else ""
    question, wish = f"Where is {name_of(target)} moved?", act.choices.get("to", "")
    end = yield from ask_cell(encounter, token, question, near, wish, stay)
    path = field.shortest(end)
    if end != target.at and path is not None:
        encounter = yield from pushed(system, encounter, target.id, path.cells)
    where = cell_name(board.grid, end)
    return (yield from note(token, f"{name_of(token)} drags {name_of(target)} to {where}", ()))


def _walked(
    system: Prowess, encounter: Encounter, token_id: str, cells: tuple[Cell, ...]
) -> Procedure:
    return (yield from _moved(system, encounter, token_id, cells, "walk"))


def pushed(
    system: Prowess, encounter: Encounter, token_id: str, cells: tuple[Cell, ...]
) -> Procedure:
    """Move a token along a way by force, with what that provokes under the options."""
    return (yield from _moved(system, encounter, token_id, cells, "pushed"))


def _moved(
    system: Prowess, encounter: Encounter, token_id: str, cells: tuple[Cell, ...], manner: str
) -> Procedure:
    """Move a token along a way that costs nothing, with what it provokes."""
    board = Board.of(encounter, system)
    path, _ = path_along(board, token_id, _FREE, cells)
    triggers = move_triggers(system, board, board.token(token_id), path, manner)
    for step in range(1, path.steps + 1):
        for entering in (False, True):
            if entering:
                token = encounter.tokens[token_id]
                encounter = yield from happen(
                    TokenMoved(
                        token_id,
                        cells[step - 1],
                        cells[step],
                        forced=manner == "pushed",
                        elevation_feet=token.elevation_feet,
                    )
                )
            for trigger in triggers:
                if trigger.step == step and (trigger.deed == "enters") == entering:
                    encounter, _ = yield from opportunity(system, encounter, trigger, token_id)
            if manner == "walk" and not system.is_able(encounter.tokens[token_id]):
                return encounter
    return encounter
