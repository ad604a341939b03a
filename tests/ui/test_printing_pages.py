from dataclasses import replace
from math import ceil, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlemap.ui.printing.pages import fitted, lay_out, page_label
from battlemap.ui.printing.paper import (
    A3,
    A4,
    LETTER,
    PAPERS,
    Borders,
    LayoutError,
    Orientation,
    PageSetup,
    Rect,
    custom_paper,
    find_paper,
)

SIDE = st.floats(0.5, 60).map(lambda value: round(value, 3))
SETUPS = st.builds(
    PageSetup,
    paper=st.sampled_from(PAPERS),
    orientation=st.sampled_from(Orientation),
    cell_mm=st.floats(8, 60),
    overlap_mm=st.floats(0, 25),
    margins=st.builds(Borders, *[st.floats(0, 12)] * 4),
)
REGIONS = st.builds(Rect, st.floats(0, 9), st.floats(0, 9), SIDE, SIDE)
PITCHES = st.sampled_from([None, (1.0, 1.0), (0.5, sqrt(3) / 2), (sqrt(3) / 2, 0.5)])


@given(REGIONS, SETUPS, PITCHES)
@settings(max_examples=150, deadline=None)
def test_pages_cover_the_region_and_neighbors_share_exactly_the_overlap(region, setup, pitch):
    laid = lay_out(region, setup, pitch=pitch)
    overlap = setup.overlap_mm / setup.cell_mm
    by_place = {(page.row, page.column): page for page in laid.pages}
    assert len(by_place) == laid.rows * laid.columns == len(laid.pages)
    for (row, column), page in by_place.items():
        window = page.window
        if column == 0:
            assert window.x == pytest.approx(region.x)
        if row == 0:
            assert window.y == pytest.approx(region.y)
        beside, below = by_place.get((row, column + 1)), by_place.get((row + 1, column))
        if beside:
            assert window.right - beside.window.x == pytest.approx(overlap, abs=1e-9)
            assert beside.window.y == window.y
        else:
            assert window.right == pytest.approx(region.right)
        if below:
            assert window.bottom - below.window.y == pytest.approx(overlap, abs=1e-9)
            assert below.window.x == window.x
        else:
            assert window.bottom == pytest.approx(region.bottom)


@given(REGIONS, SETUPS, PITCHES)
@settings(max_examples=150, deadline=None)
def test_each_window_lies_on_its_paper_at_exact_scale(region, setup, pitch):
    laid = lay_out(region, setup, pitch=pitch)
    area = setup.area(laid.orientation)
    for number, page in enumerate(laid.pages, start=1):
        assert page.number == number
        assert (page.place.x, page.place.y) == (area.x, area.y)
        assert page.place.right <= area.right + 1e-5
        assert page.place.bottom <= area.bottom + 1e-5
        assert page.place.width == pytest.approx(page.window.width * setup.cell_mm, abs=1e-9)
        assert page.place.height == pytest.approx(page.window.height * setup.cell_mm, abs=1e-9)


@given(REGIONS, SETUPS, PITCHES)
@settings(max_examples=150, deadline=None)
def test_there_are_no_more_pages_than_needed(region, setup, pitch):
    laid = lay_out(region, setup, pitch=pitch)

    def least(length_cells, room_mm):
        length = length_cells * setup.cell_mm
        if length <= room_mm + 1e-5:
            return 1
        return ceil((length - setup.overlap_mm - 1e-5) / (room_mm - setup.overlap_mm))

    counts = {}
    for orientation in (Orientation.PORTRAIT, Orientation.LANDSCAPE):
        area = setup.area(orientation)
        counts[orientation] = least(region.width, area.width) * least(region.height, area.height)
    if setup.orientation is Orientation.AUTO:
        assert len(laid.pages) == min(counts.values())
    else:
        assert laid.orientation is setup.orientation
        assert len(laid.pages) == counts[setup.orientation]


def test_seven_by_ten_inches_fill_one_a4_page():
    laid = lay_out(Rect(0, 0, 7, 10), PageSetup(A4, Orientation.PORTRAIT))
    (page,) = laid.pages
    assert page.place == Rect(16, 13, pytest.approx(177.8), pytest.approx(254))
    assert page.overlaps == ()


def test_pages_are_cut_between_grid_lines_only_to_save_a_page():
    laid = lay_out(Rect(0, 0, 20, 15), PageSetup(A4, Orientation.PORTRAIT))
    assert (laid.rows, laid.columns) == (2, 3)
    # In whole steps of 6 the third page would have to show 8 cells, but 7 fit.
    assert laid.page("A2").window.x == pytest.approx((177.99999 - 10) / 25.4, abs=1e-3)
    # Down the map a whole step of 9 does reach the end.
    assert laid.page("B1").window.y == 9


def test_whole_steps_are_taken_when_the_last_page_still_reaches_the_end():
    laid = lay_out(Rect(0, 0, 19, 9), PageSetup(A4, Orientation.PORTRAIT))
    assert [page.window.x for page in laid.pages] == [0, 6, 12]


def test_pages_are_named_by_row_letter_and_column_number_and_name_their_neighbors():
    laid = lay_out(Rect(0, 0, 19, 15), PageSetup(A4, Orientation.PORTRAIT))
    assert [page.label for page in laid.pages] == ["A1", "A2", "A3", "B1", "B2", "B3"]
    assert [overlap.neighbor for overlap in laid.page("A2").overlaps] == ["A3", "B2"]
    assert [overlap.neighbor for overlap in laid.page("B2").overlaps] == ["B3"]
    assert laid.page("B3").overlaps == ()
    right, below = laid.page("A2").overlaps
    place = laid.page("A2").place
    assert right.is_upright
    assert not below.is_upright
    assert right.strip == Rect(place.right - 10, place.y, 10, place.height)
    assert (below.cut.y1, below.cut.y2) == (place.bottom - 10, place.bottom - 10)


def test_without_overlap_pages_meet_and_nothing_is_glued():
    laid = lay_out(Rect(0, 0, 20, 15), PageSetup(A4, overlap_mm=0))
    assert all(page.overlaps == () for page in laid.pages)


def test_auto_turns_the_paper_when_that_saves_pages():
    wide = Rect(0, 0, 9, 6)
    assert len(lay_out(wide, PageSetup(A4, Orientation.PORTRAIT)).pages) == 2
    laid = lay_out(wide, PageSetup(A4))
    assert (laid.orientation, len(laid.pages)) == (Orientation.LANDSCAPE, 1)
    assert laid.paper_size == (297, 210)


def test_auto_stays_upright_when_both_need_as_many():
    assert lay_out(Rect(0, 0, 3, 3), PageSetup(LETTER)).orientation is Orientation.PORTRAIT


def test_crop_marks_stand_outside_and_in_line_with_the_borders():
    (page,) = lay_out(Rect(0, 0, 4, 4), PageSetup(A4)).pages
    marks = page.crop_marks()
    assert len(marks) == 8
    for mark in marks:
        upright = mark.x1 == mark.x2
        if upright:
            assert mark.x1 in (page.place.x, page.place.right)
            assert mark.y2 < page.place.y or mark.y1 > page.place.bottom
        else:
            assert mark.y1 in (page.place.y, page.place.bottom)
            assert mark.x2 < page.place.x or mark.x1 > page.place.right


@given(REGIONS, SETUPS, st.integers(1, 4), st.integers(1, 4))
@settings(max_examples=80, deadline=None)
def test_a_fitted_map_fills_the_pages_it_was_given(region, setup, columns, rows):
    fit = fitted(region, setup, columns, rows)
    laid = lay_out(region, fit, pitch=None)
    assert laid.columns <= columns
    assert laid.rows <= rows
    larger = replace(fit, cell_mm=fit.cell_mm * 1.001)
    grown = lay_out(region, larger, pitch=None)
    assert grown.columns > columns or grown.rows > rows


def test_the_rows_of_a_large_poster_go_on_after_z():
    assert [page_label(row, 9) for row in (0, 25, 26)] == ["A10", "Z10", "AA10"]


def test_papers_are_found_by_name_or_size():
    assert find_paper("a3") is A3
    assert find_paper(" Letter ") is LETTER
    custom = find_paper("400x300")
    assert (custom.width_mm, custom.height_mm) == (300, 400)
    with pytest.raises(LayoutError, match="is no paper; choose A4, Letter"):
        find_paper("quarto")
    with pytest.raises(LayoutError, match="50 to 5000 mm"):
        find_paper("10x20")
    with pytest.raises(LayoutError, match="is no paper"):
        find_paper("widex20")
    with pytest.raises(LayoutError, match="50 to 5000 mm"):
        custom_paper(float("nan"), 100)


@pytest.mark.parametrize(
    ("setup", "region", "sentence"),
    [
        (PageSetup(overlap_mm=180), Rect(0, 0, 9, 9), "too small"),
        (PageSetup(overlap_mm=-1), Rect(0, 0, 9, 9), "less than 0"),
        (PageSetup(custom_paper(50, 50)), Rect(0, 0, 9, 9), "too small"),
        (PageSetup(cell_mm=1000), Rect(0, 0, 500, 500), "more than 2000"),
        (PageSetup(cell_mm=100), Rect(0, 0, 99, 99), "at most 2000"),
        (PageSetup(cell_mm=0), Rect(0, 0, 9, 9), "longer than 0"),
        (PageSetup(cell_mm=float("nan")), Rect(0, 0, 9, 9), "longer than 0"),
        (PageSetup(cell_mm=float("inf")), Rect(0, 0, 9, 9), "at most 10000 mm"),
        (PageSetup(overlap_mm=float("nan")), Rect(0, 0, 9, 9), "too small"),
        (PageSetup(), Rect(0, 0, 0, 9), "nothing to print"),
    ],
)
def test_what_cannot_be_laid_out_is_refused_in_one_sentence(setup, region, sentence):
    with pytest.raises(LayoutError, match=sentence) as caught:
        lay_out(region, setup)
    assert "\n" not in str(caught.value)
