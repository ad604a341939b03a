"""Boards as text, both ways: for tests, the documentation and bug reports.

Examples
--------
>>> board = parse('''
...     square 5x3
...     + + + +-+ +
...      . . .|. .
...     + + + +-+ +
...      S . d O .
...     + + + + + +
...      . . .D. .
...     + + + + + +
...     S seren party facing=90 weapon=spear:10
...     O orc foe facing=270
... ''')
>>> [token.at for token in board.tokens.values()]
[Cell(q=0, r=1), Cell(q=3, r=1)]
>>> parse(to_text(board)) == board
True

The whole notation is described in docs/notation.md.
"""

from __future__ import annotations

from battlemap.model.notation.reader import parse
from battlemap.model.notation.words import NotationError
from battlemap.model.notation.writer import in_notation, to_text

__all__ = ["NotationError", "in_notation", "parse", "to_text"]
