"""The legend: what the signs of this map mean, each drawn as the map draws it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from battlemap.geometry.cell import Point
from battlemap.model.battle_map import BattleMap, Mark
from battlemap.model.obstacle import Door, Prop, Wall
from battlemap.model.terrain import Layer, Terrain
from battlemap.model.token import ALLY, FOE, NEUTRAL, PARTY
from battlemap.ui.overlays.arc_overlay import ArcBand
from battlemap.ui.overlays.threat_overlay import MINE, THEIRS, ThreatOverlay, Zone
from battlemap.ui.printing.brush import INK3, UNITS
from battlemap.ui.printing.content import Content, Look
from battlemap.ui.printing.flow import LINE, Block, wrapped
from battlemap.ui.printing.lengths import millimeters
from battlemap.ui.printing.map_window import paper_unit
from battlemap.ui.printing.paper import Rect
from battlemap.ui.printing.samples import paint_sample, sample_spec
from battlemap.ui.printing.zones import PAPER, PaperArcs
from battlemap.ui.scene.coordinates import SCENE_SCALE
from battlemap.ui.scene.notes import AREA, NOTE, shown_marks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from battlemap.model.obstacle import Obstacle
    from battlemap.model.token import Token
    from battlemap.ui.overlays.overlay import Overlay
    from battlemap.ui.printing.brush import PaperBrush
    from battlemap.ui.printing.sheet import Printout
    from battlemap.ui.theme import Theme

SAMPLE_MM = (30.0, 15.0)
"""Width and height of a sign's box."""

CELL_MM = 15.0
"""Length of a cell in such a box."""

TYPE_MM = 3.1

SIDES = {
    PARTY: "the party: a plain ring",
    ALLY: "an ally: a double ring",
    FOE: "a foe: a ring with four spikes",
    NEUTRAL: "a neutral: a broken ring",
}

TERRAINS = {
    Terrain.DIFFICULT: "difficult ground: each step costs more",
    Terrain.HAZARDOUS: "hazardous ground: it harms who enters",
    Terrain.OBSCURED: "obscured ground: hard to see into and through",
    Terrain.IMPASSABLE: "impassable ground: nobody enters",
    Terrain.WATER: "water",
    Terrain.CLIMB: "a climb: hands are needed",
}


@dataclass(frozen=True)
class Entry:
    """One sign and what it means."""

    words: str
    content: Content = field(default_factory=Content)
    obstacles: tuple[Obstacle, ...] = ()
    marks: tuple[Mark, ...] = ()
    terrain: Terrain = Terrain.NORMAL
    feet: int = 0
    """Height of the right half of the sample."""
    token: Token | None = None
    overlay: Callable[[Printout], Overlay] | None = None


def legend_blocks(printout: Printout, width: float) -> list[Block]:
    """Return one block for each sign that is on the map as it is printed.

    Parameters
    ----------
    width
        Of a column, in millimeters.
    """
    return [_block(printout, entry, width) for entry in entries(printout)]


def entries(printout: Printout) -> Iterator[Entry]:
    """Yield the signs that are on the map as it is printed, from the ground up."""
    content = printout.content
    if content.grid:
        cell, feet = printout.setup.cell_mm, printout.encounter.map.grid.feet_per_cell
        yield Entry(f"a cell: {millimeters(cell)} on paper, {feet} ft", Content.of("grid"))
    if content.terrain:
        yield from _terrain(printout)
    if content.elevation and printout.encounter.map.elevation.values.any():
        yield Entry(
            "the ground falls where the ticks point; numbers are its height",
            Content.of("elevation"),
            feet=10,
        )
    if content.walls:
        yield from _obstacles(printout)
    yield from _marks(printout)
    if content.tokens:
        yield from _tokens(printout)
    if content.reach:
        yield Entry(
            "threatened by the party and its allies", Content.of("grid"), overlay=_zone(MINE)
        )
        yield Entry("threatened by the foes", Content.of("grid"), overlay=_zone(THEIRS))
    if content.arcs and printout.system.conventions().has_facing:
        words = "arcs: front plain, sides dashed, rear dotted"
        yield Entry(words, Content.of("grid"), overlay=_arcs)


def _terrain(printout: Printout) -> Iterator[Entry]:
    there = 0
    for value in {int(value) for value in printout.encounter.map.terrain.values.flat}:
        there |= value
    shown = Content.of("terrain")
    for kind, words in TERRAINS.items():
        if there & kind:
            yield Entry(words, shown, terrain=kind)


def _obstacles(printout: Printout) -> Iterator[Entry]:
    shown = Content.of("walls", *(["gm"] if printout.content.gm else []))
    all_of_them = printout.encounter.map.obstacles.values()
    doors = [o for o in all_of_them if isinstance(o, Door)]
    if not printout.content.gm:
        doors = [door for door in doors if door.is_open or not door.is_secret]
    left, right = Point(0.0, 0.5), Point(2.0, 0.5)
    walls = [o for o in all_of_them if isinstance(o, Wall)]
    if any(not wall.one_way for wall in walls):
        yield Entry("a wall", shown, (Wall("w", left, right),))
    if any(wall.one_way and wall.blocks_move for wall in walls):
        wall = Wall("w", left, right, one_way="right")
        yield Entry("a wall that is crossed as its arrows point, never back", shown, (wall,))
    a, b = Point(0.5, 0.5), Point(1.5, 0.5)
    sides = (Wall("l", left, a), Wall("r", b, right))
    door = Door("d", a, b)
    kinds = (
        ("a shut door", door, lambda d: not (d.is_open or d.is_locked or d.is_secret)),
        ("an open door", replace(door, is_open=True), lambda d: d.is_open),
        ("a locked door", replace(door, is_locked=True), lambda d: d.is_locked and not d.is_open),
        (
            "a secret door",
            replace(door, is_secret=True),
            lambda d: d.is_secret and not d.is_open,
        ),
    )
    for words, sample, fits in kinds:
        if any(fits(d) for d in doors if not d.is_window):
            yield Entry(words, shown, (*sides, sample))
    if any(d.is_window for d in doors):
        yield Entry("a window", shown, (*sides, replace(door, is_window=True)))
    if any(isinstance(o, Prop) for o in all_of_them):
        outline = (Point(0.6, 0.2), Point(1.4, 0.2), Point(1.4, 0.8), Point(0.6, 0.8))
        yield Entry("furniture, pillars and other things", shown, (Prop("p", outline),))


def _marks(printout: Printout) -> Iterator[Entry]:
    content = printout.content
    marks = shown_marks(printout.encounter.map.marks, gm=content.gm)
    middle = (Point(1.0, 0.5),)
    if content.notes:
        for gm_only, words in ((False, "a note"), (True, "a note for the GM alone")):
            if any(m.kind == NOTE and m.gm_only is gm_only for m in marks):
                mark = Mark("n", NOTE, middle, "note", gm_only)
                yield Entry(words, Content.of("notes", *(["gm"] if gm_only else [])), (), (mark,))
    if content.templates and any(m.kind == AREA for m in marks):
        corners = tuple(
            Point(x, y) for x, y in ((0.3, 0.15), (1.7, 0.15), (1.7, 0.85), (0.3, 0.85))
        )
        yield Entry("an area", Content.of("templates"), (), (Mark("a", AREA, corners),))


def _tokens(printout: Printout) -> Iterator[Entry]:
    content, system = printout.content, printout.system
    seen = [t for t in printout.encounter.tokens.values() if content.gm or not t.hidden]
    plain = Content.of("tokens", "picture")
    standing = [t for t in seen if not system.is_out(t) and not t.hidden]
    for side in dict.fromkeys(t.side for t in standing):
        token = next(t for t in standing if t.side == side)
        yield Entry(SIDES.get(side, SIDES[NEUTRAL]), plain, token=token)
    if content.facing and system.conventions().has_facing and standing:
        words = "the arrow shows which way somebody faces"
        yield Entry(words, replace(plain, facing=True), token=replace(standing[0], facing=90.0))
    if content.health and any(system.track(t).size for t in standing):
        token = next(t for t in standing if system.track(t).size)
        yield Entry("the bar is the health that is left", replace(plain, health=True), token=token)
    out = next((t for t in seen if system.is_out(t)), None)
    if out is not None:
        yield Entry("dead, or out of the fight", plain, token=out)
    hidden = next((t for t in seen if t.hidden), None)
    if hidden is not None:
        yield Entry("hidden from the players", replace(plain, gm=True), token=hidden)


def _block(printout: Printout, entry: Entry, width: float) -> Block:
    across, down = SAMPLE_MM
    lines = wrapped(entry.words[:1].upper() + entry.words[1:], TYPE_MM, width - across - 4)

    height = max(down, len(lines) * TYPE_MM * LINE)

    def paint(brush: PaperBrush, x: float, y: float) -> None:
        y += (height - down) / 2
        place = Rect(x, y, across, down)
        _paint_entry(brush, printout, entry, place)
        brush.use(brush.pen(0.2, INK3))
        brush.painter.drawRect(brush.rect(*place))
        step = TYPE_MM * LINE
        base = y + down / 2 - (len(lines) - 1) * step / 2
        for index, line in enumerate(lines):
            brush.text(x + across + 4, base + index * step, line, TYPE_MM, middle=True)

    return Block(height, paint, space=3.0)


def _paint_entry(brush: PaperBrush, printout: Printout, entry: Entry, place: Rect) -> None:
    spec = sample_spec(printout, 6, 5)
    grid = spec.grid
    terrain, heights = Layer.blank(6, 5), Layer.blank(6, 5)
    every = list(grid.cells())
    # The sample shows the middle of a larger piece, whose border stays out of sight.
    if entry.terrain:
        terrain = terrain.with_flag(grid, every, entry.terrain)
    if entry.feet:
        heights = heights.with_value(grid, [c for c in every if grid.offset(c)[0] >= 3], entry.feet)
    middle = grid.center(grid.from_offset(2, 2))
    origin = (middle.x - 0.5, middle.y - 0.5)
    moved = tuple(_moved(o, *origin) for o in entry.obstacles)
    marks = {
        mark.id: replace(mark, points=tuple(_shift(p, *origin) for p in mark.points))
        for mark in entry.marks
    }
    battle_map = BattleMap(
        spec,
        terrain=terrain,
        elevation=heights,
        obstacles=MappingProxyType({o.id: o for o in moved}),
        marks=MappingProxyType(marks),
    )
    tokens: tuple[Token, ...] = ()
    window = Rect(*origin, place.width / CELL_MM, place.height / CELL_MM)
    if entry.token is not None:
        token = replace(entry.token, at=grid.from_offset(2, 2), size=1, turned=0)
        token = replace(token, elevation_feet=None, conditions=_lasting(printout, token))
        tokens = (token,)
        # A token is shown whole, with its arrow and bar.
        window = Rect(middle.x - 1.3, middle.y - 0.65, 2.6, 1.3)
    content = replace(entry.content, grid=entry.content.grid and entry.token is None)
    if entry.terrain or entry.feet:
        content = replace(content, grid=True)
    paint_sample(brush, printout, battle_map, window, place, *tokens, content=content)
    if entry.overlay is not None:
        _paint_overlay(brush, printout, entry.overlay(printout), place)


def _lasting(printout: Printout, token: Token) -> frozenset[str]:
    """Return a token's conditions where they are what takes it out of the fight, else none."""
    bare = replace(token, conditions=frozenset())
    is_out = printout.system.is_out(token)
    return token.conditions if is_out and not printout.system.is_out(bare) else bare.conditions


def _moved(obstacle: Obstacle, dx: float, dy: float) -> Obstacle:
    if isinstance(obstacle, Prop):
        return replace(obstacle, outline=tuple(_shift(p, dx, dy) for p in obstacle.outline))
    return replace(obstacle, start=_shift(obstacle.start, dx, dy), end=_shift(obstacle.end, dx, dy))


def _shift(point: Point, dx: float, dy: float) -> Point:
    return Point(point.x + dx, point.y + dy)


def _zone(kind: str) -> Callable[[Printout], Overlay]:
    def make(printout: Printout) -> Overlay:
        spec = sample_spec(printout, 6, 5)
        overlay = ThreatOverlay(_overlay_theme(printout))
        overlay.set_unit(paper_unit(CELL_MM))
        cells = frozenset(spec.grid.from_offset(column, 2) for column in (2, 3))
        overlay.show_zones(spec.grid, [Zone(kind, cells, kind, is_full=True)])
        return overlay

    return make


def _arcs(printout: Printout) -> Overlay:
    conventions = printout.system.conventions()
    spec = sample_spec(printout, 6, 5)
    center = spec.grid.center(spec.grid.from_offset(2, 2))
    overlay = PaperArcs(_overlay_theme(printout))
    overlay.set_unit(paper_unit(CELL_MM))
    overlay.show_band(
        ArcBand(
            Point(center.x + 0.5, center.y),
            0.05,
            90.0,
            conventions.square_front_half,
            conventions.square_side_half,
        )
    )
    return overlay


def _overlay_theme(printout: Printout) -> Theme:
    return printout.theme if printout.look is Look.COLOR else PAPER


def _paint_overlay(brush: PaperBrush, printout: Printout, overlay: Overlay, place: Rect) -> None:
    spec = sample_spec(printout, 6, 5)
    middle = spec.grid.center(spec.grid.from_offset(2, 2))
    painter = brush.painter
    painter.save()
    painter.setClipRect(brush.rect(*place))
    painter.translate(brush.at(place.x, place.y))
    scale = CELL_MM * UNITS / SCENE_SCALE
    painter.scale(scale, scale)
    painter.translate(-(middle.x - 0.5) * SCENE_SCALE, -(middle.y - 0.5) * SCENE_SCALE)
    overlay.draw(painter, QRectF(0, 0, 6 * SCENE_SCALE, 5 * SCENE_SCALE))
    painter.restore()
