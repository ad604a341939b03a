"""The board: an encounter as the facts see it, with what they share computed once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from battlemap.geometry.footprint import footprint
from battlemap.model.token import are_hostile
from battlemap.tactics.recent import Recent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from battlemap.geometry.cell import Cell, Point
    from battlemap.geometry.grid import Grid
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.tactics.conventions import Conventions
    from battlemap.tactics.crossings import Arm
    from battlemap.tactics.reading import Reading


@dataclass(frozen=True, eq=False)
class Board:
    """An encounter read by a rule system. Nothing in it ever changes.

    Ask for it with ``Board.of``, which hands out the same board for the same encounter and reading.
    """

    encounter: Encounter
    reading: Reading

    @classmethod
    def of(cls, encounter: Encounter, reading: Reading) -> Board:
        """Return the board of this very encounter (by identity), made once."""
        return _recent.get((encounter, reading), lambda: cls._inheriting(encounter, reading))

    @classmethod
    def _inheriting(cls, encounter: Encounter, reading: Reading) -> Board:
        board = cls(encounter, reading)
        board._inherit()
        return board

    def _inherit(self) -> None:
        """Take over what an earlier board of this map knows of the tokens that are the same."""
        for known in _recent:
            if known.encounter.map is self.encounter.map and known.reading is self.reading:
                before, now = known.encounter.tokens, self.encounter.tokens
                for token_id, cells in known.threats.items():
                    if token_id in now and now[token_id] is before.get(token_id):
                        self.threats[token_id] = cells
                        if token_id in known.arms:
                            self.arms[token_id] = known.arms[token_id]
                return

    @cached_property
    def threats(self) -> dict[str, dict[str, frozenset[Cell]]]:
        """What ``tactics.threat`` has found so far, by token and weapon."""
        return {}

    @cached_property
    def arms(self) -> dict[str, tuple[Arm, ...]]:
        """What ``tactics.crossings`` has found so far, by token."""
        return {}

    @cached_property
    def grid(self) -> Grid:
        """The map's grid."""
        return self.encounter.map.grid.grid

    @cached_property
    def conventions(self) -> Conventions:
        """The geometric readings of the game; the map's own diagonals win."""
        chosen = self.reading.conventions()
        diagonals = self.encounter.map.grid.diagonals
        return chosen if diagonals is None else replace(chosen, diagonals=diagonals)

    def token(self, token_id: str) -> Token:
        """Return the token with this id.

        Raises
        ------
        KeyError
            If there is none.
        """
        return self.encounter.tokens[token_id]

    def cells_at(self, token: Token, at: Cell) -> tuple[Cell, ...]:
        """Return the cells of *token* if its anchor stood at *at*."""
        return footprint(self.grid, at, token.size, token.turned)

    def cells_of(self, token_id: str) -> tuple[Cell, ...]:
        """Return the cells that a token occupies."""
        token = self.token(token_id)
        return self.cells_at(token, token.at)

    def center_of(self, token_id: str) -> Point:
        """Return the center of a token's space on the map."""
        return self.grid.centroid(self.cells_of(token_id))

    @cached_property
    def standing(self) -> Mapping[Cell, tuple[str, ...]]:
        """The tokens in each occupied cell, those that are out left aside."""
        found: dict[Cell, tuple[str, ...]] = {}
        for token in self.encounter.tokens.values():
            if not self.reading.is_out(token):
                for cell in self.cells_of(token.id):
                    found[cell] = (*found.get(cell, ()), token.id)
        return found

    def elevation_of(self, token: Token, at: Cell | None = None) -> int:
        """Return how high *token* stands in feet: its own height, or its highest cell's ground."""
        if token.elevation_feet is not None:
            return token.elevation_feet
        cells = self.cells_at(token, token.at if at is None else at)
        return max(self.encounter.map.ground_feet(cell) for cell in cells)

    def enemies_of(self, token: Token) -> Iterator[Token]:
        """Yield the able tokens that are hostile to *token*, in the map's order."""
        for other in self.encounter.tokens.values():
            if (
                other.id != token.id
                and are_hostile(other.side, token.side)
                and self.reading.is_able(other)
            ):
                yield other


_recent: Recent[Board] = Recent()
