"""The pictures of a document: which it names, and where they lie beside a bare map.json."""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING
from unicodedata import normalize

from battlemap.model import limits
from battlemap.model.atomic import write_atomically
from battlemap.model.file_error import FileError, shown
from battlemap.model.mapfile.archive import asset_key, is_asset_name
from battlemap.model.mapfile.json_text import megabytes
from battlemap.model.picture import check_picture, picture_info

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from battlemap.model.encounter import Encounter

BUILTIN = "builtin:"
"""Begins the name of a picture that comes with the program."""

_HASHED = re.compile(r"[0-9a-f]{64}\.\w+")


def asset_names(encounter: Encounter) -> list[tuple[str, str]]:
    """Return the pictures that a document names, each with the place where it does."""
    found = []
    if encounter.map.background is not None:
        found.append(("background.picture", encounter.map.background.asset))
    for index, token in enumerate(encounter.tokens.values()):
        if token.art and not token.art.startswith(BUILTIN):
            found.append((f"tokens[{index}].art", token.art))
    return found


def renamed(encounter: Encounter, names: Mapping[str, str]) -> Encounter:
    """Return the document with its pictures under other names."""
    background = encounter.map.background
    if background is not None and background.asset in names:
        picture = replace(background, asset=names[background.asset])
        encounter = encounter.with_map(replace(encounter.map, background=picture))
    tokens = {
        key: replace(token, art=names[token.art]) if token.art in names else token
        for key, token in encounter.tokens.items()
    }
    assets = {names.get(name, name): data for name, data in encounter.assets.items()}
    return replace(encounter, tokens=MappingProxyType(tokens), assets=MappingProxyType(assets))


def named_by_hash(encounter: Encounter) -> Encounter:
    """Return the document as a .battlemap file keeps it: every picture named by its hash."""
    names = {
        name: hashed_name(name, data)
        for name, data in encounter.assets.items()
        if not _HASHED.fullmatch(name)
    }
    return renamed(encounter, names) if names else encounter


def hashed_name(name: str, data: bytes) -> str:
    """Return the name of a picture by its content, with the ending that its content tells."""
    info = picture_info(data)
    return asset_key(data, info.kind if info is not None else name.rpartition(".")[2].lower())


def read_beside(encounter: Encounter, folder: Path) -> tuple[dict[str, bytes], list[str]]:
    """Return the pictures that lie beside a bare map.json, and a sentence for each missing one.

    Raises
    ------
    FileError
        If a name leads out of the folder, or a file is no picture or too large a one.
    """
    found: dict[str, bytes] = {}
    missing: list[str] = []
    total = 0
    for where, name in asset_names(encounter):
        if name in found:
            continue
        try:
            path = inside(folder, name, where)
            if path is None:
                missing.append(f"{where}: there is no picture {shown(name)} beside the map.")
                continue
            size = path.stat().st_size
            total += size
            if size > limits.ASSET_BYTES or total > limits.ARCHIVE_BYTES:
                raise FileError("", where, f"{shown(name)} is too large ({megabytes(size)}).")
            data = path.read_bytes()
        except OSError as error:
            missing.append(f"{where}: {shown(name)} can't be read ({error.strerror or error}).")
            continue
        check_picture(data, where)
        found[name] = data
    return found, missing


def inside(folder: Path, name: str, where: str) -> Path | None:
    """Return the file of this relative name in *folder* or below it, None where there is none.

    A name in another Unicode form finds its file too: é may be one character or two.

    Raises
    ------
    FileError
        If the name is absolute, climbs out of the folder, or follows a link out of it.
    """
    parts = name.replace("\\", "/").split("/")
    if name.startswith(("/", "\\")) or ":" in name or "\0" in name or ".." in parts:
        raise FileError(
            "",
            where,
            f"{shown(name)} leads out of the folder of the map.",
            "Put the picture beside the map and name it alone.",
        )
    path = folder
    for part in parts:
        path = _child(path, part)
    if not path.is_file():
        return None
    if not path.resolve().is_relative_to(folder.resolve()):
        raise FileError("", where, f"{shown(name)} is a link out of the folder of the map.")
    return path


def _child(folder: Path, name: str) -> Path:
    exact = folder / name
    if exact.exists() or not folder.is_dir():
        return exact
    wanted = normalize("NFC", name)
    for other in folder.iterdir():
        if normalize("NFC", other.name) == wanted:
            return other
    return exact


def write_beside(encounter: Encounter, folder: Path) -> Encounter:
    """Write the pictures of a document beside its map.json; files of other content stay.

    Returns
    -------
    Encounter
        The document with the names under which its pictures now lie there.

    Raises
    ------
    OSError
        If a picture can't be written.
    """
    names: dict[str, str] = {}
    used = {name for _, name in asset_names(encounter)}
    for name, data in encounter.assets.items():
        if name not in used:
            continue
        try:
            there = inside(folder, name, name)
        except FileError:
            there, plain = None, False
        else:
            plain = is_asset_name(name)
        if there is not None and there.read_bytes() == data:
            continue
        # A name that is taken, or that would need folders, gives way to the picture's hash.
        own = name if there is None and plain else hashed_name(name, data)
        if own != name:
            names[name] = own
        if inside(folder, own, own) is None:
            write_atomically(folder / own, data)
    return renamed(encounter, names) if names else encounter
