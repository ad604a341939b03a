"""Where the faces of dice come from: those typed by hand first, then a seeded generator."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


@dataclass(frozen=True)
class Dice:
    """Dice as a frozen value: rolling gives the faces and the dice afterwards.

    So undo puts old dice back and the same faces come again, and a journal keeps them whole. The
    generator is SplitMix64 (Steele, Lea and Flood, 2014), the same on every machine and version.

    Raises
    ------
    ValueError
        If ``state`` isn't a number of 64 bits.

    Examples
    --------
    >>> faces, later = Dice.seeded(7).with_typed([4]).roll(2, 20)
    >>> faces[0], later.typed, later.rolls
    (4, (), 1)
    >>> Dice.seeded(7).roll(3, 20) == Dice.seeded(7).roll(3, 20)
    True
    """

    seed: int
    state: int
    """The generator's whole state."""
    rolls: int = 0
    """How many times the seeded dice were rolled."""
    typed: tuple[int, ...] = ()
    """Faces that a GM typed ahead; used up before the seeded dice go on."""

    def __post_init__(self) -> None:
        if not 0 <= self.state <= _MASK:
            raise ValueError(f"a state is a number from 0 to 2^64 - 1, not {self.state}")

    @classmethod
    def seeded(cls, seed: int) -> Dice:
        """Return dice at the beginning of the stream of *seed*, of which 64 bits count."""
        return cls(seed, seed & _MASK)

    def with_typed(self, faces: Sequence[int]) -> Dice:
        """Return the dice with *faces* typed ahead, in the place of any typed before."""
        return replace(self, typed=tuple(faces))

    def roll(self, count: int, sides: int) -> tuple[tuple[int, ...], Dice]:
        """Return *count* faces, those typed first, and the dice afterwards.

        Raises
        ------
        ValueError
            If there are no sides or fewer than no dice, or a typed face that comes next is not on
            a die with this many sides.
        """
        if sides < 1:
            raise ValueError(f"a die needs a side, not {sides}")
        if count < 0:
            raise ValueError(f"{count} dice cannot be rolled")
        own = self.typed[:count]
        check_faces(own, sides)
        if len(own) == count:
            return own, replace(self, typed=self.typed[count:])
        drawn = []
        state = self.state
        for _ in range(count - len(own)):
            face, state = _face(state, sides)
            drawn.append(face)
        return (*own, *drawn), replace(self, state=state, rolls=self.rolls + 1, typed=())


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


def _face(state: int, sides: int) -> tuple[int, int]:
    """Return a face and the state afterwards."""
    # Numbers beyond the last whole multiple of the sides would make some faces likelier.
    fair = (1 << 64) - (1 << 64) % sides
    while True:
        number, state = _split_mix(state)
        if number < fair:
            return 1 + number % sides, state


def _split_mix(state: int) -> tuple[int, int]:
    """Return the next number of 64 bits and the state afterwards."""
    state = (state + _GOLDEN) & _MASK
    mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return mixed ^ (mixed >> 31), state
