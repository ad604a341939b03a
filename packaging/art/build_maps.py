"""Paint the pictures of the sample maps and pack each into its ``.battlemap`` file.

The hand-written ``map.json`` in ``maps/src/NAME`` says where everything lies; the pictures are
painted from it, so that they line up with the grid. Everything is seeded: the same sources make the
same files.

Usage: ``python packaging/art/build_maps.py [--pack]``; with ``--pack`` the pictures stay as they
are.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import paint_arena
import paint_bridge
import paint_dungeon
import paint_street
import paint_wild
from PySide6.QtGui import QGuiApplication

from battlemap.session.documents import load_encounter, save_encounter

if TYPE_CHECKING:
    from collections.abc import Callable

    from canvas import Canvas

MAPS = Path(__file__).resolve().parents[2] / "maps"
SCALE = 80
"""Pixels a cell."""

BOILER_ROOMS = [(1, 1, 16, 11), (0, 5, 1, 2)]

HALL_ROOMS = [(1, 2, 14, 12), (6, 14, 2, 2), (15, 2, 4, 7), (15, 9, 4, 4)]

PAINTERS: dict[str, Callable[[dict[str, Any]], Canvas]] = {
    "sunken-hall": lambda source: paint_dungeon.paint(source, HALL_ROOMS, SCALE, 7),
    "fell-road": lambda source: paint_wild.fell_road(source, SCALE),
    "flat-marsh": lambda source: paint_wild.flat_marsh(source, SCALE),
    "floor-three": lambda source: paint_dungeon.paint(source, BOILER_ROOMS, SCALE, 3),
    "arena": lambda source: paint_arena.paint(source, SCALE),
    "bridge-duel": lambda source: paint_bridge.bridge_duel(source, SCALE),
    "barricade": lambda source: paint_street.barricade(source, SCALE),
}


def main(names: list[str], *, repaint: bool) -> None:
    app = QGuiApplication.instance() or QGuiApplication(sys.argv[:1])
    for name in names:
        folder = MAPS / "src" / name
        if repaint:
            source = json.loads((folder / "map.json").read_text(encoding="utf-8"))
            PAINTERS[name](source).save(folder / f"{name}.jpg")
        save_encounter(MAPS / f"{name}.battlemap", load_encounter(folder / "map.json"))
    del app


if __name__ == "__main__":
    chosen = [name for name in sys.argv[1:] if not name.startswith("-")]
    main(chosen or list(PAINTERS), repaint="--pack" not in sys.argv)
