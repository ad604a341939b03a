"""Types as the codec sees them: resolved hints, the words of enums, the members of unions."""

from __future__ import annotations

import collections.abc
import sys
from dataclasses import is_dataclass
from enum import Enum, Flag
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from battlemap.geometry.cell import Cell, Point

if TYPE_CHECKING:
    from battlemap.model.json_text import Json

# Names that modules import for their type checker only; hints are resolved with these as well.
_KNOWN: dict[str, Any] = {
    "Cell": Cell,
    "Point": Point,
    "Mapping": collections.abc.Mapping,
    "Sequence": collections.abc.Sequence,
    "Fraction": Fraction,
}


@lru_cache(maxsize=512)
def hints_of(kind: Any) -> dict[str, Any]:  # noqa: ANN401  # a class; mypy doubts that it is hashable
    """Return the resolved types of a dataclass's fields.

    Raises
    ------
    TypeError
        If a name in them is imported for the type checker only and isn't a common one.
    """
    try:
        return get_type_hints(kind, {**_KNOWN, **vars(sys.modules[kind.__module__])})
    except NameError as error:
        raise TypeError(
            f"{kind.__module__}.{kind.__name__}: import {error.name} at runtime, the codec needs it"
        ) from error


def enum_word(value: Enum) -> Json:
    """Return the word of an enum's member, or the words of a flag."""
    if isinstance(value, Flag):
        return [str(part.name).lower() for part in type(value) if part.value and part in value]
    return value.value if isinstance(value.value, str) else value.name.lower()


def records_in(hint: object) -> dict[str, type]:
    """Return the dataclasses in a union by name."""
    kinds = [kind for kind in get_args(hint) if isinstance(kind, type)]
    return {kind.__name__: kind for kind in kinds if is_dataclass(kind)}
