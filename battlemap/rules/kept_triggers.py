"""The triggers of a way, kept for whoever asks next: first the preview asks, then the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.tactics.recent import Recent

if TYPE_CHECKING:
    from collections.abc import Callable

    from battlemap.rules.trigger import Trigger
    from battlemap.tactics.path import Path


def kept_triggers(
    made_from: tuple[object, ...],
    path: Path,
    manner: str,
    find: Callable[[], tuple[Trigger, ...]],
) -> tuple[Trigger, ...]:
    """Return what *find* said of this path and manner; ask it if nobody has.

    Parameters
    ----------
    made_from
        The other objects that the answer depends on: board and mover, and the rules.
    """
    known = _recent.get(made_from, dict)
    way = path, manner
    if way not in known:
        known[way] = find()
    return known[way]


_recent: Recent[dict[tuple[Path, str], tuple[Trigger, ...]]] = Recent()
