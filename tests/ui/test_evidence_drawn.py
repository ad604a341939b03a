"""Each kind of fact is clicked with the mouse, and what the map draws is compared with its proof.

Points are compared in map units, on squares and on hexes.
"""

from dataclasses import replace
from types import MappingProxyType

import pytest
from PySide6.QtCore import Qt
from shadow_boards import SPEAR, SWORD, someone, table

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind
from battlemap.model.encounter import RulesChoice
from battlemap.model.obstacle import CoverGrade, Prop
from battlemap.model.terrain import Terrain
from battlemap.session.session import Session
from battlemap.tactics.crossings import crossings
from battlemap.tactics.threat import threatened
from battlemap.ui.bridge import Bridge, PlannedMove
from battlemap.ui.overlays.drawing import CORNER, CROSS, DIAMOND, ORIGIN, SQUARE
from battlemap.ui.panels.attack_panel import AttackPanel
from battlemap.ui.panels.style import dress
from battlemap.ui.planned import planned_costs, planned_route
from battlemap.ui.scene.coordinates import to_map, to_scene
from battlemap.ui.scene.map_view import MapView
from battlemap.ui.theme import DARK

LEFT = Qt.MouseButton.LeftButton
KINDS = (GridKind.SQUARE, GridKind.HEX_POINTY, GridKind.HEX_FLAT)
A, T, BESIDE = Cell(5, 5), Cell(8, 5), Cell(4, 5)
TIGHT = tuple(Cell(5 + q, 5 + r) for q, r in ((0, -1), (1, -1), (0, 1), (-1, 1), (1, 0), (-1, 0)))


class Desk:
    """A map and an Attack panel side by side, and the mouse on them."""

    def __init__(self, qtbot, qapp, encounter):
        dress(qapp, DARK)
        self.qtbot = qtbot
        self.bridge = Bridge(Session.new(encounter, seed=3))
        self.view, self.panel = MapView(self.bridge, DARK), AttackPanel(self.bridge)
        for widget, size in ((self.view, (900, 640)), (self.panel, (364, 1200))):
            qtbot.addWidget(widget)
            widget.resize(*size)
            widget.show()
            qtbot.waitExposed(widget)
        self.board = self.bridge.board
        self.grid = self.board.grid

    def aim(self, attacker="anna", target="orc"):
        self.bridge.select([attacker])
        self.bridge.set_target(target)
        self.panel.refresh()

    def click(self, fact):
        """Click the eye of a fact's line; return the situation and the drawing."""
        row = next(r for r in self.panel.fact_rows if r.isVisible() and r.fact == fact)
        self.qtbot.mouseClick(row.eye, LEFT)
        assert self.bridge.pinned.fact == fact
        return self.panel.plan.situation, self.drawn()

    def drawn(self):
        overlay = self.view.map_scene.evidence
        assert overlay.isVisible()
        return overlay.drawing

    def covered(self, area):
        """Return the cells whose centers lie in an area."""
        return {
            cell
            for cell in (
                self.grid.from_offset(column, row)
                for column in range(self.grid.columns)
                for row in range(self.grid.rows)
            )
            if area.path.contains(to_scene(self.grid.center(cell)))
        }

    def center(self, token):
        return self.board.center_of(token)


def points(lines):
    return [(rounded(to_map(line.start)), rounded(to_map(line.end))) for line in lines]


def marks(drawing, kind):
    return [rounded(to_map(mark.place)) for mark in drawing.marks if mark.kind == kind]


def rounded(point):
    return tuple(round(value, 6) for value in point)


def arena(kind, game="shadowrealms", *, target=(), attacker=(), size=1):
    """Anna stands high and hemmed in, Hob's spear behind her; the orc lies behind a crate."""
    encounter = table(
        someone("anna", A, facing=90.0, weapons=(SWORD,), conditions=attacker),
        someone("orc", T, "foe", facing=90.0, conditions=target, size=size),
        someone("hob", BESIDE, "foe", facing=90.0, weapons=(SPEAR,)),
        someone("ben", Cell(9, 5) if size == 1 else Cell(10, 5), facing=270.0),
        kind=kind,
        terrain={Terrain.OBSCURED: [Cell(7, 5)]},
        elevation={10: [A]},
    )
    grid = encounter.map.grid.grid
    here, there = grid.center(A), grid.center(T)
    x, y = here.x + 0.6 * (there.x - here.x), here.y + 0.6 * (there.y - here.y)
    outline = tuple(
        Point(x + dx, y + dy) for dx, dy in ((-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3))
    )
    crate = Prop("crate", outline, cover=CoverGrade.MAJOR)
    battle_map = replace(encounter.map, obstacles=MappingProxyType({"crate": crate}))
    return replace(encounter, map=battle_map, rules=RulesChoice(game))


@pytest.fixture(params=KINDS, ids=lambda kind: kind.name.lower())
def kind(request):
    return request.param


@pytest.fixture
def desk(qtbot, qapp, kind):
    def make(**more):
        made = Desk(qtbot, qapp, arena(kind, **more))
        made.aim()
        return made

    return make


def test_distance(desk):
    d = desk()
    situation, drawing = d.click("distance")
    ends = tuple(rounded(d.grid.center(cell)) for cell in situation.distance.nearest)
    assert points(drawing.lines) == [ends]
    assert [d.covered(area) for area in drawing.areas[-2:]] == [
        {cell} for cell in situation.distance.nearest
    ]
    # Whether it is in reach is proved beside it: what the weapon threatens, and what it misses.
    reach, missed = drawing.areas[:-2]
    assert d.covered(reach) == set(threatened(d.board, "anna")["sword"])
    assert not situation.in_reach.value
    assert d.covered(missed) == set(d.board.cells_of("orc"))


def test_reach(qtbot, qapp, kind):
    encounter = arena(kind)
    near = replace(encounter.tokens["anna"], at=Cell(7, 5), weapons=(SWORD,))
    d = Desk(qtbot, qapp, replace(encounter.with_token(near), map=replace(encounter.map)))
    d.aim()
    situation, drawing = d.click("distance")
    assert situation.in_reach.value
    reach, struck = drawing.areas[:-2]
    assert d.covered(reach) == set(threatened(d.board, "anna")["sword"])
    assert d.covered(struck) == set(situation.in_reach.cells) == {T}


def test_arc(desk):
    d = desk()
    situation, drawing = d.click("arc")
    start = rounded(d.grid.center(situation.arc.from_cell))
    assert points(drawing.lines) == [(start, rounded(situation.arc.apex))]
    assert marks(drawing, DIAMOND) == [start]
    # The band around the target marks the same arc.
    assert d.view.map_scene.arcs.isVisible()


def test_cover(desk):
    d = desk()
    situation, drawing = d.click("cover")
    cover = situation.cover
    assert cover.by == ("crate",)
    expected = []
    for ray in cover.rays:
        if not ray.stopped_by:
            expected.append((rounded(ray.start), rounded(ray.end)))
        else:
            hit = ray.hit or ray.end
            expected.append((rounded(hit), rounded(ray.end)))
            expected.append((rounded(ray.start), rounded(hit)))
    assert sorted(points(drawing.lines)) == sorted(expected)
    assert marks(drawing, ORIGIN) == [rounded(cover.corner)]
    assert sorted(marks(drawing, CORNER)) == sorted(rounded(ray.end) for ray in cover.rays)
    hits = [rounded(ray.hit) for ray in cover.rays if ray.stopped_by and ray.hit is not None]
    assert hits
    assert sorted(marks(drawing, SQUARE)) == sorted(hits)
    (blocker,) = drawing.areas
    outline = d.board.encounter.map.obstacles["crate"].outline
    box = blocker.path.boundingRect()
    assert rounded(to_map(box.topLeft())) == rounded(outline[0])
    assert rounded(to_map(box.bottomRight())) == rounded(outline[2])


def test_sight(desk):
    d = desk()
    situation, drawing = d.click("sight")
    ray = situation.sight.ray
    assert situation.sight.clear
    assert points(drawing.lines) == [(rounded(ray.start), rounded(ray.end))]
    assert marks(drawing, ORIGIN) == [rounded(ray.start)]
    (fog,) = drawing.areas
    assert d.covered(fog) == set(situation.sight.obscured_cells) == {Cell(7, 5)}


def test_sight_that_is_blocked(qtbot, qapp, kind):
    encounter = arena(kind)
    crate = encounter.map.obstacles["crate"]
    wide = replace(
        crate,
        outline=tuple(
            Point(p.x, p.y + (6 if p.y > crate.outline[0].y else -6)) for p in crate.outline
        ),
        blocks_sight=True,
        cover=CoverGrade.TOTAL,
    )
    battle_map = replace(encounter.map, obstacles=MappingProxyType({"crate": wide}))
    d = Desk(qtbot, qapp, replace(encounter, map=battle_map))
    d.aim()
    situation, drawing = d.click("sight")
    ray = situation.sight.ray
    assert not situation.sight.clear
    hit = rounded(ray.hit)
    assert marks(drawing, CROSS) == [hit]
    assert points(drawing.lines) == [(hit, rounded(ray.end)), (rounded(ray.start), hit)]


def test_height_and_high_ground(desk):
    d = desk()
    situation, drawing = d.click("height")
    assert points(drawing.lines) == [(rounded(d.center("anna")), rounded(d.center("orc")))]
    assert situation.high_ground.holder == "anna"
    (ground,) = drawing.areas
    assert d.covered(ground) == {A}
    assert [label.text for label in drawing.labels][:1] == ["+10 ft"]


def test_engaged_by(desk):
    d = desk()
    situation, drawing = d.click("engaged_by")
    assert [one.by for one in situation.engaged] == ["hob"]
    assert situation.engaged[0].is_longer
    expected = [
        (rounded(d.grid.center(one.from_cell)), rounded(d.grid.center(cell)))
        for one in situation.engaged
        for cell in one.cells
    ]
    assert points(drawing.lines) == expected
    reach, touched = drawing.areas
    assert d.covered(reach) == set(threatened(d.board, "hob")["spear"])
    assert d.covered(touched) == set(situation.engaged[0].cells) == {A}


def test_tight_space(qtbot, qapp, kind):
    encounter = arena(kind)
    sides = [cell for cell in TIGHT if cell not in (BESIDE, Cell(6, 5))]
    ground = encounter.map.terrain.with_flag(
        encounter.map.grid.grid, sides, int(Terrain.IMPASSABLE)
    )
    d = Desk(qtbot, qapp, replace(encounter, map=replace(encounter.map, terrain=ground)))
    d.aim()
    situation, drawing = d.click("tight")
    assert situation.tight.value
    (area,) = drawing.areas
    assert d.covered(area) == set(situation.tight.cells)


def test_who_sees_whom(desk):
    d = desk(target=("hidden", "blinded"))
    for fact, seen in (("target_seen", "orc"), ("attacker_seen", "anna")):
        situation, drawing = d.click(fact)
        proof = getattr(situation, fact)
        assert not proof.value
        ends = (rounded(proof.ray.start), rounded(proof.ray.end))
        assert points(drawing.lines) == [ends]
        assert d.covered(drawing.areas[-1]) == set(d.board.cells_of(seen))
        assert drawing.labels[-1].text == proof.reason
        d.bridge.show_evidence(None)


def test_posture_and_motion(desk):
    d = desk(target=("prone", "moving"), attacker=("prone",))
    for fact, token in (
        ("target_posture", "orc"),
        ("attacker_posture", "anna"),
        ("target_motion", "orc"),
    ):
        situation, drawing = d.click(fact)
        assert [d.covered(area) for area in drawing.areas] == [set(d.board.cells_of(token))]
        assert drawing.labels[0].text == getattr(situation, fact).reason
        d.bridge.show_evidence(None)


def test_sizes(desk):
    d = desk(game="crawler", size=3)
    situation, drawing = d.click("sizes")
    assert situation.sizes.difference == -2
    assert [d.covered(area) for area in drawing.areas] == [
        set(d.board.cells_of("anna")),
        set(d.board.cells_of("orc")),
    ]
    assert drawing.labels[0].text == situation.sizes.reason


def test_flanking(qtbot, qapp, kind):
    encounter = arena(kind, "prowess")
    close = replace(encounter.tokens["anna"], at=Cell(7, 5))
    encounter = replace(encounter.with_token(close), map=replace(encounter.map, obstacles={}))
    d = Desk(qtbot, qapp, encounter)
    d.aim()
    situation, drawing = d.click("flanked")
    flank = situation.flanked
    assert flank.value
    assert flank.partner == "ben"
    whole, *borders = points(drawing.lines)
    assert borders == [tuple(rounded(end) for end in border) for border in flank.borders]
    # The line leaves the rings of the two who flank, so that their faces stay free.
    (x0, y0), (x1, y1) = flank.segment
    for x, y in whole:
        assert abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) < 1e-6
        assert min(x0, x1) - 1e-6 <= x <= max(x0, x1) + 1e-6
    assert marks(drawing, DIAMOND) == [
        rounded(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)) for a, b in flank.borders
    ]


def test_a_flank_by_two_others_is_drawn_between_those_two(qtbot, qapp, kind):
    encounter = arena(kind, "grimhowl")
    grid = encounter.map.grid.grid
    archer = replace(encounter.tokens["anna"], at=grid.from_offset(2, 2))
    cleo = someone("cleo", Cell(7, 5))
    encounter = encounter.with_token(archer).with_token(cleo)
    encounter = replace(encounter, map=replace(encounter.map, obstacles={}))
    d = Desk(qtbot, qapp, encounter)
    d.aim()
    situation, drawing = d.click("flanked")
    flank = situation.flanked
    assert (flank.value, flank.flanker, flank.partner) == (True, "ben", "cleo")
    assert [d.covered(area) for area in drawing.areas] == [
        set(d.board.cells_of("ben")),
        set(d.board.cells_of("cleo")),
    ]
    (start, end), *_ = points(drawing.lines)
    assert abs(start[0] - d.center("ben").x) < 0.5 < abs(start[0] - d.center("anna").x)
    assert abs(end[0] - d.center("cleo").x) < 0.5


@pytest.fixture
def way(qtbot, qapp, kind):
    """Anna plans to leave Hob's spear over rubble."""
    encounter = table(
        someone("anna", A, facing=90.0),
        someone("hob", BESIDE, "foe", facing=90.0, weapons=(SPEAR,)),
        kind=kind,
        terrain={Terrain.DIFFICULT: [Cell(7, 5)], Terrain.HAZARDOUS: [Cell(8, 5)]},
    )
    d = Desk(qtbot, qapp, encounter)
    d.bridge.select(["anna"])
    cells = tuple(Cell(q, 5) for q in range(5, 10))
    d.bridge.plan_move(PlannedMove("anna", cells, is_kept=True))
    qtbot.wait(30)
    return d


def test_trigger(way, qtbot):
    d = way
    route = planned_route(d.bridge, d.bridge.plan_route)
    trigger = route.triggers[0]
    sign = d.view.map_scene.triggers.triggers[0]
    assert rounded(to_map(sign.before)) == rounded(
        d.grid.center(route.path.cells[trigger.step - 1])
    )
    assert rounded(to_map(sign.after)) == rounded(d.grid.center(route.path.cells[trigger.step]))
    place = d.view.pixel_of(sign.peak(d.view.map_scene.unit)).toPoint()
    asked = []
    d.view.why_route.trigger_asked.connect(lambda *what: asked.append(what))
    qtbot.mouseMove(d.view.viewport(), place)
    qtbot.wait(30)
    drawing = d.drawn()
    found = next(
        c
        for c in crossings(d.board, "anna", route.path)
        if (c.step, c.by, c.weapon) == (trigger.step, trigger.by, trigger.weapon)
    )
    reach, touched = drawing.areas
    assert d.covered(reach) == set(threatened(d.board, "hob")["spear"])
    assert d.covered(touched) == set(found.touched)
    *strikes, step = points(drawing.lines)
    assert strikes == [
        (rounded(d.center("hob")), rounded(d.grid.center(cell))) for cell in found.touched
    ]
    assert step == (rounded(to_map(sign.before)), rounded(to_map(sign.after)))
    qtbot.mouseClick(d.view.viewport(), LEFT, pos=place)
    assert asked == [("hob", trigger.step)]


def test_movement_cost(way, qtbot):
    from battlemap.ui.panels.why_route import cost_page

    d = way
    asked = []
    d.view.why_route.cost_asked.connect(asked.append)
    qtbot.mouseClick(
        d.view.viewport(), LEFT, pos=d.view.pixel_of(to_scene(d.grid.center(Cell(9, 5)))).toPoint()
    )
    assert asked == [4]
    page = cost_page(d.bridge)
    d.bridge.show_evidence(page.evidence)
    drawing = d.drawn()
    route = planned_route(d.bridge, d.bridge.plan_route)
    costs = planned_costs(d.bridge, d.bridge.plan_route, route)
    middles = [rounded(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)) for a, b in points(drawing.lines)]
    steps = [(d.grid.center(one.start), d.grid.center(one.end)) for one in costs]
    assert middles == [rounded(((a.x + b.x) / 2, (a.y + b.y) / 2)) for a, b in steps]
    assert [d.covered(area) for area in drawing.areas] == [{Cell(7, 5)}, {Cell(8, 5)}]
    assert costs[1].parts[1].cells == (Cell(7, 5),)
    assert costs[2].hazards == (Cell(8, 5),)


def test_labels_lie_beside_tokens_and_names_at_short_range(open_window, qtbot):
    """Two stand side by side: there is no room for a word between them."""
    window = open_window()
    seren = replace(window.encounter.tokens["seren"], at=Cell(8, 6))
    window.bridge.edit("Move Seren", window.encounter.with_token(seren))
    window.bridge.select(["seren"])
    window.bridge.set_target("hob-spear")
    qtbot.wait(60)
    scene = window.view.map_scene
    seen = []
    for row in [row for row in window.attack_panel.fact_rows if row.isVisible()]:
        row.eye.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.wait(20)
        if not scene.evidence.isVisible():
            continue
        boxes = scene.evidence.label_boxes()
        assert len(boxes) == len(scene.evidence.drawing.labels)
        taken = [*scene.crowd(), *scene.arcs.names.boxes()]
        for box in boxes:
            seen.append(row.fact)
            assert not any(box.intersects(other) for other in taken), row.fact
            assert scene.evidence.boundingRect().contains(box)
    assert {"distance", "cover", "arc"} <= set(seen)


def test_the_label_of_the_pair_says_the_arc_that_the_gm_has_ruled(open_window, qtbot):
    window = open_window()
    window.bridge.select(["seren"])
    window.bridge.set_target("archer")
    qtbot.wait(60)
    sight = window.view.map_scene.sight

    def words():
        return " ".join(label.text for label in sight.drawing.labels)

    row = next(r for r in window.attack_panel.fact_rows if r.isVisible() and r.fact == "arc")
    row.eye.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(row.eye, Qt.Key.Key_W)
    values = window.why_card.fact_switch.values
    index = [option.key for option in values._options].index("rear")
    qtbot.mouseClick(values, LEFT, pos=values._box(index).center().toPoint())
    qtbot.keyClick(window.why_card, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: "rear (overruled by the GM)" in words())
    assert "front" not in words()
