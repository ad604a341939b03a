"""The keys of a map file, object by object, in the order in which they are written."""

from __future__ import annotations

from typing import Final

FORMAT: Final = 1
"""Version of the map file that this program writes."""

MAP = (
    "format",
    "system",
    "options",
    "name",
    "grid",
    "background",
    "terrain",
    "elevation",
    "walls",
    "doors",
    "props",
    "lights",
    "marks",
    "tokens",
    "turn_order",
    "declared",
    "overrides",
)
GRID = ("kind", "columns", "rows", "feet", "diagonals")
BACKGROUND = ("picture", "at", "width", "height")
TERRAIN = ("kind", "cells")
ELEVATION = ("feet", "cells")
WALL = (
    "id",
    "from",
    "to",
    "cover",
    "blocks_move",
    "blocks_sight",
    "one_way",
    "height_feet",
    "elevation",
    "durability",
    "break_threshold",
    "damage",
)
DOOR = (
    "id",
    "from",
    "to",
    "open",
    "locked",
    "secret",
    "window",
    "cover",
    "height_feet",
    "elevation",
    "durability",
    "break_threshold",
    "damage",
)
PROP = (
    "id",
    "name",
    "outline",
    "cover",
    "blocks_move",
    "blocks_sight",
    "height_feet",
    "elevation",
    "durability",
    "break_threshold",
    "damage",
)
LIGHT = ("at", "range", "intensity", "color", "shadows", "on")
MARK = ("id", "kind", "points", "text", "gm_only")
WEAPON = ("name", "reach_feet", "reach", "minimum_feet", "range_feet")
TOKEN = (
    "id",
    "name",
    "side",
    "at",
    "size",
    "facing",
    "turned",
    "elevation",
    "height_feet",
    "art",
    "conditions",
    "hidden",
    "weapons",
    "sheet",
    "status",
    "notes",
    "auras",
    "links",
    "lasting",
)
AURA = ("name", "radius_feet", "affects")
LINK = ("name", "to")
LASTING = ("name", "rounds_left", "detail")
TURN_ORDER = ("round", "phase", "active", "slots")
SLOT = ("token", "score", "round", "note", "turn", "arranged", "begun")
OVERRIDE = ("key", "attacker", "target", "value")

OBJECTS: Final = {
    "map": MAP,
    "grid": GRID,
    "background": BACKGROUND,
    "terrain": TERRAIN,
    "elevation": ELEVATION,
    "wall": WALL,
    "door": DOOR,
    "prop": PROP,
    "light": LIGHT,
    "mark": MARK,
    "weapon": WEAPON,
    "token": TOKEN,
    "aura": AURA,
    "link": LINK,
    "lasting": LASTING,
    "turn_order": TURN_ORDER,
    "slot": SLOT,
    "override": OVERRIDE,
}
"""The same keys by the name of their definition in the JSON Schema."""
