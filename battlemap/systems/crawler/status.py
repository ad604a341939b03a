"""What changes in play: Status, and what an announced attack has in store for a token."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlemap.rules.records import check_within
from battlemap.systems.crawler.sheet import (
    CRAWLER_ACTIONS,
    SLOTS,
    Lasting,
    Place,
    is_crawler,
    sheet_of,
)

if TYPE_CHECKING:
    from battlemap.model.token import Token


@dataclass(frozen=True)
class Incoming:
    """An announced attack on a token, and what interrupts made of it."""

    attack: int = 0
    """The number under which the attack was announced."""
    splashed: bool = False
    """Stands in the splash only."""
    natural: int = 0
    """The d20 of the Evade Check that counts; 0: no Evade."""
    total: int = 0
    """What the Evade Check came to, Intervene included."""
    caught: bool = False
    """Taken for an ally: it can't be evaded."""

    def __post_init__(self) -> None:
        if not 0 <= self.natural <= 20 or self.attack < 0:
            raise ValueError("an Evade Check is a d20 against an announced attack")


@dataclass(frozen=True)
class Status:
    """What changes in play. The defaults are a fresh crawler at the start of a fight."""

    actions: int = CRAWLER_ACTIONS
    """Actions left; of a mob: attacks that it may still announce."""
    left_over: int = 0
    """Hundredths of a cell left of the step or Move of the last Action."""
    stepped: int = 0
    """Hundredths of a cell walked ahead, out of the step of the next Action."""
    walked: int = 0
    """Hundredths of a cell that a mob has walked in this round."""
    parity: int = 0
    """Diagonals walked this round modulo 2, for 1-2-1."""
    marked: int = 0
    """Marked slots of the health bar."""
    countdown: int = 0
    """What is left of the countdown while Dying."""
    mana_spent: int = 0
    incoming: tuple[Incoming, ...] = ()
    """Announced attacks on the combatant."""
    advantage_against: tuple[str, ...] = ()
    """Mobs against which the next attack has Advantage, after a fine Evade."""
    play: int = 0
    """The bonus of a called Play that waits for its check."""
    play_for: str = ""
    """The action that the Play was called for."""
    lasting: tuple[Lasting, ...] = ()
    """Effects that go on."""
    used: tuple[str, ...] = ()
    """Names of items and of weapons with uses, once for each use."""
    retrieved: tuple[str, ...] = ()
    """Names of what was moved from the inventory to the Hotlist."""
    dropped: tuple[str, ...] = ()
    """Weapons that lie on the floor."""
    broken: tuple[str, ...] = ()
    """Weapons that are useless now."""
    held: str = ""
    """The weapon used last."""
    injuries_due: tuple[str, ...] = ()
    """"minor" and "major" injuries that come after the combat."""
    injuries: tuple[str, ...] = ()
    """Injuries that are there."""
    revealed: tuple[str, ...] = ()
    """What the crawlers know of this boss."""

    def __post_init__(self) -> None:
        check_within(self, "Status", 0, 1_000_000)
        if self.marked > SLOTS:
            raise ValueError(f"{SLOTS} slots are all that can be marked, not {self.marked}")

    def incoming_of(self, attack: int) -> Incoming | None:
        """Return what one announced attack has in store, or None."""
        return next((one for one in self.incoming if one.attack == attack), None)

    def without(self, attack: int) -> Status:
        """Return the status with one announced attack taken away."""
        return replace(self, incoming=tuple(one for one in self.incoming if one.attack != attack))

    def facing(self, incoming: Incoming) -> Status:
        """Return the status with one announced attack added, or changed where it is known."""
        if self.incoming_of(incoming.attack) is None:
            return replace(self, incoming=(*self.incoming, incoming))
        changed = tuple(incoming if one.attack == incoming.attack else one for one in self.incoming)
        return replace(self, incoming=changed)


def allowance(token: Token) -> int:
    """Return how many Actions a crawler has in a round, or how many attacks a mob announces."""
    return CRAWLER_ACTIONS if is_crawler(token) else sheet_of(token).attacks


def status_of(token: Token) -> Status:
    """Return the token's status; fresh where it has none."""
    if isinstance(token.status, Status):
        return token.status
    return Status(actions=allowance(token))


def place_of(token: Token, name: str, place: Place) -> Place:
    """Return where something is carried now: retrieved things are in the Hotlist."""
    return Place.HOTLIST if name in status_of(token).retrieved else place


def uses_left(token: Token, name: str, uses: int) -> int:
    """Return how often something can still be used."""
    return max(0, uses - status_of(token).used.count(name))


def mana_left(token: Token) -> int:
    """Return how much mana a token has left."""
    return max(0, sheet_of(token).mana - status_of(token).mana_spent)
