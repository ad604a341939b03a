"""Who stands where on a board, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from battlemap.tactics.recent import Recent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from battlemap.tactics.board import Board


@dataclass(frozen=True, eq=False)
class Crowd:
    """The occupied cells of a board, one entry for each token in each cell."""

    q: NDArray[np.int64]
    r: NDArray[np.int64]
    owner: NDArray[np.int64]
    """Whose cell it is: the token's place in ``place_of``."""
    side: NDArray[np.int64]
    """The owner's side: its place in ``sides``."""
    sides: tuple[str, ...]
    place_of: Mapping[str, int]

    @classmethod
    def of(cls, board: Board) -> Crowd:
        """Return the crowd of this very board, made once; those that are out are left aside."""
        return _recent.get((board,), lambda: cls._made(board))

    @classmethod
    def _made(cls, board: Board) -> Crowd:
        place_of = {token: place for place, token in enumerate(board.encounter.tokens)}
        known = [token.side for token in board.encounter.tokens.values()]
        sides = tuple(dict.fromkeys(known))
        entries = np.array(
            [
                (*cell, place_of[token], sides.index(board.token(token).side))
                for cell, tokens in board.standing.items()
                for token in tokens
            ],
            dtype=np.int64,
        ).reshape(-1, 4)
        q, r, owner, side = entries.T
        return cls(q, r, owner, side, sides, place_of)


_recent: Recent[Crowd] = Recent()
