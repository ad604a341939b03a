"""Options: a settled reading of a text with its choices, its default and its source."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from battlemap.geometry.ruling import Ruling

__all__ = ["Ruling", "option"]


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
