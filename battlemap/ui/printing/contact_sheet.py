"""A contact sheet: all maps of a folder as small pictures with their names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter

import battlemap
from battlemap.geometry.grid import GridKind
from battlemap.model.file_error import FileError
from battlemap.model.words import counted
from battlemap.session.registry import UnknownSystemError
from battlemap.session.session import Session
from battlemap.ui.printing.application import ensure_application
from battlemap.ui.printing.brush import INK2, INK3, UNITS, PaperBrush
from battlemap.ui.printing.flow import wrapped
from battlemap.ui.printing.furniture import elided
from battlemap.ui.printing.lengths import MM_PER_INCH
from battlemap.ui.printing.paper import A4
from battlemap.ui.printing.pdf_file import exact
from battlemap.ui.printing.picture import (
    PictureError,
    Portrayal,
    check_size,
    draw_picture,
    encoded,
    in_grays,
    picture_kind,
)
from battlemap.ui.printing.printer import PrintCancelledError, write_whole
from battlemap.ui.printing.sheet import Materials

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from battlemap.ui.printing.paper import Paper

PICTURE_MM = (56.0, 42.0)
"""Room of one map's picture."""

CAPTION_MM, GAP_MM, EDGE_MM, HEAD_MM = 13.0, 5.0, 12.0, 12.0
PIXELS_PER_MM = 6
"""Of a sheet that is a picture itself, and of the small pictures on paper."""

MAP_ENDINGS = (".battlemap", ".json")


@dataclass(frozen=True)
class Listed:
    """One map of a folder: its small picture, or why there is none."""

    name: str
    file: str
    words: str
    image: QImage | None
    problem: str = ""


def map_files(folder: Path) -> list[Path]:
    """Return the map files of a folder by name; other JSON files are told apart by ``listed``."""
    return sorted(
        (path for path in folder.iterdir() if path.suffix.lower() in MAP_ENDINGS),
        key=lambda path: path.name.lower(),
    )


def listed(path: Path, portrayal: Portrayal) -> Listed:
    """Return one map as it stands on the sheet; a file that can't be read says why."""
    ensure_application()
    try:
        session = Session.open(path)
    except (FileError, UnknownSystemError) as error:
        return Listed(path.stem, path.name, "", None, str(error))
    document = session.encounter
    spec, grid = document.map.grid, document.map.grid.grid
    across, down = (side * PIXELS_PER_MM for side in PICTURE_MM)
    pixels = max(1.0, min(across / grid.width, down / grid.height))
    image = draw_picture(
        document,
        session.system,
        replace(
            portrayal,
            pixels_per_cell=pixels,
            transparent=True,
            region=None,
            folder=path.resolve().parent,
            materials=Materials(),
        ),
    )
    kind = "squares" if spec.kind is GridKind.SQUARE else "hexes"
    shown = [t for t in document.tokens.values() if portrayal.layers.gm or not t.hidden]
    words = (
        f"{spec.columns} × {spec.rows} {kind}, {spec.feet_per_cell} ft; "
        f"{counted(len(shown), 'token')}; {session.system.title}"
    )
    return Listed(document.map.name or path.stem, path.name, words, image)


def export_contact_sheet(
    folder: Path,
    target: Path,
    portrayal: Portrayal | None = None,
    *,
    paper: Paper = A4,
    progress: Callable[[int, int], bool] | None = None,
) -> list[Listed]:
    """Write all maps of *folder* as one sheet; the ending of *target* says what kind of file.

    A PDF has as many pages as it takes, a picture is as high as it has to be.

    Parameters
    ----------
    progress
        Called with the maps done and their number; returns whether to go on.

    Raises
    ------
    PictureError
        If there is no map in the folder, or the sheet can't be of this kind or size.
    PrintCancelledError
        If *progress* said to stop; nothing was written.
    OSError
        If the folder can't be read or the file can't be written.
    """
    ensure_application()
    asked = portrayal or Portrayal()
    kind = picture_kind(target)
    if kind == "svg":
        raise PictureError("a contact sheet is a PDF, PNG, JPEG or WebP file")
    files = map_files(folder)
    if not files:
        raise PictureError(f"there is no map in {folder}")
    found = []
    for done, path in enumerate(files):
        if progress is not None and not progress(done, len(files)):
            raise PrintCancelledError
        found.append(listed(path, asked))
    title = folder.resolve().name or "Maps"
    if kind == "pdf":
        data = _pdf(found, title, paper, is_gray=asked.is_gray)
    else:
        data = encoded(_picture(found, title, kind, is_gray=asked.is_gray), kind)
    write_whole(target, data)
    if progress is not None:
        progress(len(files), len(files))
    return found


def _pdf(found: Sequence[Listed], title: str, paper: Paper, *, is_gray: bool) -> bytes:
    width, height = paper.width_mm, paper.height_mm
    across = _columns(width)
    down = max(1, int((height - 2 * EDGE_MM - HEAD_MM + GAP_MM) // _row_mm()))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(1200)
    writer.setPageSize(QPageSize(QSizeF(width, height), QPageSize.Unit.Millimeter, paper.name))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(title)
    writer.setCreator(f"Battlemap {battlemap.__version__}")
    if is_gray:
        writer.setColorModel(QPdfWriter.ColorModel.Grayscale)
    painter = QPainter(writer)
    try:
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        scale = 1200 / (MM_PER_INCH * UNITS)
        painter.scale(scale, scale)
        for start in range(0, len(found), across * down):
            if start:
                writer.newPage()
            part = found[start : start + across * down]
            _paint(PaperBrush(painter), part, title, width)
    finally:
        painter.end()
    return exact(buffer.data().data(), width, height)


def _picture(found: Sequence[Listed], title: str, kind: str, *, is_gray: bool) -> QImage:
    across = min(4, len(found))
    width = 2 * EDGE_MM + across * (PICTURE_MM[0] + GAP_MM) - GAP_MM
    rows = ceil(len(found) / across)
    height = 2 * EDGE_MM + HEAD_MM + rows * _row_mm() - GAP_MM
    size = round(width * PIXELS_PER_MM), round(height * PIXELS_PER_MM)
    check_size(*size, kind)
    image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(PIXELS_PER_MM / UNITS, PIXELS_PER_MM / UNITS)
    _paint(PaperBrush(painter), found, title, width)
    painter.end()
    return in_grays(image) if is_gray else image


def _paint(brush: PaperBrush, found: Sequence[Listed], title: str, width: float) -> None:
    brush.text(EDGE_MM, EDGE_MM + 4, elided(title, 4.6, 600, width - 2 * EDGE_MM), 4.6, 600)
    across = _columns(width)
    for index, entry in enumerate(found):
        x = EDGE_MM + (index % across) * (PICTURE_MM[0] + GAP_MM)
        y = EDGE_MM + HEAD_MM + (index // across) * _row_mm()
        _paint_one(brush, entry, x, y)


def _paint_one(brush: PaperBrush, entry: Listed, x: float, y: float) -> None:
    width, height = PICTURE_MM
    if entry.image is not None:
        image = entry.image
        scale = min(width / image.width(), height / image.height())
        across, down = image.width() * scale, image.height() * scale
        # It stands on the line of the names, whatever its shape.
        place = brush.rect(x, y + height - down, across, down)
        brush.painter.setBrush(Qt.BrushStyle.NoBrush)
        brush.painter.drawImage(place, image, QRectF(image.rect()))
        brush.use(brush.pen(0.15, INK3))
        brush.painter.drawRect(place)
    else:
        brush.use(brush.pen(0.2, INK3, (1.0, 1.0)))
        brush.painter.drawRect(brush.rect(x, y, width, height))
        lines = wrapped(entry.problem, 2.6, width - 6)[:8]
        for index, line in enumerate(lines):
            brush.text(x + 3, y + 6 + index * 3.6, line, 2.6, 400, INK2)
    brush.text(x, y + height + 4.4, elided(entry.name, 3.2, 600, width), 3.2, 600)
    lines = [entry.file, entry.words]
    for index, line in enumerate(lines):
        base = y + height + 8.2 + index * 3.4
        brush.text(x, base, elided(line, 2.3, 400, width), 2.3, 400, INK2)


def _columns(width: float) -> int:
    return max(1, int((width - 2 * EDGE_MM + GAP_MM + 1e-6) // (PICTURE_MM[0] + GAP_MM)))


def _row_mm() -> float:
    return PICTURE_MM[1] + CAPTION_MM + GAP_MM
