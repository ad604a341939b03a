"""Marks for cutting and gluing, rulers, blank pages, title line: measured in the file."""

from dataclasses import replace

import pytest
from printing_boards import FightingSystem, empty_map, full_map, pixels_of, stroked_lines, texts_of
from PySide6.QtGui import QImage, QPainter

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import Background, Mark
from battlemap.model.obstacle import Wall
from battlemap.model.token import Token
from battlemap.model.turn_order import TurnOrder
from battlemap.ui.printing.blank import is_blank
from battlemap.ui.printing.brush import UNITS
from battlemap.ui.printing.content import Content, Look
from battlemap.ui.printing.furniture import PageMarks, registration_places, ruler_for
from battlemap.ui.printing.paper import A4, LEGAL, LETTER, TABLOID, LayoutError, PageSetup, Rect
from battlemap.ui.printing.picture import encoded
from battlemap.ui.printing.printer import export_pdf
from battlemap.ui.printing.sheet import Printout

pytestmark = pytest.mark.usefixtures("qapp")

SYSTEM = FightingSystem()
BARE = Content.of("grid")


def crop_lines(lines, page):
    return [
        line
        for line in lines
        if line[4] == pytest.approx(0.28, abs=0.01)
        and not (page.place.x <= line[0] <= page.place.right and line[0] != line[2])
    ]


def test_crop_marks_can_be_left_out(tmp_path):
    path = tmp_path / "map.pdf"
    laid = export_pdf(empty_map(), SYSTEM, path, layers=BARE)
    for page, lines in zip(laid.pages, stroked_lines(path), strict=True):
        wanted = {tuple(round(v, 2) for v in mark) for mark in page.crop_marks()}
        found = {tuple(round(v, 2) for v in line[:4]) for line in lines}
        assert wanted <= found
    laid = export_pdf(empty_map(), SYSTEM, path, layers=BARE, marks=PageMarks(crop=False))
    for page, lines in zip(laid.pages, stroked_lines(path), strict=True):
        found = {tuple(round(v, 2) for v in line[:4]) for line in lines}
        assert not found & {tuple(round(v, 2) for v in mark) for mark in page.crop_marks()}


@pytest.mark.parametrize("overlap", [0.0, 10.0])
@pytest.mark.parametrize("kind", GridKind)
def test_registration_marks_of_two_pages_are_one_place_of_the_map(kind, overlap):
    setup = PageSetup(overlap_mm=overlap)
    laid = Printout(empty_map(kind), SYSTEM, setup, BARE).page_set
    assert laid.rows > 1
    assert laid.columns > 1
    seen = {}
    for page in laid.pages:
        for x, y in registration_places(laid, page):
            assert page.place.x - 1e-6 <= x <= page.place.right + 1e-6
            assert page.place.y - 1e-6 <= y <= page.place.bottom + 1e-6
            on_map = (
                round(page.window.x + (x - page.place.x) / page.cell_mm, 6),
                round(page.window.y + (y - page.place.y) / page.cell_mm, 6),
            )
            seen.setdefault(on_map, []).append(page.label)
    joints = laid.rows * (laid.columns - 1) + laid.columns * (laid.rows - 1)
    assert len(seen) == 2 * joints
    assert all(len(labels) == 2 for labels in seen.values())


def test_registration_marks_are_drawn_where_they_belong(tmp_path):
    path = tmp_path / "map.pdf"
    laid = export_pdf(empty_map(), SYSTEM, path, layers=BARE, marks=PageMarks(registration=True))
    for page, lines in zip(laid.pages, stroked_lines(path), strict=True):
        found = {tuple(round(v, 2) for v in line[:4]) for line in lines}
        places = registration_places(laid, page)
        assert places
        for x, y in places:
            assert tuple(round(v, 2) for v in (x - 2.2, y, x + 2.2, y)) in found


@pytest.mark.parametrize(
    ("paper", "words", "length"),
    [(A4, "100 mm", 100.0), (LETTER, "4 inches", 101.6), (TABLOID, "4 inches", 101.6)],
)
def test_the_ruler_is_the_one_at_hand(tmp_path, paper, words, length):
    path = tmp_path / "map.pdf"
    export_pdf(empty_map(columns=4, rows=4), SYSTEM, path, paper=paper, layers=BARE)
    assert f"measures exactly {words}" in texts_of(path)[0]
    (lines,) = stroked_lines(path)
    rails = [x2 - x1 for x1, y1, x2, y2, width, _ in lines if y1 == y2 and abs(width - 0.25) < 0.01]
    # The rails end with the outer ticks' pens.
    assert any(rail == pytest.approx(length + 0.25, abs=0.01) for rail in rails)


def test_narrow_paper_has_a_short_ruler_or_none():
    assert ruler_for(LEGAL, 60).length_mm == pytest.approx(50.8)
    assert ruler_for(A4, 60).length_mm == 50
    assert ruler_for(A4, 40) is None


def wide_map(**more):
    """Return a map of several pages with something on the first one only."""
    return empty_map(columns=21, rows=9, **more)


WALL = {"w": Wall("w", Point(1, 1), Point(3, 1))}


def blank_pages(encounter, look=Look.INK_SAVER, content=None):
    laid = Printout(encounter, SYSTEM, PageSetup(overlap_mm=0), content or Content(), look)
    return {page.label for page in laid.page_set.pages if is_blank(laid, page.window)}


THINGS = {
    "walls": lambda e: replace(e, map=replace(e.map, obstacles=WALL)),
    "tokens": lambda e: e.with_token(Token("t", "T", "foe", Cell(2, 2))),
    "notes": lambda e: replace(
        e, map=replace(e.map, marks={"n": Mark("n", "note", (Point(2, 2),), "note")})
    ),
    "templates": lambda e: replace(
        e,
        map=replace(e.map, marks={"a": Mark("a", "area", (Point(1, 1), Point(3, 1), Point(2, 3)))}),
    ),
    "terrain": lambda e: replace(
        e,
        map=replace(e.map, terrain=e.map.terrain.with_flag(e.map.grid.grid, [Cell(2, 2)], 1)),
    ),
    "elevation": lambda e: replace(
        e,
        map=replace(e.map, elevation=e.map.elevation.with_value(e.map.grid.grid, [Cell(2, 2)], 5)),
    ),
}


@pytest.mark.parametrize("name", THINGS)
def test_a_page_with_anything_on_it_is_not_blank(name):
    whole = blank_pages(wide_map())
    assert len(whole) > 2
    encounter = THINGS[name](wide_map())
    assert blank_pages(encounter) == whole - {"A1"}
    assert blank_pages(encounter, content=Content().without(name)) == whole


def test_hidden_tokens_make_a_page_for_the_gm_alone():
    encounter = wide_map().with_token(Token("t", "T", "foe", Cell(2, 2), hidden=True))
    assert "A1" in blank_pages(encounter)
    assert "A1" not in blank_pages(encounter, content=Content(gm=True))


def test_threatened_cells_count_where_they_are_drawn():
    encounter = wide_map().with_token(Token("t", "T", "foe", Cell(2, 2)))
    reach = Content.of("grid", "reach")
    assert "A1" not in blank_pages(encounter, content=reach)
    assert "A1" in blank_pages(encounter, content=BARE)


def test_a_picture_of_one_color_is_as_good_as_none():
    image = QImage(210, 90, QImage.Format.Format_RGB32)
    image.fill(0xFF101010)
    for x in range(40):
        image.setPixel(x, 40, 0xFFFFFFFF)
    encounter = wide_map(background=Background("p.png", 0, 0, 21, 9))
    encounter = replace(encounter, assets={"p.png": encoded(image, "png")})
    whole = blank_pages(wide_map())
    assert blank_pages(encounter, Look.COLOR) == whole - {"A1"}
    assert blank_pages(encounter, Look.INK_SAVER) == whole
    assert blank_pages(encounter, Look.COLOR, Content(picture=False)) == whole


def test_blank_pages_are_left_out_and_nothing_is_glued_to_them(tmp_path):
    path = tmp_path / "map.pdf"
    encounter = replace(wide_map(), map=replace(wide_map().map, obstacles=WALL))
    all_pages = export_pdf(encounter, SYSTEM, path)
    laid = export_pdf(encounter, SYSTEM, path, skip_blank=True)
    assert [page.label for page in laid.pages] == ["A1"]
    assert len(all_pages.pages) > 1
    (text,) = texts_of(path)
    assert "Page A1, 1 of 1" in text
    assert "glue" not in text
    with pytest.raises(LayoutError, match="blank"):
        export_pdf(wide_map(), SYSTEM, path, skip_blank=True)


def test_round_and_date_stand_in_the_title_line(tmp_path):
    path = tmp_path / "map.pdf"
    encounter = replace(full_map(columns=6, rows=6), turn_order=TurnOrder(3, "a"))
    export_pdf(encounter, SYSTEM, path, title="Night raid", date="2 May 2026")
    text = texts_of(path)[0]
    assert "Night raid" in text
    assert "Round 3, 2 May 2026" in text
    export_pdf(encounter, SYSTEM, path)
    assert "2026" not in texts_of(path)[0]


def test_thick_grid_lines_are_whole_at_the_border():
    from battlemap.ui.printing.content import GridStyle

    printout = Printout(
        empty_map(columns=3, rows=3), SYSTEM, PageSetup(), BARE, grid_style=GridStyle(width_mm=1.6)
    )
    (page,) = printout.page_set.pages
    image = QImage(2100, 2970, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.scale(10 / UNITS, 10 / UNITS)
    printout.paint_page(painter, page)
    painter.end()
    # Across the left border of the map: as wide as any line, half of it outside.
    y = round((page.place.y + 12) * 10)
    row = pixels_of(image)[y, :, 0]
    left = round(page.place.x * 10)
    assert (row[left - 12 : left + 12] < 200).sum() == pytest.approx(16, abs=1)


def test_a_window_that_only_touches_a_wall_is_blank():
    encounter = replace(empty_map(), map=replace(empty_map().map, obstacles=WALL))
    printout = Printout(encounter, SYSTEM, PageSetup())
    assert is_blank(printout, Rect(3.0625, 0, 4, 4))
    assert not is_blank(printout, Rect(3.0, 0, 4, 4))


def test_heights_can_be_found_by_their_sign(tmp_path):
    path = tmp_path / "map.pdf"
    export_pdf(full_map(), SYSTEM, path)
    words = "\n".join(texts_of(path))
    assert "+10 ft" in words
    assert "−5 ft" in words
    assert not any(0xE000 <= ord(letter) < 0xF900 for letter in words)
