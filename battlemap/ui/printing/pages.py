"""How a map lies on sheets of paper: tiling in millimeters, without Qt.

A page shows a rectangle of the map, its *window*, at an exact place on the paper. Neighboring
pages overlap by a strip, so that they can be glued: each page carries its strips at the right and
at the bottom, and the next page is laid on top of them, up to the cut line.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, floor
from typing import TYPE_CHECKING

from battlemap.geometry.names import column_name
from battlemap.ui.printing.paper import LayoutError, Line, Orientation, Rect

if TYPE_CHECKING:
    from collections.abc import Container

    from battlemap.geometry.grid import Grid
    from battlemap.ui.printing.paper import PageSetup

EPSILON_MM = 1e-6
"""Lengths that differ by less are the same: 10 cells of 25.4 mm do fit on 254 mm."""

MAXIMUM_PAGES = 2000
"""More pages than this are a slip of the keyboard, not a poster."""


LONGEST_CELL_MM = 10_000.0
"""Ten meters; a cell longer than this is a slip of the keyboard."""


@dataclass(frozen=True)
class Overlap:
    """The strip of a page on which its neighbor is glued."""

    neighbor: str
    strip: Rect
    """On the paper, in millimeters."""
    cut: Line
    """Where the neighbor begins, in millimeters."""

    @property
    def is_upright(self) -> bool:
        """Whether the strip runs down the page (at its right) rather than across (at its foot)."""
        return self.cut.x1 == self.cut.x2


@dataclass(frozen=True)
class Page:
    """One sheet: which window of the map it shows, and where."""

    number: int
    """From 1, row by row."""
    row: int
    column: int
    window: Rect
    """What part of the map is shown, in cells."""
    place: Rect
    """Where it lies on the paper, in millimeters."""
    overlaps: tuple[Overlap, ...] = ()

    @property
    def label(self) -> str:
        """The page's name in the page map: row letter and column number, as in B3."""
        return page_label(self.row, self.column)

    @property
    def cell_mm(self) -> float:
        """Length of a cell on this page."""
        return self.place.width / self.window.width

    def crop_marks(self, gap_mm: float = 2.0, length_mm: float = 5.0) -> tuple[Line, ...]:
        """Return two short lines outside each corner of the map, in line with its borders."""
        near, far = gap_mm, gap_mm + length_mm
        left, top, right, bottom = (
            self.place.x,
            self.place.y,
            self.place.right,
            self.place.bottom,
        )
        marks = []
        for y in (top, bottom):
            marks += [Line(left - far, y, left - near, y), Line(right + near, y, right + far, y)]
        for x in (left, right):
            marks += [Line(x, top - far, x, top - near), Line(x, bottom + near, x, bottom + far)]
        return tuple(marks)


@dataclass(frozen=True)
class PageSet:
    """All pages of a map."""

    setup: PageSetup
    orientation: Orientation
    """Portrait or landscape, never auto."""
    region: Rect
    """The part of the map that is laid out, in cells."""
    rows: int
    columns: int
    pages: tuple[Page, ...]

    @property
    def paper_size(self) -> tuple[float, float]:
        """Width and height of the paper as it is held, in millimeters."""
        return self.setup.paper_size(self.orientation)

    def page(self, label: str) -> Page:
        """Return the page of this name.

        Raises
        ------
        KeyError
            If there is none.
        """
        for page in self.pages:
            if page.label == label:
                return page
        raise KeyError(label)


def page_label(row: int, column: int) -> str:
    """Return the name of the page in this row and column, both counted from 0."""
    return f"{column_name(row)}{column + 1}"


def pitch(grid: Grid) -> tuple[float, float]:
    """Return the distance of a grid's lines in cells, across and down, for cutting along them."""
    origin = grid.center(grid.from_offset(0, 0))
    across = grid.center(grid.from_offset(2, 0))
    down = grid.center(grid.from_offset(0, 2))
    return (across.x - origin.x) / 2, (down.y - origin.y) / 2


def lay_out(
    region: Rect, setup: PageSetup, *, pitch: tuple[float, float] | None = (1.0, 1.0)
) -> PageSet:
    """Return the fewest pages that show *region* at exact scale.

    Where it costs no page more, each page begins a whole number of *pitch* after the one before,
    so that pages are cut along grid lines.

    Parameters
    ----------
    region
        The part of the map to print, in cells.
    pitch
        Distance of the grid's lines in cells, across and down; None: cut anywhere.

    Raises
    ------
    LayoutError
        If the paper leaves no room beside the overlap, or thousands of pages were needed.
    """
    choices = [setup.orientation]
    if setup.orientation is Orientation.AUTO:
        choices = [Orientation.PORTRAIT, Orientation.LANDSCAPE]
    best: PageSet | None = None
    problem: LayoutError | None = None
    for orientation in choices:
        try:
            laid = _lay_out(region, setup, orientation, pitch)
        except LayoutError as error:
            problem = error
            continue
        if best is None or len(laid.pages) < len(best.pages):
            best = laid
    if best is None:
        assert problem is not None  # each choice either laid something out or gave its reason
        raise problem
    return best


def fitted(region: Rect, setup: PageSetup, columns: int = 1, rows: int = 1) -> PageSetup:
    """Return *setup* with the longest cell at which *region* fits on columns x rows pages.

    Raises
    ------
    LayoutError
        If the paper leaves no room beside the overlap.
    """
    choices = [setup.orientation]
    if setup.orientation is Orientation.AUTO:
        choices = [Orientation.PORTRAIT, Orientation.LANDSCAPE]
    found = []
    for orientation in choices:
        area = setup.area(orientation)
        _check_room(area, setup.overlap_mm)
        # n pages show n areas, less an overlap at each of the n - 1 joints.
        width = columns * area.width - (columns - 1) * setup.overlap_mm
        height = rows * area.height - (rows - 1) * setup.overlap_mm
        found.append((min(width / region.width, height / region.height), orientation))
    cell_mm, orientation = max(found, key=lambda choice: choice[0])
    return replace(setup, cell_mm=cell_mm, orientation=orientation)


def _check_room(area: Rect, overlap_mm: float) -> None:
    if overlap_mm < 0:
        raise LayoutError("an overlap can't be less than 0 mm")
    # Said so that a value that is no number is refused as well.
    if not min(area.width, area.height) > overlap_mm + 5:
        raise LayoutError(
            "the paper is too small: margins, title and overlap leave no room for the map"
        )


def _lay_out(
    region: Rect, setup: PageSetup, orientation: Orientation, pitch: tuple[float, float] | None
) -> PageSet:
    if region.width <= 0 or region.height <= 0:
        raise LayoutError("there is nothing to print: the chosen part of the map is empty")
    if not 0 < setup.cell_mm <= LONGEST_CELL_MM:
        raise LayoutError(f"a cell is longer than 0 and at most {LONGEST_CELL_MM:g} mm long")
    area = setup.area(orientation)
    _check_room(area, setup.overlap_mm)
    scale = setup.cell_mm
    overlap = setup.overlap_mm / scale
    across = _spans(region.width, area.width / scale, overlap, scale, pitch and pitch[0])
    down = _spans(region.height, area.height / scale, overlap, scale, pitch and pitch[1])
    if len(across) * len(down) > MAXIMUM_PAGES:
        raise LayoutError(
            f"at {scale:g} mm a cell the map needs {len(across) * len(down)} pages; "
            f"at most {MAXIMUM_PAGES} are made"
        )
    pages = []
    for row, (top, bottom) in enumerate(down):
        for column, (left, right) in enumerate(across):
            place = Rect(area.x, area.y, (right - left) * scale, (bottom - top) * scale)
            window = Rect(region.x + left, region.y + top, right - left, bottom - top)
            pages.append(
                Page(
                    len(pages) + 1,
                    row,
                    column,
                    window,
                    place,
                    _overlaps(place, setup.overlap_mm, row, column, len(down), len(across)),
                )
            )
    return PageSet(setup, orientation, region, len(down), len(across), tuple(pages))


def _spans(
    length: float, room: float, overlap: float, scale: float, pitch: float | None
) -> list[tuple[float, float]]:
    """Return where each page begins and ends along one direction, in cells."""
    tolerance = EPSILON_MM / scale
    if length <= room + tolerance:
        return [(0.0, length)]
    step = room - overlap
    joints = ceil((length - room - tolerance) / step)
    if joints > MAXIMUM_PAGES:
        raise LayoutError(f"at {scale:g} mm a cell the map needs more than {MAXIMUM_PAGES} pages")
    if pitch:
        whole = floor(step / pitch + tolerance) * pitch
        if whole > 0 and length <= whole * joints + room + tolerance:
            step = whole
    starts = [step * index for index in range(joints + 1)]
    return [*((a, b + overlap) for a, b in pairwise(starts)), (starts[-1], length)]


def _overlaps(
    place: Rect, overlap_mm: float, row: int, column: int, rows: int, columns: int
) -> tuple[Overlap, ...]:
    found = []
    if overlap_mm > 0 and column + 1 < columns:
        x = place.right - overlap_mm
        strip = Rect(x, place.y, overlap_mm, place.height)
        cut = Line(x, place.y, x, place.bottom)
        found.append(Overlap(page_label(row, column + 1), strip, cut))
    if overlap_mm > 0 and row + 1 < rows:
        y = place.bottom - overlap_mm
        strip = Rect(place.x, y, place.width, overlap_mm)
        cut = Line(place.x, y, place.right, y)
        found.append(Overlap(page_label(row + 1, column), strip, cut))
    return tuple(found)


def without_pages(laid: PageSet, labels: Container[str]) -> PageSet:
    """Return the pages without those of these names; nothing is glued where no neighbor is."""
    kept = [page for page in laid.pages if page.label not in labels]
    return replace(
        laid,
        pages=tuple(
            replace(
                page,
                number=number,
                overlaps=tuple(o for o in page.overlaps if o.neighbor not in labels),
            )
            for number, page in enumerate(kept, 1)
        ),
    )
