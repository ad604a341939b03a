"""Finding room for new tokens, and names for copies."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.geometry.footprint import footprint
from battlemap.model.terrain import Terrain
from battlemap.model.token import are_hostile
from battlemap.ui.dialogs.add_token import fresh_id

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token


def taken_cells(encounter: Encounter) -> set[Cell]:
    """Return the cells on which somebody stands."""
    grid = encounter.map.grid.grid
    return {
        cell
        for other in encounter.tokens.values()
        for cell in footprint(grid, other.at, other.size, other.turned)
    }


def free_cell(
    encounter: Encounter, token: Token, near: Cell, taken: AbstractSet[Cell] | None = None
) -> Cell:
    """Return the anchor nearest to *near* where *token* stands on the map and on nobody.

    Parameters
    ----------
    taken
        The cells on which somebody stands; None: looked up.
    """
    grid = encounter.map.grid.grid
    if taken is None:
        taken = taken_cells(encounter)
    for radius in range(max(grid.columns, grid.rows) + 1):
        for cell in grid.ring(near, radius):
            space = footprint(grid, cell, token.size, token.turned)
            if all(
                part in grid
                and part not in taken
                and not encounter.map.terrain_at(part) & Terrain.IMPASSABLE
                for part in space
            ):
                return cell
    return near


KEEPS_AWAY = 6
"""So many cells lie at least between new foes and the party, where nobody says where."""

MOST_TRIED = 4000
"""So many cells are looked at for it: on the largest maps nobody is to wait."""


def cell_away(encounter: Encounter, token: Token, near: Cell, room: AbstractSet[Cell]) -> Cell:
    """Return the free cell nearest to *near* at which *token* stands away from its enemies.

    Parameters
    ----------
    room
        The cells that come into question, those in view for example. Where each lies too near to an
        enemy it is the one farthest from them all.
    """
    grid = encounter.map.grid.grid
    taken: set[Cell] = set()
    enemies: list[Cell] = []
    for other in encounter.tokens.values():
        space = footprint(grid, other.at, other.size, other.turned)
        taken.update(space)
        if are_hostile(other.side, token.side):
            enemies.extend(space)
    if not enemies:
        return free_cell(encounter, token, near)
    best, farthest = near, -1
    for cell in sorted(room, key=lambda cell: grid.steps(near, cell))[:MOST_TRIED]:
        space = footprint(grid, cell, token.size, token.turned)
        if any(
            part not in grid or part in taken or encounter.map.terrain_at(part) & Terrain.IMPASSABLE
            for part in space
        ):
            continue
        away = min(grid.steps(part, enemy) for part in space for enemy in enemies)
        if away > KEEPS_AWAY:
            return cell
        if away > farthest:
            best, farthest = cell, away
    return best


class Newcomers:
    """Tokens that come to a map one after another, each to a place and under a name of its own.

    Parameters
    ----------
    encounter
        The document to which they come.
    """

    def __init__(self, encounter: Encounter) -> None:
        self._before = encounter
        self._tokens = dict(encounter.tokens)
        self._names = {token.name for token in encounter.tokens.values()}
        self._taken = taken_cells(encounter)
        self._last_numbers: dict[str, int] = {}

    @property
    def encounter(self) -> Encounter:
        """The document with all of them."""
        return replace(self._before, tokens=MappingProxyType(dict(self._tokens)))

    def put(self, token: Token, near: Cell) -> Token:
        """Let *token* stand on the free cell nearest to *near*; return it there."""
        grid = self._before.map.grid.grid
        placed = replace(token, at=free_cell(self._before, token, near, self._taken))
        self._taken.update(footprint(grid, placed.at, placed.size, placed.turned))
        self._tokens[placed.id] = placed
        self._names.add(placed.name)
        return placed

    def copy_of(self, token: Token) -> Token:
        """Return a copy with an id and a name of its own, "Goblin 2", and no links."""
        stem, _, last = token.name.rpartition(" ")
        base = stem if stem and last.isdigit() else token.name
        # Names only come: what was taken once is taken still.
        number = self._last_numbers.get(base, 1) + 1
        while f"{base} {number}" in self._names:
            number += 1
        self._last_numbers[base] = number
        name = f"{base} {number}"
        return replace(token, id=fresh_id(name, self._tokens), name=name, links=())

    def renamed(self, token: Token) -> Token:
        """Return a token with an id that is free, and a number where its name is taken."""
        if token.name in self._names:
            return self.copy_of(token)
        return replace(token, id=fresh_id(token.name, self._tokens))


def with_new_tokens(encounter: Encounter, tokens: Iterable[Token], near: Cell) -> Encounter:
    """Return the encounter with these tokens, each on the free cell nearest to *near*."""
    coming = Newcomers(encounter)
    for token in tokens:
        coming.put(token, near)
    return coming.encounter
