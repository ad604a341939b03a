"""Combatants by themselves, as JSON: to keep, to share, and to paste into another map."""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from battlemap.model import limits
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.file_error import FileError, shown
from battlemap.model.mapfile.assets import hashed_name
from battlemap.model.mapfile.json_text import parse, render
from battlemap.model.mapfile.map_reader import read_map
from battlemap.model.mapfile.map_writer import write_map
from battlemap.model.mapfile.record import Record
from battlemap.model.picture import check_picture
from battlemap.model.store import read, read_bytes, write_bytes
from battlemap.session.documents import types_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from battlemap.model.token import Token

FORMAT = 1
_NONE: dict[str, Any] = {}
_KEYS = ("combatants", "system", "tokens", "pictures")


@dataclass(frozen=True)
class Combatants:
    """Some tokens, the rule system that their records belong to, and their pictures."""

    system: str
    tokens: tuple[Token, ...]
    assets: Mapping[str, bytes]


def combatants_bytes(encounter: Encounter, tokens: Iterable[Token]) -> bytes:
    """Return *tokens* as JSON, with the pictures of theirs that the document keeps.

    Raises
    ------
    FileError
        If a record holds something that a file can't keep.
    """
    chosen = {token.id: token for token in tokens}
    bare = Encounter(
        tokens=MappingProxyType(chosen), rules=RulesChoice(encounter.rules.system, None)
    )
    try:
        record: dict[str, Any] = {
            "combatants": FORMAT,
            "system": encounter.rules.system,
            "tokens": write_map(bare).get("tokens", []),
        }
        pictures = {
            token.art: b64encode(encounter.assets[token.art]).decode()
            for token in chosen.values()
            if token.art in encounter.assets
        }
        if pictures:
            record["pictures"] = pictures
        return render(record).encode()
    except (TypeError, UnicodeEncodeError) as error:
        raise FileError("", "", f"the combatants can't be written: {error}.") from error


def write_combatants(path: Path, encounter: Encounter, tokens: Iterable[Token]) -> None:
    """Write *tokens* to a file, atomically.

    Raises
    ------
    FileError
        If the file can't be written.
    """
    write_bytes(path, combatants_bytes(encounter, tokens))


def combatants_in(data: bytes) -> Combatants:
    """Return the combatants in the bytes of such a file.

    Raises
    ------
    FileError
        If they hold none, or a value is wrong.
    """
    record = parse(data, most_bytes=limits.IMPORT_BYTES)
    if not isinstance(record, dict) or "combatants" not in record:
        raise FileError("", "", "this file holds no combatants.", "Export some from a map.")
    if record["combatants"] != FORMAT:
        raise FileError(
            "",
            "combatants",
            f"format {shown(record['combatants'])} isn't known.",
            "Update Battlemap.",
        )
    for key in record:
        if key not in _KEYS:
            raise FileError("", key, "this key isn't known here.")
    bare: dict[str, Any] = {"format": 1}
    bare |= {key: record[key] for key in ("system", "tokens") if key in record}
    encounter = read_map(bare, types_of)
    return _named_by_hash(encounter, _pictures(record.get("pictures", _NONE)))


def _pictures(value: object) -> dict[str, bytes]:
    record = Record(value, "pictures", None)
    found: dict[str, bytes] = {}
    for name, text in record.values.items():
        where = record.at(name)
        if not isinstance(text, str) or len(text) > limits.ASSET_BYTES * 4 // 3 + 4:
            raise FileError("", where, "this is no picture in base64, or too large a one.")
        try:
            data = b64decode(text, validate=True)
        except (NotBase64, ValueError):
            raise FileError("", where, "this isn't base64.") from None
        check_picture(data, where)
        found[name] = data
    return found


def _named_by_hash(encounter: Encounter, pictures: Mapping[str, bytes]) -> Combatants:
    """Return the combatants with pictures under names that can't be mistaken for others."""
    names = {name: hashed_name(name, data) for name, data in pictures.items()}
    tokens = tuple(
        replace(token, art=names.get(token.art, token.art)) for token in encounter.tokens.values()
    )
    assets = {names[name]: data for name, data in pictures.items()}
    return Combatants(encounter.rules.system, tokens, MappingProxyType(assets))


def read_combatants(path: Path) -> Combatants:
    """Return the combatants in a file: an export of some, or all tokens of a map.

    Raises
    ------
    FileError
        If the file can't be read.
    """
    try:
        data = read_bytes(path, limits.ARCHIVE_BYTES)
        if data.lstrip()[:1] == b"{" and b'"combatants"' in data[:4096]:
            return combatants_in(data)
        encounter = read(path, types_of).encounter
    except FileError as error:
        raise error.in_file(path.name) from error.__cause__
    used = {token.art for token in encounter.tokens.values()}
    assets = {name: data for name, data in encounter.assets.items() if name in used}
    return Combatants(
        encounter.rules.system, tuple(encounter.tokens.values()), MappingProxyType(assets)
    )
