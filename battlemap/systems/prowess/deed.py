"""What an action is: its button, its price, why not, and what it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from battlemap.rules import acting
from battlemap.rules.by_hand import name_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.prowess import Prowess

WhyNot: TypeAlias = "Callable[[Prowess, Encounter, Token], str]"
WrongTarget: TypeAlias = "Callable[[Prowess, Encounter, Token, Token], str]"
Doing: TypeAlias = "Callable[[Prowess, Encounter, Act], Procedure]"


@dataclass(frozen=True)
class Deed:
    """One action: its button and what it does; ``do`` is None where another intent does it."""

    key: str
    label: str
    points: int
    help: str
    needs_target: bool = False
    why_not: WhyNot | None = None
    wrong_target: WrongTarget | None = None
    do: Doing | None = None
    provokes: str = ""
    """What it is to those whose aura it is done in: "item", "cast"...; empty: nothing."""
    varies: bool = False
    """The GM may name another price: the choice "points"."""
    readied: bool = True
    """Whether it can be readied."""
    is_attack: bool = False
    """An Alternate Attack Action without an attack roll."""
    any_time: bool = False
    """Whether it can be done in the turns of others."""


def not_beside(system: Prowess, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why *target* is too far away to be touched; empty: it is beside."""
    if token.id == target.id:
        return "Nobody does that to oneself."
    if target.has("dead"):
        return f"{name_of(target)} is dead."
    return acting.not_beside(system, encounter, token, target)
