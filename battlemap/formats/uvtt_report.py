"""What is said about the import of a Universal VTT file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.words import counted

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from battlemap.model.mapfile.json_text import Json


def notes_of(counts: Counter[str], data: dict[str, Json], props_block_sight: bool) -> Iterator[str]:
    """Yield a sentence for each thing that came in, and for what is known and isn't used."""
    yield f"{counted(counts['walls'], 'wall')}, {counted(counts['doors'], 'door')}."
    if counts["props"] or counts["object_walls"]:
        found = [counted(counts["props"], "prop")] if counts["props"] else []
        if counts["object_walls"]:
            found.append(f"{counted(counts['object_walls'], 'line')} of open outlines as low walls")
        blocks = "blocking sight" if props_block_sight else "not blocking sight"
        yield f"Objects: {' and '.join(found)}, {blocks}, with major cover."
    if counts["lights"]:
        yield f"{counted(counts['lights'], 'light')} kept."
    if counts["walls_cut"]:
        yield f"{counted(counts['walls_cut'], 'wall')} cut at the map's border."
    environment = data.get("environment")
    if isinstance(environment, dict):
        ambient = environment.get("ambient_light")
        if isinstance(ambient, str) and ambient.lower() not in ("", "ffffffff"):
            yield f"The ambient light ({ambient[:8]}) isn't used."
        if environment.get("baked_lighting") is True:
            yield "The lighting is part of the picture."


def warnings_of(counts: Counter[str]) -> Iterator[str]:
    """Yield a sentence for each thing that the GM should look at."""
    if counts["doors_open"]:
        verb, it = ("is", "it") if counts["doors_open"] == 1 else ("are", "they")
        yield (
            f"{counted(counts['doors_open'], 'door')} {verb} open: the file only says that {it}"
            " don't block light, so windows are among them perhaps."
            if counts["doors_open"] > 1
            else f"1 door is open: the file only says that {it} doesn't block light, so it may"
            " be a window."
        )
    if counts["doors_guessed"]:
        doors = counted(counts["doors_guessed"], "door")
        yield f"{doors} without ends: one cell at the given place and angle was taken."
    outside = [
        counted(counts[f"{name}_outside"], word)
        for name, word in (
            ("walls", "wall"),
            ("object_walls", "line of an object"),
            ("props", "prop"),
            ("doors", "door"),
            ("lights", "light"),
        )
        if counts[f"{name}_outside"]
    ]
    if outside:
        yield f"Outside the picture and left out: {', '.join(outside)}."
    if counts["zero_length"]:
        yield f"{counted(counts['zero_length'], 'piece')} of walls without length left out."
    if counts["points_bad"]:
        yield f"{counted(counts['points_bad'], 'point')} that can't be read skipped."
    if counts["entries_bad"]:
        entries = counted(counts["entries_bad"], "entry", "entries")
        yield f"{entries} that can't be read skipped."
    if not counts["walls"]:
        yield "There are no walls: the map was perhaps exported without them."
