"""Who may strike because of what somebody does in reach: cast, shoot, use an item, grapple..."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, TypeVar

from battlemap.tactics.crossings import zones
from battlemap.tactics.distance import nearest_cells
from battlemap.tactics.manners import Exemption

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from collections.abc import Set as AbstractSet

    from battlemap.geometry.cell import Cell
    from battlemap.model.token import Weapon
    from battlemap.tactics.board import Board

WORDS: Mapping[str, str] = MappingProxyType(
    {
        "attack": "attacks",
        "cast": "casts a spell",
        "shoot": "shoots",
        "throw": "throws",
        "load": "loads",
        "item": "handles an item",
        "grapple": "grapples",
        "shove": "shoves",
        "trip": "trips",
        "disarm": "disarms",
        "stand up": "stands up",
    }
)
"""What the common deeds are called in a reason."""


class Strikers(StrEnum):
    """Who among those in reach may strike because of a deed."""

    ANYBODY = "anybody"
    TARGET = "target"
    """Only the one that the deed is done to."""
    OTHERS = "others"
    """Everybody but the one that the deed is done to."""


@dataclass(frozen=True)
class Provoking:
    """How one deed provokes."""

    words: str = ""
    """What the reason calls it ("casts a spell"); empty: the usual words."""
    strikers: Strikers = Strikers.ANYBODY
    longer_only: bool = False
    """Only weapons strike that are longer than the one used for the deed."""


@dataclass(frozen=True)
class Provoked:
    """One weapon whose holder may strike because of a deed in its reach."""

    deed: str
    by: str
    weapon: str
    cell: Cell
    """The anchor of the one who does it."""
    touched: tuple[Cell, ...]
    """The cells of the one who does it that the weapon reaches."""
    from_cell: Cell
    """The holder's cell nearest to them."""
    reason: str
    is_ready: bool
    """Whether the holder still can react (``Reading.may_react``)."""
    exempt: str = ""
    """Why the holder can't strike at this deed: "disengages"...; empty: it can."""
    step: int = 0
    """A deed is no step of a path."""

    @property
    def counts(self) -> bool:
        """Whether the holder can strike now."""
        return self.is_ready and not self.exempt


def action_triggers(
    board: Board,
    token_id: str,
    deed: str,
    listed: Mapping[str, Provoking] | AbstractSet[str],
    *,
    target: str | None = None,
    weapon: Weapon | None = None,
    at: Cell | None = None,
    exempt: Exemption | None = None,
) -> tuple[Provoked, ...]:
    """Return who may strike because a token does something, enemies in the map's order.

    Only able enemies count that threaten a cell of the token, from a height that their weapon
    bridges; each weapon that does is listed. Holders that have no reaction left, or that the deed
    spares, are listed with the reason why.

    Parameters
    ----------
    deed
        The rule system's name of it: "cast", "shoot", "item", "stand up"...
    listed
        The deeds that provoke, with how they do. A deed that isn't listed provokes nobody.
    target
        Whom it is done to, for deeds that only the target, or everybody else, may answer.
    weapon
        What it is done with, for deeds that only longer weapons answer.
    at
        Where the anchor stands when it is done; None: where the token is.
    exempt
        Whom the deed lets strike (``tactics.manners``).
    """
    if deed not in listed:
        return ()
    how = listed[deed] if isinstance(listed, Mapping) else Provoking()
    spared = Exemption() if exempt is None else exempt
    token = board.token(token_id)
    place = token.at if at is None else at
    space = board.cells_at(token, place)
    words = how.words or WORDS.get(deed, deed)
    found = []
    for zone in zones(board, token):
        touched = tuple(cell for cell in space if cell in zone.cells)
        if not touched or not _is_called(how, zone.by, target):
            continue
        holder = board.token(zone.by)
        if how.longer_only and weapon is not None:
            length = next(
                (w.reach_feet for w in board.reading.weapons(holder) if w.name == zone.weapon), 0
            )
            if length <= weapon.reach_feet:
                continue
        found.append(
            Provoked(
                deed=deed,
                by=zone.by,
                weapon=zone.weapon,
                cell=place,
                touched=touched,
                from_cell=nearest_cells(board, board.cells_of(zone.by), touched)[0],
                reason=f"{words} in the reach of {holder.name} ({zone.weapon})",
                is_ready=board.reading.may_react(holder),
                exempt=spared.of(zone.by),
            )
        )
    return tuple(found)


def _is_called(how: Provoking, holder: str, target: str | None) -> bool:
    if how.strikers is Strikers.TARGET:
        return holder == target
    return how.strikers is Strikers.ANYBODY or holder != target


class _Chance(Protocol):
    @property
    def step(self) -> int: ...
    @property
    def by(self) -> str: ...
    @property
    def weapon(self) -> str: ...


Chance = TypeVar("Chance", bound=_Chance)


def one_weapon_each(
    board: Board, found: Iterable[Chance], worth: Callable[[Weapon], tuple[int, ...]]
) -> tuple[Chance, ...]:
    """Return one chance to strike for each reactor and step: the one with the best weapon.

    Parameters
    ----------
    found
        Crossings of a route (those that provoke), or what ``action_triggers`` returns.
    worth
        How good a weapon is for the strike; of equal ones the first is used.
    """
    best: dict[tuple[int, str], tuple[tuple[int, ...], Chance]] = {}
    for chance in found:
        weapons = board.reading.weapons(board.token(chance.by))
        value = next((worth(w) for w in weapons if w.name == chance.weapon), ())
        key = (chance.step, chance.by)
        if key not in best or value > best[key][0]:
            best[key] = value, chance
    return tuple(chance for _, chance in sorted(best.values(), key=lambda item: item[1].step))
