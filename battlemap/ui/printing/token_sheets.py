"""A card for each token: who it is, what it fights with, how it stands, what its sheet says."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.words import direction
from battlemap.rules.lasting import all_effects
from battlemap.ui.panels.pair_head import weapon_line
from battlemap.ui.panels.record_form import value_words, words_of
from battlemap.ui.panels.wording import count, name_of, size_name
from battlemap.ui.printing.brush import INK2, INK3
from battlemap.ui.printing.flow import Block, flowed, paint_blocks, paragraph
from battlemap.ui.printing.furniture import elided
from battlemap.ui.printing.samples import paint_disc
from battlemap.ui.printing.turn_sheet import BOX_MM, box_rows, paint_boxes
from battlemap.ui.state_lines import aura_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from battlemap.model.token import Token
    from battlemap.rules.plan import Effect
    from battlemap.ui.printing.brush import PaperBrush
    from battlemap.ui.printing.sheet import Printout

HEAD_MM, PAD_MM, TYPE_MM = 13.0, 2.6, 2.8


def token_blocks(printout: Printout, width: float) -> list[Block]:
    """Return a card for each token that is shown; the GM's notes only with the GM's layers."""
    tokens = [t for t in printout.encounter.tokens.values() if printout.content.gm or not t.hidden]
    if not tokens:
        return [paragraph("There are no tokens on the map.", 3.2, width, color=INK2)]
    return [_card(printout, token, width) for token in tokens]


def said_of(printout: Printout, token: Token) -> Iterator[tuple[str, str]]:
    """Yield what a card says below its head: (label, words)."""
    encounter, system = printout.encounter, printout.system
    if token.conditions:
        yield "Conditions", ", ".join(sorted(token.conditions))
    effects = [_effect(effect) for effect in all_effects(system, encounter, token)]
    if effects:
        yield "Effects", "; ".join(effects)
    if token.auras:
        yield "Auras", "; ".join(aura_words(aura) for aura in token.auras)
    weapons = [f"{weapon.name} ({weapon_line(weapon)})" for weapon in system.weapons(token)]
    yield "Weapons", ", ".join(weapons)
    height = token.elevation_feet
    if height is None:
        height = encounter.map.ground_feet(token.at)
    place = f"{cell_name(printout.grid, token.at)}"
    if system.conventions().has_facing:
        place += f", faces {direction(token.facing)}"
    if height:
        place += f", {height} ft up" if height > 0 else f", {-height} ft down"
    yield "Place", place
    facts = list(_record(token.sheet))
    if facts:
        yield "Sheet", "; ".join(f"{name}: {words}" for name, words in facts)
    if token.notes and printout.content.gm:
        yield "Notes", token.notes


def _effect(effect: Effect) -> str:
    """Return what lasts on a token, with the rounds that it has left."""
    words = f"{effect.label}: {effect.detail}" if effect.detail else effect.label
    if effect.rounds_left is None:
        return words
    return f"{words} ({count(effect.rounds_left, 'round')} left)"


def _record(record: object) -> Iterator[tuple[str, str]]:
    """Yield what a rule system's own record says, without what is empty."""
    if not is_dataclass(record):
        return
    for part in fields(record):
        value = getattr(record, part.name)
        if isinstance(value, (str, bool, int, float, tuple, frozenset)) and value:
            yield words_of(part.name), value_words(value)


def _card(printout: Printout, token: Token, width: float) -> Block:
    inner = width - 2 * PAD_MM
    track = printout.system.track(token)
    boxes = box_rows(track.size, inner) * (BOX_MM + 1.0) + 2.0 if track.size else 0.0
    rows = [
        block
        for label, words in said_of(printout, token)
        for block in (
            paragraph(label, 2.3, inner, weight=500, color=INK3, space=1.6, keeps_next=True),
            paragraph(words, TYPE_MM, inner),
        )
    ]
    (run,) = flowed(rows, 10_000) or [[]]
    below = run[-1][0] + run[-1][1].height if run else 0.0
    height = HEAD_MM + boxes + below + 2 * PAD_MM

    def paint(brush: PaperBrush, x: float, y: float) -> None:
        brush.use(brush.pen(0.25))
        brush.painter.drawRoundedRect(brush.rect(x, y, width, height), 150, 150)
        x, y = x + PAD_MM, y + PAD_MM
        paint_disc(brush, printout, token, x + 5.6, y + 5.6, 5.6)
        name = elided(name_of(printout.encounter, token.id), 4.2, 600, inner - 14)
        brush.text(x + 14, y + 4.6, name, 4.2, 600)
        line = ", ".join(
            part
            for part in (
                token.side,
                size_name(token.size).lower(),
                printout.system.subtitle(printout.encounter, token),
            )
            if part
        )
        brush.text(x + 14, y + 9.4, elided(line, 2.6, 400, inner - 14), 2.6, 400, INK2)
        y += HEAD_MM
        if track.size:
            paint_boxes(brush, printout, token, x, y + (boxes - 2.0) / 2, inner)
            y += boxes
        paint_blocks(brush, run, x, y)

    return Block(height, paint, space=4.0)
