"""Reading and writing maps: a .battlemap file, or a bare map.json with its pictures beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.model import limits
from battlemap.model.atomic import write_atomically
from battlemap.model.check import off_the_map
from battlemap.model.file_error import FileError
from battlemap.model.mapfile.archive import Archive, is_archive, pack, unpack
from battlemap.model.mapfile.assets import asset_names, named_by_hash, read_beside, write_beside
from battlemap.model.mapfile.json_text import megabytes, parse, render
from battlemap.model.mapfile.map_reader import read_map
from battlemap.model.mapfile.map_writer import write_map
from battlemap.model.mapfile.migrations import migrate
from battlemap.model.mapfile.system_types import SystemTypes, TypesOf, no_types
from battlemap.model.picture import picture_info

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from battlemap.model.encounter import Encounter

__all__ = [
    "Document",
    "FileError",
    "SystemTypes",
    "TypesOf",
    "dumps",
    "load",
    "loads",
    "read",
    "save",
]


@dataclass(frozen=True)
class Document:
    """A map file as it was read."""

    encounter: Encounter
    log: tuple[str, ...] = ()
    """The lines of log.jsonl, as they stood there."""
    warnings: tuple[str, ...] = ()
    """What was left out or is missing, one sentence each."""


def load(path: Path | str, types: TypesOf = no_types) -> Encounter:
    """Return the document of a map file; see ``read`` for its log and warnings.

    Raises
    ------
    FileError
        As ``read`` does.
    """
    return read(path, types).encounter


def read(path: Path | str, types: TypesOf = no_types) -> Document:
    """Return document, log and warnings of a .battlemap file or a bare map.json.

    Parameters
    ----------
    path
        The file; what it is its content tells, not its name.
    types
        The records of the rule systems; those of an unknown system are kept as they were read.

    Raises
    ------
    FileError
        If the file can't be read, with its name and one sentence.
    """
    path = Path(path)
    try:
        data = read_bytes(path, limits.ARCHIVE_BYTES)
        if is_archive(data):
            document = _from_archive(unpack(data), types)
        else:
            document = _with_pictures_beside(_from_json(data, types), path.parent)
        off = tuple(finding.sentence for finding in off_the_map(document.encounter))
        return replace(document, warnings=(*document.warnings, *off))
    except FileError as error:
        raise error.in_file(path.name) from error.__cause__


def read_bytes(path: Path, most: int) -> bytes:
    """Return the bytes of a file that isn't larger than it may be.

    Raises
    ------
    FileError
        If the file isn't there, can't be read, or is larger.
    """
    try:
        if not path.is_file():
            reason = "this is a folder." if path.is_dir() else "there is no such file."
            raise FileError("", "", reason)
        with path.open("rb") as stream:
            data = stream.read(most + 1)
    except OSError as error:
        raise FileError("", "", f"the file can't be read: {error.strerror or error}.") from error
    if len(data) > most:
        raise FileError("", "", f"the file is larger than {megabytes(most)}.")
    return data


def write_bytes(path: Path, content: bytes, what: str = "file") -> None:
    """Write a file that isn't a map, atomically; the counterpart of ``read_bytes``.

    Raises
    ------
    FileError
        If it can't be written; *what* names it in the sentence.
    """
    try:
        write_atomically(path, content)
    except OSError as error:
        raise FileError(
            path.name, "", f"the {what} can't be written: {error.strerror or error}."
        ) from error


def loads(data: bytes, types: TypesOf = no_types) -> Encounter:
    """Return the document in the bytes of a .battlemap file or of a map.json without pictures.

    Raises
    ------
    FileError
        If they hold no map.
    """
    if is_archive(data):
        return _from_archive(unpack(data), types).encounter
    return _from_json(data, types).encounter


def save(
    path: Path | str,
    encounter: Encounter,
    types: TypesOf = no_types,
    *,
    log: Sequence[str] = (),
    before_writing: Callable[[], None] | None = None,
) -> None:
    """Write a document; when this returns it is on the disk, when it raises the old file stands.

    A name that ends in ``.json`` makes a bare map with its pictures beside it and without the log;
    any other name makes a .battlemap file.

    Parameters
    ----------
    path
        The file.
    encounter
        The document.
    types
        The records of the rule systems, against which those of the document are checked.
    log
        Lines for log.jsonl, one JSON text each.
    before_writing
        Called when everything is ready; if it raises, nothing is written.

    Raises
    ------
    FileError
        If the file can't be written or a record can't be kept.
    """
    path = Path(path)
    ready = before_writing or _nothing
    try:
        if path.suffix.lower() == ".json":
            _check_records(encounter, types)
            ready()
            content = _map_json(write_beside(encounter, path.parent))
        else:
            content = dumps(encounter, types, log=log)
            ready()
        write_atomically(path, content)
    except OSError as error:
        raise FileError(
            path.name,
            "",
            f"the file can't be written: {error.strerror or error}.",
            "The map is unchanged; save it elsewhere.",
        ) from error
    except FileError as error:
        raise error.in_file(path.name) from error.__cause__


def _nothing() -> None:
    """Do nothing before a file is written."""


def dumps(encounter: Encounter, types: TypesOf = no_types, *, log: Sequence[str] = ()) -> bytes:
    """Return the bytes of a .battlemap file: equal bytes for equal documents.

    Raises
    ------
    FileError
        If a record of the rule system isn't of its kind or can't be kept.
    ValueError
        If a line of the log holds a line break.
    """
    _check_records(encounter, types)
    if any("\n" in line or "\r" in line for line in log):
        raise ValueError("an entry of the log is one line")
    named = named_by_hash(encounter)
    text = "".join(f"{line}\n" for line in log)
    return pack(Archive(_map_json(named), text.encode(), named.assets))


def _map_json(encounter: Encounter) -> bytes:
    try:
        return render(write_map(encounter)).encode()
    except (TypeError, UnicodeEncodeError) as error:
        raise FileError("", "", f"the map can't be written: {error}.") from error


def _from_json(data: bytes, types: TypesOf) -> Document:
    if (picture := picture_info(data)) is not None:
        kind = picture.kind.upper()
        raise FileError("", "", f"this is a {kind} picture, not a map.", "Use it as a background.")
    if data[:1].isalnum():  # some other text; JSON that is only a number or a word is no map either
        raise FileError("", "", "this isn't a map.", "Open a .battlemap or map.json file.")
    warnings: list[str] = []
    encounter = read_map(migrate(parse(data)), types, warnings.append)
    return Document(encounter, warnings=tuple(warnings))


def _with_pictures_beside(document: Document, folder: Path) -> Document:
    assets, missing = read_beside(document.encounter, folder)
    encounter = replace(document.encounter, assets=MappingProxyType(assets))
    return Document(encounter, warnings=(*document.warnings, *missing))


def _from_archive(archive: Archive, types: TypesOf) -> Document:
    try:
        document = _from_json(archive.map_json, types)
        log = archive.log.decode("utf-8-sig")
    except FileError as error:
        place = f"map.json: {error.where}" if error.where else "map.json"
        raise FileError("", place, error.sentence, error.advice) from error.__cause__
    except UnicodeDecodeError:
        raise FileError("", "log.jsonl", "this isn't UTF-8 text.") from None
    assets = MappingProxyType(dict(archive.assets))
    encounter = replace(document.encounter, assets=assets)
    missing = tuple(
        f"{where}: the picture {name} isn't in the file."
        for where, name in asset_names(encounter)
        if name not in assets
    )
    lines = tuple(line for line in log.split("\n") if line)
    return Document(encounter, lines, (*document.warnings, *missing))


def _check_records(encounter: Encounter, types: TypesOf) -> None:
    """Refuse records of another system, which would be read back wrongly."""
    known = types(encounter.rules.system)
    if known is None:
        return
    kept = [("options", encounter.rules.options, known.options)]
    for index, token in enumerate(encounter.tokens.values()):
        place = f"tokens[{index}]"
        kept.append((f"{place}.sheet", token.sheet, known.sheet))
        kept.append((f"{place}.status", token.status, known.status))
        for number, weapon in enumerate(token.weapons):
            kept.append((f"{place}.weapons[{number}]", weapon.details, known.weapon))
    for where, record, kind in kept:
        if record is not None and kind is not None and not isinstance(record, kind):
            raise FileError(
                "",
                where,
                f"a {type(record).__name__} isn't the {kind.__name__} that"
                f" {encounter.rules.system} keeps.",
            )
