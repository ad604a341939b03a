"""Blocks one below the other over as many pages as they need; millimeters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

from battlemap.ui.printing.brush import BLACK, INK2, UNITS, font, lines_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from battlemap.ui.printing.brush import PaperBrush

_RIGHT = Qt.TextElideMode.ElideRight

LINE = 1.35
"""Height of a line of text, as a multiple of its type's."""


@dataclass(frozen=True)
class Block:
    """Something with a height that is drawn from its upper left corner and never cut in two."""

    height: float
    paint: Callable[[PaperBrush, float, float], None]
    """Draws it with its corner at x, y."""
    space: float = 0.0
    """Kept free above it, except at the top of a page."""
    keeps_next: bool = False
    """A heading: it doesn't stand last on a page."""


def flowed(blocks: Sequence[Block], height: float) -> list[list[tuple[float, Block]]]:
    """Return the blocks page by page, each with its distance from the top.

    Parameters
    ----------
    height
        Of a page; a block that is taller has a page of its own.
    """
    pages: list[list[tuple[float, Block]]] = [[]]
    y = 0.0
    for index, block in enumerate(blocks):
        needed = block.height
        following = index
        while blocks[following].keeps_next and following + 1 < len(blocks):
            following += 1
            needed += blocks[following].space + blocks[following].height
        space = block.space if pages[-1] else 0.0
        if pages[-1] and y + space + min(needed, height) > height:
            pages.append([])
            y, space = 0.0, 0.0
        pages[-1].append((y + space, block))
        y += space + block.height
    return pages if pages[-1] else pages[:-1]


def paint_blocks(
    brush: PaperBrush, blocks: Iterable[tuple[float, Block]], x: float, y: float
) -> None:
    """Draw the blocks of one page, whose upper left corner lies at x, y."""
    for down, block in blocks:
        block.paint(brush, x, y + down)


def wrapped(text: str, size: float, width: float, weight: int = 400) -> list[str]:
    """Return *text* in lines of at most *width*; a longer word is cut by three dots.

    Parameters
    ----------
    size
        Height of the type.
    """
    metrics = QFontMetricsF(font(size * UNITS, weight))
    most = width * UNITS
    return [
        line if metrics.horizontalAdvance(line) <= most else metrics.elidedText(line, _RIGHT, most)
        for line in lines_of(text, metrics, most)
    ]


def paragraph(
    text: str,
    size: float,
    width: float,
    *,
    weight: int = 400,
    color: str = BLACK,
    indent: float = 0.0,
    space: float = 0.0,
    keeps_next: bool = False,
) -> Block:
    """Return a block of text in lines of at most *width*, *indent* included."""
    lines = wrapped(text, size, width - indent, weight)
    step = size * LINE

    def paint(brush: PaperBrush, x: float, y: float) -> None:
        for index, line in enumerate(lines):
            base = y + index * step + size
            brush.text(x + indent, base, line, size, weight, color)

    return Block(len(lines) * step, paint, space, keeps_next)


def heading(text: str, width: float, note: str = "") -> Block:
    """Return a heading with a line under it, and a note at its right end."""

    def paint(brush: PaperBrush, x: float, y: float) -> None:
        brush.text(x, y + 3.6, text, 3.6, 600)
        if note:
            brush.text(x + width, y + 3.6, note, 2.9, 400, INK2, align=1.0)
        brush.lines(brush.pen(0.25), [((x, y + 5.4), (x + width, y + 5.4))])

    return Block(7.2, paint, space=5.0, keeps_next=True)


def columns(
    left: Sequence[tuple[float, str, int, str]], size: float, *, space: float = 0.6
) -> Block:
    """Return a row of cells, each wrapped in its own width: (width, text, weight, color)."""
    cells = [
        (width, wrapped(text, size, width - 2.0, weight), weight, color)
        for width, text, weight, color in left
    ]
    step = size * LINE

    def paint(brush: PaperBrush, x: float, y: float) -> None:
        for width, lines, weight, color in cells:
            for index, line in enumerate(lines):
                brush.text(x, y + index * step + size, line, size, weight, color)
            x += width

    return Block(max(len(lines) for _, lines, _, _ in cells) * step, paint, space)
