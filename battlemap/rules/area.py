"""From the area attack that a GM aims to the template that tactics lays on the board."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from battlemap.geometry.shapes import Coverage
from battlemap.rules.procedure import IllegalIntentError
from battlemap.tactics.areas import Area, AreaKind, Template, lay

if TYPE_CHECKING:
    from battlemap.model.intent import AreaAttack
    from battlemap.tactics.board import Board

FARTHEST = 100_000.0
"""Lengths and places in cells beyond this are slips of the pen: no map reaches so far."""

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


def laid(board: Board, template: Template, coverage: Coverage = Coverage.HALF) -> Area:
    """Return the area of an attack as it lies on the board.

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
    return lay(board, template, coverage)


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
