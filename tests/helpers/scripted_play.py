"""What laws and whole fights of every game do: carry intents out, walk nearer, go back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.cell import Cell
from battlemap.model.apply import apply
from battlemap.model.intent import Move
from battlemap.rules.procedure import Ask, Roll

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from battlemap.model.encounter import Encounter
    from battlemap.model.event import Event
    from battlemap.model.intent import Intent
    from battlemap.rules.system import RuleSystem
    from battlemap.session.session import Session


def walked(encounter: Encounter, wish):
    """Return an intent as it is, or the move that ("walk", token, steps, manner) stands for."""
    if not isinstance(wish, tuple):
        return wish
    _, key, path, manner = wish
    cells = [encounter.tokens[key].at]
    for step in path:
        cells.append(cells[-1].plus(step))
    return Move(key, tuple(Cell(*cell) for cell in cells), manner)


def carry_out(
    system: RuleSystem,
    encounter: Encounter,
    intent: Intent,
    dice: Random,
    choose: Callable[[int], int],
    asked: list[tuple[Encounter, Ask, str]] | None = None,
) -> tuple[Encounter, list[tuple[Encounter, Event, Encounter]]]:
    """Run one intent; returns the encounter after it and (before, event, after) of each event.

    *choose* picks the answer to a question among so many; *asked* takes up (encounter, question,
    answer) of each.
    """
    seen = []
    procedure = system.perform(encounter, intent)
    answer: object = None
    while True:
        try:
            said = procedure.send(answer)
        except StopIteration as stop:
            last = stop.value
            break
        if isinstance(said, Roll):
            assert said.count > 0
            answer = tuple(dice.randint(1, said.sides) for _ in range(said.count))
        elif isinstance(said, Ask):
            open_keys = [option.key for option in said.options if not option.unavailable]
            assert len({option.key for option in said.options}) == len(said.options)
            answer = open_keys[choose(len(open_keys))]
            if asked is not None:
                asked.append((encounter, said, answer))
        else:
            after = apply(encounter, said)
            seen.append((encounter, said, after))
            answer = encounter = after
    assert last is encounter
    return encounter, seen


def step_nearer(session: Session, key: str, enemy: str, *, safest: bool = True) -> Move | None:
    """Return the move that brings a token nearest to an enemy; None: it stands there already."""
    previewer = session.preview_move(key)
    board = session.board
    goal, token = board.cells_of(enemy), session.encounter.tokens[key]
    best = min(
        previewer.field.costs,
        key=lambda cell: (
            board.grid.space_distance(board.cells_at(token, cell), goal),
            previewer.field.costs[cell],
            cell,
        ),
        default=token.at,
    )
    if best == token.at:
        return None
    ways = previewer.to(best)
    route = ways.safest if safest else ways.shortest
    return None if route is None else Move(key, route.path.cells)


def all_the_way_back(session: Session, start: Encounter) -> None:
    """Undo everything and redo everything: the very same documents come back."""
    end = session.encounter
    while session.history.can_undo:
        session.undo()
    assert session.encounter is start
    while session.history.can_redo:
        session.redo()
    assert session.encounter is end
