"""The last few values made from the same objects, by identity; documents never change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """Remembers *kept* values, each with the objects that it was made from."""

    def __init__(self, kept: int = 8) -> None:
        self._kept = kept
        self._known: list[tuple[tuple[object, ...], Value]] = []

    def __iter__(self) -> Iterator[Value]:
        return (value for _, value in self._known)

    def get(self, made_from: tuple[object, ...], make: Callable[[], Value]) -> Value:
        """Return the value made from these very objects; *make* it if it isn't remembered."""
        for known, value in self._known:
            if len(known) == len(made_from) and all(map(_is, known, made_from)):
                return value
        value = make()
        self._known.insert(0, (made_from, value))
        del self._known[self._kept :]
        return value


def _is(a: object, b: object) -> bool:
    return a is b
