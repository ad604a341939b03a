"""How large a file may be: checked before memory is taken, so that no file can exhaust it."""

from __future__ import annotations

MIB = 1024 * 1024

MAP_BYTES = 32 * MIB
"""Largest map.json."""

MAP_PARTS = 8_000_000
"""Most commas, brackets and braces in one JSON text: what it costs once it is read."""

JSON_DEPTH = 40
"""Deepest nesting of lists and objects."""

LOG_BYTES = 64 * MIB
"""Largest log.jsonl."""

ASSET_BYTES = 128 * MIB
"""Largest picture file."""

IMPORT_BYTES = 256 * MIB
"""Largest file of another tool, with its picture inside."""

ARCHIVE_BYTES = 512 * MIB
"""Most bytes that a .battlemap file may hold once unpacked."""

ARCHIVE_MEMBERS = 5_000
"""Most files in a .battlemap file."""

BOMB_BYTES = 4 * MIB
BOMB_RATIO = 400
"""A member larger than ``BOMB_BYTES`` that was squeezed more than this is no honest file."""

PICTURE_SIDE = 32_767
"""Widest and highest picture in pixels; no painter can draw a larger one."""

PICTURE_PIXELS = 134_217_728
"""Most pixels in a picture: 512 MiB once decoded, for example 11,585 x 11,585."""

SIDE_CELLS = 1_000
"""Most columns, and most rows."""

COORDINATE = 10_000
"""Farthest place from the origin, in cells."""

FEET = 30_000
"""Highest and lowest height in feet; elevations are kept in 16 bits."""

REACH_FEET = 1_000
"""Longest reach of a weapon in feet; each cell within it is looked at."""

OBSTACLES = 60_000
TOKENS = 5_000
LIGHTS = 5_000
MARKS = 10_000
OUTLINE_POINTS = 5_000
ROUNDS = 1_000_000
TEXT = 100_000
"""Longest text of one key, in characters."""
