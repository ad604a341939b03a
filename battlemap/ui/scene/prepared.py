"""What drawing a map asks for first, found before the map is shown: beside the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.ui.scene.heights import prepare_heights
from battlemap.ui.scene.obstacles import prepare_walls
from battlemap.ui.scene.terrain import prepare_terrain

if TYPE_CHECKING:
    from battlemap.model.battle_map import BattleMap


def prepare(battle_map: BattleMap) -> None:
    """Find the outlines of ground, heights and walls; a large map takes a tenth of a second.

    They are remembered for whoever draws this very map next.
    """
    prepare_terrain(battle_map)
    prepare_heights(battle_map)
    prepare_walls(battle_map.obstacles)
