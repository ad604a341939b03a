"""What surrounds the map on a page: strips, coordinates, crop marks, title, ruler, page map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontMetricsF

from battlemap.geometry.names import column_name
from battlemap.ui.printing.brush import BLACK, INK2, INK3, UNITS, WHITE, font
from battlemap.ui.printing.content import Look
from battlemap.ui.printing.lengths import MM_PER_INCH, millimeters
from battlemap.ui.printing.pages import page_label, pitch
from battlemap.ui.printing.paper import LEGAL, LETTER, TABLOID, Rect

if TYPE_CHECKING:
    from battlemap.ui.printing.brush import PaperBrush
    from battlemap.ui.printing.pages import Overlap, Page, PageSet
    from battlemap.ui.printing.paper import Paper
    from battlemap.ui.printing.sheet import Printout


INCH_PAPERS = (LETTER, LEGAL, TABLOID)
"""Papers of countries whose rulers have inches."""

REGISTRATION_MM = 2.2
"""From a diamond's middle to its tips."""


@dataclass(frozen=True)
class PageMarks:
    """What is drawn on a page of the map for cutting and gluing."""

    crop: bool = True
    """Short lines outside the four corners."""
    registration: bool = False
    """Diamonds on each joint, half on either page: glued right, they are whole."""


class Furniture:
    """What surrounds the map on a page."""

    def __init__(self, brush: PaperBrush, printout: Printout, page: Page) -> None:
        self.brush, self.printout, self.page = brush, printout, page
        self.pages = printout.page_set
        self.area = printout.setup.area(self.pages.orientation)

    def paint(self) -> None:
        """Draw all of it."""
        marks = self.printout.marks
        self._paint_overlaps()
        self._paint_coordinates()
        if marks.registration:
            self._paint_registration()
        if marks.crop:
            self.brush.lines(
                self.brush.pen(0.28),
                [((mark.x1, mark.y1), (mark.x2, mark.y2)) for mark in self.page.crop_marks()],
            )
        self._paint_foot()

    # Gluing ------------------------------------------------------------------------------

    def _paint_overlaps(self) -> None:
        veil = QColor(WHITE)
        veil.setAlphaF(0.5)
        painter = self.brush.painter
        covered: list[Rect] = []
        for overlap in self.page.overlaps:
            strip = overlap.strip
            if covered:
                # The corner lies in both strips, and is veiled once.
                strip = Rect(strip.x, strip.y, strip.width - covered[0].width, strip.height)
            covered.append(strip)
            painter.fillRect(self.brush.rect(*strip), veil)
        for overlap in self.page.overlaps:
            cut = ((overlap.cut.x1, overlap.cut.y1), (overlap.cut.x2, overlap.cut.y2))
            if self.printout.look is Look.COLOR:
                # On a dark picture the dashes need a light ground.
                self.brush.lines(self.brush.pen(0.5, WHITE), [cut])
            self.brush.lines(self.brush.pen(0.3, BLACK, (1.8, 1.8)), [cut])
            self._paint_glue_note(overlap)

    def _paint_glue_note(self, overlap: Overlap) -> None:
        strip, upright = overlap.strip, overlap.is_upright
        width = self.printout.setup.overlap_mm
        length = strip.height if upright else strip.width
        text = f"overlap {millimeters(width)}, glue page {overlap.neighbor} here"
        size = 2.9
        if self.brush.text_width_mm(text, size, 600) > length - 2:
            text, size = f"glue {overlap.neighbor}", 2.4
        # A strip too thin for letters has them beside it, between the crop marks.
        shift = width / 2 if width >= 4.5 else width + 2.2
        x = strip.x + (shift if upright else strip.width / 2)
        y = strip.y + (strip.height / 2 if upright else shift)
        with self.brush.moved(x, y, 90 if upright else 0):
            self.brush.text(0, 0, text, size, 600, INK2, align=0.5, middle=True, plate=True)

    def _paint_registration(self) -> None:
        """Draw diamonds where this page meets others, each at the same place of the map on both."""
        brush, page, size = self.brush, self.page, REGISTRATION_MM
        brush.painter.save()
        brush.painter.setClipRect(brush.rect(*page.place))
        for x, y in registration_places(self.pages, page):
            tips = ((x - size, y), (x, y - size), (x + size, y), (x, y + size))
            brush.polygon(tips, brush.pen(0.5, WHITE))
            brush.polygon(tips, brush.pen(0.25, BLACK))
            brush.lines(brush.pen(0.18), [(tips[0], tips[2]), (tips[1], tips[3])])
        brush.painter.restore()

    # Coordinates -------------------------------------------------------------------------

    def _paint_coordinates(self) -> None:
        grid, page, cell_mm = self.printout.grid, self.page, self.printout.setup.cell_mm
        window, place = page.window, page.place
        size = min(4.0, max(2.2, cell_mm * 0.4))
        # Where cells are smaller than the letters, only every second, fifth... is named.
        across, down = (step * cell_mm for step in pitch(grid))
        skip_columns = _skip(across, size * 2.0)
        skip_rows = _skip(down, size * 1.5)
        for column in range(0, grid.columns, skip_columns):
            x = grid.center(grid.from_offset(column, 0)).x
            if grid.rows > 1:
                # Pointy hexes stand half a cell to the right in odd rows: name the middle.
                x = (x + grid.center(grid.from_offset(column, 1)).x) / 2
            if window.x + 0.15 <= x <= window.right - 0.15:
                self.brush.text(
                    place.x + (x - window.x) * cell_mm,
                    place.y - 3.9,
                    column_name(column),
                    size,
                    600,
                    align=0.5,
                    middle=True,
                )
        for row in range(0, grid.rows, skip_rows):
            y = grid.center(grid.from_offset(0, row)).y
            if grid.columns > 1:
                y = (y + grid.center(grid.from_offset(1, row)).y) / 2
            if window.y + 0.1 <= y <= window.bottom - 0.1:
                self.brush.text(
                    place.x - 4.6,
                    place.y + (y - window.y) * cell_mm,
                    str(row + 1),
                    size,
                    600,
                    align=0.5,
                    middle=True,
                )

    # Foot --------------------------------------------------------------------------------

    def _paint_foot(self) -> None:
        area, top = self.area, self.area.bottom
        printout = self.printout
        map_width = self._paint_page_map(area.right, top + 9.0)
        free = area.width - map_width - 4
        ruler = ruler_for(printout.setup.paper, free - 52)
        words_width = min(47.5 if ruler else free, free) - 3
        self._paint_words(area.x, top, words_width)
        if ruler:
            paint_ruler(self.brush, area.x + 47.5, top + 9.8, ruler)
            self.brush.text(area.x + 47.5, top + 23.4, self._options(), 2.5, 400, INK2, middle=True)

    def _paint_words(self, x: float, top: float, width: float) -> None:
        printout, brush, page = self.printout, self.brush, self.page
        cell_mm, feet = printout.setup.cell_mm, printout.encounter.map.grid.feet_per_cell
        place = f"Page {page.label}, {page.number} of {len(self.pages.pages)}"
        scale = f"1 cell = {millimeters(cell_mm)} = {feet} ft"
        size = fitting(printout.heading, 600, width, 4.6, 3.2)
        lines = [(printout.heading, size, 600, BLACK), (place, 3.3, 600, BLACK)]
        bases = (12.0, 17.8, 22.6)
        if printout.occasion:
            lines.append((printout.occasion, 2.9, 500, BLACK))
            bases = (10.8, 15.6, 19.6, 23.4)
        lines.append((scale, 3.1 if len(lines) < 3 else 2.8, 400, INK2))
        for base, (text, size, weight, color) in zip(bases, lines, strict=True):
            said = self._elided(text[:1].upper() + text[1:], size, weight, width)
            brush.text(x, top + base, said, size, weight, color, middle=True)

    def _elided(self, text: str, size_mm: float, weight: int, width_mm: float) -> str:
        return elided(text, size_mm, weight, width_mm)

    def _options(self) -> str:
        content = self.printout.content

        def said(name: str, on: bool) -> str:
            return f"{name} {'on' if on else 'off'}"

        return ", ".join(
            (
                said("Ink-saver", self.printout.look is Look.INK_SAVER),
                *(["grays"] if self.printout.is_gray else []),
                said("GM layers", content.gm),
                said("tokens", content.tokens),
                f"{self.printout.setup.paper.name} {self.pages.orientation.value}",
            )
        )

    def _paint_page_map(self, right: float, top: float) -> float:
        """Draw all pages as boxes, this one filled; return how wide that is."""
        rows, columns = self.pages.rows, self.pages.columns
        # No wider than leaves room for title and ruler, where the paper has that room.
        room = max(20.0, self.area.width - 157)
        width, height = min(7.0, room / columns), min(7.7, 15.4 / rows)
        gap = min(0.4, 0.08 * width, 0.08 * height)
        left = right - columns * width
        size = min(3.0, max(0.4 * height, 1.2), 0.55 * height, 0.42 * width)
        brush = self.brush
        printed = {page.label for page in self.pages.pages}
        for row in range(rows):
            for column in range(columns):
                if page_label(row, column) not in printed:
                    box = brush.rect(left + column * width, top + row * height, width, height)
                    brush.use(brush.pen(0.15, INK3, (0.5, 0.5)))
                    brush.painter.drawRect(box.adjusted(40, 40, -40, -40))
        for page in self.pages.pages:
            x, y = left + page.column * width, top + page.row * height
            box = brush.rect(x + gap / 2, y + gap / 2, width - gap, height - gap)
            own = page is self.page
            line = brush.pen(min(0.35, 0.05 * height), BLACK if size >= 1.1 else INK3)
            brush.use(line, BLACK if own else None)
            radius = min(0.8, 0.12 * width) * UNITS
            brush.painter.drawRoundedRect(box, radius, radius)
            if size >= 1.1:
                color = WHITE if own else BLACK
                center = box.center() / UNITS
                brush.text(
                    center.x(), center.y(), page.label, size, 600, color, align=0.5, middle=True
                )
        return columns * width


@dataclass(frozen=True)
class Ruler:
    """A bar to check the scale with: so many steps of one length."""

    words: str
    """Its length in words."""
    step_mm: float
    steps: int
    labels: tuple[str, ...]
    """What stands at each end of a step, the beginning included; empty: nothing."""

    @property
    def length_mm(self) -> float:
        """How long it is."""
        return self.step_mm * self.steps


def _metric(length: int) -> Ruler:
    labels = tuple(str(at) for at in range(0, length + 1, 10))
    return Ruler(f"{length} mm", 10.0, length // 10, labels)


def _inches(length: int) -> Ruler:
    labels = tuple(str(at // 2) if at % 2 == 0 else "" for at in range(2 * length + 1))
    return Ruler(f"{length} inches", MM_PER_INCH / 2, 2 * length, labels)


def ruler_for(paper: Paper, room_mm: float) -> Ruler | None:
    """Return the ruler that people with this paper have at hand, where it has room.

    Letter, Legal and Tabloid are at home where one measures in inches.
    """
    rulers = (_inches(4), _inches(2)) if paper in INCH_PAPERS else (_metric(100), _metric(50))
    return next((ruler for ruler in rulers if ruler.length_mm <= room_mm), None)


def paint_ruler(brush: PaperBrush, x: float, y: float, ruler: Ruler) -> None:
    """Draw a ruler under the line that says what it is for; millimeters on the page."""
    check = (
        f"Check: this bar measures exactly {ruler.words}. "
        "If not, print again at 100 %, no fit to page."
    )
    room = max(ruler.length_mm + 2, 102)
    brush.text(x, y, elided(check, 2.35, 400, room), 2.35, 400, INK2, middle=True)
    bar, foot, step, length = y + 3.2, y + 5.4, ruler.step_mm, ruler.length_mm
    for index in range(0, ruler.steps, 2):
        brush.use(None, BLACK)
        brush.painter.drawRect(brush.rect(x + index * step, bar, step, foot - bar))
    pen = brush.pen(0.25)
    places = [x + index * step for index in range(ruler.steps + 1)]
    ticks = [((at, bar), (at, foot + 2.0)) for at in places]
    # The rails end where the outer ticks do, or the bar would be short by half a pen.
    half = 0.125
    rails = [((x - half, line), (x + length + half, line)) for line in (bar, foot)]
    brush.lines(pen, [*rails, *ticks])
    for at, label in zip(places, ruler.labels, strict=True):
        if label:
            brush.text(at, y + 9.6, label, 2.7, 500, align=0.5, middle=True)


def registration_places(pages: PageSet, page: Page) -> list[tuple[float, float]]:
    """Return where on the paper a page's diamonds stand, two for each page that it meets."""
    printed = {other.label: other for other in pages.pages}
    found = []
    for (row, column), is_side in (
        ((page.row, page.column + 1), True),
        ((page.row, page.column - 1), True),
        ((page.row + 1, page.column), False),
        ((page.row - 1, page.column), False),
    ):
        other = printed.get(page_label(row, column)) if min(row, column) >= 0 else None
        if other is None:
            continue
        # The joint is where the later of the two begins; both are as long along it.
        later = max(page, other, key=lambda one: one.number)
        for share in (0.3, 0.7):
            if is_side:
                place = (later.window.x, later.window.y + share * later.window.height)
            else:
                place = (later.window.x + share * later.window.width, later.window.y)
            found.append(
                (
                    page.place.x + (place[0] - page.window.x) * page.cell_mm,
                    page.place.y + (place[1] - page.window.y) * page.cell_mm,
                )
            )
    return found


def fitting(text: str, weight: int, width_mm: float, largest: float, least: float) -> float:
    """Return the largest size of type in which *text* fits into *width_mm*, but not below *least*.

    All in millimeters.
    """
    wide = QFontMetricsF(font(largest * UNITS, weight)).horizontalAdvance(text) / UNITS
    return max(least, min(largest, largest * width_mm / max(wide, 0.1)))


def elided(text: str, size_mm: float, weight: int, width_mm: float) -> str:
    """Return *text* with three dots at its end where it is longer than *width_mm*."""
    metrics = QFontMetricsF(font(size_mm * UNITS, weight))
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width_mm * UNITS)


def _skip(step_mm: float, needed_mm: float) -> int:
    for count in (1, 2, 5, 10, 20, 50, 100):
        if step_mm * count >= needed_mm:
            return count
    return 200
