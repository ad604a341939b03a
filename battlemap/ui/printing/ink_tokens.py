"""Tokens in the ink-saver look: initials in a ring whose shape says the side."""

from __future__ import annotations

from math import cos, radians, sin, sqrt
from typing import TYPE_CHECKING

import shapely

from battlemap.geometry.footprint import footprint
from battlemap.geometry.grid import GridKind
from battlemap.model.token import ALLY, FOE, PARTY
from battlemap.ui.printing import ink as shapes
from battlemap.ui.printing.brush import BLACK, INK2, INK3, UNITS, WHITE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.plan import Track
    from battlemap.rules.system import RuleSystem
    from battlemap.ui.printing.brush import PaperBrush
    from battlemap.ui.printing.content import Content

RING_MM = 0.9


def paint_tokens(
    brush: PaperBrush,
    encounter: Encounter,
    system: RuleSystem,
    content: Content,
    visible: object,
) -> None:
    """Draw the tokens of *encounter* that reach into *visible*, those that are out first.

    Parameters
    ----------
    system
        Knows who is out and how much health is left.
    visible
        A shapely polygon, in cells.
    """
    shown = [token for token in encounter.tokens.values() if content.gm or not token.hidden]
    for token in sorted(shown, key=system.is_out, reverse=True):
        cells = footprint(encounter.map.grid.grid, token.at, token.size, token.turned)
        space = shapes.cell_union(encounter.map.grid.grid, cells)
        # Names and arrows stand out beyond the space.
        if space.buffer(0.6).intersects(visible):  # type: ignore[arg-type]
            _TokenDrawing(brush, encounter, system, content, token, cells).paint()


def initials(name: str) -> str:
    """Return up to two letters that stand for *name*.

    Examples
    --------
    >>> initials("Orc Brute"), initials("seren"), initials("goblin 3"), initials("")
    ('OB', 'Se', 'G3', '?')
    """
    words = [word for word in name.replace("-", " ").replace("_", " ").split() if word]
    if not words:
        return "?"
    if len(words) == 1:
        return words[0][:1].upper() + words[0][1:2].lower()
    return (words[0][0] + words[-1][0]).upper()


class _TokenDrawing:
    def __init__(
        self,
        brush: PaperBrush,
        encounter: Encounter,
        system: RuleSystem,
        content: Content,
        token: Token,
        cells: Iterable[tuple[int, int]],
    ) -> None:
        self.brush, self.encounter, self.system = brush, encounter, system
        self.content, self.token = content, token
        self.grid = encounter.map.grid.grid
        self.cells = tuple(cells)
        self.center = self.grid.centroid(self.cells)
        self.radius = self._radius()

    def _radius(self) -> float:
        size = self.token.size
        if size == 0:
            return 0.24
        if self.grid.kind is GridKind.SQUARE:
            return 0.5 * size - 0.11
        # The largest disc inside a cluster reaches from its middle to the nearest border.
        outline = shapes.cell_union(self.grid, self.cells)
        return float(outline.exterior.distance(shapely.Point(self.center))) - 0.11

    def paint(self) -> None:
        brush, token = self.brush, self.token
        x, y = self.center
        out = self.system.is_out(token)
        strong = INK3 if out or token.hidden else BLACK
        if self.grid.kind is not GridKind.SQUARE and len(self.cells) > 1:
            outline = shapes.cell_union(self.grid, self.cells)
            brush.area(outline.buffer(-0.03), brush.pen(0.35, strong, (1.4, 1.0)))
        self._paint_ring(strong)
        letters_mm = min(9.0, 5.2 * (0.55 + 0.45 * max(token.size, 0.6)))
        brush.text(x, y, initials(token.name), letters_mm, 600, strong, align=0.5, middle=True)
        if out:
            d = self.radius * 0.72
            cross = [((x - d, y - d), (x + d, y + d)), ((x - d, y + d), (x + d, y - d))]
            brush.lines(brush.pen(1.0, round_=True), cross)
        if self.content.health and not out:
            self._paint_health(self.system.track(token))
        self._paint_words(out)
        if self.content.facing and not out and self._has_facing():
            self._paint_facing(strong)

    def _has_facing(self) -> bool:
        return self.system.conventions().has_facing

    def _paint_ring(self, color: str) -> None:
        brush, side, r = self.brush, self.token.side, self.radius
        x, y = self.center
        if self.token.hidden:
            brush.disc(x, y, r, brush.pen(RING_MM, color, (1.6, 1.4)), WHITE)
            return
        if side == FOE:
            for angle in (45, 135, 225, 315):
                dx, dy = sin(radians(angle)), -cos(radians(angle))
                tip, foot = r + 0.1, r - 0.01
                brush.polygon(
                    (
                        (x + dx * tip, y + dy * tip),
                        (x + dx * foot - dy * 0.045, y + dy * foot + dx * 0.045),
                        (x + dx * foot + dy * 0.045, y + dy * foot - dx * 0.045),
                    ),
                    None,
                    color,
                )
        if side in (PARTY, FOE):
            brush.disc(x, y, r, brush.pen(RING_MM, color), WHITE)
        elif side == ALLY:
            brush.disc(x, y, r, brush.pen(0.5, color), WHITE)
            brush.disc(x, y, r - 0.05, brush.pen(0.5, color))
        else:
            brush.disc(x, y, r, brush.pen(RING_MM, color, (2.4, 1.6)), WHITE)

    def _paint_facing(self, color: str) -> None:
        angle = radians(self.token.facing)
        dx, dy = sin(angle), -cos(angle)
        x, y = self.center
        tip, foot, half = self.radius + 0.15, self.radius + 0.035, 0.09
        self.brush.polygon(
            (
                (x + dx * tip, y + dy * tip),
                (x + dx * foot - dy * half, y + dy * foot + dx * half),
                (x + dx * foot + dy * half, y + dy * foot - dx * half),
            ),
            self.brush.pen(0.3, WHITE),
            color,
        )

    def _paint_health(self, track: Track) -> None:
        if not track.size:
            return
        brush = self.brush
        x, y = self.center
        height = 0.085
        top = y + self.radius - 0.15
        # As wide as the disc is at the bar's foot, less the ring.
        low = self.radius - 0.15 + height
        width = 2 * sqrt(max(0.01, self.radius**2 - low**2)) - 0.1
        brush.use(None, WHITE)
        brush.painter.drawRect(brush.rect(x - width / 2, top, width, height))
        brush.use(None, BLACK)
        brush.painter.drawRect(brush.rect(x - width / 2, top, width * track.left, height))
        brush.use(brush.pen(0.25))
        brush.painter.drawRect(brush.rect(x - width / 2, top, width, height))
        quarters = [x - width / 2 + width * share for share in (0.25, 0.5, 0.75)]
        brush.lines(brush.pen(0.2, INK3), [((at, top), (at, top + height)) for at in quarters])

    def _paint_words(self, out: bool) -> None:
        token, brush = self.token, self.brush
        x, y = self.center
        line_mm = 2.9
        step = line_mm * 1.25 * brush.fine * UNITS / brush.scale
        base = y + self.radius + 0.04 + step * 0.75
        if self.content.token_names and token.name:
            brush.text(x, base, token.name, line_mm, 600, align=0.5, plate=True)
            base += step
        said = sorted(token.conditions) if self.content.health else []
        if token.hidden:
            said.insert(0, "hidden")
        if said and not out:
            words = ", ".join(said[:3]) + (f" +{len(said) - 3}" if len(said) > 3 else "")
            brush.text(x, base, words, 2.4, 400, INK2, align=0.5, plate=True)
        ground = self.encounter.map.ground_feet(token.at)
        height = token.elevation_feet if token.elevation_feet is not None else ground
        if self.content.elevation and height:
            sign = "+" if height > 0 else "−"
            r = self.radius * 0.75
            text = f"{sign}{abs(height)} ft"
            brush.text(x + r, y - r - 0.05, text, 2.6, 600, plate=True)
