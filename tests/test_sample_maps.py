"""The maps, portraits, icons and fonts that come with the program are whole and fit together."""

import re
from itertools import combinations

import pytest
from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QImage, QPainter, QRawFont
from PySide6.QtSvg import QSvgRenderer

from battlemap.geometry.footprint import footprint
from battlemap.model.check import check
from battlemap.model.mapfile.assets import asset_names, named_by_hash
from battlemap.model.obstacle import Door, Prop
from battlemap.model.store import read
from battlemap.model.terrain import Terrain
from battlemap.model.token import are_hostile
from battlemap.resources import asset_path, maps_path
from battlemap.session.documents import load_encounter, types_of
from battlemap.session.session import Session

PACKED = sorted(maps_path().glob("*.battlemap"))
SOURCES = sorted(maps_path().glob("src/*/map.json"))
ICONS = sorted(asset_path("icons").glob("*.svg"))
PORTRAITS = sorted(asset_path("tokens").glob("*.svg"))

every_map = pytest.mark.parametrize("path", PACKED, ids=lambda path: path.stem)
every_icon = pytest.mark.parametrize("path", ICONS, ids=lambda path: path.stem)
every_portrait = pytest.mark.parametrize("path", PORTRAITS, ids=lambda path: path.stem)


def drawn(path, size):
    """The picture of an SVG file; reading it must not make Qt complain (pytest-qt watches)."""
    renderer = QSvgRenderer(QByteArray(path.read_bytes()))
    assert renderer.isValid()
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return image


def opaque_share(image):
    width, height = image.width(), image.height()
    alphas = [image.pixelColor(x, y).alpha() for x in range(width) for y in range(height)]
    return sum(alpha > 127 for alpha in alphas) / len(alphas)


def test_every_promised_map_is_there():
    names = {path.stem for path in PACKED}
    assert names >= {"sunken-hall", "fell-road", "flat-marsh", "arena"}
    kinds = {load_encounter(path).map.grid.kind.value for path in PACKED}
    assert kinds == {"square", "hex-pointy", "hex-flat"}


@every_map
def test_map_opens_without_a_warning(path):
    assert read(path, types_of).warnings == ()
    assert check(load_encounter(path)) == ()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.parent.name)
def test_source_is_what_was_packed(path):
    packed = maps_path() / f"{path.parent.name}.battlemap"
    assert named_by_hash(load_encounter(path)) == load_encounter(packed)


@every_map
def test_picture_lines_up_with_the_grid(path):
    encounter = load_encounter(path)
    ground, grid = encounter.map.background, encounter.map.grid.grid
    assert (ground.offset_x, ground.offset_y) == (0, 0)
    assert (ground.width, ground.height) == pytest.approx((grid.width, grid.height))
    image = QImage.fromData(encounter.assets[ground.asset])
    pixels = image.width() / grid.width
    assert 60 <= pixels <= 110
    assert image.height() == pytest.approx(grid.height * pixels, abs=1)
    assert len(encounter.assets[ground.asset]) < 1_500_000


@every_map
def test_every_token_has_a_portrait_that_is_shipped(path):
    encounter = load_encounter(path)
    shipped = {f"builtin:{portrait.stem}" for portrait in PORTRAITS}
    assert {token.art for token in encounter.tokens.values()} <= shipped
    assert all(name in encounter.assets for _, name in asset_names(encounter))


@every_map
def test_tokens_stand_on_the_map_and_apart(path):
    encounter = load_encounter(path)
    grid = encounter.map.grid.grid
    spaces = {
        token.id: set(footprint(grid, token.at, token.size, token.turned))
        for token in encounter.tokens.values()
    }
    assert all(cell in grid for space in spaces.values() for cell in space)
    assert not [pair for pair in combinations(spaces, 2) if spaces[pair[0]] & spaces[pair[1]]]
    assert all(token.facing in grid.facings for token in encounter.tokens.values())


@every_map
def test_both_sides_can_fight(path):
    session = Session.open(path)
    tokens = session.encounter.tokens.values()
    sides = {token.side for token in tokens}
    assert any(are_hostile("party", side) for side in sides)
    assert "party" in sides
    able = [token for token in tokens if session.system.is_able(token)]
    assert len(able) >= 4
    assert all(session.system.weapons(token) for token in able)


def test_the_hall_shows_every_kind_of_door_and_ground():
    hall = load_encounter(maps_path() / "sunken-hall.battlemap")
    doors = [thing for thing in hall.map.obstacles.values() if isinstance(thing, Door)]
    assert any(door.is_open for door in doors)
    assert any(door.is_locked for door in doors)
    assert any(door.is_secret for door in doors)
    assert any(door.is_window for door in doors)
    assert any(isinstance(thing, Prop) for thing in hall.map.obstacles.values())
    ground = hall.map.terrain.values
    for kind in (Terrain.DIFFICULT, Terrain.HAZARDOUS, Terrain.OBSCURED, Terrain.WATER):
        assert (ground & kind).any()
    assert hall.map.ground_feet(hall.tokens["archer"].at) == 10
    assert hall.tokens["orc-brute"].size == 2
    assert hall.tokens["skulk"].hidden
    assert hall.tokens["hob-spear"].weapons[0].reach


def test_the_arena_explains_itself():
    arena = load_encounter(maps_path() / "arena.battlemap")
    notes = [mark.text for mark in arena.map.marks.values() if mark.kind == "note"]
    assert [note.split(".")[0] for note in notes] == [str(n + 1) for n in range(len(notes))]
    assert len(notes) >= 5
    assert not any(mark.gm_only for mark in arena.map.marks.values())


@every_icon
def test_icon_draws_in_the_color_of_its_place(path):
    text = path.read_text(encoding="utf-8")
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", path.stem)
    assert "currentColor" in text
    assert not re.search(r"#[0-9a-fA-F]{3,8}|rgb\(|<style|<filter|<clipPath", text)
    assert 0.02 < opaque_share(drawn(path, 20)) < 0.8


def test_the_list_of_icons_is_complete():
    listed = set(re.findall(r"`([a-z0-9-]+)`", asset_path("icons", "README.md").read_text("utf-8")))
    assert listed == {path.stem for path in ICONS}


@every_portrait
def test_portrait_fills_its_disc_and_leaves_the_corners_clear(path):
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"<filter|<clipPath|<mask|<text|<image|<style", text)
    image = drawn(path, 40)
    assert opaque_share(image) == pytest.approx(3.14159 / 4, abs=0.02)
    for x, y in ((0, 0), (39, 0), (0, 39), (39, 39)):
        assert image.pixelColor(x, y).alpha() == 0
    tones = {image.pixelColor(x, y).rgb() for x in range(40) for y in range(40)}
    assert len(tones) > 40


def test_portraits_differ_at_the_size_of_a_list():
    small = {path.stem: drawn(path, 16) for path in PORTRAITS}
    for one, other in combinations(small, 2):
        apart = sum(
            abs(small[one].pixelColor(x, y).lightness() - small[other].pixelColor(x, y).lightness())
            for x in range(16)
            for y in range(16)
        )
        assert apart / 256 > 8, f"{one} and {other} look alike"


@pytest.mark.parametrize("style", ["Regular", "Medium", "SemiBold"])
def test_font_loads_and_has_digits_of_one_width(qapp, style):
    file = str(asset_path("fonts", f"Inter-{style}.ttf"))
    number = QFontDatabase.addApplicationFont(file)
    assert "Inter" in QFontDatabase.applicationFontFamilies(number)
    font = QFontDatabase.font("Inter", style, 30)
    assert font.family() == "Inter"
    font.setFeature(QFont.Tag("tnum"), 1)
    metrics = QFontMetricsF(font)
    assert len({metrics.horizontalAdvance(digit) for digit in "0123456789"}) == 1
    raw = QRawFont(file, 40)
    assert raw.styleName() == style
    assert all(raw.supportsCharacter(ord(sign)) for sign in "−×→≥°–✓ÄßéΩЖ")
