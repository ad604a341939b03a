"""What the drawings of map, pictures and evidence promise, read off the picture."""

import struct
import zlib
from dataclasses import replace
from types import MappingProxyType

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind, make_grid
from battlemap.model.battle_map import Background, BattleMap, GridSpec
from battlemap.model.encounter import Encounter
from battlemap.model.obstacle import Door, Prop, Wall
from battlemap.model.terrain import Layer, Terrain
from battlemap.model.token import Token
from battlemap.session.registry import find_system
from battlemap.tactics.board import Board
from battlemap.tactics.situation import survey
from battlemap.ui.overlays.evidence import evidence_of
from battlemap.ui.scene.coordinates import cell_loops, cells_path, to_scene
from battlemap.ui.scene.painter import Layers, paint_map
from battlemap.ui.scene.pictures import LARGE_BYTES, PictureStore, decode, find_picture
from battlemap.ui.scene.token_look import disc, look_of
from battlemap.ui.theme import DARK, LIGHT

pytestmark = pytest.mark.usefixtures("qapp")  # fonts need an application

SPEC = GridSpec(GridKind.SQUARE, 6, 4)
SYSTEM = find_system("shadowrealms")


ALL = Layers()


def draw(encounter, theme=DARK, layers=ALL, scale=0.6):
    grid = encounter.map.grid.grid
    image = QImage(
        round(grid.width * 100 * scale),
        round(grid.height * 100 * scale),
        QImage.Format.Format_ARGB32_Premultiplied,
    )
    image.fill(0)
    painter = QPainter(image)
    painter.scale(scale, scale)
    paint_map(painter, encounter, SYSTEM, theme, layers)
    painter.end()
    return image


def with_obstacles(*obstacles):
    return Encounter(map=BattleMap(SPEC, obstacles=MappingProxyType({o.id: o for o in obstacles})))


def with_tokens(*tokens, spec=SPEC):
    return Encounter(
        map=BattleMap(spec), tokens=MappingProxyType({token.id: token for token in tokens})
    )


def colors(image, cell, scale=0.6):
    left, top, side = round(cell[0] * 100 * scale), round(cell[1] * 100 * scale), round(98 * scale)
    return {
        image.pixel(x, y) for x in range(left + 2, left + side) for y in range(top + 2, top + side)
    }


@pytest.mark.parametrize("kind", [k for k in Terrain if k])
@pytest.mark.parametrize("theme", [DARK, LIGHT])
@pytest.mark.parametrize("grid_kind", list(GridKind))
def test_each_terrain_has_a_sign_besides_its_color(kind, theme, grid_kind):
    spec = GridSpec(grid_kind, 6, 4)
    grid = spec.grid
    cell = grid.from_offset(2, 1)
    terrain = Layer.blank(6, 4).with_flag(grid, [cell], int(kind))
    plain = draw(Encounter(map=BattleMap(spec)), theme)
    marked = draw(Encounter(map=BattleMap(spec, terrain=terrain)), theme)
    center = grid.center(cell)
    place = (center.x - 0.5, center.y - 0.5)
    # A tint alone would not add a shade to those of the plain floor.
    assert len(colors(marked, place)) > len(colors(plain, place)) + 2
    other = grid.center(grid.from_offset(4, 3))
    far = (other.x - 0.5, other.y - 0.5)
    assert colors(marked, far) == colors(plain, far)


def test_a_secret_door_is_a_wall_to_the_players():
    start, end = Point(2, 1), Point(3, 1)
    secret = with_obstacles(Door("d", start, end, is_secret=True))
    wall = with_obstacles(Wall("d", start, end))
    players = Layers(gm=False)
    assert draw(secret, layers=players) == draw(wall, layers=players)
    assert draw(secret) != draw(wall)


def test_every_state_of_a_door_looks_its_own_way():
    door = Door("d", Point(2, 2), Point(3, 2))
    states = [
        door,
        replace(door, is_open=True),
        replace(door, is_locked=True),
        replace(door, is_secret=True),
        replace(door, is_window=True),
        replace(door, is_window=True, is_open=True),
    ]
    pictures = [draw(with_obstacles(state)) for state in states]
    for index, picture in enumerate(pictures):
        assert picture not in pictures[:index]


def test_walls_that_meet_are_drawn_in_one_piece():
    corner = with_obstacles(
        Wall("a", Point(1, 1), Point(3, 1)), Wall("b", Point(3, 3), Point(3, 1))
    )
    image = draw(corner)
    # The joint is wall all over: no dark casing runs through it.
    joint = {image.pixelColor(180 + dx, 60 + dy).lightness() for dx in (-1, 0) for dy in (-1, 0)}
    assert min(joint) > 120


def test_ticks_point_downhill():
    grid = SPEC.grid
    height = Layer.blank(6, 4).with_value(grid, [Cell(2, 1)], 10)
    image = draw(Encounter(map=BattleMap(SPEC, elevation=height)), scale=1.0)
    flat = draw(Encounter(map=BattleMap(SPEC)), scale=1.0)
    # The middle tick of the west border of cell (2, 1) leaves it to the west.
    outside = [(x, 150) for x in range(189, 198)]
    inside = [(x, 130) for x in range(206, 212)]
    assert any(image.pixel(*place) != flat.pixel(*place) for place in outside)
    tints = {image.pixelColor(*place).name() for place in inside}
    assert len(tints) == 1


def test_hidden_tokens_are_for_the_gm():
    spy = Token("spy", "Spy", "foe", Cell(2, 1), hidden=True)
    assert draw(with_tokens(spy), layers=Layers(gm=False)) == draw(with_tokens())
    assert draw(with_tokens(spy)) != draw(with_tokens())


def test_only_the_arrow_turns():
    north = Token("a", "Anna", "party", Cell(2, 1), facing=0.0)
    images = [draw(with_tokens(replace(north, facing=facing))) for facing in (0.0, 180.0)]
    center = QPointF(150, 90)
    for dx in range(-14, 15, 2):
        for dy in range(-14, 15, 2):
            place = (int(center.x()) + dx, int(center.y()) + dy)
            assert images[0].pixel(*place) == images[1].pixel(*place)
    assert images[0] != images[1]


@pytest.mark.parametrize("kind", list(GridKind))
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_the_disc_stays_in_its_space(kind, size):
    spec = GridSpec(kind, 12, 12)
    grid = spec.grid
    token = Token("a", "Anna", "party", grid.from_offset(5, 5), size=size)
    center, radius = disc(grid, token)
    from battlemap.geometry.footprint import footprint

    path = cells_path(grid, footprint(grid, token.at, size))
    circle = QRectF(
        to_scene((center.x - radius, center.y - radius)),
        to_scene((center.x + radius, center.y + radius)),
    )
    assert radius > 0.35
    for share in range(12):
        from math import cos, pi, sin

        x = circle.center().x() + circle.width() / 2 * cos(share * pi / 6)
        y = circle.center().y() + circle.height() / 2 * sin(share * pi / 6)
        assert path.contains(QPointF(x, y))


def test_hex_clusters_have_an_outline_and_squares_do_not():
    hexes = GridSpec(GridKind.HEX_POINTY, 9, 9)
    token = Token("a", "Anna", "party", hexes.grid.from_offset(4, 4), size=2)
    there = Encounter(map=BattleMap(hexes), tokens=MappingProxyType({"a": token}))
    assert len(look_of(there, SYSTEM, token).outline) == 12
    flat = Token("a", "Anna", "party", Cell(1, 1), size=2)
    assert look_of(with_tokens(flat), SYSTEM, flat).outline == ()


def test_initials_take_the_first_and_the_last_word():
    look = look_of(with_tokens(), SYSTEM, Token("a", "Sister Ane of Hold", "ally", Cell(0, 0)))
    assert look.initials == "SH"
    assert replace(look, name="goblin").initials == "Go"
    assert replace(look, name="…").initials == "?"


def test_ink_saver_leaves_the_paper_white():
    grid = SPEC.grid
    terrain = Layer.blank(6, 4).with_flag(grid, [Cell(1, 1)], int(Terrain.DIFFICULT))
    image = draw(Encounter(map=BattleMap(SPEC, terrain=terrain)), layers=Layers(ink_saver=True))
    white = QColor("#FFFFFF").rgb()
    inked = [
        image.pixel(x, y) != white
        for x in range(0, image.width(), 2)
        for y in range(0, image.height(), 2)
    ]
    assert sum(inked) / len(inked) < 0.12


# Outlines --------------------------------------------------------------------------------------


def test_loops_run_around_regions_and_holes():
    grid = make_grid(GridKind.SQUARE, 9, 9)
    ring = [Cell(c, r) for c in range(3) for r in range(3) if (c, r) != (1, 1)]
    loops = cell_loops(grid, ring)
    assert sorted(len(loop) for loop in loops) == [4, 4]
    path = cells_path(grid, ring)
    assert path.contains(QPointF(50, 50))
    assert not path.contains(QPointF(150, 150))


def test_cells_that_touch_in_a_corner_keep_their_own_loops():
    grid = make_grid(GridKind.SQUARE, 9, 9)
    loops = cell_loops(grid, [Cell(1, 1), Cell(2, 2)])
    assert [len(loop) for loop in loops] == [4, 4]
    inset = cells_path(grid, [Cell(1, 1), Cell(2, 2)], inset=10)
    assert not inset.contains(QPointF(105, 105))
    assert inset.contains(QPointF(115, 115))


@pytest.mark.parametrize("kind", list(GridKind))
def test_an_outline_holds_exactly_its_cells(kind):
    grid = make_grid(kind, 9, 9)
    cells = {grid.from_offset(c, r) for c, r in ((2, 2), (3, 2), (3, 3), (5, 5), (2, 3))}
    path = cells_path(grid, cells)
    for cell in grid.cells():
        assert path.contains(to_scene(grid.center(cell))) == (cell in cells)


# Pictures --------------------------------------------------------------------------------------


def png(width, height, color="#3060C0"):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(color))
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(data)


def noise(width, height):
    rows = b"".join(
        b"\0" + bytes((x * 37 + y * 101 + x * y) % 251 for x in range(width * 3))
        for y in range(height)
    )

    def chunk(kind, body):
        check = zlib.crc32(kind + body)
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows, 0))
        + chunk(b"IEND", b"")
    )


def test_the_background_lies_where_the_document_says():
    background = Background("pic.png", offset_x=1, offset_y=1, width=2, height=2)
    encounter = Encounter(
        map=BattleMap(SPEC, background=background),
        assets=MappingProxyType({"pic.png": png(40, 40)}),
    )
    image = draw(encounter, layers=Layers(grid=False))
    assert image.pixelColor(90, 90).name() == "#3060c0"
    assert image.pixelColor(30, 30).name() != "#3060c0"
    assert image.pixelColor(200, 90).name() != "#3060c0"
    assert draw(encounter, layers=Layers(picture=False)) == draw(Encounter(map=BattleMap(SPEC)))


def test_large_pictures_arrive_later(qtbot):
    data = noise(400, 400)
    assert len(data) > LARGE_BYTES
    store = PictureStore()
    assets = {"big.png": data}
    with qtbot.waitSignal(store.arrived) as arrived:
        assert store.get("big.png", assets) is None
    assert arrived.args == ["big.png"]
    picture = store.get("big.png", assets)
    assert picture.levels[0].width() == 400
    assert picture.level_for(90).width() == 100


def test_a_picture_of_the_document_before_comes_too_late(qtbot):
    store = PictureStore()
    heard = []
    store.arrived.connect(heard.append)
    assets = {"big.png": noise(400, 400)}
    with qtbot.waitSignal(store.decoded):
        assert store.get("big.png", assets) is None
        store.clear()
    qtbot.wait(20)
    assert heard == []
    with qtbot.waitSignal(store.arrived):
        assert store.get("big.png", assets) is None, "the old picture must not be kept"


def test_a_picture_that_claims_to_be_huge_is_not_decoded():
    whole = png(4, 4)
    header = struct.pack(">II", 100_000, 100_000) + whole[24:29]
    fixed = whole[:16] + header + struct.pack(">I", zlib.crc32(b"IHDR" + header)) + whole[33:]
    assert decode(fixed).isNull()
    assert not decode(whole).isNull()
    assert decode(b"no picture").isNull()


def test_pictures_come_from_the_documents_own_folder_only(tmp_path):
    (tmp_path / "map").mkdir()
    (tmp_path / "map" / "floor.png").write_bytes(b"inside")
    (tmp_path / "secret.png").write_bytes(b"outside")
    assert find_picture("floor.png", {}, tmp_path / "map") == b"inside"
    assert find_picture("../secret.png", {}, tmp_path / "map") is None
    assert find_picture(str(tmp_path / "secret.png"), {}, tmp_path / "map") is None
    assert find_picture("builtin:../../pyproject", {}, None) is None
    assert find_picture("builtin:knight", {}, None).lstrip().startswith(b"<svg")
    # Names that no folder can hold.
    assert find_picture("a" * 300 + ".png", {}, tmp_path / "map") is None
    assert find_picture("builtin:" + "a" * 300, {}, None) is None
    assert find_picture("a\0b.png", {}, tmp_path / "map") is None


# Evidence --------------------------------------------------------------------------------------


def cover_board(**prop):
    crate = Prop("crate", tuple(Point(*p) for p in ((2, 0), (3, 0), (3, 1), (2, 1))), **prop)
    tokens = (
        Token("anna", "Anna", "party", Cell(0, 0), facing=90.0),
        Token("orc", "Orc", "foe", Cell(4, 0), facing=90.0),
    )
    encounter = replace(
        with_tokens(*tokens), map=BattleMap(SPEC, obstacles=MappingProxyType({"crate": crate}))
    )
    return Board.of(encounter, SYSTEM)


def test_cover_is_proved_by_its_rays_and_the_blocker():
    board = cover_board(name="crates", blocks_sight=True)
    situation = survey(board, "anna", "orc")
    drawing = evidence_of(board, "cover", situation)
    stopped = sum(1 for ray in situation.cover.rays if ray.stopped_by)
    assert stopped == 2
    # One line for each open ray, two for each stopped one: to the hit and dotted on.
    assert len(drawing.lines) == len(situation.cover.rays) + stopped
    assert drawing.labels[0].text == "crates: major, 2 of 4 rays"
    [area] = drawing.areas
    assert area.path.boundingRect() == QRectF(200, 0, 100, 100)
    squares = [mark for mark in drawing.marks if mark.kind == "square"]
    assert all(area.path.boundingRect().adjusted(-1, -1, 1, 1).contains(m.place) for m in squares)


def test_the_arc_is_proved_by_a_line_to_the_deciding_cell():
    board = cover_board()
    situation = survey(board, "anna", "orc")
    drawing = evidence_of(board, "arc", situation)
    assert drawing.labels[0].text == "Rear, bears 180°"
    assert drawing.lines[0].start == to_scene((0.5, 0.5))
    assert drawing.lines[0].end == to_scene((4.5, 0.5))


@pytest.mark.parametrize(
    "fact",
    [
        "distance",
        "arc",
        "in_reach",
        "flanked",
        "cover",
        "sight",
        "height",
        "tight",
        "engaged_by",
        "reach_holders",
        "high_ground",
        "target_seen",
        "attacker_seen",
        "target_posture",
        "attacker_posture",
        "target_motion",
        "sizes",
    ],
)
def test_every_fact_can_be_shown(fact):
    board = cover_board()
    situation = survey(board, "anna", "orc")
    drawing = evidence_of(board, fact, situation)
    assert drawing.box().isValid() or fact in ("engaged_by", "reach_holders", "flanked")


def test_no_evidence_outlives_its_tokens():
    board = cover_board()
    situation = survey(board, "anna", "orc")
    alone = Board.of(board.encounter.without_token("orc"), SYSTEM)
    assert evidence_of(alone, "cover", situation).box().isNull()


def test_names_on_pictures_hide_no_other_token(monkeypatch):
    from battlemap.ui.scene import painter

    drawn = {}
    monkeypatch.setattr(
        painter, "draw_token", lambda _, look, *a, **k: drawn.update({look.name: look})
    )
    cells = {"Upper": (2, 1), "Lower": (2, 2), "Captain of the whole Watch": (0, 1)}
    grid = SPEC.grid
    tokens = [Token(n, n, "party", grid.from_offset(*at)) for n, at in cells.items()]
    draw(with_tokens(*tokens))
    assert drawn["Upper"].name_above
    assert not drawn["Lower"].name_above
    assert drawn["Lower"].plate_name == "Lower"
    # Paper has room for the whole of a long name, beside or cut by others only.
    draw(with_tokens(tokens[2]))
    assert drawn["Captain of the whole Watch"].plate_name == "Captain of the whole Watch"
