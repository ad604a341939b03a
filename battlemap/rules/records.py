"""What the records of every game refuse: numbers that no sheet of paper holds."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed import DataclassInstance


def check_within(
    record: DataclassInstance, what: str, least: int, most: int, but: Iterable[str] = ()
) -> None:
    """Refuse a record with a number out of range.

    Parameters
    ----------
    what
        What the record is called in the message.
    but
        The names of fields that have ranges of their own.

    Raises
    ------
    ValueError
        Naming the field and the range.
    """
    for field in fields(record):
        value = getattr(record, field.name)
        if isinstance(value, bool) or not isinstance(value, int) or field.name in but:
            continue
        if not least <= value <= most:
            raise ValueError(
                f"{what}: {field.name} is a number from {least} to {most}, not {value}"
            )
