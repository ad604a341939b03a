"""What someone wants to do. Intents hold plain ids and cells, so that the journal can keep them."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.geometry.cell import Cell


def _no_choices() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True)
class Move:
    """Walk along *cells*, the anchor's cells, the start first.

    ``manner`` is "walk", "shift" (triggers nothing), "charge", or "force": the GM puts the token
    there, whatever the rules say.
    """

    token: str
    cells: tuple[Cell, ...]
    manner: str = "walk"


@dataclass(frozen=True)
class Turn:
    """Face another way."""

    token: str
    facing: float


@dataclass(frozen=True)
class Attack:
    """Strike or shoot at a target.

    ``choices`` holds what the panel's selectors say, for example ``{"defense": "dodge"}``.
    ``switched`` holds modifiers that the GM overruled for this attack only, by key: "off", "on".
    ``added`` holds modifiers of the GM's own: (label, value).
    """

    attacker: str
    target: str
    weapon: str = ""
    choices: Mapping[str, str] = field(default_factory=_no_choices)
    switched: Mapping[str, str] = field(default_factory=_no_choices)
    added: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Act:
    """Any other action of the rule system, by its key."""

    token: str
    action: str
    target: str | None = None
    choices: Mapping[str, str] = field(default_factory=_no_choices)


@dataclass(frozen=True)
class BeginFight:
    """Roll initiative for these tokens; empty: for all of them."""

    tokens: tuple[str, ...] = ()


@dataclass(frozen=True)
class EndTurn:
    """End the active token's turn and go on to the next."""


@dataclass(frozen=True)
class EndFight:
    """Stop counting turns."""


@dataclass(frozen=True)
class SetDoor:
    """Open or shut a door."""

    door: str
    is_open: bool


@dataclass(frozen=True)
class SetCondition:
    """Give a token a condition, or take it away."""

    token: str
    condition: str
    on: bool


@dataclass(frozen=True)
class Overrule:
    """Set a verdict by hand until cleared: ``value`` "off", "on", or "" to clear it."""

    key: str
    attacker: str
    target: str
    value: str


Intent: TypeAlias = (
    Move | Turn | Attack | Act | BeginFight | EndTurn | EndFight | SetDoor | SetCondition | Overrule
)
