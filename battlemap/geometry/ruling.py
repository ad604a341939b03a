"""A choice among readings: what the GM picks, in a word for the file and a sentence."""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class Ruling(StrEnum):
    """One way to read a text or the board: a short word for the map file, a sentence for the GM.

    Examples
    --------
    >>> class Tie(Ruling):
    ...     HIGHER = "higher", "the higher score goes first"
    >>> Tie("higher").sentence
    'the higher score goes first'
    """

    sentence: str

    def __new__(cls, value: str, sentence: str = "") -> Self:
        """Return the member that the file calls *value*."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.sentence = sentence
        return member
