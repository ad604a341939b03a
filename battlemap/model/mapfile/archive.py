"""The zip that a .battlemap file is: read with suspicion, written the same for the same content."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING

from battlemap.model import limits
from battlemap.model.file_error import FileError
from battlemap.model.mapfile.json_text import megabytes
from battlemap.model.picture import EXTENSIONS, check_picture

if TYPE_CHECKING:
    from collections.abc import Mapping

MAP_NAME = "map.json"
LOG_NAME = "log.jsonl"
ASSETS = "assets/"
SIGNATURE = b"PK\x03\x04"

_ASSET = re.compile(rf"[\w][\w .()-]*\.({'|'.join(EXTENSIONS)})", re.IGNORECASE)
_SINCE = (1980, 1, 1, 0, 0, 0)
"""Time stamp of every member: the earliest that a zip can hold, so that equal maps are equal."""

_DAMAGED = "The file is damaged or was cut short; restore it from a copy."


@dataclass(frozen=True)
class Archive:
    """What a .battlemap file holds."""

    map_json: bytes
    log: bytes = b""
    assets: Mapping[str, bytes] = field(default_factory=dict)


def is_archive(data: bytes) -> bool:
    """Tell whether these bytes begin like a zip, also like an empty one."""
    return data[:2] == b"PK" and data[:4] in (SIGNATURE, b"PK\x05\x06", b"PK\x07\x08")


def asset_key(data: bytes, extension: str) -> str:
    """Return the name under which a picture is kept: the hash of its bytes."""
    return f"{sha256(data).hexdigest()}.{extension}"


def is_asset_name(name: str) -> bool:
    """Tell whether a picture of this name can stand in the assets folder."""
    return _ASSET.fullmatch(name) is not None


def unpack(data: bytes) -> Archive:
    """Return the members of a .battlemap file; sizes are checked before anything is unpacked.

    Raises
    ------
    FileError
        If the zip is damaged, encrypted or too large, or holds names that don't belong in it.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as zipped:
            return _unpack(zipped)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
        if isinstance(error, FileError):
            raise
        raise FileError("", "", f"the zip can't be read ({error}).", _DAMAGED) from None
    except RuntimeError as error:  # encrypted, or packed in a way that zipfile does not know
        raise FileError("", "", f"the zip can't be read ({error}).") from None


def _unpack(zipped: zipfile.ZipFile) -> Archive:
    members = [info for info in zipped.infolist() if not info.is_dir()]
    if len(members) > limits.ARCHIVE_MEMBERS:
        raise FileError("", "", f"the zip has more than {limits.ARCHIVE_MEMBERS:,} files.")
    names = [info.filename for info in members]
    if len(set(names)) != len(names):
        raise FileError("", "", "the zip holds two files of the same name.")
    if MAP_NAME not in names:
        raise FileError(
            "",
            "",
            f"the zip has no {MAP_NAME}, so it isn't a Battlemap file.",
            "Open another file.",
        )
    total = sum(info.file_size for info in members)
    if total > limits.ARCHIVE_BYTES:
        raise FileError(
            "",
            "",
            f"the zip claims {megabytes(total)} unpacked, more than"
            f" {megabytes(limits.ARCHIVE_BYTES)}.",
        )
    for info in members:
        _check_member(info)
    assets: dict[str, bytes] = {}
    for info in members:
        if info.filename.startswith(ASSETS):
            content = _read(zipped, info, limits.ASSET_BYTES)
            check_picture(content, info.filename)
            assets[info.filename.removeprefix(ASSETS)] = content
    by_name = dict(zip(names, members, strict=True))
    log = _read(zipped, by_name[LOG_NAME], limits.LOG_BYTES) if LOG_NAME in by_name else b""
    return Archive(_read(zipped, by_name[MAP_NAME], limits.MAP_BYTES), log, assets)


def _check_member(info: zipfile.ZipInfo) -> None:
    name = info.filename
    if info.flag_bits & 0x1:
        raise FileError("", name, "this is encrypted.", "Save the map without a password.")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise FileError("", name, f"packed in a way (method {info.compress_type}) that isn't used.")
    in_assets = name.startswith(ASSETS)
    if in_assets and not is_asset_name(name.removeprefix(ASSETS)):
        raise FileError("", name, "this isn't a name for a picture; nothing was unpacked.")
    if not in_assets and (name.startswith("/") or ".." in name or "\\" in name or ":" in name):
        raise FileError("", name, "this name leads out of the file; nothing was unpacked.")
    ratio = info.file_size / max(info.compress_size, 1)
    if info.file_size > limits.BOMB_BYTES and ratio > limits.BOMB_RATIO:
        raise FileError(
            "",
            name,
            f"{megabytes(info.file_size)} are squeezed {ratio:,.0f} times, which no map needs.",
        )


def _read(zipped: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    """Return a member's bytes, reading no more than it may hold, whatever its header claims."""
    if info.file_size <= most:
        with zipped.open(info) as member:
            content = member.read(most + 1)
        if len(content) <= most:
            return content
    raise FileError("", info.filename, f"this is larger than {megabytes(most)}.")


def pack(archive: Archive) -> bytes:
    """Return the bytes of a .battlemap file: equal bytes for equal content."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as zipped:
        _write(zipped, MAP_NAME, archive.map_json, zipfile.ZIP_DEFLATED)
        if archive.log:
            _write(zipped, LOG_NAME, archive.log, zipfile.ZIP_DEFLATED)
        for name in sorted(archive.assets):
            # Pictures are squeezed already.
            _write(zipped, ASSETS + name, archive.assets[name], zipfile.ZIP_STORED)
    return target.getvalue()


def _write(zipped: zipfile.ZipFile, name: str, content: bytes, method: int) -> None:
    info = zipfile.ZipInfo(name, _SINCE)
    info.compress_type = method
    info.create_system = 3  # the same on every system, so that the bytes are the same
    info.external_attr = 0o644 << 16
    zipped.writestr(info, content)
