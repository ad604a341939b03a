"""What an action is: its button, its price, why not, and what it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.grimhowl import Grimhowl

WhyNot: TypeAlias = "Callable[[Grimhowl, Encounter, Token], str]"
WrongTarget: TypeAlias = "Callable[[Grimhowl, Encounter, Token, Token], str]"
Doing: TypeAlias = "Callable[[Grimhowl, Encounter, Act], Procedure]"


@dataclass(frozen=True)
class Deed:
    """One action: its button and what it does. ``do`` is None where an intent of its own does it.

    ``is_free`` deeds cost nothing and aren't bound to turns; ``has_dice`` says whether repeating
    it costs skill dice.
    """

    key: str
    label: str
    help: str
    is_free: bool = False
    has_dice: bool = False
    needs_target: bool = False
    on_obstacle: bool = False
    """Done to an object: its id may stand among the choices, as "obstacle"."""
    befalls: bool = False
    """Whether it happens to the token, which need not be able to act."""
    pays_itself: bool = False
    """Whether ``do`` spends the action, as part of an attack."""
    why_not: WhyNot | None = None
    wrong_target: WrongTarget | None = None
    do: Doing | None = None
