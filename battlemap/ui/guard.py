"""Painting that fails shows less, and never ends the program."""

from __future__ import annotations

import logging
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec

if TYPE_CHECKING:
    from collections.abc import Callable

Arguments = ParamSpec("Arguments")

_logger = logging.getLogger(__name__)
_told: set[str] = set()


def guarded(draw: Callable[Arguments, None]) -> Callable[Arguments, None]:
    """Return *draw* so that an exception in it is logged instead of passed on to Qt.

    Qt calls painting functions from deep inside, and an exception that leaves one can end the
    process. The same fault is logged once: it would come back with every frame.
    """

    @wraps(draw)
    def safely(*args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
        try:
            draw(*args, **kwargs)
        except Exception as error:
            fault = f"{draw.__module__}.{draw.__qualname__}: {error!r}"
            if fault not in _told:
                _told.add(fault)
                _logger.exception("%s could not paint", draw.__qualname__)

    return safely


def forget() -> None:
    """Log the faults that are known already anew: another document is shown, or a test begins."""
    _told.clear()
