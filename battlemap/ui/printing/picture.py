"""Pictures of the map: PNG, JPEG, WebP, SVG, and a PDF of one page as large as the map."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter

from battlemap.ui.printing.application import ensure_application
from battlemap.ui.printing.brush import UNITS, WHITE
from battlemap.ui.printing.color_painter import map_layers, scene_rect, zones_below
from battlemap.ui.printing.content import PLAIN_GRID, Content, GridStyle, Look
from battlemap.ui.printing.lengths import MM_PER_INCH
from battlemap.ui.printing.map_window import paint_window
from battlemap.ui.printing.paper import PageSetup, Rect
from battlemap.ui.printing.printer import write_whole
from battlemap.ui.printing.sheet import PICTURE_DPI, Materials, Printout
from battlemap.ui.printing.vector_file import one_page_pdf, svg
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

VECTORS = ("svg", "pdf")
"""Formats that keep lines as lines; their size is a matter of units alone."""

FORMATS = (*LONGEST_SIDE, *VECTORS)
"""Endings of files that can be written."""

MOST_PIXELS_PER_CELL = 32767
"""Qt counts pixels in 32 bits, also where lines stay lines."""

LONGEST_PAGE_MM = 5080.0
"""PDF readers show no page that is longer than 200 inches."""


class PictureError(ValueError):
    """The picture can't be made so; the text is one sentence for the GM."""


@dataclass(frozen=True)
class Portrayal:
    """How a map is made into a picture.

    Parameters
    ----------
    pixels_per_cell
        Pixels in the width of a cell; SVG counts its units so.
    transparent
        Leave what is outside the cells clear, instead of filling it with the theme's void (or
        white, for the ink saver).
    region
        The part of the map to draw, in cells; None: all of it.
    folder
        Where the map file lies, for pictures beside a bare map.json.
    grid_style
        Color and width of the grid's lines.
    is_gray
        Whether colors become grays.
    cell_mm
        How long a cell is in a PDF, and in what a picture says of its own size.
    materials
        What earlier pictures of the same document made already.
    """

    pixels_per_cell: float = 100
    layers: Content = field(default_factory=lambda: Content(cell_names=False))
    theme: Theme = LIGHT
    look: Look = Look.COLOR
    transparent: bool = False
    region: Rect | None = None
    folder: Path | None = None
    grid_style: GridStyle = PLAIN_GRID
    is_gray: bool = False
    cell_mm: float = MM_PER_INCH
    materials: Materials = field(default_factory=Materials, compare=False)

    def shown(self, encounter: Encounter) -> Rect:
        """Return the part of the map that is drawn, in cells."""
        grid = encounter.map.grid.grid
        return self.region or Rect(0.0, 0.0, grid.width, grid.height)

    def ground(self) -> QColor | None:
        """Return the color of what lies outside the cells; None: it is clear."""
        if self.transparent:
            return None
        return QColor(self.theme.void if self.look is Look.COLOR else WHITE)


def picture_size(
    encounter: Encounter, pixels_per_cell: float, region: Rect | None = None
) -> tuple[int, int]:
    """Return width and height of the picture, in pixels.

    Raises
    ------
    PictureError
        If a cell would have less than one pixel, or more than ``MOST_PIXELS_PER_CELL``.
    """
    if not (pixels_per_cell >= 1 and isfinite(pixels_per_cell)):
        raise PictureError("a cell needs at least one pixel")
    if pixels_per_cell > MOST_PIXELS_PER_CELL:
        raise PictureError(f"a cell has at most {MOST_PIXELS_PER_CELL} pixels")
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
    if kind in VECTORS:
        return
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


def picture_kind(path: Path, *, transparent: bool = False) -> str:
    """Return the format that the ending of *path* chooses.

    Raises
    ------
    PictureError
        If there is no such format, or it can't be transparent where that is asked for.
    """
    kind = path.suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        endings = ", ".join(f".{name}" for name in FORMATS[:-1])
        raise PictureError(f"“{path.name}” must end in {endings} or .{FORMATS[-1]}")
    if transparent and kind in ("jpg", "jpeg"):
        raise PictureError("JPEG has no transparency; choose PNG, WebP, SVG or PDF")
    return kind


def export_picture(
    encounter: Encounter,
    system: RuleSystem,
    path: str | Path,
    portrayal: Portrayal | None = None,
    **options: object,
) -> tuple[int, int]:
    """Write the map as a picture; the ending of *path* chooses PNG, JPEG, WebP, SVG or PDF.

    The size depends on the map and *pixels_per_cell* alone, never on the window's zoom. The file
    says how dense its pixels are, so that it prints at an inch a cell, and it appears whole or not
    at all. A PDF has one page as large as the map.

    Parameters
    ----------
    portrayal
        How the map is drawn.
    options
        Fields of a ``Portrayal``, where none is given.

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
    asked = portrayal or Portrayal(**options)  # type: ignore[arg-type]  # its own fields
    kind = picture_kind(target, transparent=asked.transparent)
    size = picture_size(encounter, asked.pixels_per_cell, asked.region)
    check_size(*size, kind)
    write_whole(target, picture_bytes(encounter, system, kind, asked))
    return size


def picture_bytes(
    encounter: Encounter, system: RuleSystem, kind: str, portrayal: Portrayal
) -> bytes:
    """Return the map as a picture file of this kind; see ``export_picture``.

    Raises
    ------
    PictureError
        If the picture is too large, or this installation of Qt can't write the format.
    """
    if kind not in VECTORS:
        return encoded(draw_picture(encounter, system, portrayal), kind)
    ensure_application()
    title = encounter.map.name or "Battle map"
    shown = portrayal.shown(encounter)
    if kind == "pdf":
        across, down = shown.width * portrayal.cell_mm, shown.height * portrayal.cell_mm
        if max(across, down) > LONGEST_PAGE_MM:
            raise PictureError(
                f"the page would be {max(across, down) / 1000:.1f} m long, but PDF allows "
                f"{LONGEST_PAGE_MM / 1000:.2f} m; choose a shorter cell"
            )

        def paint(painter: QPainter, dots_per_mm: float) -> None:
            scale = dots_per_mm * portrayal.cell_mm / portrayal.pixels_per_cell
            painter.scale(scale, scale)
            _paint(painter, encounter, system, portrayal, PICTURE_DPI)

        return one_page_pdf(across, down, title, paint, is_gray=portrayal.is_gray)
    size = picture_size(encounter, portrayal.pixels_per_cell, portrayal.region)
    return svg(
        *size,
        title,
        lambda painter: _paint(painter, encounter, system, portrayal, PICTURE_DPI),
        units_per_inch=portrayal.pixels_per_cell * MM_PER_INCH / portrayal.cell_mm,
        is_gray=portrayal.is_gray,
    )


def draw_picture(
    encounter: Encounter,
    system: RuleSystem,
    portrayal: Portrayal | None = None,
    **options: object,
) -> QImage:
    """Return the map as a picture in memory; see ``export_picture``.

    Raises
    ------
    PictureError
        If the picture is too large.
    """
    ensure_application()
    asked = portrayal or Portrayal(**options)  # type: ignore[arg-type]  # its own fields
    width, height = picture_size(encounter, asked.pixels_per_cell, asked.region)
    check_size(width, height)
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    if image.isNull():
        raise PictureError(f"there is no memory for a picture of {width} × {height} pixels")
    image.fill(QColor(0, 0, 0, 0))
    density = round(asked.pixels_per_cell / asked.cell_mm * 1000)
    image.setDotsPerMeterX(density)
    image.setDotsPerMeterY(density)
    painter = QPainter(image)
    _paint(painter, encounter, system, asked)
    painter.end()
    return in_grays(image) if asked.is_gray else image


def in_grays(image: QImage) -> QImage:
    """Return the picture without its colors, as clear as it was."""
    grays = image.convertToFormat(QImage.Format.Format_Grayscale8)
    grays = grays.convertToFormat(QImage.Format.Format_ARGB32)
    grays.setAlphaChannel(image.convertToFormat(QImage.Format.Format_Alpha8))
    grays.setDotsPerMeterX(image.dotsPerMeterX())
    grays.setDotsPerMeterY(image.dotsPerMeterY())
    return grays


def _paint(
    painter: QPainter,
    encounter: Encounter,
    system: RuleSystem,
    portrayal: Portrayal,
    dpi: int | None = None,
) -> None:
    """Draw the picture; the painter's unit is a pixel, its origin the picture's corner.

    *dpi* is the most that pictures in files of lines have; None: the file has pixels itself.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    pixels, content = portrayal.pixels_per_cell, portrayal.layers
    shown, ground = portrayal.shown(encounter), portrayal.ground()
    across, down = shown.width * pixels, shown.height * pixels
    if ground is not None:
        # A picture whose size was rounded up is filled to its rim.
        painter.fillRect(0, 0, round(across) + 1, round(down) + 1, ground)
    if portrayal.look is Look.COLOR:
        painter.scale(pixels / SCENE_SCALE, pixels / SCENE_SCALE)
        painter.translate(-shown.x * SCENE_SCALE, -shown.y * SCENE_SCALE)
        paint_map(
            painter,
            encounter,
            system,
            portrayal.theme,
            map_layers(content, portrayal.grid_style, inch=min(pixels, CELL_AT_100), dpi=dpi),
            rect=scene_rect(shown),
            # Type grows with the cells; where they are small it keeps the size of the screen.
            unit=SCENE_SCALE / min(pixels, CELL_AT_100),
            pictures=portrayal.materials.pictures,
            folder=portrayal.folder,
            below_tokens=zones_below(encounter, system, content),
        )
        return
    printout = Printout(
        encounter,
        system,
        PageSetup(),
        content,
        portrayal.look,
        region=shown,
        theme=portrayal.theme,
        folder=portrayal.folder,
        materials=portrayal.materials,
        grid_style=portrayal.grid_style,
    )
    scale = pixels / (MM_PER_INCH * UNITS)
    painter.scale(scale, scale)
    place = Rect(0.0, 0.0, shown.width * MM_PER_INCH, shown.height * MM_PER_INCH)
    paint_window(painter, printout, shown, place, MM_PER_INCH)


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
