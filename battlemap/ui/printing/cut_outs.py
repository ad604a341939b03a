"""Figures to cut out at the scale of the map: paper minis that stand, and flat tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage

from battlemap.geometry.grid import GridKind
from battlemap.ui.panels.wording import name_of
from battlemap.ui.printing.brush import INK2, INK3, WHITE
from battlemap.ui.printing.content import Look
from battlemap.ui.printing.furniture import elided
from battlemap.ui.printing.lengths import MM_PER_INCH
from battlemap.ui.printing.samples import BEYOND_RING, paint_disc, token_alone
from battlemap.ui.scene.pictures import scaled_once
from battlemap.ui.theme import tint

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QPainter
    from PySide6.QtSvg import QSvgRenderer

    from battlemap.model.token import Token
    from battlemap.ui.printing.brush import PaperBrush
    from battlemap.ui.printing.paper import Rect
    from battlemap.ui.printing.sheet import Printout

    Art: TypeAlias = QSvgRenderer | QImage

GAP_MM = 4.0
"""Between two figures: room for scissors."""

NAME_MM = 5.0
"""Height of the strip with the name on a mini."""

PLAY_MM = 1.5
"""By how much a mini is narrower than its space, so that neighbors don't rub."""

CUT = (1.2, 0.9)
FOLD = (0.5, 0.8)
"""Dashes of the lines to cut and to fold along, in millimeters."""


@dataclass(frozen=True)
class Mini:
    """A stand-up figure, unfolded: base, back (head down), fold, front, base; millimeters."""

    width: float
    height: float
    """Of one side, name included."""
    base: float
    """Depth of either half of its base."""

    @property
    def length(self) -> float:
        """Of the whole strip."""
        return 2 * (self.height + self.base)


@dataclass(frozen=True)
class _Figure:
    width: float
    height: float
    paint: Callable[[PaperBrush, float, float], None]


def cut_out_pages(
    printout: Printout, room: Rect, *, stand_up: bool
) -> list[Callable[[PaperBrush], None]]:
    """Return what draws each page of figures, one for each token that is shown.

    Parameters
    ----------
    room
        Where they may lie on the sheet, in millimeters.
    stand_up
        Paper minis rather than flat tokens.
    """
    tokens = [t for t in printout.encounter.tokens.values() if printout.content.gm or not t.hidden]
    make = _mini if stand_up else _flat
    figures = [make(printout, token, room) for token in tokens]
    return [
        lambda brush, placed=placed: _paint_all(brush, placed)  # type: ignore[misc]
        for placed in packed(figures, room)
    ]


def packed(figures: Sequence[_Figure], room: Rect) -> list[list[tuple[float, float, _Figure]]]:
    """Return the figures in rows over as few pages as that takes, the tallest first."""
    pages: list[list[tuple[float, float, _Figure]]] = []
    x, y, tall = 0.0, 0.0, 0.0
    for figure in sorted(figures, key=lambda one: -one.height):
        if pages and x > 0 and x + figure.width > room.width:
            x, y, tall = 0.0, y + tall + GAP_MM, 0.0
        if not pages or (y > 0 and y + figure.height > room.height):
            pages.append([])
            x, y, tall = 0.0, 0.0, 0.0
        pages[-1].append((room.x + x, room.y + y, figure))
        x += figure.width + GAP_MM
        tall = max(tall, figure.height)
    return pages


def _paint_all(brush: PaperBrush, placed: Sequence[tuple[float, float, _Figure]]) -> None:
    for x, y, figure in placed:
        figure.paint(brush, x, y)


# Flat tokens --------------------------------------------------------------------------------


def _flat(printout: Printout, token: Token, room: Rect) -> _Figure:
    radius = flat_radius(printout, token)
    name = name_of(printout.encounter, token.id)

    def paint(brush: PaperBrush, x: float, y: float) -> None:
        middle_x, middle_y = x + width / 2, y + radius
        paint_disc(brush, printout, token, middle_x, middle_y, radius)
        brush.disc(middle_x, middle_y, radius, brush.pen(0.15, INK3, CUT))
        said = elided(name, 2.4, 400, width)
        brush.text(middle_x, y + 2 * radius + 3.0, said, 2.4, 400, INK2, align=0.5)

    width = min(max(2 * radius, 16.0), room.width)
    return _Figure(width, 2 * radius + 4.0, paint)


def flat_radius(printout: Printout, token: Token) -> float:
    """Return the radius of a token to cut out, in millimeters: it fits into its space."""
    _, _, _, radius = token_alone(printout, token)
    return (radius + BEYOND_RING) * printout.setup.cell_mm


# Minis --------------------------------------------------------------------------------------


def mini_of(printout: Printout, token: Token, room: Rect) -> Mini:
    """Return how large a token's mini is: as wide as its space, as high as the creature is tall.

    A creature that would be taller than the sheet allows is as tall as that.
    """
    cell_mm, feet = printout.setup.cell_mm, printout.encounter.map.grid.feet_per_cell
    side = max(token.size, 0.6)
    if printout.grid.kind is not GridKind.SQUARE and token.size > 1:
        _, _, _, radius = token_alone(printout, token)
        side = 2 * radius
    width = min(side * cell_mm - PLAY_MM, room.width)
    tall = token.body_feet / feet * cell_mm
    height = min(max(tall, width), 1.4 * width) + NAME_MM
    base = 0.45 * width
    if 2 * (height + base) > room.height:
        base = max(6.0, min(base, room.height / 2 - height))
        height = room.height / 2 - base
    return Mini(width, height, base)


def _mini(printout: Printout, token: Token, room: Rect) -> _Figure:
    mini = mini_of(printout, token, room)
    picture = _picture(printout, token, min(mini.width, mini.height - NAME_MM))
    name = name_of(printout.encounter, token.id)
    folds = [mini.base, mini.base + mini.height, mini.base + 2 * mini.height]

    def paint(brush: PaperBrush, x: float, y: float) -> None:
        # Folded at its top, the back's head is up as well.
        with brush.moved(x + mini.width, y + folds[1], 180):
            _paint_side(brush, printout, token, mini, picture, name, is_back=True)
        with brush.moved(x, y + folds[1]):
            _paint_side(brush, printout, token, mini, picture, name, is_back=False)
        brush.use(brush.pen(0.2, INK3, CUT))
        brush.painter.drawRect(brush.rect(x, y, mini.width, mini.length))
        brush.lines(
            brush.pen(0.25, INK2, FOLD),
            [((x, y + at), (x + mini.width, y + at)) for at in folds],
        )

    return _Figure(mini.width, mini.length, paint)


def _paint_side(
    brush: PaperBrush,
    printout: Printout,
    token: Token,
    mini: Mini,
    picture: Art | None,
    name: str,
    *,
    is_back: bool,
) -> None:
    """Draw one side from its upper left corner, its half of the base below it."""
    painter, width = brush.painter, mini.width
    tall = mini.height - NAME_MM
    side = min(width, tall)
    box = brush.rect((width - side) / 2, tall - side, side, side)
    if picture is not None:
        painter.save()
        painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
        if is_back:
            # Seen from behind: the other way round.
            painter.translate(box.center().x() * 2, 0)
            painter.scale(-1, 1)
        _paint_picture(painter, picture, box)
        if is_back:
            # Paler, so that one sees which side it is.
            painter.fillRect(box, tint(WHITE, 0.55))
        painter.restore()
    else:
        paint_disc(brush, printout, token, width / 2, tall - side / 2, side / 2 - 0.5)
    middle = tall + NAME_MM / 2
    color = printout.theme.side(token.side) if printout.look is Look.COLOR else INK2
    brush.lines(brush.pen(0.5, color), [((0, tall + 0.4), (width, tall + 0.4))])
    size = min(2.7, 0.16 * width)
    said = elided(name, size, 600, width - 1.5)
    brush.text(width / 2, middle + 0.3, said, size, 600, align=0.5, middle=True)
    words = "rear" if is_back else "front"
    y = mini.height + mini.base / 2
    if not is_back and mini.base >= 7:
        # The way it faces; a shallow base has no room for it.
        tip, half = mini.height + mini.base - 1.2, 1.8
        points = ((width / 2 - half, tip - 2.4), (width / 2 + half, tip - 2.4), (width / 2, tip))
        brush.polygon(points, None, INK2)
        y -= 1.8
    brush.text(width / 2, y, words, min(2.5, 0.16 * width), 500, INK2, align=0.5, middle=True)


def _picture(printout: Printout, token: Token, side_mm: float) -> Art | None:
    """Return a token's picture cut square: a drawing, or pixels made once for both sides."""
    if not printout.content.picture:
        return None
    picture = printout.materials.pictures.get(
        token.art, printout.encounter.assets, printout.folder, wait=True
    )
    if picture is None:
        return None
    if picture.drawing is not None:
        return picture.drawing
    image = picture.levels[0]
    shorter = min(image.width(), image.height())
    left, top = (image.width() - shorter) // 2, (image.height() - shorter) // 2
    square = image.copy(left, top, shorter, shorter)
    pixels = side_mm / MM_PER_INCH * printout.dpi
    return scaled_once(square, square.size().toSizeF() * (pixels / shorter))


def _paint_picture(painter: QPainter, picture: Art, box: QRectF) -> None:
    """Draw a picture so that its middle fills a square."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if isinstance(picture, QImage):
        painter.drawImage(box, picture, QRectF(picture.rect()))
        return
    size = picture.defaultSize()
    scale = box.width() / max(1, min(size.width(), size.height()))
    across, down = size.width() * scale, size.height() * scale
    center = box.center()
    place = QRectF(center.x() - across / 2, center.y() - down / 2, across, down)
    picture.render(painter, place)
