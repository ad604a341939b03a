"""Ways to move or act that give nobody, or not everybody, a chance to strike."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

QUIET: Mapping[str, str] = MappingProxyType(
    {
        "shift": "shifts",
        "disengage": "disengages",
        "teleport": "teleports",
        "pushed": "is moved by force",
        "force": "is put there by hand",
    }
)
"""What each quiet manner of a move says; every other manner provokes.

"pushed" is forced movement in play (a shove, a drag, a knockback), "force" the GM's hand.
"""

_NAMED = ":"


@dataclass(frozen=True)
class Exemption:
    """Why somebody can't strike at a move or deed."""

    reason: str = ""
    """"shifts", "disengages"...; empty: everybody can."""
    only: str | None = None
    """The one token that can't; None: nobody can."""

    def of(self, reactor_id: str) -> str:
        """Return why this reactor can't strike; empty: it can."""
        return self.reason if self.only in (None, reactor_id) else ""

    @property
    def is_for_all(self) -> bool:
        """Whether nobody at all can strike."""
        return bool(self.reason) and self.only is None


def exemption(manner: str) -> Exemption:
    """Return whom a move of this manner lets strike.

    Examples
    --------
    >>> exemption("walk").of("orc")
    ''
    >>> exemption("shift").of("orc")
    'shifts'
    >>> exemption(disengaging("orc")).of("orc"), exemption(disengaging("orc")).of("wolf")
    ('disengages', '')
    """
    kind, _, named = manner.partition(_NAMED)
    return Exemption(QUIET.get(kind, ""), named or None)


def disengaging(token_id: str | None = None) -> str:
    """Return the manner of a move away from one token, or with None from everybody."""
    return "disengage" if token_id is None else f"disengage{_NAMED}{token_id}"


def manner_kind(manner: str) -> str:
    """Return a manner without the token that it names.

    Examples
    --------
    >>> manner_kind(disengaging("orc"))
    'disengage'
    """
    return manner.partition(_NAMED)[0]
