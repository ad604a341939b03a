"""The turn order on paper: round by round, with boxes for what each has left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.token import SIDES
from battlemap.ui.panels.wording import name_of
from battlemap.ui.printing.brush import BLACK, INK2, INK3
from battlemap.ui.printing.flow import Block, heading, paragraph
from battlemap.ui.printing.furniture import elided
from battlemap.ui.printing.samples import paint_disc

if TYPE_CHECKING:
    from battlemap.model.token import Token
    from battlemap.ui.printing.brush import PaperBrush
    from battlemap.ui.printing.sheet import Printout

ROW_MM = 11.0
BOX_MM = 3.2
MOST_BOXES = 40
"""A longer track is written as a number with room beside it."""


def turn_blocks(printout: Printout, width: float) -> list[Block]:
    """Return the rows of the turn order as the rules divide it; without a fight, all tokens."""
    encounter, system = printout.encounter, printout.system
    order = encounter.turn_order
    if not order.is_running:
        return _roster(printout, width)
    blocks = []
    for words, indexes in system.upcoming(order):
        shown = [
            order.slots[index]
            for index in indexes
            if _is_shown(printout, encounter.tokens.get(order.slots[index].token))
        ]
        if shown:
            blocks.append(heading(words, width))
        for slot in shown:
            token = encounter.tokens[slot.token]
            is_active = slot is order.slots[0] and order.active == token.id
            blocks.append(_row(printout, token, str(slot.score), slot.note, width, is_active))
    return blocks or [paragraph("Nobody is left in the turn order.", 3.2, width, color=INK2)]


def _roster(printout: Printout, width: float) -> list[Block]:
    tokens = [t for t in printout.encounter.tokens.values() if _is_shown(printout, t)]
    blocks = []
    sides = [*SIDES, *dict.fromkeys(t.side for t in tokens if t.side not in SIDES)]
    for side in sides:
        own = [token for token in tokens if token.side == side]
        if own:
            blocks.append(heading(side.capitalize(), width))
            blocks += [_row(printout, token, "", "", width, False) for token in own]
    return blocks or [paragraph("There are no tokens on the map.", 3.2, width, color=INK2)]


def _is_shown(printout: Printout, token: Token | None) -> bool:
    return token is not None and (printout.content.gm or not token.hidden)


def _row(
    printout: Printout, token: Token, score: str, note: str, width: float, is_active: bool
) -> Block:
    encounter, system = printout.encounter, printout.system
    track = system.track(token)
    # From half of the row on there are the boxes.
    left = 0.46 * width
    words = ", ".join(part for part in (system.subtitle(encounter, token), note) if part)
    per_row = max(1, int((width - left - 2) // (BOX_MM + 0.6)))
    rows = 1 if track.size > MOST_BOXES else -(-track.size // per_row)
    height = max(ROW_MM, rows * (BOX_MM + 1.0) + 3.0)

    def paint(brush: PaperBrush, x: float, y: float) -> None:
        middle = y + height / 2
        if is_active:
            brush.polygon(((x, middle - 1.6), (x + 2.6, middle), (x, middle + 1.6)), None, BLACK)
        if score:
            brush.text(x + 11, middle, score, 4.4, 600, align=1.0, middle=True)
        else:
            brush.lines(brush.pen(0.2, INK3), [((x + 4, middle + 2), (x + 11, middle + 2))])
        paint_disc(brush, printout, token, x + 18, middle, 4.6)
        name = name_of(encounter, token.id)
        room = left - 26
        dy = 2.0 if words else 0.0
        brush.text(x + 25, middle - dy, elided(name, 3.5, 600, room), 3.5, 600, middle=True)
        if words:
            said = elided(words, 2.6, 400, room)
            brush.text(x + 25, middle + 2.4, said, 2.6, 400, INK2, middle=True)
        paint_boxes(brush, printout, token, x + left, middle, width - left)
        brush.lines(brush.pen(0.12, INK3), [((x, y + height), (x + width, y + height))])

    return Block(height, paint)


def box_rows(size: int, width: float) -> int:
    """Return in how many rows so many boxes stand where *width* millimeters are free."""
    per_row = max(1, int((width - 2) // (BOX_MM + 0.6)))
    return 1 if size > MOST_BOXES else -(-size // per_row)


def paint_boxes(
    brush: PaperBrush, printout: Printout, token: Token, x: float, middle: float, width: float
) -> None:
    """Draw a token's health as boxes to tick, those taken crossed; *middle*: of their height."""
    track = printout.system.track(token)
    if not track.size:
        return
    if track.size > MOST_BOXES:
        left = max(0, track.size - track.taken)
        brush.text(x, middle, f"{left} of {track.size} left", 3.1, 500, middle=True)
        start = x + 34
        brush.lines(brush.pen(0.2, INK3), [((start, middle + 2), (x + width, middle + 2))])
        return
    per_row = max(1, int((width - 2) // (BOX_MM + 0.6)))
    rows = box_rows(track.size, width)
    ends = {last for last, _ in track.bands[:-1]} if track.bands else set()
    top = middle - rows * (BOX_MM + 1.0) / 2
    for index in range(track.size):
        a = x + (index % per_row) * (BOX_MM + 0.6)
        b = top + (index // per_row) * (BOX_MM + 1.0)
        brush.use(brush.pen(0.25))
        brush.painter.drawRect(brush.rect(a, b, BOX_MM, BOX_MM))
        if index < track.taken:
            cross = [((a, b), (a + BOX_MM, b + BOX_MM)), ((a + BOX_MM, b), (a, b + BOX_MM))]
            brush.lines(brush.pen(0.3), cross)
        if index + 1 in ends and (index + 1) % per_row:
            # Past this box another band of the track begins.
            edge = a + BOX_MM + 0.3
            brush.lines(brush.pen(0.55), [((edge, b - 0.6), (edge, b + BOX_MM + 0.6))])
