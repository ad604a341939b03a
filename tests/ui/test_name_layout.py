"""Names of tokens stand clear of other tokens and of each other, at every zoom."""

from itertools import combinations
from math import hypot
from random import Random
from types import MappingProxyType

import pytest
from PySide6.QtCore import QRectF

from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter
from battlemap.model.token import Token
from battlemap.session.session import Session
from battlemap.ui.bridge import Bridge
from battlemap.ui.scene.coordinates import to_scene
from battlemap.ui.scene.map_view import MapView
from battlemap.ui.scene.name_layout import Disc, Name, lay_names
from battlemap.ui.scene.sheet import SMALL_CELL
from battlemap.ui.scene.strokes import plate_width
from battlemap.ui.theme import DARK

NAMES = ("Anna", "Boiler Rat 12", "Captain of the Watch", "Drowned one 3", "Bo")


def _name(key, text, x, y, radius=20.0):
    return Name(key, text, Disc(x, y, radius), y + radius + 16, y - radius - 16, 17)


def _lay(*names):
    return lay_names(names, [(name.key, name.disc) for name in names])


def test_a_name_alone_stands_below():
    place = _lay(_name("a", "Anna", 0, 0))["a"]
    assert (place.is_above, place.shift, place.text) == (False, 0.0, "Anna")


def test_names_side_by_side_stand_one_below_and_one_above():
    places = _lay(_name("a", "Drowned one", 0, 0), _name("b", "Drowned one 2", 44, 0))
    assert not places["a"].is_above
    assert places["b"].is_above
    assert places["b"].text == "Drowned one 2"


def test_a_name_moves_aside_for_one_close_by():
    text = "Bruiser"
    away = plate_width(text) - 4
    places = _lay(_name("a", text, 0, 0), _name("b", text, away, 0))
    assert places["b"].text == text
    assert not places["b"].is_above
    assert 0 < places["b"].shift < 20


def test_a_name_without_room_is_cut_or_left_out():
    rows = [_name(f"{x}{y}", "Drowned one", 44 * x, 44 * y) for x in range(5) for y in range(5)]
    places = _lay(*rows)
    middle = places["22"]
    assert len(middle.text) < len("Drowned one")
    assert any(place.text.startswith("Drow") for place in places.values())


def _crowd(kind, seed):
    lot, spec = Random(seed), GridSpec(kind, 12, 10)
    cells = lot.sample([(x, y) for x in range(2, 9) for y in range(2, 8)], 18)
    tokens = [
        Token(f"t{i}", lot.choice(NAMES), lot.choice(("party", "foe")), spec.grid.from_offset(x, y))
        for i, (x, y) in enumerate(cells)
    ]
    return Encounter(map=BattleMap(spec), tokens=MappingProxyType({t.id: t for t in tokens}))


def _distance(box, x, y):
    return hypot(x - min(max(x, box.left()), box.right()), y - min(max(y, box.top()), box.bottom()))


@pytest.mark.parametrize("kind", [GridKind.SQUARE, GridKind.HEX_POINTY])
@pytest.mark.parametrize("seed", range(4))
def test_no_name_lies_over_a_token_or_another_name(qtbot, seed, kind):
    bridge = Bridge(Session.new(_crowd(kind, seed), seed=7))
    view = MapView(bridge, DARK)
    qtbot.addWidget(view)
    view.resize(1000, 800)
    view.show()
    scene = view.map_scene
    bridge.select(("t3",))
    bridge.set_target("t4")
    for zoom in (0.45, 0.8, 1.0, 1.7):
        view.zoom_to(zoom)
        assert scene.cell_px >= SMALL_CELL
        named = [item for item in scene.items_by_token.values() if item.look.plate_name]
        boxes = dict(zip([item.token_id for item in named], scene.plates(), strict=True))
        assert len(boxes) >= 4
        edge = 2 * scene.unit
        plates = [box.adjusted(edge, edge, -edge, -edge) for box in boxes.values()]
        assert not any(one.intersects(other) for one, other in combinations(plates, 2))
        for key, box in boxes.items():
            for owner, disc in scene.discs().items():
                away = _distance(box, disc.center().x(), disc.center().y())
                assert owner == key or away >= disc.width() / 2 - 1.1 * edge


def test_numbers_of_heights_have_cells_in_which_no_name_touches_them(qtbot):
    bridge = Bridge(Session.new(_crowd(GridKind.HEX_POINTY, 1), seed=7))
    view = MapView(bridge, DARK)
    qtbot.addWidget(view)
    view.resize(1000, 800)
    view.show()
    scene = view.map_scene
    for zoom in (0.5, 1.0):
        view.zoom_to(zoom)
        hidden = scene._hidden_cells()
        free = [cell for cell in scene.grid.cells() if cell not in hidden]
        assert free
        half_wide, half_tall = 23 * scene.unit, 8 * scene.unit
        for cell in free:
            middle = to_scene(scene.grid.center(cell))
            number = QRectF(0, 0, 2 * half_wide, 2 * half_tall)
            number.moveCenter(middle)
            assert not any(number.intersects(plate) for plate in scene.plates())
