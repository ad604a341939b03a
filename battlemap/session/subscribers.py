"""Who hears of each change of the document, and what becomes of the mistakes they make."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from battlemap.model.encounter import Encounter

ChangeKind: TypeAlias = Literal["step", "commit", "undo", "redo", "open", "ask"]

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Change:
    """What a subscriber hears: the document before and after, and why it changed.

    "step" is one event inside a procedure, "ask" a question that opened (nothing changed), "commit"
    the end of an intent or edit, "undo" also a procedure that was canceled or failed half-way.
    """

    before: Encounter
    after: Encounter
    kind: ChangeKind


class Subscribers:
    """Those who want to hear of every change, in the order in which they came."""

    def __init__(self) -> None:
        self._callbacks: list[Callable[[Change], None]] = []
        self._failures: list[Exception] = []

    def add(self, callback: Callable[[Change], None]) -> Callable[[], None]:
        """Call *callback* at every change; return a function that ends it."""
        self._callbacks.append(callback)

        def unsubscribe() -> None:
            if callback in self._callbacks:
                self._callbacks.remove(callback)

        return unsubscribe

    def clear(self) -> None:
        """Tell nobody any more."""
        self._callbacks.clear()

    def tell(self, change: Change) -> None:
        """Tell everybody; whoever draws the map doesn't decide how a deed ends."""
        for callback in tuple(self._callbacks):
            try:
                callback(change)
            except Exception as error:
                _logger.exception("A subscriber failed at %s", change.kind)
                self._failures.append(error)

    @contextmanager
    def heard_out(self) -> Iterator[None]:
        """Finish a deed; what subscribers did wrong on the way comes out at its end."""
        yield
        if self._failures:
            failures, self._failures = self._failures, []
            raise failures[0]
