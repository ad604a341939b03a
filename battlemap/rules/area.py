"""From the area attack that a GM aims to the template that tactics lays on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.rules.procedure import IllegalIntentError
from battlemap.tactics.areas import AreaKind, Template

if TYPE_CHECKING:
    from battlemap.model.intent import AreaAttack

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
        If there is no such shape, or it has no size.
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
