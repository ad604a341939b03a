"""What a burrower leaves behind: a tunnel, or earth that falls in (section 6, Burrowing)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.event import GroundChanged
from battlemap.model.terrain import Terrain
from battlemap.rules.procedure import happen
from battlemap.systems.shadowrealms.movement import mode_of
from battlemap.systems.shadowrealms.readings import Tunnels
from battlemap.systems.shadowrealms.sheet import sheet_of
from battlemap.tactics.board import Board
from battlemap.tactics.mover import Mode

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part
    from battlemap.systems.shadowrealms import ShadowRealms


def dig(
    system: ShadowRealms, encounter: Encounter, token_id: str
) -> Part[tuple[Encounter, tuple[Cell, ...]]]:
    """Open the solid ground in which a burrower stands now, where it leaves a tunnel.

    What else is on that ground stays. Under open ground and under walls nothing changes: there the
    tunnel lies below the map.

    Returns
    -------
    The encounter afterwards and the cells that were opened.
    """
    token = encounter.tokens[token_id]
    if mode_of(token)[0] is not Mode.BURROW or not leaves_a_tunnel(system, token):
        return encounter, ()
    opened = []
    for cell in Board.of(encounter, system).cells_of(token_id):
        ground = encounter.map.terrain_at(cell)
        if Terrain.IMPASSABLE in ground:
            left = ground & ~Terrain.IMPASSABLE
            encounter = yield from happen(GroundChanged((cell,), left))
            opened.append(cell)
    return encounter, tuple(opened)


def leaves_a_tunnel(system: ShadowRealms, token: Token) -> bool:
    """Tell whether a burrower leaves a tunnel, as the option or its sheet says."""
    rule = system.options.tunnels
    return rule is Tunnels.ALWAYS or (rule is Tunnels.SHEET and sheet_of(token).tunnels)
