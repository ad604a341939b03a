"""Where the names of tokens stand: below or above, beside each other, cut or left out.

A name hides neither another token nor another name. All measures are pixels.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from math import floor, sqrt
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

from battlemap.ui.scene.strokes import plate_width
from battlemap.ui.theme import font

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_GAP = 2.0
"""Between a plate and what stands beside it."""

_PADDING = 6.0
"""Of a plate, at each end of its text."""

_SHORTEST = 3
"""A name with fewer letters left says nothing."""

_BUCKET = 96.0
"""Edge of the squares in which neighbors are looked up."""


class Disc(NamedTuple):
    """A token's disc: its center and its radius."""

    x: float
    y: float
    radius: float


class Bar(NamedTuple):
    """A box of a plate."""

    left: float
    top: float
    right: float
    bottom: float


class Name(NamedTuple):
    """A name that wants a place.

    ``below`` and ``above`` are the middles of the plate's height there; ``height`` is that of the
    plate. ``is_above`` is the side that it takes where both have room.
    """

    key: str
    text: str
    disc: Disc
    below: float
    above: float
    height: float
    is_above: bool = False


class NamePlace(NamedTuple):
    """Where a name stands and what of it is shown; an empty text: nothing."""

    is_above: bool
    shift: float
    """To the right, from the token's center."""
    text: str


def lay_names(
    names: Sequence[Name], discs: Sequence[tuple[str, Disc]], bars: Sequence[Bar] = ()
) -> dict[str, NamePlace]:
    """Find a place for each name, the first come first.

    Parameters
    ----------
    names
        In the order in which they choose.
    discs
        What a name must not lie on, with the token it belongs to.
    bars
        Boxes that a name must not lie on, such as those of heights.
    """
    crowd = _Neighborhood()
    for key, disc in discs:
        crowd.add_disc(key, disc)
    for bar in bars:
        crowd.add_bar(bar)
    found = {}
    for name in names:
        place, bar = _place(name, crowd)
        found[name.key] = place
        if bar is not None:
            crowd.add_bar(bar)
    return found


def _place(name: Name, crowd: _Neighborhood) -> tuple[NamePlace, Bar | None]:
    wide = plate_width(name.text) / 2 + _GAP
    best: tuple[float, bool, float, float] | None = None
    for is_above in (name.is_above, not name.is_above):
        middle = name.above if is_above else name.below
        left, right = crowd.room(name, middle)
        if right - left >= 2 * wide:
            # As far aside as it must, and still under its own token.
            shift = min(max(0.0, left + wide - name.disc.x), right - wide - name.disc.x)
            if abs(shift) <= wide * 0.75:
                bar = _bar(name, middle, shift, wide)
                return NamePlace(is_above, round(shift, 2), name.text), bar
        if best is None or right - left > best[0]:
            best = (right - left, is_above, left, right)
    if best is None:
        return NamePlace(name.is_above, 0.0, ""), None
    room, is_above, left, right = best
    text = _cut(name.text, floor(min(room / 2, wide) * 2 - 2 * (_GAP + _PADDING)))
    if not text:
        return NamePlace(name.is_above, 0.0, ""), None
    half = plate_width(text) / 2 + _GAP
    shift = min(max(0.0, left + half - name.disc.x), right - half - name.disc.x)
    if abs(shift) > max(half, name.disc.radius):
        return NamePlace(name.is_above, 0.0, ""), None
    bar = _bar(name, name.above if is_above else name.below, shift, half)
    return NamePlace(is_above, round(shift, 2), text), bar


def _bar(name: Name, middle: float, shift: float, half: float) -> Bar:
    x, tall = name.disc.x + shift, name.height / 2
    return Bar(x - half, middle - tall, x + half, middle + tall)


@lru_cache(maxsize=2048)
def _cut(text: str, room: int) -> str:
    """Return as much of *text* as *room* pixels hold, or nothing."""
    cut = QFontMetricsF(font(11, 600)).elidedText(text, Qt.TextElideMode.ElideRight, room)
    letters = cut.rstrip("…").rstrip()
    return cut if cut == text or len(letters) >= _SHORTEST else ""


class _Neighborhood:
    """What names keep clear of, found by where it stands."""

    def __init__(self) -> None:
        self._discs: defaultdict[tuple[int, int], list[tuple[str, Disc]]] = defaultdict(list)
        self._bars: defaultdict[tuple[int, int], list[Bar]] = defaultdict(list)

    def add_disc(self, key: str, disc: Disc) -> None:
        x, y, r = disc
        for bucket in _buckets(Bar(x - r, y - r, x + r, y + r)):
            self._discs[bucket].append((key, disc))

    def add_bar(self, bar: Bar) -> None:
        for bucket in _buckets(bar):
            self._bars[bucket].append(bar)

    def room(self, name: Name, middle: float) -> tuple[float, float]:
        """Return from where to where the row at *middle* is free around the token's center.

        It ends at twice the plate's width. Nothing is free where something lies on the center.
        """
        x, tall = name.disc.x, name.height / 2
        farthest = 2 * plate_width(name.text)
        left, right = x - farthest, x + farthest
        top, bottom = middle - tall, middle + tall
        for start, end in self._in_row(name.key, Bar(left, top, right, bottom)):
            if start <= x <= end:
                return x, x
            if end < x:
                left = max(left, end)
            else:
                right = min(right, start)
        return left, right

    def _in_row(self, key: str, row: Bar) -> Iterator[tuple[float, float]]:
        """Yield from where to where others lie in a row, those of *key* left out."""
        for bucket in _buckets(row):
            for owner, (x, y, radius) in self._discs.get(bucket, ()):
                away = max(row.top - y, y - row.bottom, 0.0)
                if owner != key and away < radius:
                    half = sqrt(radius * radius - away * away)
                    yield x - half, x + half
            for bar in self._bars.get(bucket, ()):
                if bar.top < row.bottom and row.top < bar.bottom:
                    yield bar.left, bar.right


def _buckets(box: Bar) -> Iterator[tuple[int, int]]:
    for column in range(floor(box.left / _BUCKET), floor(box.right / _BUCKET) + 1):
        for row in range(floor(box.top / _BUCKET), floor(box.bottom / _BUCKET) + 1):
            yield column, row
