"""Maps survive being saved and loaded; short maps written by hand get their defaults."""

import io
import json
import os
import zipfile
from dataclasses import replace
from types import MappingProxyType
from unicodedata import normalize

import pytest
from encounters import Sheet, Stance, Status, WeaponDetails, encounters, png, types_of
from hypothesis import given

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import DiagonalMetric, GridKind
from battlemap.model import store
from battlemap.model.battle_map import Background
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.obstacle import CoverGrade, Door, Prop, Wall
from battlemap.model.store import FileError
from battlemap.model.terrain import Terrain
from battlemap.model.token import Token, Weapon

SHORT = """
{"format": 1, "system": "shadowrealms", "grid": {"kind": "square", "columns": 20, "rows": 15},
 "walls": [{"id": "w1", "from": [3, 0], "to": [3, 3], "cover": "major"}],
 "tokens": [{"id": "seren", "side": "party", "at": [5, 5], "facing": 90,
             "weapons": [{"name": "spear", "reach": true, "reach_feet": 10}]},
            {"id": "orc", "side": "foe", "at": [7, 5], "size": 2, "facing": 270}]}
"""


def read_json(**content):
    """Load a map made of these keys."""
    return store.loads(json.dumps({"format": 1, **content}).encode(), types_of)


def map_json(data):
    """Return the map.json in the bytes of a .battlemap file."""
    with zipfile.ZipFile(io.BytesIO(data)) as zipped:
        return json.loads(zipped.read("map.json"))


def one_token(**content):
    encounter = read_json(system="trial", tokens=[{"id": "orc", "at": [1, 2], **content}])
    return encounter.tokens["orc"]


@given(encounters())
def test_a_saved_document_is_read_back_the_same_and_saves_to_the_same_bytes(encounter):
    data = store.dumps(encounter, types_of, log=['{"n": 1}'])
    again = store.loads(data, types_of)
    assert again == encounter
    assert store.dumps(again, types_of, log=['{"n": 1}']) == data


@given(encounters())
def test_a_system_that_is_not_known_loses_nothing(encounter):
    data = store.dumps(encounter, types_of)
    unknown = store.loads(data)
    assert store.loads(store.dumps(unknown), types_of) == encounter


def test_the_short_map_by_hand_gets_its_defaults():
    encounter = store.loads(SHORT.encode())
    assert encounter.map.grid.grid.kind is GridKind.SQUARE
    assert (encounter.map.grid.columns, encounter.map.grid.rows) == (20, 15)
    assert encounter.map.grid.feet_per_cell == 5
    assert encounter.map.grid.diagonals is None
    assert encounter.map.obstacles["w1"] == Wall(
        "w1", Point(3, 0), Point(3, 3), cover=CoverGrade.MAJOR
    )
    seren, orc = encounter.tokens.values()
    assert seren == Token(
        "seren", "Seren", "party", Cell(5, 5), facing=90, weapons=(Weapon("spear", 10, True),)
    )
    assert (orc.name, orc.size, orc.facing, orc.weapons, orc.sheet) == ("Orc", 2, 270, (), None)
    assert encounter.rules == RulesChoice("shadowrealms")


def test_a_map_needs_its_format_only():
    encounter = read_json()
    assert encounter == Encounter()


def test_ground_doors_and_props_are_understood():
    encounter = read_json(
        grid={"columns": 20, "rows": 15, "diagonals": "1-2-1", "feet": 10},
        terrain=[
            {"kind": "difficult", "cells": [[4, 4], [5, 4]]},
            {"kind": "obscured", "cells": [[4, 4]]},
        ],
        elevation=[{"feet": 10, "cells": [[5, 2]]}],
        doors=[{"id": "d1", "from": [8, 3], "to": [8, 4], "open": True, "locked": True}],
        props=[
            {
                "id": "crate",
                "outline": [[9, 6], [10, 6], [10, 7], [9, 7]],
                "cover": "minor",
                "height_feet": 3,
            }
        ],
    )
    here = encounter.map
    assert here.grid.diagonals is DiagonalMetric.ALTERNATING
    assert here.terrain_at(Cell(4, 4)) == Terrain.DIFFICULT | Terrain.OBSCURED
    assert here.terrain_at(Cell(5, 4)) == Terrain.DIFFICULT
    assert here.ground_feet(Cell(5, 2)) == 10
    assert here.obstacles["d1"] == Door("d1", Point(8, 3), Point(8, 4), True, True)
    crate = here.obstacles["crate"]
    assert isinstance(crate, Prop)
    assert (crate.cover, crate.height_feet, crate.blocks_sight) == (CoverGrade.MINOR, 3, False)


@pytest.mark.parametrize(
    ("kind", "on_map", "off_map"),
    [("hex-pointy", [-1, 2], [-1, 1]), ("hex-flat", [2, -1], [1, -1])],
)
def test_cells_of_hexes_are_axial(kind, on_map, off_map):
    cells = [on_map, off_map]
    data = {"grid": {"kind": kind}, "terrain": [{"kind": "water", "cells": cells}]}
    encounter = read_json(**data)
    assert encounter.map.terrain_at(Cell(*on_map)) is Terrain.WATER
    assert int(encounter.map.terrain.values.astype(bool).sum()) == 1


def test_cells_off_the_map_are_left_out_and_told(tmp_path):
    path = tmp_path / "map.json"
    cells = [[4, 4], [40, 4], [-1, 0]]
    path.write_text(json.dumps({"format": 1, "terrain": [{"kind": "difficult", "cells": cells}]}))
    (warning,) = store.read(path).warnings
    assert warning == "terrain[0].cells: [40, 4], [-1, 0] off the map, left out."


@pytest.mark.parametrize(
    ("kind", "given_facing", "facing"),
    [
        ("square", 100, 90),
        ("square", 22.5, 45),
        ("square", -45, 315),
        ("square", 725, 0),
        ("hex-pointy", 0, 30),
        ("hex-pointy", 120, 150),
        ("hex-flat", 90, 120),
        ("hex-flat", 350, 0),
    ],
)
def test_a_facing_goes_to_the_nearest_of_the_grid_ties_clockwise(kind, given_facing, facing):
    token = {"id": "orc", "at": [1, 1], "facing": given_facing}
    encounter = read_json(grid={"kind": kind}, tokens=[token])
    assert encounter.tokens["orc"].facing == facing


@pytest.mark.parametrize(
    ("cover", "sight"), [("minor", False), ("major", True), ("total", True), (None, True)]
)
def test_a_wall_blocks_sight_unless_it_is_a_fence(cover, sight):
    wall = {"from": [0, 0], "to": [1, 0]} | ({"cover": cover} if cover else {})
    (found,) = read_json(walls=[wall]).map.obstacles.values()
    assert (found.blocks_sight, found.blocks_move) == (sight, True)
    (other,) = read_json(walls=[{**wall, "blocks_sight": not sight}]).map.obstacles.values()
    assert other.blocks_sight is not sight


@pytest.mark.parametrize(("cover", "blocks"), [(None, False), ("minor", False), ("total", True)])
def test_a_prop_blocks_sight_and_movement_only_where_its_cover_is_total(cover, blocks):
    prop = {"outline": [[0, 0], [1, 0], [1, 1]]} | ({"cover": cover} if cover else {})
    (found,) = read_json(props=[prop]).map.obstacles.values()
    assert (found.blocks_sight, found.blocks_move) == (blocks, blocks)
    assert found.cover is (CoverGrade.MAJOR if cover is None else CoverGrade[cover.upper()])


def test_walls_without_ids_get_free_ones():
    piece = {"from": [0, 0], "to": [1, 0]}
    found = read_json(walls=[piece, {**piece, "id": "w1"}, piece], doors=[piece])
    assert list(found.map.obstacles) == ["w2", "w1", "w3", "d1"]


@pytest.mark.parametrize(
    ("weapon", "reach_feet", "reach"),
    [
        ({}, 5, False),
        ({"reach_feet": 10}, 10, True),
        ({"reach_feet": 10, "reach": False}, 10, False),
        ({"reach": True}, 10, True),
        ({"range_feet": 60}, 5, False),
        ({"range_feet": 60, "reach_feet": 10}, 10, False),
    ],
)
def test_reach_means_more_than_five_feet(weapon, reach_feet, reach):
    (found,) = one_token(weapons=[{"name": "arm", **weapon}]).weapons
    assert (found.reach_feet, found.reach) == (reach_feet, reach)


@pytest.mark.parametrize("reach_feet", [0, 5, 10, 15])
@pytest.mark.parametrize("reach", [True, False])
@pytest.mark.parametrize("range_feet", [0, 60])
def test_every_weapon_is_read_back_the_same(reach_feet, reach, range_feet):
    weapon = Weapon("arm", reach_feet, reach, range_feet=range_feet)
    token = Token("orc", "Orc", "foe", Cell(1, 1), weapons=(weapon,))
    again = store.loads(store.dumps(Encounter().with_token(token)))
    assert again.tokens["orc"] == token


def test_the_system_own_records_are_read_with_their_types():
    token = one_token(
        sheet={"strength": 5, "rank": "high", "skills": {"climb": 2}},
        status={"wounds": [{"severity": 2}], "stance": "guarded", "target": ["elf", [3, 4]]},
        weapons=[{"name": "axe", "damage": "d12"}],
    )
    assert isinstance(token.sheet, Sheet)
    assert (token.sheet.strength, token.sheet.weight, token.sheet.skills["climb"]) == (5, 1.5, 2)
    assert isinstance(token.status, Status)
    assert token.status.stance is Stance.GUARDED
    assert token.status.target == ("elf", Cell(3, 4))
    assert token.weapons[0].details == WeaponDetails("d12")


def test_a_record_of_another_system_is_not_written():
    token = Token("orc", "Orc", "foe", Cell(1, 1), sheet=Status())
    encounter = Encounter(rules=RulesChoice("trial")).with_token(token)
    with pytest.raises(FileError, match=r"tokens\[0\].sheet: a Status isn't the Sheet"):
        store.dumps(encounter, types_of)


def test_a_weapon_of_another_system_is_not_written():
    bow = Weapon("bow", range_feet=60, details=Status())
    encounter = Encounter(rules=RulesChoice("trial")).with_token(
        Token("orc", "Orc", "foe", Cell(1, 1), weapons=(Weapon("axe"), bow))
    )
    with pytest.raises(FileError, match=r"tokens\[0\].weapons\[1\]: a Status isn't the Weapon"):
        store.dumps(encounter, types_of)


def test_a_file_that_may_not_be_read_is_named(tmp_path, monkeypatch):
    path = tmp_path / "map.json"
    path.write_text('{"format": 1}')

    def refuse(*_args, **_kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "open", refuse)
    with pytest.raises(FileError, match=r"map.json: the file can't be read: Permission denied"):
        store.load(path)


def test_a_log_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "fight.battlemap"
    with zipfile.ZipFile(path, "w") as zipped:
        zipped.writestr("map.json", '{"format": 1}')
        zipped.writestr("log.jsonl", b"\xff\xfe")
    with pytest.raises(FileError, match=r"fight.battlemap: log.jsonl: this isn't UTF-8 text"):
        store.load(path)


def test_the_file_reads_well():
    text = json.dumps(map_json(store.dumps(store.loads(SHORT.encode()))), separators=(",", ":"))
    assert text == (
        '{"format":1,"system":"shadowrealms","grid":{"kind":"square","columns":20,"rows":15},'
        '"walls":[{"id":"w1","from":[3,0],"to":[3,3],"cover":"major"}],'
        '"tokens":[{"id":"seren","side":"party","at":[5,5],"facing":90,'
        '"weapons":[{"name":"spear","reach_feet":10}]},'
        '{"id":"orc","at":[7,5],"size":2,"facing":270}]}'
    )


def test_log_lines_pass_through(tmp_path):
    path = tmp_path / "fight.battlemap"
    lines = ('{"headline": "Seren hits"}', "\u2028 anything at all")
    store.save(path, Encounter(), log=lines)
    assert store.read(path).log == lines
    with pytest.raises(ValueError, match="one line"):
        store.dumps(Encounter(), log=["a\nb"])


def test_saving_replaces_the_file_and_leaves_nothing_beside_it(tmp_path):
    path = tmp_path / "fight.battlemap"
    path.write_bytes(b"old")
    path.chmod(0o640)
    store.save(path, Encounter())
    assert store.load(path) == Encounter()
    assert [other.name for other in tmp_path.iterdir()] == ["fight.battlemap"]
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_crash_while_saving_leaves_the_old_file(tmp_path, monkeypatch, step):
    path = tmp_path / "fight.battlemap"
    store.save(path, Encounter())
    before = path.read_bytes()

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, fail)
    bigger = read_json(tokens=[{"id": "orc", "at": [1, 1]}])
    with pytest.raises(FileError, match=r"fight.battlemap: the file can't be written: No space"):
        store.save(path, bigger)
    assert path.read_bytes() == before
    assert [other.name for other in tmp_path.iterdir()] == ["fight.battlemap"]


@pytest.mark.skipif(os.name != "posix", reason="links need rights on Windows")
def test_saving_through_a_link_keeps_the_link(tmp_path):
    real, link = tmp_path / "real.battlemap", tmp_path / "link.battlemap"
    store.save(real, Encounter())
    link.symlink_to(real)
    store.save(link, read_json(name="Vault"))
    assert link.is_symlink()
    assert store.load(real).map.name == "Vault"


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_names_in_any_script(tmp_path, form):
    folder = tmp_path / normalize(form, "développement")
    folder.mkdir()
    picture = folder / normalize(form, "地図 é.png")
    picture.write_bytes(png(2, 2))
    path = folder / normalize(form, "Überfall é.json")
    other = {"NFC": "NFD", "NFD": "NFC"}[form]
    content = {"format": 1, "background": normalize(other, "地図 é.png")}
    path.write_text(json.dumps(content), encoding="utf-8")
    document = store.read(path)
    assert document.warnings == ()
    assert list(document.encounter.assets.values()) == [png(2, 2)]
    target = path.with_suffix(".battlemap")
    store.save(target, document.encounter)
    assert list(store.load(target).assets.values()) == [png(2, 2)]


def test_a_bare_map_finds_its_pictures_beside_it_and_a_saved_one_holds_them(tmp_path):
    (tmp_path / "art").mkdir()
    (tmp_path / "cave.png").write_bytes(png(4, 3))
    (tmp_path / "art" / "orc.png").write_bytes(png(2, 2))
    content = {
        "format": 1,
        "background": {"picture": "cave.png", "at": [0.5, 0]},
        "tokens": [{"id": "orc", "at": [1, 1], "art": "art/orc.png"}],
    }
    path = tmp_path / "map.json"
    path.write_text(json.dumps(content))
    encounter = store.load(path)
    assert encounter.map.background == Background("cave.png", 0.5, 0, 30, 20)
    assert set(encounter.assets) == {"cave.png", "art/orc.png"}

    packed = tmp_path / "packed.battlemap"
    store.save(packed, encounter)
    again = store.load(packed)
    assert set(again.assets.values()) == {png(4, 3), png(2, 2)}
    assert again.map.background is not None
    assert again.assets[again.map.background.asset] == png(4, 3)
    assert again.assets[again.tokens["orc"].art] == png(2, 2)
    store.save(packed, again)
    assert store.load(packed) == again


def test_a_bare_map_saved_elsewhere_takes_its_pictures_along(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    (old / "cave.png").write_bytes(png(4, 3))
    (new / "cave.png").write_bytes(png(1, 1))
    (old / "map.json").write_text('{"format": 1, "background": "cave.png"}')
    encounter = store.load(old / "map.json")
    store.save(new / "map.json", encounter)
    assert (new / "cave.png").read_bytes() == png(1, 1), "another picture of that name stays"
    again = store.load(new / "map.json")
    assert list(again.assets.values()) == [png(4, 3)]
    store.save(old / "map.json", encounter)
    assert sorted(path.name for path in old.iterdir()) == ["cave.png", "map.json"]


def test_a_missing_picture_is_a_warning(tmp_path):
    path = tmp_path / "map.json"
    path.write_text('{"format": 1, "background": "gone.png"}')
    document = store.read(path)
    assert document.warnings == (
        'background.picture: there is no picture "gone.png" beside the map.',
    )
    assert document.encounter.map.background is not None
    store.save(tmp_path / "a.battlemap", document.encounter)
    (warning,) = store.read(tmp_path / "a.battlemap").warnings
    assert warning == "background.picture: the picture gone.png isn't in the file."


def test_tokens_and_walls_off_the_map_are_read_with_a_warning(tmp_path):
    path = tmp_path / "map.json"
    content = {
        "format": 1,
        "walls": [{"id": "w1", "from": [-5, -5], "to": [-5, 0]}],
        "tokens": [{"id": "orc", "at": [50, 50]}],
    }
    path.write_text(json.dumps(content))
    document = store.read(path)
    assert document.warnings == (
        "Orc (orc) at [50, 50] stands off the map.",
        "the wall w1 lies off the map.",
    )
    assert document.encounter.tokens["orc"].at == Cell(50, 50)


def test_a_byte_order_mark_is_no_error():
    assert store.loads(b"\xef\xbb\xbf" + SHORT.encode()) == store.loads(SHORT.encode())


def test_assets_are_shared_and_not_copied():
    data = png(3, 3)
    encounter = Encounter(assets=MappingProxyType({"a.png": data}))
    assert replace(encounter, tokens={}).assets["a.png"] is data
