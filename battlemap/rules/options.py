"""Options: a settled reading of a text with its choices, its default and its source."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import Any, Self


class Ruling(StrEnum):
    """One way to read a text: a short word for the map file and a sentence for the GM.

    Examples
    --------
    >>> class Tie(Ruling):
    ...     HIGHER = "higher", "the higher score goes first"
    >>> Tie("higher").sentence
    'the higher score goes first'
    """

    sentence: str

    def __new__(cls, value: str, sentence: str) -> Self:
        """Return the member that the file calls *value*."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.sentence = sentence
        return member


def option(default: Any, question: str, *, source: str) -> Any:  # noqa: ANN401  # a dataclass field's default has the field's type
    """Return a dataclass field that is one settled reading; forms find it in the metadata.

    Parameters
    ----------
    default
        An enum member (its class lists the choices), a bool, an int or a float.
    question
        One sentence that explains the option.
    source
        The section of the text, and what is open there.
    """
    return field(default=default, metadata={"question": question, "source": source})
