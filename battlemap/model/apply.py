"""An encounter and an event make the next encounter; nothing else changes a document in play."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, assert_never

from battlemap.model.event import (
    ConditionsChanged,
    DeclaredChanged,
    Event,
    GroundChanged,
    Noted,
    ObstacleChanged,
    ObstacleRemoved,
    OverridesChanged,
    StatusChanged,
    TokenAdded,
    TokenMoved,
    TokenRemoved,
    TokenTurned,
    TurnOrderChanged,
)

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter


def apply(encounter: Encounter, event: Event) -> Encounter:
    """Return the encounter after *event*; the very same object where nothing changes.

    Raises
    ------
    KeyError
        If the event names a token or obstacle that isn't there.
    """
    match event:
        case TokenMoved(token=key, end=end, elevation_feet=feet):
            moved = replace(encounter.tokens[key], at=end, elevation_feet=feet)
            return encounter.with_token(moved)
        case TokenTurned(token=key, facing=facing):
            return encounter.with_token(replace(encounter.tokens[key], facing=facing))
        case StatusChanged(token=key, status=status):
            return encounter.with_token(replace(encounter.tokens[key], status=status))
        case ConditionsChanged(token=key, conditions=conditions):
            return encounter.with_token(replace(encounter.tokens[key], conditions=conditions))
        case TokenAdded(token=token):
            return encounter.with_token(token)
        case TokenRemoved(token=key):
            if key not in encounter.tokens:
                raise KeyError(key)
            return encounter.without_token(key)
        case ObstacleChanged(obstacle=obstacle):
            changed = MappingProxyType({**encounter.map.obstacles, obstacle.id: obstacle})
            return encounter.with_map(replace(encounter.map, obstacles=changed))
        case ObstacleRemoved(obstacle=key):
            rest = dict(encounter.map.obstacles)
            del rest[key]
            return encounter.with_map(replace(encounter.map, obstacles=MappingProxyType(rest)))
        case GroundChanged(cells=cells, terrain=terrain):
            grid, layer = encounter.map.grid.grid, encounter.map.terrain
            changed_ground = layer.with_value(grid, cells, int(terrain))
            return encounter.with_map(replace(encounter.map, terrain=changed_ground))
        case TurnOrderChanged(turn_order=turn_order):
            return replace(encounter, turn_order=turn_order)
        case OverridesChanged(overrides=overrides):
            return replace(encounter, overrides=overrides)
        case DeclaredChanged(declared=declared):
            return replace(encounter, declared=declared)
        case Noted():
            return encounter
        case _:
            assert_never(event)
