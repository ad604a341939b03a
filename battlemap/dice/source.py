"""Where the faces of dice come from: a seeded generator that can be saved, or a list."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


class Dice(Protocol):
    """Something that can be rolled."""

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Return *count* faces, each from 1 to *sides*."""


class RandomDice:
    """Dice from SplitMix64 (Steele, Lea and Flood, 2014), the same on every machine and version.

    The whole state is one 64-bit number, so that a journal can keep it: a step adds a constant,
    and a face is the mixed state taken modulo the number of sides, where the few values that
    would make some faces likelier are thrown away.

    Parameters
    ----------
    seed
        Any whole number; its lowest 64 bits are the first state.

    Examples
    --------
    >>> dice = RandomDice(4711)
    >>> kept = dice.state
    >>> first = dice.roll(3, 20)
    >>> dice.state = kept
    >>> dice.roll(3, 20) == first
    True
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rolls = 0
        """How many times dice were rolled: "seed 4711, roll 38"."""
        self._state = seed & _MASK

    @property
    def state(self) -> int:
        """The generator's state, a number of 64 bits."""
        return self._state

    @state.setter
    def state(self, value: int) -> None:
        if not 0 <= value <= _MASK:
            raise ValueError(f"a state is a number from 0 to 2^64 - 1, not {value}")
        self._state = value

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Return *count* faces, each from 1 to *sides*.

        Raises
        ------
        ValueError
            If there are no sides or fewer than no dice.
        """
        _check_request(count, sides)
        self.rolls += 1
        return tuple(self._face(sides) for _ in range(count))

    def _face(self, sides: int) -> int:
        fair = (1 << 64) - (1 << 64) % sides
        while (drawn := self._next()) >= fair:
            pass
        return 1 + drawn % sides

    def _next(self) -> int:
        self._state = (self._state + _GOLDEN) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)


class ScriptedDice:
    """Dice whose faces are given, in order: for tests, and for real dice on the table."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = deque(faces)

    @property
    def left(self) -> tuple[int, ...]:
        """The faces that nobody has rolled yet."""
        return tuple(self._faces)

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Return the next *count* faces.

        Raises
        ------
        ValueError
            If too few faces are left, or one of them isn't on the die; nothing is taken then.
        """
        _check_request(count, sides)
        if len(self._faces) < count:
            raise ValueError(f"{count} dice are needed and {len(self._faces)} faces are left")
        taken = tuple(self._faces)[:count]
        check_faces(taken, sides)
        for _ in taken:
            self._faces.popleft()
        return taken


def check_faces(faces: Iterable[int], sides: int) -> None:
    """Refuse faces that a die of *sides* sides doesn't have.

    Raises
    ------
    ValueError
        Naming the face and the range.
    """
    for face in faces:
        if not 1 <= face <= sides:
            raise ValueError(f"a d{sides} shows 1 to {sides}, not {face}")


def _check_request(count: int, sides: int) -> None:
    if sides < 1:
        raise ValueError(f"a die needs a side, not {sides}")
    if count < 0:
        raise ValueError(f"{count} dice cannot be rolled")
