"""Pictures of the map: PNG, JPEG and WebP at a chosen number of pixels a cell."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter

from battlemap.ui.printing.application import ensure_application
from battlemap.ui.printing.brush import UNITS, WHITE
from battlemap.ui.printing.color_painter import map_layers, scene_rect
from battlemap.ui.printing.content import Content, Look
from battlemap.ui.printing.lengths import MM_PER_INCH
from battlemap.ui.printing.paper import PageSetup, Rect
from battlemap.ui.printing.printer import write_whole
from battlemap.ui.printing.sheet import Materials, Printout, paint_window
from battlemap.ui.scene.coordinates import CELL_AT_100, SCENE_SCALE
from battlemap.ui.scene.painter import paint_map
from battlemap.ui.theme import LIGHT

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.rules.system import RuleSystem
    from battlemap.ui.theme import Theme

MAXIMUM_BYTES = 1 << 30
"""Memory that one picture may take while it is drawn."""

LONGEST_SIDE = {"png": 32767, "jpg": 32767, "jpeg": 32767, "webp": 16383}
"""Pixels a side by format: Qt draws no farther than 32767, and WebP holds no more than 16383."""

QUALITY = {"png": -1, "jpg": 92, "jpeg": 92, "webp": 100}
"""PNG's own; JPEG and WebP as Qt counts, where 100 is lossless for WebP."""


class PictureError(ValueError):
    """The picture can't be made so; the text is one sentence for the GM."""


def picture_size(
    encounter: Encounter, pixels_per_cell: float, region: Rect | None = None
) -> tuple[int, int]:
    """Return width and height of the picture, in pixels.

    Raises
    ------
    PictureError
        If a cell would have less than one pixel, or endlessly many.
    """
    if not (pixels_per_cell >= 1 and isfinite(pixels_per_cell)):
        raise PictureError("a cell needs at least one pixel")
    grid = encounter.map.grid.grid
    shown = region or Rect(0.0, 0.0, grid.width, grid.height)
    return (
        max(1, round(shown.width * pixels_per_cell)),
        max(1, round(shown.height * pixels_per_cell)),
    )


def check_size(width: int, height: int, kind: str = "png") -> None:
    """Make sure that a picture of this size can be made, before memory is taken for it.

    Raises
    ------
    PictureError
        If a side is too long for the format, or the picture takes more memory than is given.
    """
    longest = LONGEST_SIDE[kind]
    if max(width, height) > longest:
        raise PictureError(
            f"the picture would be {width} × {height} pixels, but {kind.upper()} allows "
            f"{longest} a side here; choose fewer pixels a cell"
        )
    needed = width * height * 4
    if needed > MAXIMUM_BYTES:
        raise PictureError(
            f"a picture of {width} × {height} pixels needs {needed / 2**30:.1f} GiB of memory, "
            f"more than the {MAXIMUM_BYTES >> 30} GiB it is given; choose fewer pixels a cell"
        )


def export_picture(
    encounter: Encounter,
    system: RuleSystem,
    path: str | Path,
    *,
    pixels_per_cell: float = 100,
    layers: Content | None = None,
    theme: Theme = LIGHT,
    look: Look = Look.COLOR,
    transparent: bool = False,
    region: Rect | None = None,
    folder: Path | None = None,
    materials: Materials | None = None,
) -> tuple[int, int]:
    """Write the map as a picture; the ending of *path* chooses PNG, JPEG or WebP.

    The size depends on the map and *pixels_per_cell* alone, never on the window's zoom. The file
    says how dense its pixels are, so that it prints at an inch a cell, and it appears whole or not
    at all.

    Parameters
    ----------
    transparent
        Leave what is outside the cells clear, instead of filling it with the theme's void (or
        white, for the ink saver).
    region
        The part of the map to draw, in cells; None: all of it.
    folder
        Where the map file lies, for pictures beside a bare map.json.
    materials
        What earlier pictures of the same document made already.

    Returns
    -------
    tuple
        Width and height in pixels.

    Raises
    ------
    PictureError
        If the picture is too large, its format unknown, or JPEG is asked to be transparent.
    OSError
        If the file can't be written.
    """
    target = Path(path)
    kind = target.suffix.lower().removeprefix(".")
    if kind not in LONGEST_SIDE:
        raise PictureError(f"“{target.name}” must end in .png, .jpg, .jpeg or .webp")
    if transparent and kind in ("jpg", "jpeg"):
        raise PictureError("JPEG has no transparency; choose PNG or WebP")
    check_size(*picture_size(encounter, pixels_per_cell, region), kind)
    image = draw_picture(
        encounter,
        system,
        pixels_per_cell=pixels_per_cell,
        layers=layers,
        theme=theme,
        look=look,
        transparent=transparent,
        region=region,
        folder=folder,
        materials=materials,
    )
    write_whole(target, encoded(image, kind))
    return image.width(), image.height()


def draw_picture(
    encounter: Encounter,
    system: RuleSystem,
    *,
    pixels_per_cell: float = 100,
    layers: Content | None = None,
    theme: Theme = LIGHT,
    look: Look = Look.COLOR,
    transparent: bool = False,
    region: Rect | None = None,
    folder: Path | None = None,
    materials: Materials | None = None,
) -> QImage:
    """Return the map as a picture in memory; see ``export_picture``.

    Raises
    ------
    PictureError
        If the picture is too large.
    """
    ensure_application()
    content = layers or Content(cell_names=False)
    grid = encounter.map.grid.grid
    shown = region or Rect(0.0, 0.0, grid.width, grid.height)
    width, height = picture_size(encounter, pixels_per_cell, region)
    check_size(width, height)
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    if image.isNull():
        raise PictureError(f"there is no memory for a picture of {width} × {height} pixels")
    ground = theme.void if look is Look.COLOR else WHITE
    image.fill(QColor(0, 0, 0, 0) if transparent else QColor(ground))
    density = round(pixels_per_cell / MM_PER_INCH * 1000)
    image.setDotsPerMeterX(density)
    image.setDotsPerMeterY(density)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    printout = Printout(
        encounter,
        system,
        PageSetup(),
        content,
        look,
        region=shown,
        theme=theme,
        folder=folder,
        materials=materials or Materials(),
    )
    if look is Look.COLOR:
        painter.scale(pixels_per_cell / SCENE_SCALE, pixels_per_cell / SCENE_SCALE)
        painter.translate(-shown.x * SCENE_SCALE, -shown.y * SCENE_SCALE)
        paint_map(
            painter,
            encounter,
            system,
            theme,
            map_layers(content),
            rect=scene_rect(shown),
            # Type grows with the cells; where they are small it keeps the size of the screen.
            unit=SCENE_SCALE / min(pixels_per_cell, CELL_AT_100),
            pictures=printout.materials.pictures,
            folder=folder,
        )
    else:
        cell_mm = MM_PER_INCH
        scale = pixels_per_cell / (cell_mm * UNITS)
        painter.scale(scale, scale)
        place = Rect(0.0, 0.0, shown.width * cell_mm, shown.height * cell_mm)
        paint_window(painter, printout, shown, place, cell_mm)
    painter.end()
    return image


def encoded(image: QImage, kind: str) -> bytes:
    """Return *image* as a file of this kind.

    Raises
    ------
    PictureError
        If this installation of Qt can't write the format.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, kind.encode())
    writer.setQuality(QUALITY[kind])
    if not writer.write(image):
        raise PictureError(
            f"the picture can't be written as {kind.upper()}: {writer.errorString()}"
        )
    return buffer.data().data()
