"""What each step of a path leaves, enters and passes through; a rule system prices them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlemap.tactics.conventions import ChargeRule, CrossingRule
from battlemap.tactics.manners import exemption
from battlemap.tactics.recent import Recent
from battlemap.tactics.threat import threatened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.model.token import Token
    from battlemap.tactics.board import Board
    from battlemap.tactics.manners import Exemption
    from battlemap.tactics.path import Path


@dataclass(frozen=True)
class Crossing:
    """One step of a mover in or at the border of one weapon's threatened cells."""

    step: int
    """Counts from 1."""
    cell: Cell
    """The anchor's cell being left ("leaves", "through") or entered ("enters")."""
    by: str
    weapon: str
    deed: str
    """"leaves", "through" or "enters"."""
    touched: tuple[Cell, ...]
    """The threatened cells that the mover touches before the step (after it, for "enters")."""
    reason: str
    provokes: str = ""
    """What the conventions make of it: "leaves", "through", "enters", "charges past"; "": nothing.

    A quiet manner of moving takes it away and says so in ``exempt``.
    """
    exempt: str = ""
    """Why the reactor can't strike at this move: "shifts", "disengages"..."""
    is_ready: bool = True
    """Whether the reactor still can react (``Reading.may_react``)."""
    is_longer: bool = False
    """Whether the weapon is longer than the longest melee weapon in the mover's hands."""


@dataclass(frozen=True)
class Zone:
    """The cells in which one weapon of one enemy reaches the mover."""

    by: str
    weapon: str
    cells: frozenset[Cell]
    on_entering: bool = False
    """Whether it strikes at this mover when it comes into it, too."""
    is_longer: bool = False
    """Whether the weapon is longer than the longest melee weapon in the mover's hands."""
    is_ready: bool = True
    """Whether the enemy still can react (``Reading.may_react``)."""


@dataclass(frozen=True)
class Arm:
    """What one weapon of a token threatens, whoever the mover is; heights and lengths in feet."""

    weapon: str
    cells: frozenset[Cell]
    high: int
    """How high its wielder stands."""
    limit: int
    """How much higher or lower it reaches."""
    length: int
    on_entering: bool
    on_entering_shorter: bool
    is_ready: bool


def armed_feet(token: Token) -> int | None:
    """Return the length of a token's longest melee weapon in feet; None for the unarmed.

    Only weapons that it carries count: bare hands have no length.
    """
    return max((w.reach_feet for w in token.weapons if not w.is_ranged), default=None)


def zones(board: Board, mover: Token) -> tuple[Zone, ...]:
    """Return the zones of all enemies that are able to strike *mover*, in the map's order.

    Cells in which the mover would stand too high or too low for the weapon are left out.
    """
    return _recent.get((board, mover), lambda: _known_zones(board, mover))


def _known_zones(board: Board, mover: Token) -> tuple[Zone, ...]:
    """Return the zones, those of another place of the mover where nobody else changed."""
    tokens = board.encounter.tokens.values()
    others = tuple(token for token in tokens if token.id != mover.id)
    by_mover = _of_others.get((board.encounter.map, board.reading, *others), dict)
    held = _held_feet(board, mover)
    # All that a zone takes from the mover; its place is not in it.
    key = (mover.id, mover.side, mover.elevation_feet, held)
    if key not in by_mover:
        by_mover[key] = _zones(board, mover, held)
    return by_mover[key]


def _held_feet(board: Board, mover: Token) -> int | None:
    """Return the length of the longest melee weapon that the mover still has in its hands."""
    # What was knocked out of its hands is on the token still, but no weapon of it any more.
    usable = {weapon.name for weapon in board.reading.weapons(mover)}
    armed = tuple(weapon for weapon in mover.weapons if weapon.name in usable)
    return armed_feet(replace(mover, weapons=armed))


def _zones(board: Board, mover: Token, held: int | None) -> tuple[Zone, ...]:
    # Where the mover is as high everywhere, each zone counts wholly or not at all.
    level = mover.elevation_feet
    if level is None and not board.encounter.map.elevation.values.any():
        level = 0
    found = []
    for enemy in board.enemies_of(mover):
        for arm in _arms(board, enemy):
            if level is not None:
                near = arm.cells if abs(level - arm.high) <= arm.limit else frozenset()
            else:
                near = frozenset(
                    cell
                    for cell in arm.cells
                    if abs(_height(board, mover, cell) - arm.high) <= arm.limit
                )
            if near:
                longer = held is not None and arm.length > held
                entering = arm.on_entering or (arm.on_entering_shorter and longer)
                found.append(Zone(enemy.id, arm.weapon, near, entering, longer, arm.is_ready))
    return tuple(found)


def _arms(board: Board, enemy: Token) -> tuple[Arm, ...]:
    """Return what a token threatens, by weapon, made once and taken over like its threats."""
    known = board.arms.get(enemy.id)
    if known is None:
        threat = threatened(board, enemy.id)
        high = board.elevation_of(enemy) if threat else 0
        reaches = {reach.weapon: reach for reach in board.reading.reaches(enemy)} if threat else {}
        lengths = {weapon.name: weapon.reach_feet for weapon in board.reading.weapons(enemy)}
        ready = bool(threat) and board.reading.may_react(enemy)
        known = board.arms[enemy.id] = tuple(
            Arm(
                weapon,
                cells,
                high,
                max(reaches[weapon].feet, 5),
                lengths.get(weapon, reaches[weapon].feet),
                reaches[weapon].on_entering,
                reaches[weapon].on_entering_shorter,
                ready,
            )
            for weapon, cells in threat.items()
        )
    return known


def _height(board: Board, mover: Token, cell: Cell) -> int:
    if mover.elevation_feet is not None:
        return mover.elevation_feet
    return board.encounter.map.ground_feet(cell)


def deed_of(before: frozenset[Cell], after: frozenset[Cell]) -> str:
    """Return what a step does to a zone, from the zone's cells touched before and after it.

    Returns
    -------
    "leaves", "enters", "through" (both touched, but other cells), or "" for nothing.
    """
    if before and not after:
        return "leaves"
    if after and not before:
        return "enters"
    return "through" if before and before != after else ""


def crossings(
    board: Board,
    token_id: str,
    path: Path,
    manner: str = "walk",
    exempt: Exemption | None = None,
) -> tuple[Crossing, ...]:
    """Return the crossings of *path*, in order of steps, for each enemy that is able to strike.

    All deeds are listed, those that provoke nothing too; ``Crossing.provokes`` says what counts
    under the conventions. What it costs the reactor is the rule system's business.

    Parameters
    ----------
    manner
        How the token moves (``model.intent.Move``). A "charge" provokes by entering and passing
        as the conventions say, but not with its last step; those of ``tactics.manners`` provoke
        nobody, or not everybody.
    exempt
        Whom the move lets strike, where it isn't what the manner says.
    """
    mover = board.token(token_id)
    return crossings_in(board, mover, path.cells, zones(board, mover), manner, exempt)


def crossings_in(
    board: Board,
    mover: Token,
    cells: Sequence[Cell],
    known: Sequence[Zone],
    manner: str = "walk",
    exempt: Exemption | None = None,
) -> tuple[Crossing, ...]:
    """Return the crossings of a route through zones that are known already.

    What counts as leaving is judged by all that a reactor threatens; the crossing names each weapon
    that reaches the mover there.
    """
    spared = exemption(manner) if exempt is None else exempt
    reaches = _reaches.get((known,), lambda: _Reaches(known))
    touching = reaches.touched([board.cells_at(mover, cell) for cell in cells])
    found = []
    for step in range(1, len(cells)):
        for by, touched_by in touching.items():
            before, after = touched_by.get(step - 1, _NO_CELLS), touched_by.get(step, _NO_CELLS)
            deed = deed_of(before, after)
            if not deed:
                continue
            reactor = board.token(by)
            verb = {"leaves": "leaves", "enters": "enters", "through": "moves through"}[deed]
            for zone in reaches.held[by]:
                touched = (after if deed == "enters" else before) & zone.cells
                if touched:
                    goes_past = (
                        manner == "charge"
                        and step < len(cells) - 1
                        and _is_past(board, touched_by.get(len(cells) - 1, _NO_CELLS))
                    )
                    why = spared.of(by)
                    found.append(
                        Crossing(
                            step=step,
                            cell=cells[step] if deed == "enters" else cells[step - 1],
                            by=by,
                            weapon=zone.weapon,
                            deed=deed,
                            touched=tuple(sorted(touched)),
                            reason=f"{verb} the reach of {reactor.name} ({zone.weapon})",
                            provokes="" if why else _provokes(board, zone, deed, goes_past),
                            exempt=why,
                            is_ready=zone.is_ready,
                            is_longer=zone.is_longer,
                        )
                    )
    return tuple(found)


_NO_CELLS: frozenset[Cell] = frozenset()


class _Reaches:
    """Zones by who holds them and by cell: of hundreds a route crosses few."""

    def __init__(self, zones: Sequence[Zone]) -> None:
        self.held: dict[str, list[Zone]] = {}
        self._by_cell: dict[Cell, list[str]] = {}
        for zone in zones:
            self.held.setdefault(zone.by, []).append(zone)
        for by, own in self.held.items():
            for cell in frozenset().union(*(zone.cells for zone in own)):
                self._by_cell.setdefault(cell, []).append(by)

    def touched(self, spaces: Sequence[Sequence[Cell]]) -> dict[str, dict[int, frozenset[Cell]]]:
        """Return which cells of which spaces each reactor reaches, in the map's order.

        Only the spaces that he reaches into are there, by their place among *spaces*.
        """
        met: dict[str, dict[int, set[Cell]]] = {}
        for number, space in enumerate(spaces):
            for cell in space:
                for by in self._by_cell.get(cell, ()):
                    met.setdefault(by, {}).setdefault(number, set()).add(cell)
        return {
            by: {number: frozenset(cells) for number, cells in met[by].items()}
            for by in self.held
            if by in met
        }


def _is_past(board: Board, at_the_end: frozenset[Cell]) -> bool:
    """Tell whether a charge that ends in these cells of a reactor's goes past it."""
    rule = board.conventions.charges
    if rule is ChargeRule.AS_WALKING:
        return False
    return rule is ChargeRule.USES or not at_the_end


def _provokes(board: Board, zone: Zone, deed: str, goes_past: bool) -> str:
    """Return what provokes about a deed in a zone; empty: nothing.

    A charge past uses threatened cells on the way: the cell in which it ends is not past. Who is
    set to strike at whoever comes in does that to a charge as well.
    """
    if deed == "leaves":
        return deed
    if deed == "through" and board.conventions.crossings is CrossingRule.LEAVING_OR_THROUGH:
        return deed
    if deed == "enters" and zone.on_entering:
        return deed
    return "charges past" if goes_past else ""


_recent: Recent[tuple[Zone, ...]] = Recent()
_reaches: Recent[_Reaches] = Recent()
_of_others: Recent[dict[tuple[str, str, int | None, int | None], tuple[Zone, ...]]] = Recent()
"""By map, reading and everybody but the mover; then by what a zone takes from the mover."""
