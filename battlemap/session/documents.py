"""Map files read and written with the records of their rule system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.file_error import FileError
from battlemap.model.system_types import SystemTypes
from battlemap.session.registry import UnknownSystemError, find_system, system_class

if TYPE_CHECKING:
    from pathlib import Path

    from battlemap.model.encounter import Encounter


def types_of(key: str) -> SystemTypes | None:
    """Return the records of a rule system, or None for one that isn't known here.

    Records of an unknown system are kept as they were read, so no file loses data.
    """
    try:
        system = system_class(key)
    except UnknownSystemError:
        return None
    return SystemTypes(system.Options, system.Sheet, system.Status, system.WeaponDetails)


def load_encounter(path: Path) -> Encounter:
    """Return the document in a file, ready to be played.

    Raises
    ------
    FileError
        If the file can't be read or names a rule system that isn't there.
    """
    from battlemap.model import store

    encounter = store.load(path, types_of)
    try:
        find_system(encounter.rules.system, encounter.rules.options)
    except UnknownSystemError as error:
        raise FileError(path.name, "system", str(error)) from None
    return encounter


def save_encounter(path: Path, encounter: Encounter) -> None:
    """Write a document to a file, atomically.

    Raises
    ------
    FileError
        If the file can't be written.
    """
    from battlemap.model import store

    store.save(path, encounter, types_of)
