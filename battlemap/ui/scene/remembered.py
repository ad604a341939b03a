"""What was computed from a part of the document, kept while that part is the same object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

_Made = TypeVar("_Made")


class Remembered(Generic[_Made]):
    """The last few results of *make*, by the identity of its arguments.

    The document is frozen, so the same object always means the same result; comparing large
    layers by value would cost more than drawing them.
    """

    def __init__(self, make: Callable[..., _Made], kept: int = 8) -> None:
        self._make = make
        self._kept = kept
        self._known: list[tuple[tuple[Any, ...], _Made]] = []

    def __call__(self, *parts: object) -> _Made:
        """Return what *make* makes of *parts*."""
        for index, (known, made) in enumerate(self._known):
            if len(known) == len(parts) and all(a is b for a, b in zip(known, parts, strict=True)):
                if index:
                    self._known.insert(0, self._known.pop(index))
                return made
        made = self._make(*parts)
        self._known.insert(0, (parts, made))
        del self._known[self._kept :]
        return made
