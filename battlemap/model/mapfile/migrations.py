"""Older map files, brought to the current format one version at a time."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.model.file_error import FileError, wrong
from battlemap.model.mapfile.keys import FORMAT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from battlemap.model.mapfile.json_text import Json

    Migration = Callable[[dict[str, Json]], dict[str, Json]]

MIGRATIONS: Mapping[int, Migration] = MappingProxyType({})
"""Functions that turn a file of the version they stand under into one of the next version.

Format 1 is the first, so there is none yet. Each gets a sample file of its version in the tests.
"""


def migrate(
    data: Json, migrations: Mapping[int, Migration] = MIGRATIONS, current: int = FORMAT
) -> dict[str, Json]:
    """Return a map file's JSON in the *current* format.

    Raises
    ------
    FileError
        If it isn't a map file or was made by a newer Battlemap.
    """
    if not isinstance(data, dict):
        raise wrong("", "a map, an object in braces", data)
    if "line_of_sight" in data and "resolution" in data:
        raise FileError("", "", "this is a Universal VTT file, not a map.", "Import it instead.")
    if data.get("format") is None:
        raise FileError(
            "",
            "",
            'there is no "format", so this isn\'t a map.',
            f'A map begins {{"format": {current}.',
        )
    version = data["format"]
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise wrong("format", f"a version from 1 to {current}", version)
    if version > current:
        raise FileError(
            "",
            "format",
            f"this map was made by a newer Battlemap (format {version}, known is {current}).",
            "Update Battlemap.",
        )
    for step in range(version, current):
        data = {**migrations[step](data), "format": step + 1}
    return data
