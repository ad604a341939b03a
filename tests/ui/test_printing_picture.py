import struct
from dataclasses import replace

import pytest
from printing_boards import PlainSystem, empty_map, full_map
from PySide6.QtGui import QImage

from battlemap.geometry.grid import GridKind
from battlemap.ui.printing import picture
from battlemap.ui.printing.content import Content, Look
from battlemap.ui.printing.paper import Rect
from battlemap.ui.printing.picture import PictureError, check_size, draw_picture, export_picture
from battlemap.ui.theme import DARK, LIGHT

pytestmark = pytest.mark.usefixtures("qapp")

SYSTEM = PlainSystem()


@pytest.mark.parametrize("pixels", [20, 50, 70.5, 140])
@pytest.mark.parametrize("kind", GridKind)
def test_the_size_is_cells_times_pixels_a_cell(tmp_path, kind, pixels):
    encounter = full_map(kind, 13, 15)
    path = tmp_path / "map.png"
    size = export_picture(encounter, SYSTEM, path, pixels_per_cell=pixels)
    grid = encounter.map.grid.grid
    assert size == (round(grid.width * pixels), round(grid.height * pixels))
    image = QImage(str(path))
    assert (image.width(), image.height()) == size
    if kind is GridKind.SQUARE and pixels == 50:
        assert size == (650, 750)


@pytest.mark.parametrize(
    ("ending", "magic"), [("png", b"\x89PNG"), ("jpg", b"\xff\xd8"), ("webp", b"RIFF")]
)
def test_the_ending_chooses_the_format(tmp_path, ending, magic):
    path = tmp_path / f"map.{ending}"
    export_picture(empty_map(columns=4, rows=3), SYSTEM, path, pixels_per_cell=30)
    assert path.read_bytes().startswith(magic)
    assert QImage(str(path)).width() == 120


def test_png_says_how_dense_it_is(tmp_path):
    path = tmp_path / "map.png"
    export_picture(empty_map(columns=2, rows=2), SYSTEM, path, pixels_per_cell=300)
    data = path.read_bytes()
    at = data.index(b"pHYs") + 4
    assert struct.unpack_from(">IIB", data, at) == (11811, 11811, 1)


@pytest.mark.parametrize("look", Look)
@pytest.mark.parametrize("kind", GridKind)
def test_without_gm_layers_hidden_tokens_and_secret_doors_leave_no_trace(kind, look):
    encounter = full_map(kind)
    content = Content(cell_names=False, gm=False)
    shown = draw_picture(encounter, SYSTEM, pixels_per_cell=40, layers=content, look=look)
    tokens = {key: token for key, token in encounter.tokens.items() if not token.hidden}
    door = encounter.map.obstacles["secret"]
    obstacles = {
        key: replace(o, is_secret=False) if o is door else o
        for key, o in encounter.map.obstacles.items()
    }
    marks = {key: mark for key, mark in encounter.map.marks.items() if not mark.gm_only}
    # As if the hidden ones didn't exist; of the secret door only the wall is seen.
    wall = type(encounter.map.obstacles["w1"])(door.id, door.start, door.end)
    innocent = replace(
        encounter,
        tokens=tokens,
        map=replace(encounter.map, obstacles={**obstacles, "secret": wall}, marks=marks),
    )
    expected = draw_picture(innocent, SYSTEM, pixels_per_cell=40, layers=content, look=look)
    assert shown == expected
    gm = draw_picture(
        encounter, SYSTEM, pixels_per_cell=40, layers=replace(content, gm=True), look=look
    )
    assert gm != shown


SWITCHES = [
    ("grid", empty_map()),
    ("walls", full_map()),
    ("terrain", full_map()),
    ("elevation", full_map()),
    ("tokens", full_map()),
    ("token_names", full_map()),
    ("facing", full_map()),
    ("cell_names", full_map()),
]


@pytest.mark.parametrize("look", Look)
@pytest.mark.parametrize(("name", "encounter"), SWITCHES, ids=[name for name, _ in SWITCHES])
def test_each_switch_changes_the_picture(name, encounter, look):
    content = Content()
    on = draw_picture(encounter, SYSTEM, pixels_per_cell=40, layers=content, look=look)
    off = draw_picture(
        encounter, SYSTEM, pixels_per_cell=40, layers=content.without(name), look=look
    )
    assert on != off


def test_the_token_switch_changes_nothing_away_from_tokens():
    content = Content(cell_names=False, elevation=False)  # numbers make room for tokens
    on = draw_picture(full_map(), SYSTEM, pixels_per_cell=40, layers=content)
    off = draw_picture(full_map(), SYSTEM, pixels_per_cell=40, layers=content.without("tokens"))
    changed = [
        (x / 40, y / 40)
        for y in range(on.height())
        for x in range(on.width())
        if on.pixel(x, y) != off.pixel(x, y)
    ]
    spaces = {(4, 5): 1, (5, 6): 2, (1, 9): 1, (6, 3): 1, (3, 10): 1}
    for x, y in changed:
        assert any(
            c - 1.25 <= x <= c + size + 1.25 and r - 0.5 <= y <= r + size + 0.75
            for (c, r), size in spaces.items()
        )


def test_themes_differ_and_the_void_can_be_clear():
    encounter = empty_map(GridKind.HEX_POINTY, 4, 4)
    light, dark = (draw_picture(encounter, SYSTEM, theme=theme) for theme in (LIGHT, DARK))
    assert light.pixelColor(0, 0).name().upper() == LIGHT.void
    assert dark.pixelColor(0, 0).name().upper() == DARK.void
    clear = draw_picture(encounter, SYSTEM, theme=LIGHT, transparent=True)
    assert clear.pixelColor(0, 0).alpha() == 0
    middle = clear.pixelColor(clear.width() // 2, clear.height() // 2)
    assert middle.alpha() == 255


def test_a_region_is_cut_out_of_the_same_picture():
    encounter = full_map()
    content = Content(tokens=False, cell_names=False)
    whole = draw_picture(encounter, SYSTEM, pixels_per_cell=50, layers=content)
    part = draw_picture(
        encounter, SYSTEM, pixels_per_cell=50, layers=content, region=Rect(1, 1, 9, 7)
    )
    assert (part.width(), part.height()) == (450, 350)
    same = whole.copy(50, 50, 450, 350)
    differing = sum(
        part.pixel(x, y) != same.pixel(x, y) for x in range(3, 447) for y in range(3, 347)
    )
    assert differing < 0.005 * 450 * 350


@pytest.mark.parametrize(
    ("pixels", "kind", "sentence"),
    [
        (1200, "png", r"24000 × 18000 pixels needs 1\.6 GiB of memory"),
        (3000, "png", "PNG allows 32767 a side"),
        (900, "webp", "WEBP allows 16383 a side"),
    ],
)
def test_too_large_a_picture_is_refused_before_memory_is_taken(
    tmp_path, monkeypatch, pixels, kind, sentence
):
    def refuse(*_):
        raise AssertionError("memory was asked for")

    monkeypatch.setattr(picture, "QImage", refuse)
    with pytest.raises(PictureError, match=sentence):
        export_picture(empty_map(), SYSTEM, tmp_path / f"map.{kind}", pixels_per_cell=pixels)
    assert list(tmp_path.iterdir()) == []


def test_the_largest_sides_are_allowed():
    check_size(32767, 8000)
    check_size(16383, 16000, "webp")


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("map.bmp", {}, "must end in .png"),
        ("map", {}, "must end in .png"),
        ("map.jpg", {"transparent": True}, "JPEG has no transparency"),
        ("map.png", {"pixels_per_cell": 0}, "at least one pixel"),
        ("map.png", {"pixels_per_cell": float("nan")}, "at least one pixel"),
        ("map.png", {"pixels_per_cell": float("inf")}, "at least one pixel"),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_sentence(tmp_path, name, options, sentence):
    with pytest.raises(PictureError, match=sentence):
        export_picture(empty_map(), SYSTEM, tmp_path / name, **options)
    assert list(tmp_path.iterdir()) == []


def test_unknown_layers_are_named():
    with pytest.raises(ValueError, match=r"“wall” is no layer; there are picture, grid, walls"):
        Content.of("wall")
