"""Universal VTT files (.uvtt, .dd2vtt, .df2vtt): picture, walls, doors, lights.

The format has no official description; this follows what Dungeondraft writes and what other tools
make of it. Coordinates are cells of the whole map; ``map_origin`` is the cell of the whole map at
the top-left corner of the picture, and it is taken off everything.
"""

from __future__ import annotations

import base64
import binascii
from collections import Counter
from dataclasses import dataclass, field
from math import ceil, floor
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.formats.clip import Area
from battlemap.formats.report import ImportReport
from battlemap.formats.uvtt_geometry import Geometry, is_number, read_geometry
from battlemap.formats.uvtt_report import notes_of, warnings_of
from battlemap.geometry.cell import Point
from battlemap.geometry.grid import GridKind
from battlemap.model import limits
from battlemap.model.battle_map import Background, BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.file_error import FileError, wrong
from battlemap.model.mapfile.archive import asset_key, is_archive
from battlemap.model.mapfile.json_text import parse
from battlemap.model.picture import PictureInfo, check_picture, picture_info
from battlemap.model.store import read_bytes

if TYPE_CHECKING:
    from battlemap.model.mapfile.json_text import Json

EXTENSIONS = ("uvtt", "dd2vtt", "df2vtt")

KNOWN_FORMATS = (0.2, 0.3)

_NEARLY = 1e-6
"""A size that is larger than a whole number by less than this is whole."""


@dataclass(frozen=True)
class _Frame:
    """Where the picture lies: sizes in cells of this map."""

    origin: Point
    width: float
    height: float
    pixels_per_cell: float | None

    @property
    def shift(self) -> Point:
        """The cell of the whole map that is the first of this one."""
        return Point(floor(self.origin.x), floor(self.origin.y))

    @property
    def offset(self) -> Point:
        """Where the picture begins within the first cell: more than 0 for a crop off the grid."""
        return Point(round(self.origin.x - self.shift.x, 9), round(self.origin.y - self.shift.y, 9))

    @property
    def columns(self) -> int:
        """Columns of cells that the picture touches."""
        return ceil(self.offset.x + self.width - _NEARLY)

    @property
    def rows(self) -> int:
        """Rows of cells that the picture touches."""
        return ceil(self.offset.y + self.height - _NEARLY)


@dataclass
class _Picture:
    """The picture, where there is one, and what is to be said about it."""

    data: bytes = b""
    info: PictureInfo | None = None
    warnings: list[str] = field(default_factory=list)


def read(
    path: Path | str, *, props_block_sight: bool = True, system: str = RulesChoice().system
) -> tuple[Encounter, ImportReport]:
    """Return the map in a Universal VTT file, and what was made of it.

    Parameters
    ----------
    path
        The file; its ending doesn't matter.
    props_block_sight
        Whether furniture and pillars (``objects_line_of_sight``) block sight.
    system
        Key of the rule system of the new document.

    Raises
    ------
    FileError
        If it isn't a Universal VTT file, or the map or its picture is too large.
    """
    path = Path(path)
    try:
        data = _read_json(read_bytes(path, limits.IMPORT_BYTES))
        return _converted(path, data, props_block_sight, system)
    except FileError as error:
        raise error.in_file(path.name) from error.__cause__


def _read_json(content: bytes) -> dict[str, Json]:
    if is_archive(content):
        raise FileError(
            "",
            "",
            "this is a zip: a map of Battlemap, or Universal VTT of version 2, which isn't known.",
            "Open a map of Battlemap instead of importing it; export others as version 1.",
        )
    if picture_info(content) is not None:
        raise FileError(
            "", "", "this is a picture, not a Universal VTT file.", "Export the map with its walls."
        )
    data = parse(content, most_bytes=limits.IMPORT_BYTES, strict=False)
    if not isinstance(data, dict) or not isinstance(data.get("resolution"), dict):
        raise FileError(
            "",
            "",
            'there is no "resolution", so this isn\'t a Universal VTT file.',
            "Check the export.",
        )
    return data


def _converted(
    path: Path, data: dict[str, Json], props_block_sight: bool, system: str
) -> tuple[Encounter, ImportReport]:
    picture = _read_picture(data.get("image"))
    warnings = _format_warnings(data)
    frame = _read_frame(data["resolution"], picture.info, warnings)
    spec = GridSpec(GridKind.SQUARE, frame.columns, frame.rows)
    counts: Counter[str] = Counter()
    area = Area(float(frame.columns), float(frame.rows))
    geometry: Geometry = read_geometry(data, frame.shift, area, counts, props_block_sight)
    if len(geometry.obstacles) > limits.OBSTACLES:
        raise FileError("", "line_of_sight", f"more than {limits.OBSTACLES:,} walls and doors.")
    background, assets = _placed(picture, frame)
    encounter = Encounter(
        map=BattleMap(
            spec,
            name=_readable(path.stem),
            background=background,
            obstacles=MappingProxyType(geometry.obstacles),
            lights=geometry.lights,
        ),
        rules=RulesChoice(system),
        assets=MappingProxyType(assets),
    )
    report = ImportReport(
        file=_readable(path.name),
        kind="Universal VTT",
        columns=frame.columns,
        rows=frame.rows,
        counts=MappingProxyType({name: n for name, n in sorted(counts.items()) if n}),
        notes=tuple(notes_of(counts, data, props_block_sight)),
        warnings=(*warnings, *picture.warnings, *warnings_of(counts)),
    )
    return encounter, report


def _readable(name: str) -> str:
    """Return a file name as text: bytes that are no UTF-8 become question marks."""
    return name.encode(errors="replace").decode()


def _format_warnings(data: dict[str, Json]) -> list[str]:
    version = data.get("format")
    try:
        known = not isinstance(version, (bool, list, dict)) and version is not None
        if known and float(version) in KNOWN_FORMATS:  # type: ignore[arg-type]  # narrowed above
            return []
    except (ValueError, OverflowError):
        pass
    said = "no format" if version is None else f"format {str(version)[:20]}"
    return [f"The file says {said}; 0.2 and 0.3 are known. Look the map over."]


def _read_frame(resolution: Json, info: PictureInfo | None, warnings: list[str]) -> _Frame:
    assert isinstance(resolution, dict)  # checked when the file was read
    scale = resolution.get("pixels_per_grid")
    per_cell = float(scale) if is_number(scale) and scale > _NEARLY else None
    origin = _pair(resolution.get("map_origin"))
    if origin is None:
        if resolution.get("map_origin") is not None:
            warnings.append("The map's origin isn't a pair of numbers; 0, 0 was taken.")
        origin = Point(0.0, 0.0)
    size = _pair(resolution.get("map_size"))
    if size is None and info is not None and per_cell is not None:
        size = Point(info.width / per_cell, info.height / per_cell)
        warnings.append("The map has no size; it was taken from its picture.")
    place = "resolution.map_size"
    if size is None or min(size) <= _NEARLY:
        raise wrong(place, "columns and rows of the map", resolution.get("map_size"))
    frame = _Frame(origin, size.x, size.y, per_cell)
    if max(frame.columns, frame.rows) > limits.SIDE_CELLS:
        raise FileError(
            "",
            place,
            f"{size.x:g} x {size.y:g} cells are more than"
            f" {limits.SIDE_CELLS:,} x {limits.SIDE_CELLS:,}.",
            "Export a part of the map.",
        )
    if info is not None and per_cell is not None:
        wide, high = size.x * per_cell, size.y * per_cell
        if abs(info.width - wide) > 1 or abs(info.height - high) > 1:
            warnings.append(
                f"The picture has {info.width} x {info.height} pixels, not {wide:g} x {high:g}"
                f" as {per_cell:g} for each cell make; it was fitted to the map's size."
            )
    if frame.offset != (0, 0):
        warnings.append(
            "The picture was cut off the grid; it begins"
            f" {frame.offset.x:g}, {frame.offset.y:g} cells within the first cell."
        )
    return frame


def _pair(value: Json) -> Point | None:
    if not isinstance(value, dict):
        return None
    x, y = value.get("x"), value.get("y")
    return Point(float(x), float(y)) if is_number(x) and is_number(y) else None


def _read_picture(image: Json) -> _Picture:
    """Return the picture; what it is its first bytes tell, whatever the file's ending says.

    Raises
    ------
    FileError
        If it is too large.
    """
    if not isinstance(image, str) or not image.strip():
        return _Picture(warnings=["The file holds no picture; walls, doors and lights came in."])
    if len(image) // 4 * 3 > limits.ASSET_BYTES + 3:
        raise FileError("", "image", "the picture is larger than 128 MB.", "Export it smaller.")
    text = image.partition(",")[2] if image.startswith("data:") else image
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return _Picture(warnings=["The picture can't be read (it isn't base64) and was left out."])
    if picture_info(data) is None:
        sentence = "The picture isn't PNG, JPEG, WebP or GIF, or is damaged, and was left out."
        return _Picture(warnings=[sentence])
    return _Picture(data, check_picture(data, "image"))


def _placed(picture: _Picture, frame: _Frame) -> tuple[Background | None, dict[str, bytes]]:
    if picture.info is None:
        return None, {}
    key = asset_key(picture.data, picture.info.kind)
    offset = frame.offset
    return Background(key, offset.x, offset.y, frame.width, frame.height), {key: picture.data}
