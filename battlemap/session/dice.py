"""The dice of a session as a frozen value: undo puts an old one back, and the same faces come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlemap.dice.source import RandomDice, check_faces

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class DiceState:
    """How far the seeded dice have come, and the faces that a GM typed ahead.

    Examples
    --------
    >>> faces, later = DiceState.seeded(7).with_typed([4]).roll(2, 20)
    >>> faces[0], later.typed, later.rolls
    (4, (), 1)
    """

    seed: int
    state: int
    """The generator's state."""
    rolls: int = 0
    """How many times the seeded dice were rolled."""
    typed: tuple[int, ...] = ()
    """Used up before the seeded dice go on."""

    @classmethod
    def seeded(cls, seed: int) -> DiceState:
        """Return dice at the beginning of the stream of *seed*."""
        return cls(seed, RandomDice(seed).state)

    def roll(self, count: int, sides: int) -> tuple[tuple[int, ...], DiceState]:
        """Return *count* faces, those typed first, and the dice afterwards.

        Raises
        ------
        ValueError
            If a typed face that comes next is not on a die with this many sides.
        """
        own = self.typed[:count]
        check_faces(own, sides)
        if len(own) == count:
            return own, replace(self, typed=self.typed[count:])
        dice = RandomDice(self.seed)
        dice.state, dice.rolls = self.state, self.rolls
        drawn = dice.roll(count - len(own), sides)
        return (*own, *drawn), replace(self, state=dice.state, rolls=dice.rolls, typed=())

    def with_typed(self, faces: Sequence[int]) -> DiceState:
        """Return the dice with *faces* typed ahead, in the place of any typed before."""
        return replace(self, typed=tuple(faces))
