"""Universal VTT files as exporters write them, with all that is odd about them."""

import base64
import json
import math
import os
import sys
import zipfile
from pathlib import Path

import pytest
from encounters import png
from hypothesis import example, given
from hypothesis import strategies as st

from battlemap.formats.clip import Area
from battlemap.formats.universal_vtt import read
from battlemap.geometry.cell import Point
from battlemap.model import limits, store
from battlemap.model.check import ERROR, check
from battlemap.model.file_error import FileError
from battlemap.model.obstacle import CoverGrade, Door, Prop, Wall
from battlemap.model.picture import picture_info

SAMPLES = Path(__file__).parents[2].parent / "shared" / "data" / "uvtt"

WEBP = bytes.fromhex("524946461a000000574542505650384c0d0000002f0000001007101111888808fe0700")
JPEG = (
    b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"
    b"\xff\xc0\x00\x0b\x08\x01\x2c\x01\xf4\x01\x01\x11\x00\xff\xd9"
)


def at(x, y):
    return {"x": x, "y": y}


def line(*points):
    return [at(x, y) for x, y in points]


def door(start, end, **more):
    middle = at((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return {"position": middle, "bounds": line(start, end), "rotation": 0, "closed": True, **more}


def content(origin=(0, 0), size=(5, 3), image="", **more):
    """Return a file as Dungeondraft writes it."""
    return {
        "format": 0.3,
        "resolution": {
            "map_origin": at(*origin),
            "map_size": at(*size),
            "pixels_per_grid": 100,
        },
        "line_of_sight": [],
        "objects_line_of_sight": [],
        "portals": [],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [],
        "image": image,
        **more,
    }


@pytest.fixture
def imported(tmp_path):
    """Write a file of this content and import it."""

    def run(data=None, name="vault.dd2vtt", raw=None, **settings):
        path = tmp_path / name
        path.write_bytes(json.dumps(data).encode() if raw is None else raw)
        return read(path, **settings)

    return run


def of_kind(encounter, kind):
    return [one for one in encounter.map.obstacles.values() if isinstance(one, kind)]


def said(report):
    return "\n".join(report.lines())


# The twelve gotchas, in their order --------------------------------------------------------


def test_1_the_origin_is_taken_off_everything(imported):
    encounter, report = imported(
        content(
            origin=(10, 20),
            line_of_sight=[line((12, 20), (12, 21))],
            objects_line_of_sight=[line((13, 20.5), (13.5, 20.5), (13.5, 21), (13, 21))],
            portals=[door((12, 21), (12, 22))],
            lights=[{"position": at(13.5, 21.5), "range": 3.2, "color": "ffeccd8b"}],
        )
    )
    assert (report.columns, report.rows) == (5, 3)
    assert of_kind(encounter, Wall) == [Wall("w1", Point(2, 0), Point(2, 1))]
    assert of_kind(encounter, Door) == [Door("d1", Point(2, 1), Point(2, 2))]
    outline = (Point(3, 0.5), Point(3.5, 0.5), Point(3.5, 1), Point(3, 1))
    assert of_kind(encounter, Prop) == [Prop("p1", outline, blocks_sight=True)]
    (light,) = encounter.map.lights
    assert (light.position, light.range_cells, light.color) == (Point(3.5, 1.5), 3.2, "#eccd8b")
    assert encounter.map.name == "vault"


def test_2_what_lies_outside_a_cropped_picture_is_left_out_and_told(imported):
    encounter, report = imported(
        content(
            line_of_sight=[line((-4, 1), (-1, 1)), line((1, -2), (1, 2)), line((0, 0), (0, 3))],
            objects_line_of_sight=[line((8, 1), (9, 1), (9, 2), (8, 1))],
            portals=[door((7, 1), (7, 2)), door((2, 0), (3, 0))],
            lights=[{"position": at(-9, 0), "range": 4}, {"position": at(-1, 0), "range": 4}],
        )
    )
    assert report.counts == {
        "walls": 2,
        "walls_cut": 1,
        "walls_outside": 1,
        "props_outside": 1,
        "doors": 1,
        "doors_outside": 1,
        "lights": 1,
        "lights_outside": 1,
    }
    assert "left out: 1 wall, 1 prop, 1 door, 1 light" in said(report)
    assert [(wall.start, wall.end) for wall in of_kind(encounter, Wall)] == [
        (Point(1, 0), Point(1, 2)),
        (Point(0, 0), Point(0, 3)),
    ]
    assert not check(encounter)


def test_3_a_ring_around_the_map_is_no_wall_on_it(imported):
    ring = line((-1, -2), (6, -2), (6, 4), (-1, 4), (-1, -2))
    encounter, report = imported(content(line_of_sight=[ring], objects_line_of_sight=[ring]))
    assert not encounter.map.obstacles
    assert report.counts == {"walls_outside": 4, "object_walls_outside": 4}


def test_4_pieces_without_length_are_left_out_and_the_rest_holds_together(imported):
    encounter, report = imported(
        content(line_of_sight=[line((1, 1), (1, 1), (2, 1), (2.0001, 1), (3, 1)), line((4, 1))])
    )
    assert report.counts == {"walls": 2, "zero_length": 2}
    first, second = of_kind(encounter, Wall)
    assert first.end == second.start


def test_5_an_open_line_stays_open_and_a_ring_closed(imported):
    open_line = line((1, 1), (2, 1), (2, 2), (1, 2))
    ring = [*line((3, 1), (4, 1), (4, 2)), at(3, 1)]
    encounter, _ = imported(content(line_of_sight=[open_line, ring]))
    walls = of_kind(encounter, Wall)
    assert len(walls) == 3 + 3
    assert walls[2].end == Point(1, 2)
    assert walls[5].end == walls[3].start == Point(3, 1)


def test_6_a_door_fills_the_gap_that_walls_leave(imported):
    encounter, _ = imported(
        content(
            line_of_sight=[
                line((0, 1), (1.123047, 1)),
                line((1.876953, 1), (5, 1)),
            ],
            portals=[door((1.123047, 1), (1.876953, 1))],
        )
    )
    before, after = of_kind(encounter, Wall)
    (found,) = of_kind(encounter, Door)
    assert (found.start, found.end) == (before.end, after.start)
    assert not found.is_open


def test_7_closed_false_is_an_open_door_and_said(imported):
    portals = [door((1, 0), (1, 1), closed=False), door((2, 0), (2, 1))]
    encounter, report = imported(content(portals=portals))
    assert [one.is_open for one in of_kind(encounter, Door)] == [True, False]
    assert "1 door is open" in said(report)
    assert "may be a window" in said(report)


@pytest.mark.parametrize(
    ("closed", "is_open"),
    [
        ([True], False),
        ([False], True),
        ([], False),
        (1, False),
        (0, True),
        ("true", False),
        ("False", True),
        (None, False),
        ({}, False),
    ],
)
def test_8_the_closed_flag_may_be_a_list_or_a_word(imported, closed, is_open):
    encounter, _ = imported(content(portals=[door((1, 0), (1, 1), closed=closed)]))
    assert [one.is_open for one in of_kind(encounter, Door)] == [is_open]


@pytest.mark.parametrize("image", ["", None, "  ", 5])
def test_9_a_file_without_a_picture(imported, image):
    data = content(line_of_sight=[line((1, 1), (2, 1))], image=image)
    encounter, report = imported(data)
    assert encounter.map.background is None
    assert not encounter.assets
    assert any("no picture" in warning for warning in report.warnings)
    del data["image"]
    assert imported(data)[0] == encounter


def test_9_a_picture_that_is_too_large_is_refused_by_its_header(imported):
    image = base64.b64encode(png(38_400, 38_400)).decode()
    with pytest.raises(FileError) as caught:
        imported(content(image=image))
    text = str(caught.value)
    assert text.startswith("vault.dd2vtt: image: the picture claims 38,400 x 38,400 pixels")
    assert "fewer pixels for each cell" in text


def test_10_bad_numbers_and_entries_are_skipped_and_counted(imported):
    raw = json.dumps(
        content(
            line_of_sight=[
                line((1, 1), ("2", 1), (3, 1), (4, 1), (True, 1)),
                [None, at(1, 1), {"x": 1}, [1, 2], "a"],
                None,
                7,
            ],
            objects_line_of_sight=[{"x": 1}],
            portals=[None, {}, door((1, 1), (2, 1)), "door"],
            lights=[None, {"position": None}, {"position": at(1, 1), "range": "far"}],
        )
    ).replace('"x": 3,', '"x": NaN,')
    raw = raw.replace('"x": 4,', '"x": 1e999,')
    encounter, report = imported(raw=raw.encode())
    assert report.counts == {
        "doors": 1,
        "entries_bad": 2 + 1 + 3 + 2,
        "lights": 1,
        "points_bad": 4 + 4,
    }
    assert "8 points that can't be read" in said(report)
    assert "8 entries that can't be read" in said(report)
    assert encounter.map.lights[0].range_cells == 0


def test_10_whole_numbers_of_any_length_are_no_places(imported):
    huge = 10**400
    encounter, report = imported(
        content(
            format=huge,
            line_of_sight=[line((1, 1), (2, 1), (huge, 1))],
            lights=[{"position": at(1, 1), "range": huge, "intensity": huge}],
        )
    )
    assert len(of_kind(encounter, Wall)) == 1
    assert report.counts["points_bad"] == 1
    assert encounter.map.lights[0].range_cells == 0


@pytest.mark.parametrize("resolution", [{"map_size": at(1e-9, 4)}, {"pixels_per_grid": 1e-320}])
def test_10_a_map_of_no_size_is_refused(imported, resolution):
    usual = {"map_origin": at(0, 0), "pixels_per_grid": 50}
    with pytest.raises(FileError, match=r"resolution\.map_size: expected columns and rows"):
        imported(content(resolution={**usual, **resolution}))


def test_10_a_bad_point_parts_a_line(imported):
    encounter, _ = imported(
        content(line_of_sight=[[*line((1, 1), (2, 1)), None, at(3, 1), at(4, 1)]])
    )
    assert [(wall.start.x, wall.end.x) for wall in of_kind(encounter, Wall)] == [(1, 2), (3, 4)]


@pytest.mark.parametrize("entry", ["line_of_sight", "objects_line_of_sight", "portals", "lights"])
@pytest.mark.parametrize("value", [5, "a", {"x": 1}, True, [[[]]], [5], [{}], [[{}]]])
def test_10_anything_may_stand_in_a_list(imported, entry, value):
    encounter, report = imported(content(**{entry: value}))
    assert not encounter.map.obstacles
    assert set(report.counts) <= {"entries_bad", "points_bad"}


def test_11_a_byte_order_mark_is_no_error(imported):
    raw = b"\xef\xbb\xbf" + json.dumps(content(line_of_sight=[line((1, 1), (2, 1))])).encode()
    assert len(imported(raw=raw)[0].map.obstacles) == 1


def test_11_a_zip_is_refused_politely(tmp_path):
    path = tmp_path / "vault.uvtt"
    with zipfile.ZipFile(path, "w") as zipped:
        zipped.writestr("manifest.json", "{}")
    with pytest.raises(FileError, match=r"version 2, which isn't known\. .* as version 1"):
        read(path)


@pytest.mark.parametrize(
    ("origin", "offset", "columns", "wall"),
    [
        ((10.25, 20.5), (0.25, 0.5), 6, Point(2, 1)),
        ((-0.5, 0), (0.5, 0), 6, Point(13, 21)),
        ((3, 4), (0, 0), 5, Point(9, 17)),
    ],
)
def test_12_a_crop_off_the_grid_moves_the_picture_and_not_the_walls(
    imported, origin, offset, columns, wall
):
    x, y = wall[0] + math.floor(origin[0]), wall[1] + math.floor(origin[1])
    image = base64.b64encode(png(500, 300)).decode()
    lines = [line((x, y), (x, y + 1))]
    encounter, report = imported(content(origin=origin, line_of_sight=lines, image=image))
    background = encounter.map.background
    assert background is not None
    assert (background.offset_x, background.offset_y) == offset
    assert (background.width, background.height) == (5, 3)
    assert report.columns == columns
    assert ("off the grid" in said(report)) is (offset != (0, 0))
    if wall.x <= columns:
        assert of_kind(encounter, Wall)[0].start == wall, "walls keep their place on the grid"


# Pictures -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("data", "kind"), [(png(500, 300), "png"), (WEBP, "webp"), (JPEG, "jpg")])
@pytest.mark.parametrize("form", ["{}", "data:image/png;base64,{}", " {}\n"])
def test_a_picture_is_known_by_its_content(imported, data, kind, form):
    image = form.format(base64.b64encode(data).decode())
    encounter, _ = imported(content(image=image))
    ((key, kept),) = encounter.assets.items()
    assert kept == data
    assert key.endswith(f".{kind}")
    assert encounter.map.background is not None
    assert encounter.map.background.asset == key


def test_the_samples_of_pictures_have_their_sizes():
    assert picture_info(JPEG) is not None
    assert (picture_info(JPEG).width, picture_info(JPEG).height) == (500, 300)
    assert (picture_info(WEBP).width, picture_info(WEBP).height) == (1, 1)


def test_the_picture_covers_the_map_whatever_its_pixels(imported):
    image = base64.b64encode(png(4096, 300)).decode()
    encounter, report = imported(content(size=(59, 3), image=image))
    background = encounter.map.background
    assert background is not None
    assert (background.width, background.height) == (59, 3)
    assert "4096 x 300 pixels, not 5900 x 300" in said(report)


def test_a_map_without_a_size_takes_it_from_its_picture(imported):
    data = content(image=base64.b64encode(png(450, 300)).decode())
    del data["resolution"]["map_size"]
    encounter, report = imported(data)
    assert (report.columns, report.rows) == (5, 3)
    assert encounter.map.background.width == 4.5


@pytest.mark.parametrize("image", ["not base64 !", "AAAA", base64.b64encode(b"\x89PNG").decode()])
def test_a_damaged_picture_is_left_out_and_told(imported, image):
    encounter, report = imported(content(image=image))
    assert encounter.map.background is None
    assert "left out" in said(report)


def test_sizes_that_are_not_whole(imported):
    _, report = imported(content(size=(4.5, 3.0000001)))
    assert (report.columns, report.rows) == (5, 3)


# Objects ------------------------------------------------------------------------------------


def test_objects_block_sight_by_a_switch(imported):
    data = content(objects_line_of_sight=[line((1, 1), (2, 1), (2, 2), (1, 2), (1, 1))])
    for switch in (True, False):
        encounter, report = imported(data, props_block_sight=switch)
        (prop,) = of_kind(encounter, Prop)
        assert (prop.blocks_sight, prop.blocks_move, prop.cover) == (
            switch,
            False,
            CoverGrade.MAJOR,
        )
        assert len(prop.outline) == 4
        assert ("not blocking sight" in said(report)) is not switch


def test_an_outline_that_nearly_closes_is_a_prop(imported):
    points = [(2 + math.cos(a / 8), 1.5 + math.sin(a / 8)) for a in range(50)]
    encounter, _ = imported(content(objects_line_of_sight=[line(*points)]))
    (prop,) = of_kind(encounter, Prop)
    assert len(prop.outline) == 50


@pytest.mark.parametrize(
    "points",
    [
        [(1, 1), (3, 1)],
        [(1, 1), (2, 1), (3, 1)],
        [(1, 1), (3, 1), (3, 2)],
        [(1, 1), (3, 2), (3, 1), (1, 2), (1, 1)],
    ],
)
def test_lines_and_tangles_of_objects_are_thin_walls(imported, points):
    encounter, report = imported(content(objects_line_of_sight=[line(*points)]))
    walls = of_kind(encounter, Wall)
    assert len(walls) == len(points) - 1 == report.counts["object_walls"]
    assert all(not wall.blocks_move and wall.blocks_sight for wall in walls)
    assert all(wall.cover is CoverGrade.MAJOR for wall in walls)


def test_a_door_without_ends_is_made_of_place_and_angle(imported):
    portal = {"position": at(2, 1.5), "rotation": math.pi / 2, "closed": True}
    encounter, report = imported(content(portals=[portal, {**portal, "bounds": [at(9, 9)] * 2}]))
    for found in of_kind(encounter, Door):
        assert {found.start, found.end} == {Point(2, 1), Point(2, 2)}
    assert report.counts["doors_guessed"] == 2


@pytest.mark.parametrize(
    ("written", "color"),
    [
        ("ffeccd8b", "#eccd8b"),
        ("80ECCD8B", "#80eccd8b"),
        ("ffffffff", "#ffffff"),
        ("#eccd8b", "#eccd8b"),
        ("red", "#ffffff"),
        (7, "#ffffff"),
    ],
)
def test_colors_of_lights_have_their_opacity_first(imported, written, color):
    encounter, _ = imported(content(lights=[{"position": at(1, 1), "range": 2, "color": written}]))
    assert encounter.map.lights[0].color == color


# The file as a whole --------------------------------------------------------------------------


@pytest.mark.parametrize("version", [0.2, 0.3, "0.3"])
def test_known_formats_are_silent(imported, version):
    assert "format" not in said(imported(content(format=version))[1])


@pytest.mark.parametrize("version", [1, "two", None, [0.3], True])
def test_other_formats_are_a_warning(imported, version):
    assert "0.2 and 0.3 are known" in said(imported(content(format=version))[1])


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "the file is empty"),
        (b"{", "isn't JSON"),
        (b"[]", "isn't a Universal VTT file"),
        (b'{"format": 1, "tokens": []}', "isn't a Universal VTT file"),
        (b'{"resolution": 5}', "isn't a Universal VTT file"),
        (b'{"resolution": {}}', "resolution.map_size: expected columns and rows"),
        (b'{"resolution": {"map_size": {"x": NaN, "y": 5}}}', "resolution.map_size"),
        (b'{"resolution": {"map_size": {"x": -1, "y": 5}}}', "resolution.map_size"),
        (b'{"resolution": {"map_size": {"x": 1e5, "y": 5}}}', "are more than 1,000 x 1,000"),
        ('{"a": "Gr\xfcn"}'.encode("latin-1"), "isn't UTF-8"),
        (b'{"a": ' + b"[" * 5000, "nested"),
        (png(3, 3), "this is a picture"),
    ],
)
def test_files_that_are_none(imported, raw, message):
    with pytest.raises(FileError) as caught:
        imported(raw=raw)
    assert str(caught.value).startswith("vault.dd2vtt: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FileError, match="no such file"):
        read(tmp_path / "none.uvtt")


def test_too_many_walls(imported, monkeypatch):
    monkeypatch.setattr(limits, "OBSTACLES", 3)
    zigzag = line(*((x / 10, x % 2) for x in range(6)))
    with pytest.raises(FileError, match="more than 3 walls"):
        imported(content(line_of_sight=[zigzag]))


@pytest.mark.parametrize("name", ["地図 é.dd2vtt", "e\u0301tage.uvtt", "a b.DF2VTT"])
def test_names_in_any_script(imported, name):
    encounter, report = imported(content(), name=name)
    assert report.file == name
    assert encounter.map.name == name.rpartition(".")[0]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems know no such names")
def test_a_name_that_is_no_text(imported, tmp_path):
    encounter, report = imported(content(), name=os.fsdecode(b"gr\xfcn.uvtt"))
    assert (encounter.map.name, report.file) == ("gr?n", "gr?n.uvtt")
    store.save(tmp_path / "green.battlemap", encounter)


def test_what_is_imported_can_be_saved(imported, tmp_path):
    encounter, report = imported(
        content(
            image=base64.b64encode(png(500, 300)).decode(),
            line_of_sight=[line((0.1, 0.2), (2, 1), (7, 5))],
            lights=[{"position": at(1, 1), "range": 2}],
        )
    )
    path = tmp_path / "vault.battlemap"
    store.save(path, encounter)
    assert store.load(path) == encounter
    assert json.loads(json.dumps(report.to_json()))["counts"]["walls"] == 2


values = st.recursive(
    st.none() | st.booleans() | st.floats(-20, 20) | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.fixed_dictionaries({"x": inner, "y": inner})
        | st.fixed_dictionaries({"position": inner, "bounds": inner, "closed": inner})
    ),
    max_leaves=12,
)


@given(values, values, values, values)
def test_any_geometry_is_imported_or_skipped(tmp_path_factory, walls, objects, portals, lights):
    path = tmp_path_factory.mktemp("any") / "any.uvtt"
    lists = {"line_of_sight": walls, "objects_line_of_sight": objects}
    path.write_text(json.dumps(content(**lists, portals=portals, lights=lights)))
    encounter, _ = read(path)
    assert not [finding for finding in check(encounter) if finding.level == ERROR]
    assert store.loads(store.dumps(encounter)) == encounter


@example(-1e-320, 1.0, 3.0, 1.0)
@example(2.0, 2.0, 2.0, 3.0 + 1e-15)
@given(*[st.floats(-8, 12)] * 4)
def test_a_clipped_wall_lies_within_and_on_its_line(x0, y0, x1, y1):
    area = Area(5.0, 3.0)
    start, end = Point(x0, y0), Point(x1, y1)
    clipped = area.clip(start, end)
    if clipped is None:
        steps = [k / 50 for k in range(51)]
        inner = Area(4.999, 2.999)
        places = [Point(x0 + k * (x1 - x0) - 0.0005, y0 + k * (y1 - y0) - 0.0005) for k in steps]
        assert not any(inner.holds(place) for place in places if min(place) > 0)
        return
    for point in clipped:
        assert area.holds(point)
        across = (x1 - x0) * (point.y - y0) - (y1 - y0) * (point.x - x0)
        assert abs(across) < 1e-6


# Real files -----------------------------------------------------------------------------------

EXPECTED = {
    "SYNTHETIC-origin-10-20.dd2vtt": {"walls": 2, "doors": 1, "props": 1, "lights": 1},
    "blue-tower-origin46_41.geometry.dd2vtt": {"walls": 84, "doors": 4, "doors_outside": 37},
    "gold-room.geometry.dd2vtt": {"walls": 8, "walls_outside": 6},
    "headmasters-quarters.geometry.dd2vtt": {"walls": 14, "doors": 6},
    "litch-tomb.geometry.dd2vtt": {"walls": 168, "doors": 5, "lights": 2, "walls_cut": 1},
}


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the folder of real files isn't there")
@pytest.mark.parametrize("name", EXPECTED)
def test_real_files(name):
    encounter, report = read(SAMPLES / name)
    assert {key: report.counts.get(key) for key in EXPECTED[name]} == EXPECTED[name]
    assert encounter.map.background is None
    assert any("no picture" in warning for warning in report.warnings)
    assert not [finding for finding in check(encounter) if finding.level == ERROR]
    assert store.loads(store.dumps(encounter)) == encounter


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the folder of real files isn't there")
def test_every_real_file_is_known():
    assert {path.name for path in SAMPLES.glob("*vtt")} == set(EXPECTED)
