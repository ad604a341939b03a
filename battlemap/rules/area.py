"""From the area attack that a GM aims to the template that tactics lays on the board."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING

from battlemap.geometry.shapes import Coverage
from battlemap.rules.fact_rulings import ruling_on
from battlemap.rules.plan import AreaTarget
from battlemap.rules.procedure import IllegalIntentError
from battlemap.rules.ruleable_facts import BY_GM, fact_of
from battlemap.tactics.areas import Area, AreaKind, Caught, Template, lay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from battlemap.model.intent import AreaAttack
    from battlemap.tactics.board import Board

FARTHEST = 100_000.0
"""Lengths and places in cells beyond this are slips of the pen: no map reaches so far."""

LEAST_SHARE = 0.01
"""Less of a space than this is only grazed by an area, and not worth a line."""

_FROM_ATTACKER = (AreaKind.BURST, AreaKind.LINE, AreaKind.CONE)


def template_of(
    attack: AreaAttack, *, from_outline: bool = True, stopped_by_walls: bool = True
) -> Template:
    """Return the template that *attack* lays; bursts, lines and cones start at the attacker.

    Parameters
    ----------
    attack
        What the GM aims.
    from_outline
        Whether a blast's radius runs from the outline of the cell of impact.
    stopped_by_walls
        Whether walls keep the area out of what lies behind them.

    Raises
    ------
    IllegalIntentError
        If there is no such shape, or it has no size, or a number makes no sense.
    """
    try:
        kind = AreaKind(attack.shape)
    except ValueError:
        known = ", ".join(AreaKind)
        raise IllegalIntentError(
            f'There is no area "{attack.shape}"; there are: {known}.'
        ) from None
    if not attack.size > 0:
        raise IllegalIntentError(f"An area needs a size above 0, not {attack.size:g}.")
    _check_numbers(attack)
    return Template(
        kind=kind,
        origin=attack.origin,
        size=attack.size,
        aim=attack.aim,
        caster=attack.attacker if kind in _FROM_ATTACKER else None,
        width=attack.width,
        angle=attack.angle,
        margin=attack.margin,
        from_outline=from_outline,
        stopped_by_walls=stopped_by_walls,
    )


def laid(
    board: Board,
    attack: AreaAttack,
    template: Template,
    coverage: Coverage = Coverage.HALF,
) -> Area:
    """Return the area of an attack as it lies on the board, after the GM's rulings on who is in it.

    The GM can rule so upon creatures that the area touches; cells stay what they are.

    Raises
    ------
    IllegalIntentError
        If a line or cone isn't aimed, or aimed at the very middle of whoever it starts from.
    """
    if template.kind in (AreaKind.LINE, AreaKind.CONE):
        if template.aim is None:
            raise IllegalIntentError("A line or cone must be aimed somewhere.")
        start = template.origin
        if template.caster is not None:
            start = board.grid.centroid(board.cells_of(template.caster))
        if template.aim == start:
            raise IllegalIntentError("A line or cone can't be aimed at the point where it starts.")
    return _ruled(board, attack, lay(board, template, coverage))


def left_out(board: Board, attack: AreaAttack, area: Area) -> Iterator[AreaTarget]:
    """Yield the living creatures that an area touches and that aren't in it, with the reason."""
    inside = {caught.token for caught in area.caught}
    for token in board.encounter.tokens.values():
        if token.id in inside or token.id == area.template.caster or token.has("dead"):
            continue
        share = _touched(board, area, token.id)
        if ruling_on(board.encounter, attack, token.id, "inside") and share:
            yield AreaTarget(token.id, False, f"Outside, {BY_GM}", share)
        elif share >= LEAST_SHARE:
            yield AreaTarget(token.id, False, "At the edge, none of its cells counts", share)


def _ruled(board: Board, attack: AreaAttack, area: Area) -> Area:
    """Return the area with the creatures in it that the GM says are, and without the others."""
    said = [override.key for override in board.encounter.overrides]
    if not any(fact_of(key)[0] == "inside" for key in (*said, *attack.switched)):
        return area
    by_map = {caught.token: caught for caught in area.caught}
    found: list[Caught] = []
    for key in board.encounter.tokens:
        caught = by_map.get(key)
        value = ruling_on(board.encounter, attack, key, "inside")
        if value in ("in", "splash") and caught is None and key != area.template.caster:
            own = board.cells_of(key)
            cells = tuple(cell for cell in own if cell in area.touched)
            if cells:
                caught = Caught(key, _touched(board, area, key), 0.0, cells, value == "splash")
        if caught is None or value == "out":
            continue
        if value:
            # The share that counts is that of both parts: the GM says which one it is in.
            both = caught.share + caught.splash_share
            shares = (0.0, both) if value == "splash" else (both, 0.0)
            caught = Caught(key, *shares, caught.cells, value == "splash")
        found.append(caught)
    return replace(area, caught=tuple(found))


def _touched(board: Board, area: Area, token_id: str) -> float:
    """Return the share of a token's space that lies in the area, margin included."""
    own = board.cells_of(token_id)
    return round(sum(area.touched.get(cell, 0.0) for cell in own) / len(own), 9)


def _check_numbers(attack: AreaAttack) -> None:
    """Refuse what no area tool offers, but a script, a journal or a plug-in may say."""
    aim = attack.aim or attack.origin
    places = (*attack.origin, *aim)
    if not all(isfinite(part) and abs(part) <= FARTHEST for part in places):
        raise IllegalIntentError("An area lies on the map; its place is no point of it.")
    if not attack.size <= FARTHEST:
        raise IllegalIntentError(f"No area is {attack.size:g} cells large.")
    if not 0 < attack.width <= FARTHEST:
        raise IllegalIntentError(f"An area needs a width above 0, not {attack.width:g}.")
    if not 0 <= attack.margin <= FARTHEST:
        raise IllegalIntentError(f"Splash reaches 0 cells or more, not {attack.margin:g}.")
    if not 0 < attack.angle <= 360:
        raise IllegalIntentError(
            f"A cone opens by more than 0 and at most 360 degrees, not {attack.angle:g}."
        )
