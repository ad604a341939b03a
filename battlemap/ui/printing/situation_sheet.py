"""The situation sheet: one attack with its map, facts, modifiers and odds, as the panel has them.

Nothing is computed here: the plan of the attack is the one that the Attack panel shows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt

from battlemap.geometry.footprint import footprint
from battlemap.geometry.grid import GridKind
from battlemap.model.obstacle import CoverGrade
from battlemap.tactics.board import Board
from battlemap.ui.overlays.arc_overlay import ArcBand
from battlemap.ui.overlays.drawing import Drawing, DrawingOverlay
from battlemap.ui.overlays.evidence import evidence_of
from battlemap.ui.panels.fact_words import fact_lines, geometry_words
from battlemap.ui.panels.wording import bar_percent, name_of, percent, worth
from battlemap.ui.printing.brush import BLACK, INK2, INK3, UNITS
from battlemap.ui.printing.content import Look
from battlemap.ui.printing.flow import LINE, Block, columns, heading, paragraph, wrapped
from battlemap.ui.printing.map_window import paint_window, paper_unit
from battlemap.ui.printing.paper import Rect
from battlemap.ui.printing.zones import PAPER, PaperArcs
from battlemap.ui.scene.coordinates import SCENE_SCALE
from battlemap.ui.scene.token_look import disc

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QPainter

    from battlemap.rules.modifier import Modifier
    from battlemap.rules.plan import AttackPlan, Odds
    from battlemap.ui.printing.brush import PaperBrush
    from battlemap.ui.printing.sheet import Printout

MAP_MM = 84.0
"""Height of the piece of map."""

LONGEST_CELL_MM = 22.0
ROOM_CELLS = 1.6
"""Around the two tokens, in cells."""

BARS = 14
"""Results that the charts of the odds show; what is rarer than the rest is added up."""


def situation_blocks(printout: Printout, plan: AttackPlan, width: float) -> list[Block]:
    """Return the sheet's blocks from top to bottom; *width* in millimeters."""
    encounter = printout.encounter
    situation = plan.situation
    title = (
        f"{name_of(encounter, situation.attacker)} attacks {name_of(encounter, situation.target)}"
    )
    weapon = ", ".join(part for part in (situation.weapon, plan.weapon_line) if part)
    blocks = [
        paragraph(title, 5.2, width, weight=600),
        paragraph(weapon, 3.2, width, color=INK2),
        _map_block(printout, plan, width),
        *_facts(printout, plan, width),
        *_modifiers(plan, width),
    ]
    if plan.illegal:
        words = f"The rules forbid it: {plan.illegal}"
        blocks.append(paragraph(words, 3.4, width, weight=600, space=2.0))
    blocks += _choices(plan, width)
    if plan.odds is not None:
        blocks += _odds(plan.odds, width)
    notes = [*plan.warnings, *(f"{t.reason} ({name_of(encounter, t.by)})" for t in plan.triggers)]
    if notes:
        blocks.append(heading("Mind", width))
        blocks += [paragraph(note, 3.0, width, space=0.6) for note in notes]
    return blocks


# The piece of map ---------------------------------------------------------------------------


def _map_block(printout: Printout, plan: AttackPlan, width: float) -> Block:
    window, cell_mm = _window(printout, plan, width)
    height = window.height * cell_mm

    def paint(brush: PaperBrush, x: float, y: float) -> None:
        place = Rect(x + (width - window.width * cell_mm) / 2, y, window.width * cell_mm, height)
        painter = brush.painter
        painter.save()
        painter.setClipRect(brush.rect(*place), Qt.ClipOperation.IntersectClip)
        content = replace(printout.content, reach=False, arcs=False, notes=False, tokens=True)
        paint_window(painter, replace(printout, content=content), window, place, cell_mm)
        _paint_evidence(painter, printout, plan, window, place, cell_mm)
        painter.restore()
        brush.use(brush.pen(0.3))
        painter.drawRect(brush.rect(*place))

    return Block(height + 1.0, paint, space=3.0)


def _window(printout: Printout, plan: AttackPlan, width: float) -> tuple[Rect, float]:
    """Return the part of the map around both tokens and how long a cell is on the sheet."""
    grid, tokens = printout.grid, printout.encounter.tokens
    corners = [
        corner
        for key in (plan.situation.attacker, plan.situation.target)
        for cell in footprint(grid, tokens[key].at, tokens[key].size, tokens[key].turned)
        for corner in grid.corners(cell)
    ]
    left, right = min(c.x for c in corners), max(c.x for c in corners)
    top, bottom = min(c.y for c in corners), max(c.y for c in corners)
    cell_mm = min(
        LONGEST_CELL_MM,
        width / (right - left + 2 * ROOM_CELLS),
        MAP_MM / (bottom - top + 2 * ROOM_CELLS),
    )
    # As much of the map around them as there is room for, but nothing beyond its border.
    across, down = min(width / cell_mm, grid.width), min(MAP_MM / cell_mm, grid.height)
    x = min(max(0.0, (left + right - across) / 2), grid.width - across)
    y = min(max(0.0, (top + bottom - down) / 2), grid.height - down)
    return Rect(x, y, across, down), cell_mm


def _paint_evidence(
    painter: QPainter,
    printout: Printout,
    plan: AttackPlan,
    window: Rect,
    place: Rect,
    cell_mm: float,
) -> None:
    """Draw the target's arcs and the lines that prove what counts, over the piece of map."""
    board = Board.of(printout.encounter, printout.system)
    theme = printout.theme if printout.look is Look.COLOR else PAPER
    rect = QRectF(*(value * SCENE_SCALE for value in window))
    unit = paper_unit(cell_mm)
    painter.save()
    painter.translate(place.x * UNITS, place.y * UNITS)
    painter.scale(cell_mm * UNITS / SCENE_SCALE, cell_mm * UNITS / SCENE_SCALE)
    painter.translate(-rect.left(), -rect.top())
    band = _band(board, plan)
    if band is not None:
        arcs = PaperArcs(theme)
        arcs.set_unit(unit)
        arcs.show_band(band)
        arcs.draw(painter, rect)
    overlay = DrawingOverlay(theme)
    overlay.set_unit(unit)
    overlay.show_drawing(evidence(board, plan))
    overlay.draw(painter, rect)
    painter.restore()


def evidence(board: Board, plan: AttackPlan) -> Drawing:
    """Return the lines that prove what counts in *plan*; the words stand below the map."""
    situation = plan.situation
    facts = {"cover" if situation.cover.grade is not CoverGrade.NONE else "sight", "arc"}
    facts.update(m.fact for m in plan.modifiers if m.fact and m.enabled)
    if situation.flanked.value and board.conventions.flanking_counts:
        facts.add("flanked")
    whole = Drawing()
    for fact in sorted(facts):
        whole = whole.plus(evidence_of(board, fact, situation))
    return replace(whole, labels=())


def _band(board: Board, plan: AttackPlan) -> ArcBand | None:
    conventions, arc = board.conventions, plan.situation.arc
    if not conventions.has_facing or arc.arc is None:
        return None
    token = board.token(plan.situation.target)
    center, radius = disc(board.grid, token)
    square = board.grid.kind is GridKind.SQUARE
    return ArcBand(
        center,
        radius,
        token.facing,
        conventions.square_front_half if square else conventions.hex_front_half,
        conventions.square_side_half if square else conventions.hex_side_half,
        arc.arc,
    )


# Words --------------------------------------------------------------------------------------


def _facts(printout: Printout, plan: AttackPlan, width: float) -> list[Block]:
    board = Board.of(printout.encounter, printout.system)
    blocks = [heading("Facts on the map", width)]
    weighed = printout.system.sections
    lines = fact_lines(plan.situation, printout.encounter, board.conventions, weighed=weighed)
    for line in lines:
        why = geometry_words(plan.situation, line.fact, printout.encounter, board)
        blocks.append(
            columns(
                (
                    (26.0, line.label, 400, INK2),
                    (0.32 * width, line.value, 600, BLACK),
                    (0.68 * width - 26.0, why[:1].upper() + why[1:], 400, BLACK),
                ),
                3.0,
            )
        )
    return blocks


def _modifiers(plan: AttackPlan, width: float) -> list[Block]:
    head = heading("Modifiers", width, plan.net)
    if not plan.modifiers:
        return [head, paragraph("None.", 3.0, width, color=INK2)]
    return [head, *(_modifier(row, width) for row in plan.modifiers)]


def _modifier(row: Modifier, width: float) -> Block:
    color = BLACK if row.enabled else INK3
    cells = (
        (26.0, _worth(row), 600, color),
        (0.32 * width, row.label, 600, color),
        (0.68 * width - 26.0, _reason(row), 400, color),
    )
    return columns(cells, 3.0)


def _worth(row: Modifier) -> str:
    if row.is_total:
        return "total +" if row.value > 0 else "total −"
    return worth(row.value, row.unit)


def _reason(row: Modifier) -> str:
    words = row.reason if row.enabled else f"overruled {row.overruled}".strip()
    words = words[:1].upper() + words[1:]
    return f"{words} ({row.source})" if row.source else words


def _choices(plan: AttackPlan, width: float) -> list[Block]:
    said = []
    for choice in plan.choices:
        chosen = next((o.label for o in choice.options if o.key == choice.selected), "")
        if chosen:
            said.append(f"{choice.label}: {chosen}")
    return [paragraph("; ".join(said), 3.0, width, color=INK2, space=2.0)] if said else []


# Odds ---------------------------------------------------------------------------------------


def _odds(odds: Odds, width: float) -> list[Block]:
    said = [f"hits {percent(odds.hit)}", f"mean damage {odds.mean:.2f}"]
    if odds.drop:
        said.append(f"fells the target {percent(odds.drop)}")
    if odds.glancing:
        said.append(f"glances {percent(odds.glancing)}")
    half = (width - 8.0) / 2
    blocks = [
        heading("Odds", width, odds.summary),
        paragraph(", ".join(said).capitalize(), 3.6, width, weight=600),
    ]
    # One bar alone says nothing: a game may not count hits, or know the damage beforehand.
    charts = [
        (title, bars)
        for title, bars in (_results(odds), ("Damage", binned(odds.damage)))
        if len(bars) > 1
    ]

    def paint(brush: PaperBrush, x: float, y: float) -> None:
        for index, (title, bars) in enumerate(charts):
            _chart(brush, x + index * (half + 8.0), y, half, title, bars)

    return [*blocks, Block(33.0, paint, space=2.0)] if charts else blocks


def _results(odds: Odds) -> tuple[str, list[tuple[str, float]]]:
    """Return the chart of the roll: results by their names where they have names, else hits."""
    if odds.degrees:
        return "Results", [(name, chance) for name, chance in odds.degrees if chance > 0]
    return odds.hits_label.capitalize(), binned(odds.hits)


def binned(table: Mapping[int, float]) -> list[tuple[str, float]]:
    """Return at most ``BARS`` results with their chances, lowest first; the rest is one bar.

    Examples
    --------
    >>> binned({0: 0.25, 1: 0.75, 2: 0.0})
    [('0', 0.25), ('1', 0.75)]
    """
    there = [(value, chance) for value, chance in sorted(table.items()) if chance > 0]
    if len(there) <= BARS:
        return [(str(value), chance) for value, chance in there]
    kept, rest = there[: BARS - 1], there[BARS - 1 :]
    more = (f"{rest[0][0]}+", sum(chance for _, chance in rest))
    return [*((str(value), chance) for value, chance in kept), more]


def _chart(
    brush: PaperBrush, x: float, y: float, width: float, title: str, bars: list[tuple[str, float]]
) -> None:
    brush.text(x, y + 2.6, title, 2.7, 500, INK2)
    foot, tallest = y + 26.0, 16.0
    # Names need more room than numbers.
    longest = max(len(label) for label, _ in bars)
    step = min(width / len(bars), 11.0 if longest < 5 else 22.0)
    most = max(chance for _, chance in bars)
    for index, (label, chance) in enumerate(bars):
        left = x + index * step
        height = max(0.15, tallest * chance / most)
        brush.use(brush.pen(0.2), "#d9d9d9")
        brush.painter.drawRect(brush.rect(left + 0.12 * step, foot - height, 0.76 * step, height))
        size = min(2.4, 0.34 * step)
        middle = left + step / 2
        brush.text(middle, foot - height - 0.8, bar_percent(chance), size, 400, INK2, align=0.5)
        type_mm = min(2.8, 0.4 * step) if longest < 5 else 2.1
        for line, words in enumerate(wrapped(label, type_mm, step, 600)[:2]):
            base = foot + 3.2 + line * type_mm * LINE
            brush.text(middle, base, words, type_mm, 600, align=0.5)
    brush.lines(brush.pen(0.25), [((x, foot), (x + len(bars) * step, foot))])
