"""The sheets that go with a map: legend, situation, turn order, token sheets, minis, tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from battlemap.ui.printing.brush import INK2
from battlemap.ui.printing.cut_outs import cut_out_pages
from battlemap.ui.printing.flow import Block, flowed, paint_blocks
from battlemap.ui.printing.furniture import elided, paint_ruler, ruler_for
from battlemap.ui.printing.legend import legend_blocks
from battlemap.ui.printing.paper import LayoutError, Rect
from battlemap.ui.printing.situation_sheet import situation_blocks
from battlemap.ui.printing.token_sheets import token_blocks
from battlemap.ui.printing.turn_sheet import turn_blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from battlemap.rules.plan import AttackPlan
    from battlemap.ui.printing.brush import PaperBrush
    from battlemap.ui.printing.sheet import Printout

HEAD_MM, FOOT_MM, RULER_MM, GUTTER_MM = 12.0, 6.0, 18.0, 7.0
"""Room for title line, page line, ruler, and between two columns."""

TWO_COLUMNS_MM = 150.0
"""From this width on legend and token sheets have two columns."""

LEAST_MM = 60.0
"""A sheet narrower or lower than this has no room for sentences."""


@dataclass(frozen=True)
class Parts:
    """Which sheets are printed."""

    map: bool = True
    situation: AttackPlan | None = None
    """The attack whose facts, modifiers and odds are printed; None: none."""
    legend: bool = False
    turn_order: bool = False
    token_sheets: bool = False
    minis: bool = False
    """Paper minis to fold, at scale."""
    flat_tokens: bool = False
    """Tokens to cut out, at scale."""


def appended(printout: Printout) -> Iterator[tuple[str, Callable[[PaperBrush], None]]]:
    """Yield the sheets that *printout* has besides the map: (label, what draws it).

    Raises
    ------
    LayoutError
        If the paper has no room for them.
    """
    parts = printout.parts
    body = body_of(printout)
    if parts.situation is not None:
        blocks = situation_blocks(printout, parts.situation, body.width)
        yield from _paged(printout, "Situation", blocks, body)
    across = 2 if body.width > TWO_COLUMNS_MM else 1
    column = (body.width - (across - 1) * GUTTER_MM) / across
    if parts.legend:
        yield from _paged(printout, "Legend", legend_blocks(printout, column), body, across=across)
    if parts.turn_order:
        yield from _paged(printout, "Turn order", turn_blocks(printout, body.width), body)
    if parts.token_sheets:
        blocks = token_blocks(printout, column)
        yield from _paged(printout, "Token sheets", blocks, body, across=across)
    room = Rect(body.x, body.y, body.width, body.height - RULER_MM)
    for label, is_mini in (("Minis", True), ("Tokens", False)):
        if parts.minis if is_mini else parts.flat_tokens:
            pages = cut_out_pages(printout, room, stand_up=is_mini)
            for number, drawn in enumerate(pages, 1):
                name = _named(label, number, len(pages))
                yield name, _cut_out_sheet(printout, name, drawn)


def body_of(printout: Printout) -> Rect:
    """Return where on a sheet without a piece of the map its content lies, in millimeters.

    Raises
    ------
    LayoutError
        If the paper has no room.
    """
    width, height = printout.paper_size
    margins = printout.setup.margins
    left, top = margins.left + 6, margins.top + 4 + HEAD_MM
    body = Rect(
        left, top, width - left - margins.right - 6, height - top - margins.bottom - FOOT_MM
    )
    parts = printout.parts
    wanted = parts.situation or any(
        (parts.legend, parts.turn_order, parts.token_sheets, parts.minis, parts.flat_tokens)
    )
    if wanted and min(body.width, body.height) < LEAST_MM:
        raise LayoutError("the paper is too small for sheets beside the map")
    return body


def _paged(
    printout: Printout, label: str, blocks: Sequence[Block], body: Rect, *, across: int = 1
) -> Iterator[tuple[str, Callable[[PaperBrush], None]]]:
    """Yield the pages over which *blocks* run, in so many columns."""
    runs = flowed(blocks, body.height)
    pages = [runs[start : start + across] for start in range(0, len(runs), across)]
    step = (body.width - (across - 1) * GUTTER_MM) / across + GUTTER_MM
    for number, page in enumerate(pages, 1):
        name = _named(label, number, len(pages))

        def paint(
            brush: PaperBrush,
            page: Sequence[Sequence[tuple[float, Block]]] = page,
            name: str = name,
        ) -> None:
            _paint_frame(brush, printout, name)
            for index, run in enumerate(page):
                paint_blocks(brush, run, body.x + index * step, body.y)

        yield name, paint


def _cut_out_sheet(
    printout: Printout, label: str, drawn: Callable[[PaperBrush], None]
) -> Callable[[PaperBrush], None]:
    body = body_of(printout)

    def paint(brush: PaperBrush) -> None:
        _paint_frame(brush, printout, label)
        drawn(brush)
        ruler = ruler_for(printout.setup.paper, body.width)
        if ruler is not None:
            paint_ruler(brush, body.x, body.bottom - RULER_MM + 5, ruler)

    return paint


def _paint_frame(brush: PaperBrush, printout: Printout, label: str) -> None:
    body = body_of(printout)
    base = body.y - HEAD_MM + 4.6
    right = label if not printout.occasion else f"{label}, {printout.occasion}"
    room = body.width - brush.text_width_mm(right, 3.1) - 6
    brush.text(body.x, base, elided(printout.heading, 4.6, 600, room), 4.6, 600)
    brush.text(body.right, base, right, 3.1, 400, INK2, align=1.0)


def _named(label: str, number: int, count: int) -> str:
    return label if count == 1 else f"{label} {number} of {count}"
