"""What tactics needs to know from whoever reads the board: a rule system, or a test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.token import Token, Weapon
    from battlemap.tactics.conventions import Conventions
    from battlemap.tactics.reach import WeaponReach


class Reading(Protocol):
    """The questions about tokens that only a rule system can answer."""

    def conventions(self) -> Conventions:
        """Return the geometric readings of the game."""

    def reaches(self, token: Token) -> Sequence[WeaponReach]:
        """Return what *token* threatens with; nothing for one that can't strike."""

    def weapons(self, token: Token) -> tuple[Weapon, ...]:
        """Return what *token* can attack with, bare hands at least."""

    def is_able(self, token: Token) -> bool:
        """Tell whether *token* can act: threaten, flank and react."""

    def may_react(self, token: Token) -> bool:
        """Tell whether *token* may strike at somebody who leaves its reach now."""

    def is_out(self, token: Token) -> bool:
        """Tell whether *token* is dead or down: it neither blocks cells nor gives cover."""

    def has_moved(self, token: Token) -> bool | None:
        """Tell whether *token* moved in its last turn; None: the rules keep no count of it."""
