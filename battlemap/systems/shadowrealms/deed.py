"""What an action is: its button, its price, why not, and what it does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from battlemap.model.event import StatusChanged
from battlemap.rules.procedure import happen
from battlemap.systems.shadowrealms.pools import check
from battlemap.systems.shadowrealms.sheet import status_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.shadowrealms import ShadowRealms

WhyNot: TypeAlias = "Callable[[ShadowRealms, Encounter, Token], str]"
WrongTarget: TypeAlias = "Callable[[ShadowRealms, Encounter, Token, Token], str]"
Tested: TypeAlias = "Part[tuple[Encounter, bool, str]]"
Doing: TypeAlias = "Callable[[ShadowRealms, Encounter, Act], Procedure]"


@dataclass(frozen=True)
class Deed:
    """One action: its button and what it does. ``do`` is None where an intent of its own does it.

    ``cost`` is "standard", "bonus" or "free".
    """

    key: str
    label: str
    cost: str
    help: str
    needs_target: bool = False
    why_not: WhyNot | None = None
    wrong_target: WrongTarget | None = None
    do: Doing | None = None
    is_strenuous: bool = False
    price: int = 1
    """How many standard actions it costs."""
    on_obstacle: bool = False
    """Whether it is done to a wall, door or thing."""
    pays_itself: bool = False
    """Whether ``do`` spends the price."""


def tested(
    system: ShadowRealms, encounter: Encounter, token: Token, dice: int, difficulty: int, what: str
) -> Tested:
    """Roll a test of one's own; as many dice as the option says pass it."""
    encounter, successes, line = yield from tested_for(
        system, encounter, token, dice, difficulty, what
    )
    return encounter, successes > 0, line


def tested_for(
    system: ShadowRealms, encounter: Encounter, token: Token, dice: int, difficulty: int, what: str
) -> Part[tuple[Encounter, int, str]]:
    """Roll a test and count its successes, with what allies gave for the next check (section 5)."""
    status = status_of(encounter.tokens[token.id])
    if status.assist:
        encounter = yield from happen(StatusChanged(token.id, replace(status, assist=0)))
    successes, line = yield from check(system, token, dice, difficulty, what, levels=status.assist)
    return encounter, successes, line
