"""Options: a settled reading of a text with its choices, its default and its source."""

from __future__ import annotations

from dataclasses import field, fields
from typing import TYPE_CHECKING, Any

from battlemap.geometry.ruling import Ruling

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["Ruling", "check_limits", "option"]


def option(
    default: Any,  # noqa: ANN401  # a dataclass field's default has the field's type
    question: str,
    *,
    source: str,
    limits: tuple[int, int] | None = None,
) -> Any:  # noqa: ANN401  # as above
    """Return a dataclass field that is one settled reading; forms find it in the metadata.

    Parameters
    ----------
    default
        An enum member (its class lists the choices), a bool, a number or a text.
    question
        One sentence that explains the option.
    source
        The section of the text, and what is open there.
    limits
        The least and the most that a number may be; ``check_limits`` refuses others.
    """
    metadata: dict[str, object] = {"question": question, "source": source}
    if limits is not None:
        metadata["limits"] = limits
    return field(default=default, metadata=metadata)


def check_limits(options: DataclassInstance) -> None:
    """Refuse numbers outside of what their options allow.

    Raises
    ------
    ValueError
        If there is one, with its name and limits.
    """
    for part in fields(options):
        if "limits" in part.metadata:
            least, most = part.metadata["limits"]
            value = getattr(options, part.name)
            if not least <= value <= most:
                raise ValueError(f"{part.name} is a number from {least} to {most}, not {value}")
