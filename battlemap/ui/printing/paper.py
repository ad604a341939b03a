"""Paper, scale and margins: what the GM chooses before anything is laid out. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class LayoutError(ValueError):
    """The map can't be laid out so; the text is one sentence for the GM."""


class Rect(NamedTuple):
    """A rectangle, in cells or in millimeters as its owner says."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right border."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower border."""
        return self.y + self.height

    def grown(self, by: float) -> Rect:
        """Return the rectangle with each border moved outward."""
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


class Line(NamedTuple):
    """A straight line on the paper, in millimeters."""

    x1: float
    y1: float
    x2: float
    y2: float


class Orientation(StrEnum):
    """How the paper is held."""

    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"
    AUTO = "auto"
    """Whichever needs fewer pages; portrait when both need as many."""


class Paper(NamedTuple):
    """A sheet, in millimeters, held upright."""

    name: str
    width_mm: float
    height_mm: float


A3 = Paper("A3", 297.0, 420.0)


A4 = Paper("A4", 210.0, 297.0)


LETTER = Paper("Letter", 215.9, 279.4)


LEGAL = Paper("Legal", 215.9, 355.6)


TABLOID = Paper("Tabloid", 279.4, 431.8)


PAPERS = (A4, LETTER, A3, TABLOID, LEGAL)
"""The papers that have a name, in the order in which they are offered."""


def find_paper(name: str) -> Paper:
    """Return the paper of this name, or a custom one from ``WIDTHxHEIGHT`` in millimeters.

    Raises
    ------
    LayoutError
        If there is no such paper.

    Examples
    --------
    >>> find_paper("letter").width_mm, find_paper("100x150").height_mm
    (215.9, 150.0)
    """
    for paper in PAPERS:
        if paper.name.lower() == name.strip().lower():
            return paper
    width, cross, height = name.lower().partition("x")
    try:
        if cross:
            return custom_paper(float(width), float(height.removesuffix("mm")))
    except ValueError as error:
        if isinstance(error, LayoutError):
            raise
    known = ", ".join(paper.name for paper in PAPERS)
    raise LayoutError(f"“{name}” is no paper; choose {known} or a size like 300x400 (mm)")


def custom_paper(width_mm: float, height_mm: float) -> Paper:
    """Return a paper of any size from 50 to 5000 mm a side.

    Raises
    ------
    LayoutError
        If a side is shorter or longer.
    """
    if not (50 <= width_mm <= 5000 and 50 <= height_mm <= 5000):
        raise LayoutError("a paper is 50 to 5000 mm wide and high")
    short, long = sorted((width_mm, height_mm))
    return Paper("Custom", short, long)


class Borders(NamedTuple):
    """Widths at the four sides of something, in millimeters."""

    left: float
    top: float
    right: float
    bottom: float


MARGINS = Borders(6.0, 6.0, 6.0, 6.0)
"""What most printers leave white at least."""


FURNITURE = Borders(10.0, 7.0, 10.0, 24.0)
"""Room for coordinates and crop marks around the map, and for the foot with title and ruler."""


@dataclass(frozen=True)
class PageSetup:
    """What the GM chooses about paper and scale."""

    paper: Paper = A4
    orientation: Orientation = Orientation.AUTO
    cell_mm: float = 25.4
    overlap_mm: float = 10.0
    margins: Borders = MARGINS
    """What the printer can't print on."""
    furniture: Borders = FURNITURE

    @property
    def frame(self) -> Borders:
        """What lies around the map on each page: margins and furniture."""
        return Borders(*(a + b for a, b in zip(self.margins, self.furniture, strict=True)))

    def area(self, orientation: Orientation) -> Rect:
        """Return where on the paper the map may lie, in millimeters."""
        width, height = self.paper_size(orientation)
        frame = self.frame
        return Rect(
            frame.left,
            frame.top,
            width - frame.left - frame.right,
            height - frame.top - frame.bottom,
        )

    def paper_size(self, orientation: Orientation) -> tuple[float, float]:
        """Return width and height of the paper when held so, in millimeters."""
        if orientation is Orientation.LANDSCAPE:
            return self.paper.height_mm, self.paper.width_mm
        return self.paper.width_mm, self.paper.height_mm
