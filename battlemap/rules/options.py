"""Options: a settled reading of a text with its choices, its default and its source."""

from __future__ import annotations

from dataclasses import Field, dataclass, field, fields
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


@dataclass(frozen=True)
class OptionInfo:
    """What the Rules dialog and the reference say about one option."""

    name: str
    question: str
    default: object
    source: str


def option(default: Any, question: str, *, source: str) -> Any:  # noqa: ANN401  # a dataclass field's default has the field's type
    """Return a dataclass field that is one settled reading.

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


def options_of(options_class: type) -> list[OptionInfo]:
    """Return what there is to say about each option of a system."""
    declared: tuple[Field[Any], ...] = fields(options_class)
    return [
        OptionInfo(f.name, f.metadata["question"], f.default, f.metadata["source"])
        for f in declared
    ]
