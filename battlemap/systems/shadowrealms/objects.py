"""What walls, doors and things withstand: the table of section 20, and what the map says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from battlemap.model.obstacle import CoverGrade, Door, Prop
from battlemap.systems.shadowrealms.readings import HalfThreshold

if TYPE_CHECKING:
    from battlemap.model.obstacle import Obstacle
    from battlemap.systems.shadowrealms.options import Options


@dataclass(frozen=True)
class Toughness:
    """How an object withstands blows: Durability is the damage target before Attack Strength."""

    name: str
    durability: int
    threshold: int


TABLE = (
    Toughness("glass bottle", 4, 1),
    Toughness("ceramic dish", 5, 1),
    Toughness("wooden chair", 7, 2),
    Toughness("wooden table", 8, 3),
    Toughness("barrel", 8, 3),
    Toughness("wooden door (interior)", 9, 4),
    Toughness("wooden door (reinforced)", 11, 6),
    Toughness("wagon wheel", 10, 5),
    Toughness("wagon", 12, 8),
    Toughness("wooden chest", 10, 5),
    Toughness("iron-bound chest", 13, 8),
    Toughness("stone statue", 14, 10),
    Toughness("iron manacles", 15, 10),
    Toughness("prison cell bars", 16, 12),
    Toughness("castle door (oak, iron-bound)", 17, 14),
    Toughness("stone wall (1 meter thick)", 18, 16),
)
"""Common objects (section 20)."""

_WORDS = (
    ("bottle", "glass bottle"),
    ("dish", "ceramic dish"),
    ("vase", "ceramic dish"),
    ("chair", "wooden chair"),
    ("bench", "wooden chair"),
    ("table", "wooden table"),
    ("barrel", "barrel"),
    ("crate", "barrel"),
    ("wheel", "wagon wheel"),
    ("wagon", "wagon"),
    ("cart", "wagon"),
    ("iron-bound", "iron-bound chest"),
    ("chest", "wooden chest"),
    ("statue", "stone statue"),
    ("pillar", "stone statue"),
    ("altar", "stone statue"),
    ("manacles", "iron manacles"),
    ("bars", "prison cell bars"),
)
"""Words in a prop's name and the row that they mean."""

_ROWS = {row.name: row for row in TABLE}

_PROPS = {
    CoverGrade.NONE: "wooden chair",
    CoverGrade.MINOR: "wooden table",
    CoverGrade.MAJOR: "barrel",
    CoverGrade.TOTAL: "stone statue",
}


def usual(obstacle: Obstacle) -> Toughness:
    """Return the row of the table that an obstacle is most like.

    A window is glass, a locked door reinforced, any other door an interior one, a wall of total
    cover stone, a lesser one a wooden door's; a prop goes by its name, else by its cover.
    """
    if isinstance(obstacle, Prop):
        name = obstacle.name.lower()
        found = next((row for word, row in _WORDS if word in name), _PROPS[obstacle.cover])
        return _ROWS[found]
    if isinstance(obstacle, Door):
        if obstacle.is_window:
            return _ROWS["glass bottle"]
        return _ROWS["wooden door (reinforced)" if obstacle.is_locked else "wooden door (interior)"]
    if obstacle.cover is CoverGrade.TOTAL:
        return _ROWS["stone wall (1 meter thick)"]
    return _ROWS["wooden door (interior)"]


def toughness_of(obstacle: Obstacle) -> Toughness:
    """Return what an obstacle withstands: as the map says, else as usual for such a thing.

    Where the map gives a durability alone, the threshold is that of the table's row nearest to it.
    """
    like = usual(obstacle)
    durability, threshold = like.durability, like.threshold
    if obstacle.durability is not None:
        durability = obstacle.durability
        nearest = min(TABLE, key=lambda row: (abs(row.durability - durability), row.threshold))
        threshold = like.threshold if durability == like.durability else nearest.threshold
    if obstacle.break_threshold is not None:
        threshold = obstacle.break_threshold
    return Toughness(name_of_object(obstacle), durability, threshold)


def threshold_at(options: Options, whole: int, *, structural: bool) -> int:
    """Return the damage that ends an object; at a structural point half of it (section 20)."""
    if not structural:
        return whole
    half = -(-whole // 2) if options.half_threshold is HalfThreshold.UP else whole // 2
    return max(1, half)


def name_of_object(obstacle: Obstacle) -> str:
    """Return what an obstacle is called in the log."""
    if isinstance(obstacle, Prop):
        return obstacle.name or obstacle.id
    if isinstance(obstacle, Door):
        return f"{'window' if obstacle.is_window else 'door'} {obstacle.id}"
    return f"wall {obstacle.id}"
