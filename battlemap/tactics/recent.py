"""The last few values made from the same objects, by identity; documents never change."""

from __future__ import annotations

from threading import local
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """Remembers *kept* values, each with the objects that it was made from.

    Each thread remembers its own: one that tries many positions doesn't push out what the window
    needs at the next move of the mouse, and nothing has to be locked.
    """

    def __init__(self, kept: int = 8) -> None:
        self._kept = kept
        self._local = local()

    def __iter__(self) -> Iterator[Value]:
        return (value for _, value in self._known())

    def _known(self) -> list[tuple[tuple[object, ...], Value]]:
        known: list[tuple[tuple[object, ...], Value]] | None
        known = getattr(self._local, "known", None)
        if known is None:
            known = self._local.known = []
        return known

    def get(self, made_from: tuple[object, ...], make: Callable[[], Value]) -> Value:
        """Return the value made from these very objects; *make* it if it isn't remembered."""
        remembered = self._known()
        for known, value in remembered:
            if len(known) == len(made_from) and all(map(_is, known, made_from)):
                return value
        value = make()
        self.keep(made_from, value)
        return value

    def keep(self, made_from: tuple[object, ...], value: Value) -> None:
        """Remember a value that is made already, before all others."""
        remembered = self._known()
        remembered.insert(0, (made_from, value))
        del remembered[self._kept :]


def _is(a: object, b: object) -> bool:
    return a is b
